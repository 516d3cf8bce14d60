// What the screens of a booking work out by themselves, against the cases of the rules where they share them.
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { addDays, today } from "web-shared/format/format";
import { announced, clock, secondsLeft } from "web-shared/ui/countdown";
import { readCard, writeCvc, writeExpiry, writeNumber } from "./card";
import { clearCheckout, readCheckout, saveCheckout } from "./checkout";
import { clearDraft, type Draft, nobody, readDraft, saveDraft, startDraft } from "./draft";
import { bookingProblems, isMinor, type Secret } from "./people";
import {
  chosenModules,
  firstStart,
  modulesProblem,
  ownedModules,
  startProblem,
  totalOf,
} from "./selection";

interface SelectionCase {
  price: number;
  modules: number[];
  selection: number[];
  total: number;
}

interface StartCase {
  today: string;
  end: string | null;
  date: string;
  code: string | null;
}

const cases = (name: string) => JSON.parse(readFileSync(`core/cases/${name}.json`, "utf8"));
const selections: SelectionCase[] = cases("selection");
const starts: StartCase[] = cases("start_date");

describe("the selection", () => {
  test.each(selections)("$modules with $selection selected costs $total", (row) => {
    const modules = row.modules.map((price, at) => ({ id: at + 1, price }));
    const ids = row.selection.map((place) => place + 1);
    expect(totalOf({ price: row.price, modules, free: false }, ids)).toBe(row.total);
    expect(totalOf({ price: row.price, modules, free: true }, ids)).toBe(0);
  });

  test.each(starts)("$date of a course until $end, chosen on $today: $code", (row) => {
    const problem = startProblem(row.date, row.today, row.end);
    expect(problem).toBe(row.code && `errors.${row.code}`);
  });

  test("a day is asked for, and must exist", () => {
    expect(startProblem("", "2026-11-21", null)).toBe("errors.selection_or_date_required");
    expect(startProblem("31/02/2027", "2026-11-21", null)).toBe("errors.invalid_date");
  });

  test("the first proposal is the course’s start, or today once it has begun", () => {
    expect(firstStart({ startDate: "2026-12-01" }, "2026-11-21")).toBe("2026-12-01");
    expect(firstStart({ startDate: "2026-11-01" }, "2026-11-21")).toBe("2026-11-21");
  });

  test("modules go in the order of the course, the whole course goes as none", () => {
    const course = { modules: [3, 1, 2].map((id) => ({ id })) } as Parameters<
      typeof chosenModules
    >[0];
    const date = "2026-12-01";
    const rest = { date, forAnother: false };
    expect(chosenModules(course, { whole: false, moduleIds: [2, 3, 9], ...rest })).toEqual([3, 2]);
    expect(chosenModules(course, { whole: true, moduleIds: [2], ...rest })).toEqual([]);
    const none = { moduleIds: [], ...rest };
    expect(modulesProblem({ whole: false, ...none })).toBe("errors.selection_required");
    expect(modulesProblem({ whole: true, ...none })).toBeNull();
  });
});

describe("what somebody has already", () => {
  const course = { modules: [{ id: 3 }, { id: 1 }, { id: 2 }] };

  test("is what the whole course would not cost them", () => {
    expect(ownedModules(course, [{ moduleId: 3 }, { moduleId: 2 }])).toEqual([1]);
  });

  test("is nothing when the whole course is one line", () => {
    expect(ownedModules(course, [{ moduleId: null }])).toEqual([]);
  });
});

describe("the draft", () => {
  const selection = {
    courseId: 7,
    reservedModuleIds: [3],
    requestedStartDate: "2026-12-01",
    originRoute: "/online-course-details?id=7",
  };
  beforeEach(() => {
    clearDraft();
    clearCheckout();
  });

  test("survives a reload without ever holding a password", () => {
    startDraft(selection);
    const draft = readDraft() as Draft;
    const typed = { ...draft.bookerData, firstName: "Zoé", password: "zebre-7" };
    saveDraft({ ...draft, bookerData: typed });
    expect(readDraft()?.bookerData.firstName).toBe("Zoé");
    expect(sessionStorage.getItem("reservationDraft")).not.toContain("zebre-7");
  });

  test("a new selection keeps what was typed and chosen about people", () => {
    startDraft(selection);
    const people = { bookerData: { ...nobody, lastName: "Martin" }, beneficiaryId: 8 };
    saveDraft({ ...(readDraft() as Draft), ...people, reservationTarget: "other" });
    startDraft({ ...selection, courseId: 8, reservedModuleIds: [] });
    expect(readDraft()).toMatchObject({ courseId: 8, ...people, reservationTarget: "other" });
  });

  test.each(["", "null", "7", "{", '{"bookerData":{}}'])(
    "%s in the storage is no draft",
    (text) => {
      sessionStorage.setItem("reservationDraft", text);
      expect(readDraft()).toBeNull();
    },
  );

  test("the checkout keeps its two keys and nothing else", () => {
    const held = { reservationId: 3, checkoutToken: "t", clientSecret: "s" };
    saveCheckout(held);
    expect(readCheckout()).toEqual({ reservationId: 3, checkoutToken: "t" });
  });
});

describe("the people", () => {
  const zoe = {
    firstName: "Zoé",
    lastName: "Martin",
    email: "zoe@example.fr",
    phoneNumber: "06 12 34 56 78",
    dialCode: "+33",
    country: "France",
    birthDate: "1990-02-28",
  };
  const secret: Secret = { password: "zebre-7", passwordConfirmation: "zebre-7" };
  const draft = {
    bookerData: zoe,
    address: { street: "3, rue Haute", postalCode: "13100", city: "Aix" },
    reservationTarget: "self",
    beneficiaryData: nobody,
  } as Draft;
  const problems = (part: Partial<Draft>, own: Secret | null = secret) =>
    Object.fromEntries(bookingProblems({ ...draft, ...part }, own, true));

  test("a complete booking has no problem, and one’s own needs no beneficiary", () => {
    expect(problems({})).toEqual({});
    expect(problems({}, null)).toEqual({});
  });

  test.each([
    [{ email: "zoe@example" }, "email", "errors.invalid_email"],
    [{ phoneNumber: "123" }, "phoneNumber", "errors.invalid_phone"],
    [{ phoneNumber: "1234567890123456" }, "phoneNumber", "errors.invalid_phone"],
    [{ phoneNumber: "00 00 00 00 00" }, "phoneNumber", "errors.required"],
    [{ birthDate: "30/02/1990" }, "birthDate", "errors.invalid_date"],
    [{ birthDate: "1899-12-31" }, "birthDate", "errors.birth_date_too_old"],
    [{ birthDate: "2999-01-01" }, "birthDate", "errors.birth_date_in_future"],
    [{ lastName: "  " }, "lastName", "errors.required"],
  ])("%o", (part, name, problem) => {
    expect(problems({ bookerData: { ...zoe, ...part } })).toEqual({
      [`bookerData.${name}`]: problem,
    });
  });

  const years = (count: number, days = 0) =>
    addDays(`${Number(today().slice(0, 4)) - count}${today().slice(4)}`, days);

  test("nobody under eighteen books", () => {
    const born = (birthDate: string) => problems({ bookerData: { ...zoe, birthDate } });
    expect(born(years(18, 1))).toEqual({ "bookerData.birthDate": "errors.guardian_required" });
    expect(born(years(18))).toEqual({});
  });

  test("a child needs no e-mail, somebody grown up does", () => {
    const lea = { ...zoe, email: "" };
    const other = (birthDate: string, email = "") =>
      problems({ reservationTarget: "other", beneficiaryData: { ...lea, birthDate, email } });
    expect(other(years(18, 1))).toEqual({});
    expect(other(years(10))).toEqual({});
    expect(other(years(18))).toEqual({ "beneficiaryData.email": "errors.required" });
    expect(other(years(10), "lea@")).toEqual({ "beneficiaryData.email": "errors.invalid_email" });
    expect(isMinor("31/12/20")).toBe(false);
  });

  test("who was booked for before is not asked for again", () => {
    const known = {
      reservationTarget: "other",
      beneficiaryData: nobody,
      beneficiaryId: 8,
    } as const;
    expect(problems(known, null)).toEqual({});
  });

  test("someone else needs everything but a password, and another address", () => {
    const other = { ...zoe, email: "ZOE@example.fr ", phoneNumber: "12" };
    expect(problems({ reservationTarget: "other", beneficiaryData: other })).toEqual({
      "beneficiaryData.phoneNumber": "errors.invalid_beneficiary_phone",
      "beneficiaryData.email": "errors.same_email",
    });
  });

  test("an invoice is addressed to somebody, in the way of their country", () => {
    const address = { street: " ", postalCode: "1310", city: "Aix" };
    expect(problems({ address })).toEqual({
      "bookerData.address.street": "errors.required",
      "bookerData.address.postalCode": "errors.invalid_postal_code",
    });
    const abroad = { ...zoe, country: "Royaume-Uni" };
    expect(problems({ bookerData: abroad, address: { ...address, street: "1, Strand" } })).toEqual(
      {},
    );
    expect(Object.fromEntries(bookingProblems({ ...draft, address }, secret, false))).toEqual({});
  });

  test("for whom must be said", () => {
    expect(problems({ reservationTarget: null })).toEqual({
      reservationTarget: "errors.target_required",
    });
  });

  test("the password has six characters and is repeated", () => {
    const short = problems({}, { password: "abcde", passwordConfirmation: "abcdf" });
    expect(short).toEqual({
      "bookerData.password": "errors.password_too_short",
      "bookerData.passwordConfirmation": "errors.password_mismatch",
    });
  });
});

describe("the card", () => {
  test("is written in groups and read without them", () => {
    expect(writeNumber("42424242x4242 4242999999")).toBe("4242 4242 4242 4242 999");
    expect(writeCvc("12a345")).toBe("1234");
    const card = {
      holderName: " Zoé ",
      cardNumber: "4242 4242 4242 4242",
      expiry: "11 / 27",
      cvc: "123",
    };
    expect(readCard(card)).toEqual({
      holderName: "Zoé",
      cardNumber: "4242424242424242",
      expMonth: 11,
      expYear: 2027,
      cvc: "123",
    });
    expect(readCard({ ...card, expiry: "1" })).toMatchObject({ expMonth: 1, expYear: 0 });
  });

  test.each([
    ["1", "", "1"],
    ["11", "1", "11 / "],
    ["5", "", "05 / "],
    ["1127", "", "11 / 27"],
    ["11 / 27", "11 / 2", "11 / 27"],
    ["11 /", "11 / ", "11"],
    ["11/2027", "", "11 / 27"],
  ])("the expiry %o after %o becomes %o", (typed, before, shown) => {
    expect(writeExpiry(typed, before)).toBe(shown);
  });
});

describe("the hold", () => {
  const now = Date.parse("2026-11-21T10:00:00.000Z");

  test("is counted by the server’s clock and ends at zero", () => {
    expect(secondsLeft("2026-11-21T10:12:48.000Z", now, 0)).toBe(768);
    expect(secondsLeft("2026-11-21T10:12:48.000Z", now, 60_000)).toBe(708);
    expect(secondsLeft("2026-11-21T09:00:00.000Z", now, 0)).toBe(0);
    expect(clock(768)).toBe("12:48");
  });

  test("is said at five minutes and at one", () => {
    expect([301, 300, 61, 60, 1, 0].map(announced)).toEqual([null, 5, 5, 1, 1, null]);
  });
});

// The learner of a booking: a child without an e-mail, and somebody booked for before.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { endSession, startSession } from "web-shared/api/session";
import { languageRows, student } from "web-shared/fixtures";
import { addDays, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import { DetailsPage } from "./DetailsPage";
import { clearDraft, nobody, readDraft, saveDraft } from "./draft";

const course = {
  id: 7,
  name: "Primi passi",
  type: "IN_PERSON",
  language: "Italien",
  level: "A1",
  price: 90,
  startDate: today(),
  endDate: addDays(today(), 60),
  free: false,
  bookable: true,
  modules: [],
};
const grown = { phoneNumber: "612345678", birthDate: "1990-02-28" };
const child = addDays(today(), -3650);
const learners = [
  { id: 8, firstName: "Léa", lastName: "Morel", birthDate: child, version: 2 },
  { id: 9, firstName: "Paul", lastName: "Roux" },
];
const quote = { amount: 90, lines: [], refusal: null, consents: [], termsVersion: null };

afterEach(() => {
  endSession();
  clearDraft();
});

function open(beneficiary = nobody, beneficiaryId: number | null = null) {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  const answers: Record<string, unknown> = {
    "/courses/7/details": course,
    "/checkout/quote": quote,
    "/languages": languageRows,
    "/users/me/learners": learners,
    "/checkout": { reservationId: 3, checkoutToken: "token" },
  };
  vi.stubGlobal("fetch", async (input: Request | string) => {
    if (typeof input === "string") return Response.json([]);
    const path = new URL(input.url).pathname.replace("/api", "");
    if (input.method !== "GET") sent.push({ path, body: await input.json() });
    return Response.json(answers[path] ?? {});
  });
  saveDraft({
    courseId: 7,
    reservedModuleIds: [],
    requestedStartDate: addDays(today(), 1),
    originRoute: "/cours",
    bookerData: {
      ...nobody,
      ...grown,
      firstName: "Jeanne",
      lastName: "Morel",
      email: student.email ?? "",
    },
    reservationTarget: "other",
    updateProfile: false,
    beneficiaryData: beneficiary,
    address: { street: "1 rue des Arts", postalCode: "13200", city: "Arles" },
    beneficiaryId,
    reservationId: null,
    offered: false,
  });
  const router = createMemoryRouter(
    [
      { path: "/reservation/details", element: <DetailsPage login={() => null} /> },
      { path: "*", element: <p>ailleurs</p> },
    ],
    { initialEntries: ["/reservation/details"] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return sent;
}

test("the e-mail of a child is optional, and what follows is said", async () => {
  const lea = { ...nobody, ...grown, firstName: "Léa", lastName: "Morel", birthDate: child };
  open(lea);
  const email = await screen.findByLabelText<HTMLInputElement>(/\(facultatif\)/);
  expect(email.name).toBe("beneficiaryData.email");
  screen.getByText(/Vous suivrez ce cours depuis votre compte/);
  expect(screen.queryByRole("radio", { name: "Une autre personne" })).toBeNull();
});

test("a learner whom this person has not booked for is chosen anew", async () => {
  startSession({ accessToken: "a", refreshToken: "r", user: { ...student, ...grown } }, false);
  open(nobody, 7);
  await screen.findByRole("radio", { name: "Léa Morel" });
  await waitFor(() => expect(readDraft()?.beneficiaryId).toBeNull());
});

test("somebody signed in chooses a child booked for before", async () => {
  startSession({ accessToken: "a", refreshToken: "r", user: { ...student, ...grown } }, false);
  const user = userEvent.setup();
  const sent = open();
  const another = { name: "Une autre personne" };
  expect((await screen.findByRole<HTMLInputElement>("radio", another)).checked).toBe(true);
  await user.click(screen.getByRole("radio", { name: "Léa Morel" }));
  expect(readDraft()?.beneficiaryId).toBe(8);
  expect(
    screen.queryByLabelText("Prénom", { selector: "[name='beneficiaryData.firstName']" }),
  ).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Continuer vers le paiement" }));
  await waitFor(() => expect(sent.some(({ path }) => path === "/checkout")).toBe(true));
  const body = sent.find(({ path }) => path === "/checkout")?.body;
  expect(body).toMatchObject({ reservationTarget: "other", beneficiaryId: 8 });
  expect(body).not.toHaveProperty("beneficiaryData");
  const asked = sent.filter(({ path }) => path === "/checkout/quote").at(-1)?.body;
  expect(asked).toMatchObject({ beneficiaryId: 8 });
});

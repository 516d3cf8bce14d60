// Script injections (attack/injections.json), handed out to the texts that anybody may write through the API; planted by
// planting.ts.
import { readFileSync } from "node:fs";

const root = new URL("../../../", import.meta.url);
const file = readFileSync(new URL("attack/injections.json", root), "utf8");
/** Letters that no text takes, of which some injections are made: those are sent without; tabs as line ends. */
const REFUSED = /[\u2028\u2029\u202a-\u202e\ufeff]/g;
export const injections: string[] = [
  ...new Set<string>(
    JSON.parse(file).map((one: string) => one.replace(REFUSED, "").replace(/\t/g, "\n")),
  ),
];

/** What papers bear: names and addresses take no other letters. */
const ON_PAPERS = /(firstName|lastName|country|street|city|legalName|legalForm|school name)$/;
const writable = readFileSync(new URL("core/src/letters.txt", root), "utf8")
  .split(/\s+/)
  .filter(Boolean)
  .map((range) => range.split("-").map((letter) => Number.parseInt(letter, 16)))
  .map(([first = 0, last = first]) => ({ first, last }));
const isWritable = (letter: string) =>
  writable.some(({ first, last }) => {
    const code = letter.codePointAt(0) ?? 0;
    return first <= code && code <= last;
  });
const forPapers = [
  ...new Set(injections.map((one) => [...one].filter((it) => isWritable(it)).join(""))),
];
const fitting = (name: string, most: number) =>
  (ON_PAPERS.test(name) ? forPapers : injections).filter((one) => one.length <= most);

/** Members of bodies that are texts of a form of their own, which refuses whatever is not of it. */
const FORMED = [
  ...["email", "phoneNumber", "phone", "dialCode", "birthDate", "siret", "trainingActivityNumber"],
  ...["password", "passwordConfirmation", "newPassword", "currentPassword", "postalCode"],
  ...["requestedStartDate", "startDate", "endDate", "wishedDate", "wishedTime", "registrationDate"],
  ...["decisionDay", "answerBy", "rating", "reviewedAt"],
  ...["url", "captionsUrl", "mediaUrl", "photoUrl", "meetingUrl", "mediatorUrl", "logoUrl", "flag"],
  "fileUrl",
  ...["slug", "vatMention", "role", "language", "lang", "languagesTaught", "category", "typeCode"],
  ...["date", "startTime", "firstDay", "lastDay", "markedAt", "manner", "status", "kind"],
  "reservationTarget",
  "mediaType",
  ...["token", "refreshToken", "checkoutToken", "nonce", "clientId", "clientSecret", "fingerprint"],
  ...[
    "code",
    "codeVerifier",
    "codeChallenge",
    "codeChallengeMethod",
    "redirectUri",
    "challenge",
    "networks",
  ],
  ...["cardNumber", "cvc"],
];
/** Texts that are read and forgotten, or taken from the database whatever is sent. */
const FORGOTTEN = [
  ...[
    "givenAnswer",
    "userFirstName",
    "userLastName",
    "userEmail",
    "courseName",
    "beneficiaryEmail",
  ],
];
/** Beside the options of a choice, which it must be one of; heard with a recording. */
const BESIDE = ["correctAnswer", "transcript"];

/** Texts of the API's bodies that were not planted and are of no kind above. */
export function forgottenTexts(sent: Map<string, Set<string>>): string[] {
  const names = [...sent.keys()].map((name) => name.replace(/\[\]/g, "").split(/[ .]/).at(-1));
  const known = new Set([...names, ...FORMED, ...FORGOTTEN, ...BESIDE]);
  const api = JSON.parse(readFileSync(new URL("server/openapi.json", root), "utf8"));
  const found = new Set<string>();
  const walk = (schema: Json | undefined, name: string, depth: number) => {
    if (!schema || depth > 8) return;
    const reference = schema.$ref;
    if (typeof reference === "string")
      return walk(api.components.schemas[reference.split("/").at(-1) ?? ""], name, depth + 1);
    for (const part of ["oneOf", "anyOf", "allOf"])
      for (const one of (schema[part] as Json[] | undefined) ?? []) walk(one, name, depth + 1);
    walk(schema.items as Json | undefined, name, depth + 1);
    for (const [member, inside] of Object.entries((schema.properties as Json | undefined) ?? {}))
      walk(inside as Json, member, depth + 1);
    if ([schema.type].flat().includes("string") && !schema.enum && name) found.add(name);
  };
  for (const path of Object.values<Record<string, Json>>(api.paths))
    for (const call of Object.values(path)) {
      const content = (call.requestBody as Json | undefined)?.content as Json | undefined;
      for (const media of Object.values(content ?? {})) walk((media as Json).schema as Json, "", 0);
    }
  return [...found].filter((name) => !known.has(name));
}

export type Json = Record<string, unknown>;

/** Hands out the injections to each text in its turn, as many at once as it holds. */
export class Texts {
  private readonly places = new Map<string, number>();
  /** What each text was sent, by the name it has in the API's description. */
  readonly sent = new Map<string, Set<string>>();

  /** The next ones for a text of at most so many characters; on one line unless it has several. */
  next(name: string, most: number, lines = false): string {
    const known = fitting(name, most);
    const sent = this.sent.get(name) ?? new Set();
    this.sent.set(name, sent);
    let place = this.places.get(name) ?? 0;
    let text = "";
    do {
      const one = known[place % known.length] ?? "";
      if (text !== "" && text.length + one.length >= most) break;
      text = text === "" ? one : `${text} ${one}`;
      sent.add(one);
      place += 1;
    } while (place % known.length !== 0);
    this.places.set(name, place % known.length);
    return lines ? text : text.replace(/\n/g, " ");
  }

  /** Those after which a rich text goes on; the others open what they do not close, and swallow the rest. */
  readonly alone = new Set<string>();

  /** How many a rich text bears: most leave tags open, and what is too deep is no rich text. */
  static readonly inRich = 40;

  /** Rich text with the next ones, each in a paragraph of its own, in an address and in an attribute. */
  rich(name: string): string {
    const together = injections.filter((one) => !this.alone.has(one) && !one.includes("&#1;"));
    const place = this.places.get(name) ?? 0;
    const next = together.slice(place, place + Texts.inRich);
    this.places.set(name, place + Texts.inRich < together.length ? place + Texts.inRich : 0);
    this.sent.set(name, new Set([...(this.sent.get(name) ?? []), ...next]));
    const attribute = (one: string) => one.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
    return next
      .map(
        (one) =>
          `<p>${one}</p><p><a href="${attribute(one)}">a</a><img src="/icons.svg" alt="${attribute(one)}"></p>`,
      )
      .join("");
  }

  /** Whether a rich text has borne all that it can. */
  isThrough(name: string): boolean {
    return this.places.get(name) === 0;
  }
}

/** The texts of one call. */
export class Filling {
  private readonly texts: Texts;
  private readonly call: string;
  isDone = true;

  constructor(texts: Texts, call: string) {
    this.texts = texts;
    this.call = call;
  }

  line = (field: string, most: number) => this.next(field, most, false);
  lines = (field: string, most: number) => this.next(field, most, true);
  rich = (field: string) => {
    const name = `${this.call} ${field}`;
    const text = this.texts.rich(name);
    if (!this.texts.isThrough(name)) this.isDone = false;
    return text;
  };

  private next(field: string, most: number, lines: boolean): string {
    const name = `${this.call} ${field}`;
    const text = this.texts.next(name, most, lines);
    if ((this.texts.sent.get(name)?.size ?? 0) < fitting(name, most).length) this.isDone = false;
    return text;
  }
}

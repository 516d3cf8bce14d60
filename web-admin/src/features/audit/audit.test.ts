import { expect, test } from "vitest";
import type { Entry } from "./api";
import { differencesOf } from "./comparison";
import { addressOf, sentenceOf } from "./sentences";

const ENTRY: Entry = {
  id: 1,
  at: "2026-03-02T09:00:00.000Z",
  userId: 2,
  userName: "Paul Vidal",
  role: "EDITOR",
  action: "course.updated",
  entity: "course",
  entityId: 7,
  name: "Primi passi",
  courseId: 7,
  before: null,
  after: null,
  requestId: null,
};

const said = (entry: Partial<Entry>) => {
  const { did, what } = sentenceOf({ ...ENTRY, ...entry });
  return `${did} ${what}`;
};

test("what was done is a sentence", () => {
  expect(said({})).toBe("a modifié le cours « Primi passi »");
  expect(said({ action: "lesson.ordered", entity: "chapter", name: "Saluer" })).toBe(
    "a changé l’ordre dans le chapitre « Saluer »",
  );
  const comment = { action: "comment.status", entity: "comment", name: "Zoé M." };
  expect(said({ ...comment, after: { active: true } })).toBe("a publié le commentaire de Zoé M.");
  expect(said({ ...comment, after: { active: false } })).toBe("a masqué le commentaire de Zoé M.");
  expect(said({ action: "mail.resent", entity: "mail", name: null })).toBe(
    "a renvoyé l’e-mail n° 7",
  );
  const certificate = { entity: "certificate", name: "ATT-2026-7K3MX9QD" };
  expect(said({ ...certificate, action: "certificate.revoked" })).toBe(
    "a révoqué l’attestation « ATT-2026-7K3MX9QD »",
  );
  expect(said({ action: "course.decided" })).toBe("a décidé du démarrage du cours « Primi passi »");
  const proposal = { action: "proposal.refused", entity: "proposal" };
  expect(said(proposal)).toBe("a refusé la proposition : « Primi passi »");
  expect(addressOf({ ...ENTRY, ...proposal })).toBe("/course/7/places");
  expect(said({ name: "mot ".repeat(40) })).toMatch(/ mot… »$/);
});

test("what nobody has words for yet still says something", () => {
  expect(said({ action: "robot.oiled", entity: "robot", name: null })).toBe("a changé robot n° 7");
});

test("a thing is linked while it is there", () => {
  expect(addressOf(ENTRY)).toBe("/course/edit/7");
  expect(addressOf({ ...ENTRY, entity: "module", entityId: 9 })).toBe("/course/modules/7?module=9");
  expect(addressOf({ ...ENTRY, entity: "certificate", name: "ATT-2026-7K3MX9QD" })).toBe(
    "/certificates?q=ATT-2026-7K3MX9QD",
  );
  expect(addressOf({ ...ENTRY, action: "course.deleted" })).toBeNull();
});

test("only what changed is shown, in plain words", () => {
  const before = { id: 7, version: 1, price: 120, free: false, endDate: "2026-05-30", level: "A1" };
  const after = { ...before, version: 2, price: 150.5, free: true, endDate: "2026-06-06" };
  expect(differencesOf({ ...ENTRY, before, after })).toEqual([
    {
      field: "price",
      label: "Prix",
      before: { text: "120,00\u00a0€" },
      after: { text: "150,50\u00a0€" },
    },
    { field: "free", label: "Gratuit", before: { text: "Non" }, after: { text: "Oui" } },
    {
      field: "endDate",
      label: "Fin",
      before: { text: "30 mai 2026" },
      after: { text: "6 juin 2026" },
    },
  ]);
});

test("rich text stays rich, lists become lines, things inside are named", () => {
  const after = {
    content: "<p>Ciao</p>",
    options: ["ou", "où"],
    modules: [{ id: 1, title: "Uno" }],
    bio: "",
  };
  expect(differencesOf({ ...ENTRY, after }).map(({ field, after }) => [field, after])).toEqual([
    ["content", { html: "<p>Ciao</p>" }],
    ["options", { text: "ou\noù" }],
    ["modules", { text: "Uno" }],
  ]);
});

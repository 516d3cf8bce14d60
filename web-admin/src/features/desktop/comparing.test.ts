import { expect, test } from "vitest";
import { isCompared, markedHtml, marksOf } from "./comparing";

/** Marks as they are written in patches of words. */
const shown = (before: string, after: string) =>
  marksOf(before, after)
    .map(({ kind, text }) =>
      kind === "same" ? text : kind === "added" ? `{+${text}+}` : `[-${text}-]`,
    )
    .join("");

test.each([
  ["Le timbre vert.", "Le timbre rouge.", "Le timbre [-vert-]{+rouge+}."],
  [
    "Ce soir, dans la rue, un chat noir.",
    "Ce soir, dans la rue, deux chiens blancs.",
    "Ce soir, dans la rue, [-un chat noir-]{+deux chiens blancs+}.",
  ],
  // Another text altogether.
  ["Un chat noir dort.", "Deux chiens blancs courent.", "Deux chiens blancs courent."],
  ["Il vient demain.", "Il vient.", "Il vient[- demain-]."],
  ["Bonjour", "Bonjour à tous", "Bonjour{+ à tous+}"],
  ["我们学习中文。", "我们学法文。", "我们学[-习中-]{+法+}文。"],
  ["même", "même", "même"],
  ["", "tout est neuf", "tout est neuf"],
  ["tout s’en va", "", "[-tout s’en va-]"],
])("%s → %s", (before, after, expected) => {
  expect(shown(before, after)).toBe(expected);
});

test("an accent that is written in two ways is no difference of the word beside it", () => {
  expect(shown("l’été passe", "l’été passait")).toBe("l’été [-passe-]{+passait+}");
});

test("texts that have little in common are shown without marks, and soon", () => {
  const many = (word: string) => Array.from({ length: 4_000 }, (_, at) => `${word}${at}`).join(" ");
  const [before, after] = [many("a"), many("b")];
  expect(marksOf(before, after)).toEqual([{ kind: "same", text: after }]);
});

const CALLED = { added: "ajouté :", removed: "supprimé :", end: "fin" };
/** Without the words for those who do not see the marks. */
const html = (before: string, after: string) =>
  markedHtml(before, after, CALLED).replace(/<span class="hidden">.*?<\/span>/g, "");

test.each([
  [
    "<p>Le <strong>timbre</strong> vert.</p>",
    "<p>Le <strong>timbre</strong> rouge.</p>",
    "<p>Le <strong>timbre</strong> <del>vert</del><ins>rouge</ins>.</p>",
  ],
  // A word that is cut by its form is one word.
  [
    "<p>J’irai loin.</p>",
    "<p>J’<em>ir</em>ai près.</p>",
    "<p>J’<em>ir</em>ai <del>loin</del><ins>près</ins>.</p>",
  ],
  // Form alone.
  ["<p>Le timbre.</p>", "<p>Le <em>timbre</em>.</p>", "<p>Le <em>timbre</em>.</p>"],
  // What is new spreads over two paragraphs.
  ["<p>Un.</p>", "<p>Un.</p><p>Deux trois.</p>", "<p>Un.</p><p><ins>Deux trois.</ins></p>"],
  ["<p>Un.</p><p>Deux.</p>", "<p>Un.</p>", "<p>Un.</p><del>Deux.</del>"],
  [
    "<p>Un mot</p>",
    '<p><img src="/a.png" alt=""></p>',
    '<p><img src="/a.png" alt=""></p><del>Un mot</del>',
  ],
  ["<p>1 &lt; 2</p>", "<p>1 &lt; 3</p>", "<p>1 &lt; <del>2</del><ins>3</ins></p>"],
])("%s → %s", (before, after, expected) => {
  expect(html(before, after)).toBe(expected);
});

test("marks are told to those who do not see them", () => {
  const { body } = new DOMParser().parseFromString(
    markedHtml("<p>Le vert.</p>", "<p>Le rouge.</p>", CALLED),
    "text/html",
  );
  expect(body.textContent).toBe("Le supprimé : vert fin ajouté : rouge fin .");
});

test("what is no text is not compared", () => {
  const part = {
    path: "title",
    shape: "value" as const,
    base: "Un",
    mine: "Deux",
    theirs: "Trois",
  };
  expect(isCompared(part)).toBe(true);
  expect(isCompared({ ...part, base: 3, mine: 4, theirs: 5 })).toBe(false);
  expect(isCompared({ ...part, base: "" })).toBe(false);
  expect(isCompared({ ...part, path: "" })).toBe(false);
  expect(
    isCompared({ ...part, base: "2026-01-01", mine: "2026-01-02", theirs: "2026-01-03" }),
  ).toBe(false);
});

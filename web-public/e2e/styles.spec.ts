// Style sheets come with the parts that need them. Whatever is opened, what stands on the page already keeps its looks.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { proposalViews } from "./support/proposalViews.ts";
import { expect, test } from "./support/test.ts";
import { saying } from "./support/texts.ts";
import { allViews, show, studentSession } from "./support/views.ts";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** All style sheets of the site. */
const sheets = readdirSync(fileURLToPath(new URL("../dist/static", import.meta.url)))
  .filter((name) => name.endsWith(".css"))
  .sort();

/** What a class decides. Sizes follow from it, and what moves would differ by itself. */
const DRAWN =
  `display position visibility opacity float z-index overflow color background-color background-image
  padding margin-block border border-radius box-shadow outline-offset font letter-spacing line-height text-align white-space
  text-decoration-line align-items align-self justify-content justify-items flex-grow flex-shrink flex-wrap
  flex-direction gap grid-area order min-height max-width cursor list-style-type`.split(/\s+/);

/** Notes how each element is drawn; then answers those that are drawn in another way than noted before. */
async function changed(page: Page): Promise<string[]> {
  return page.evaluate((names) => {
    const noted = window as unknown as { looks?: Map<Element, string[]> };
    const looks = new Map<Element, string[]>();
    for (const element of document.querySelectorAll("[class]:not(head *, svg *)")) {
      const style = getComputedStyle(element);
      looks.set(
        element,
        names.map((name) => style.getPropertyValue(name)),
      );
    }
    const before = noted.looks;
    noted.looks = looks;
    if (!before) return [];
    return [...looks].flatMap(([element, now]) => {
      const was = before.get(element);
      if (!was) return []; // it came meanwhile
      const other = names.filter((_, at) => was[at] !== now[at]);
      if (other.length === 0) return [];
      const at = names.indexOf(other[0] ?? "");
      return [`${element.tagName} ${element.className}: ${other.join()} (${was[at]} → ${now[at]})`];
    });
  }, DRAWN);
}

/** Adds the sheets after all that are there, as if each part of the site had been opened in this order. */
async function add(page: Page, names: string[]): Promise<void> {
  await page.evaluate(
    (names) =>
      Promise.all(
        names.map(
          (name) =>
            new Promise((resolve, reject) => {
              const link = document.createElement("link");
              link.rel = "stylesheet";
              link.href = `/static/${name}`;
              link.onload = resolve;
              link.onerror = reject;
              document.head.append(link);
            }),
        ),
      ),
    names,
  );
}

const LOOKED_AT = [
  "accueil",
  "accueil-langue",
  "connexion",
  "menu",
  "cours",
  "cours-filtres",
  "fiche-cours",
  "fiche-cours-selection",
  "reservation-infos",
  "reservation-paiement",
  "contact",
  "faq",
  "mes-cours",
  "ma-classe",
  "reviser",
  "reviser-reponse",
  "modules",
  "module",
  "profil",
  "mes-cours-proposition",
  "proposition",
  "proposition-refus",
  "proposition-acceptee",
  "test",
  "test-question",
  "test-fixe",
  "resultat",
  "resultat-confiance",
  "reglages",
];

for (const size of [PHONE, DESK]) {
  test(`no order of the style sheets changes a page at ${size.width} pixels`, async ({
    page,
    school,
  }) => {
    test.setTimeout(180_000);
    const session = await studentSession(school.url);
    const found: string[] = [];
    const { customer } = await proposalViews(school.url);
    for (const view of [...(await allViews(school.url)), ...customer]) {
      if (!LOOKED_AT.includes(view.name)) continue;
      if (size.width > (view.below ?? 9999) || size.width < (view.above ?? 0)) continue;
      await show(page, view, { size, session, say: saying("fr") });
      // What comes last has its place, and what a dialog begins at is chosen.
      const dialogs = page.getByRole("dialog").locator("visible=true");
      if ((await dialogs.count()) > 0) await expect(dialogs.locator(":focus")).toHaveCount(1);
      await expect.poll(async () => (await changed(page)).length, { intervals: [300] }).toBe(0);
      for (const order of [[...sheets].reverse(), sheets]) {
        await add(page, order);
        found.push(...(await changed(page)).map((line) => `${view.name}: ${line}`));
      }
    }
    expect(found).toEqual([]);
  });
}

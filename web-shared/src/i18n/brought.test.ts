// A server-rendered page brings the texts it shows: the others come when something is loaded, or when one is missed.
import i18next from "i18next";
import { beforeEach, expect, test, vi } from "vitest";
import { allTexts, startI18n, withTexts } from "./i18n";

const brought = { common: { close: "Fermer" } };
const whole = { ...brought, nav: { courses: "Cours" } };
let asked: string[] = [];
let reachable = true;

beforeEach(async () => {
  asked = [];
  reachable = true;
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    if (!reachable) throw new TypeError("no network");
    return Response.json(whole);
  });
  await startI18n("fr", { brought });
});

test("the page's own texts are there without a request", () => {
  expect(i18next.t("common.close")).toBe("Fermer");
  expect(asked).toEqual([]);
});

test("what is loaded later awaits the others, which are asked for once", async () => {
  const loaded = await Promise.all([
    withTexts(async () => "page"),
    withTexts(async () => "dialog"),
  ]);
  expect(loaded).toEqual(["page", "dialog"]);
  expect(i18next.t("nav.courses")).toBe("Cours");
  await allTexts();
  expect(asked).toEqual(["/assets/i18n/fr.json"]);
});

test("a text that is missed shows nothing, and is asked for", async () => {
  expect(i18next.t("nav.courses")).toBe("");
  await vi.waitFor(() => expect(i18next.t("nav.courses")).toBe("Cours"));
});

test("texts that could not be loaded are asked for again", async () => {
  reachable = false;
  await expect(withTexts(async () => "page")).rejects.toThrow("no network");
  reachable = true;
  await expect(withTexts(async () => "page")).resolves.toBe("page");
  expect(i18next.t("nav.courses")).toBe("Cours");
});

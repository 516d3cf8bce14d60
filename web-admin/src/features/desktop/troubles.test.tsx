// What went wrong with the files on this computer stays on the screen until it is over or was read.
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { browser } from "../../platform/browser";
import { runOn } from "../../platform/platform";
import { STATE } from "./fixtures";
import { openApp, show } from "./support";
import { Troubles } from "./Troubles";

afterEach(() => runOn(browser));

const FILE = "/home/lea/.local/share/preau-desktop/profiles/ab/damaged-20260303-140312.db";

test("damage is told with what was recovered, what was not and where the file lies, until it is read", async () => {
  let damage = [
    {
      file: FILE,
      at: "2026-03-03T13:03:12.000Z",
      changes: 3,
      drafts: 1,
      unread: ["drafts" as const, "texts" as const],
    },
  ];
  const dismissDamage = vi.fn(async () => {
    damage = [];
  });
  openApp({}, { dismissDamage, state: async () => ({ ...STATE, damage }) });
  show(<Troubles />);
  const told = await screen.findByRole("region", { name: "Fichier endommagé" });
  expect(told.textContent).toContain("3 changements en attente ont été repris.");
  expect(told.textContent).toContain("1 brouillon a été repris.");
  expect(told.textContent).toContain("brouillons, textes remplacés");
  expect(told.textContent).toContain(FILE);
  await userEvent.click(screen.getByRole("button", { name: "J’ai compris" }));
  await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
});

test("a full disk is said until something can be written", async () => {
  openApp({ disk: "full" });
  show(<Troubles />);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Le disque est plein :/);
});

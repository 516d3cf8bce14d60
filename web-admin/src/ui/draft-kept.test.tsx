// Whether what is typed is kept: seen all the time, said aloud only when that changes for the worse or is well again.
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { DraftKept } from "./DraftKept";
import type { Kept } from "./useLocalDraft";

const nothing = () => undefined;
const local = (kept: Kept) => ({
  kept,
  found: null,
  resume: nothing,
  discard: nothing,
  forget: nothing,
});
const at = (minute: number): Kept => ({ at: new Date(2026, 2, 3, 14, minute) });

test("the time is shown and not said at every pause", () => {
  const { rerender } = render(<DraftKept draft={local(null)} />);
  expect(document.body.textContent).toBe("");
  for (const minute of [3, 4, 5]) {
    rerender(<DraftKept draft={local(at(minute))} />);
    expect(screen.getByText(`Enregistré ici à 14 h 0${minute}`)).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("");
  }
});

test("typing that is not kept is said, and once when it is kept again", () => {
  const { rerender } = render(<DraftKept draft={local(at(3))} />);
  const said = () => screen.getByRole("status").textContent;
  rerender(<DraftKept draft={local("failed")} />);
  expect(said()).toMatch(/^Non enregistré/);
  expect(screen.queryByText(/Enregistré ici/)).toBeNull();
  rerender(<DraftKept draft={local(at(4))} />);
  const again = said();
  expect(again).toMatch(/de nouveau enregistré/);
  rerender(<DraftKept draft={local(at(5))} />);
  expect(said()).toBe(again);
  expect(screen.getByText("Enregistré ici à 14 h 05")).toBeTruthy();
});

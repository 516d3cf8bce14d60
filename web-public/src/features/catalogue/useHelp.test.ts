import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useHelp } from "./useHelp";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

const after = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
const add = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag) =>
  document.body.appendChild(document.createElement(tag));

test("the dialog comes fifteen seconds after the list, and once a visit", () => {
  const { result, unmount } = renderHook(useHelp);
  after(14.9);
  expect(result.current.dialog).toBe(false);
  after(0.1);
  expect(result.current.dialog).toBe(true);

  unmount();
  const again = renderHook(useHelp);
  after(60);
  expect(again.result.current.dialog).toBe(false);
});

test("put off, neither the dialog nor the card is shown again", () => {
  const { result } = renderHook(useHelp);
  after(15);
  act(() => result.current.later());
  expect(result.current).toMatchObject({ dialog: false, card: false });
});

test("the dialog waits for another dialog to close, and a moment more", () => {
  const { result } = renderHook(useHelp);
  const other = add("div");
  other.setAttribute("role", "dialog");
  after(60);
  expect(result.current.dialog).toBe(false);
  other.remove();
  after(2);
  expect(result.current.dialog).toBe(false);
  after(1);
  expect(result.current.dialog).toBe(true);
});

test("the dialog waits while a field has the visitor’s words, but not for a ticked box", () => {
  const { result } = renderHook(useHelp);
  const field = add("input");
  field.focus();
  after(60);
  expect(result.current.dialog).toBe(false);
  const box = add("input");
  box.type = "checkbox";
  box.focus();
  after(3);
  expect(result.current.dialog).toBe(true);
});

test("the card stands in the list before the dialog and beside it", () => {
  const { result } = renderHook(useHelp);
  expect(result.current).toMatchObject({ dialog: false, card: true });
  after(15);
  expect(result.current).toMatchObject({ dialog: true, card: true });
});

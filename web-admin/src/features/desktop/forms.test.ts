import { beforeEach, expect, test } from "vitest";
import { formToSave } from "./forms";

beforeEach(() => {
  document.body.innerHTML = "";
});

const show = (html: string) => {
  document.body.innerHTML = `<input id="search"><main id="main">${html}</main>`;
};
const id = (last?: HTMLFormElement) => formToSave(last)?.id ?? null;

test("the form in which somebody writes is saved", () => {
  show('<form id="a"><input id="x"></form><form id="b"><input id="y"></form>');
  document.getElementById("y")?.focus();
  expect(id()).toBe("b");
});

test("the only form is saved from wherever the focus is", () => {
  show('<form id="a"><input></form>');
  document.getElementById("search")?.focus();
  expect(id()).toBe("a");
});

test("among several, none is guessed; one that is hidden does not count", () => {
  show('<form id="a"></form><form id="b"></form>');
  expect(id()).toBeNull();
  show('<form id="a"></form><div hidden><form id="b"></form></div>');
  expect(id()).toBe("a");
});

test("among several, the one in which somebody wrote last, while it is there", () => {
  show('<form id="a"></form><form id="b"></form>');
  const last = document.querySelector<HTMLFormElement>("#b") ?? undefined;
  expect(id(last)).toBe("b");
  last?.remove();
  expect(id(last)).toBe("a");
});

test("a dialog over the page comes first", () => {
  show('<form id="a"></form>');
  document.body.insertAdjacentHTML(
    "beforeend",
    '<div aria-modal="true"><form id="d"></form></div>',
  );
  expect(id()).toBe("d");
});

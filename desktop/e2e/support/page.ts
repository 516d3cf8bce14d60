// What a person does in the page: they look for what it says, not for how it is built.
import { Key, type WebElement } from "selenium-webdriver";
import { until } from "../../../web-public/e2e/support/ports.ts";
import type { Bureau } from "./bureau.ts";

/** Milliseconds. */
const PATIENCE = 40_000;

const KINDS = {
  button: "button, [role=button], input[type=submit]",
  link: "a[href]",
  heading: "h1, h2, h3, h4",
  field: "input:not([type=hidden]), textarea, [contenteditable=true], select",
  tab: "[role=tab]",
  option: "[role=option], [role=menuitem]",
  radio: "input[type=radio], [role=radio]",
  any: "*",
};
export type Kind = keyof typeof KINDS;

/** Runs in the page: the visible element of this kind and name, the innermost dialog first. */
const FIND = `
  const [selector, wanted, exact, here] = arguments;
  const tidy = (text) => (text ?? "").replace(/\\s+/g, " ").replace(/ \\*$/, "").trim();
  const byIds = (ids) => ids.split(" ").map((id) => document.getElementById(id)?.textContent).join(" ");
  const named = (element) => {
    const labelled = element.getAttribute("aria-labelledby");
    return tidy(
      element.getAttribute("aria-label") ??
      (labelled ? byIds(labelled) : null) ??
      (element.labels?.length ? element.labels[0].textContent : null) ??
      (element.matches("input, textarea") ? element.placeholder || element.value : element.textContent));
  };
  const fits = (name) => exact ? name === wanted : name.toLowerCase().includes(wanted.toLowerCase());
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) ||
    element.matches("input[type=radio], input[type=checkbox]");
  const scopes = [...document.querySelectorAll("[role=dialog]")].reverse();
  // A click beside a control takes the keyboard away from the form.
  const form = document.activeElement?.closest("form") ?? (window.lastForm?.isConnected ? window.lastForm : null);
  window.lastForm = form;
  for (const scope of here ? (form ? [form] : []) : [...scopes, document]) {
    const found = [...scope.querySelectorAll(selector)].filter((one) => seen(one) && fits(named(one)));
    if (found.length > 0) return found.at(-1).matches("body, html") ? null : found[0];
  }
  return null;`;

type Where = {
  /** The name has these words among others. */
  like?: boolean;
  /** Only in the form in which the keyboard is, or was last. */
  here?: boolean;
};

async function look(bureau: Bureau, kind: Kind, name: string, where: Where = {}) {
  const { like = false, here = false } = where;
  return bureau.run<WebElement | null>(FIND, KINDS[kind], name, !like, here);
}

/** The visible element of this kind that bears this name, once it is there. */
export async function find(bureau: Bureau, kind: Kind, name: string, where?: Where) {
  return until(`${kind} “${name}”`, () => look(bureau, kind, name, where), PATIENCE);
}

export async function isThere(bureau: Bureau, kind: Kind, name: string, where?: Where) {
  return (await look(bureau, kind, name, where)) !== null;
}

/** Runs in the page: whether the element can be clicked in its middle, and stays there for two frames; notes whether it is. */
const CAN_BE_PRESSED = `
  const [element] = args;
  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const holds = (hit) => hit !== null &&
    [element, ...(element.labels ?? [])].some((part) => part.contains(hit));
  const reached = () => holds(document.elementFromPoint(...middle()));
  const frame = () => new Promise(requestAnimationFrame);
  if (!reached()) element.scrollIntoView({ block: "center", behavior: "instant" });
  const before = String(middle());
  await frame();
  await frame();
  if (!reached() || String(middle()) !== before) return false;
  window.pressed = false;
  document.addEventListener("mousedown", ({ target }) => { window.pressed = holds(target); }, { capture: true, once: true });
  return true;`;

/** Clicks it, again if it moved away: the driver looks where it is, and clicks there a moment later. */
export async function press(bureau: Bureau, kind: Kind, name: string, where?: Where) {
  const pressed = async () => {
    const element = await look(bureau, kind, name, where);
    if (!element || !(await bureau.runAsync<boolean>(CAN_BE_PRESSED, element))) return false;
    await element.click();
    // Nothing is noted in a page that the click has led to.
    return bureau.run<boolean>("return window.pressed !== false");
  };
  await until(`${kind} “${name}” to be pressed`, pressed, PATIENCE);
}

/** Puts this text into the field in place of what it says. */
export async function fill(bureau: Bureau, label: string, text: string, where?: Where) {
  const filled = async () => {
    const field = await find(bureau, "field", label, where);
    // One call each: the driver lets go of Control only at the end of one.
    await field.sendKeys(Key.chord(Key.CONTROL, "a"));
    await field.sendKeys(Key.BACK_SPACE);
    await field.sendKeys(text);
    return true;
  };
  // Again, should the page have drawn the field anew meanwhile.
  await until(`${label} to be filled`, filled, PATIENCE);
}

/** Types where the keyboard is. */
export async function type(bureau: Bureau, text: string): Promise<void> {
  await bureau.driver.switchTo().activeElement().sendKeys(text);
}

/** Chooses from the list that unfolds under a field; its first entry, unless one is named. */
export async function choose(bureau: Bureau, label: string, option = "", where?: Where) {
  await press(bureau, "field", label, where);
  await press(bureau, "option", option, { like: option === "" });
}

export async function contentOf(bureau: Bureau, label: string, where?: Where): Promise<string> {
  const field = await find(bureau, "field", label, where);
  return bureau.run<string>("return arguments[0].value ?? arguments[0].innerText", field);
}

/** What the page says, as it is read. */
export async function textOf(bureau: Bureau): Promise<string> {
  return bureau.run<string>("return document.body.innerText.replace(/\\u00a0|\\u202f/g, ' ')");
}

/** Waits until the page says so. */
export async function see(bureau: Bureau, text: string | RegExp, milliseconds = PATIENCE) {
  let last = "";
  const said = async () => {
    last = await textOf(bureau);
    return typeof text === "string" ? last.includes(text) : text.test(last);
  };
  try {
    await until(`“${text}” on the page`, said, milliseconds);
  } catch (error) {
    throw new Error(`${error}\nThe page says: ${last.slice(0, 1500)}`);
  }
  return last;
}

// What a person does in the page: they look for what it says, not for how it is built.
import { Key, type WebElement } from "selenium-webdriver";
import { until } from "../../../web-public/e2e/support/ports.ts";
import type { Bureau } from "./bureau.ts";

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
  const [selector, wanted, exact] = arguments;
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
  for (const scope of [...scopes, document]) {
    const found = [...scope.querySelectorAll(selector)].filter((one) => seen(one) && fits(named(one)));
    if (found.length > 0) return found.at(-1).matches("body, html") ? null : found[0];
  }
  return null;`;

/** The visible element of this kind that bears this name, once it is there. */
export async function find(
  bureau: Bureau,
  kind: Kind,
  name: string,
  exact = true,
): Promise<WebElement> {
  return until(
    `${kind} “${name}”`,
    () => bureau.run<WebElement | null>(FIND, KINDS[kind], name, exact),
    20_000,
  );
}

export async function isThere(
  bureau: Bureau,
  kind: Kind,
  name: string,
  exact = true,
): Promise<boolean> {
  return (await bureau.run<WebElement | null>(FIND, KINDS[kind], name, exact)) !== null;
}

/** Clicks it once nothing lies over it. */
export async function press(bureau: Bureau, kind: Kind, name: string, exact = true): Promise<void> {
  await until(
    `${kind} “${name}” to be pressed`,
    async () => {
      const element = await bureau.run<WebElement | null>(FIND, KINDS[kind], name, exact);
      if (!element) return false;
      await bureau.run(
        "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })",
        element,
      );
      await element.click();
      return true;
    },
    20_000,
  );
}

/** Puts this text into the field in place of what it says. */
export async function fill(
  bureau: Bureau,
  label: string,
  text: string,
  exact = true,
): Promise<void> {
  const field = await find(bureau, "field", label, exact);
  await field.sendKeys(Key.chord(Key.CONTROL, "a"), Key.BACK_SPACE, text);
}

export async function contentOf(bureau: Bureau, label: string, exact = true): Promise<string> {
  const field = await find(bureau, "field", label, exact);
  return bureau.run<string>("return arguments[0].value ?? arguments[0].innerText", field);
}

/** What the page says, as it is read. */
export async function textOf(bureau: Bureau): Promise<string> {
  return bureau.run<string>("return document.body.innerText.replace(/\\u00a0|\\u202f/g, ' ')");
}

/** Waits until the page says so. */
export async function see(
  bureau: Bureau,
  text: string | RegExp,
  milliseconds = 20_000,
): Promise<string> {
  const has = (said: string) => (typeof text === "string" ? said.includes(text) : text.test(said));
  let last = "";
  try {
    return await until(
      `“${text}” on the page`,
      async () => {
        last = await textOf(bureau);
        return has(last) && last;
      },
      milliseconds,
    );
  } catch (error) {
    throw new Error(`${error}\nThe page says: ${last.slice(0, 1500)}`);
  }
}

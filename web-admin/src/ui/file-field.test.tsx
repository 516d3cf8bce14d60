// What is wrong with a file is said of its field, and only files that are dragged are its business.
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { browser } from "../platform/browser";
import type { Upload } from "../platform/local";
import { runOn } from "../platform/platform";
import type { App } from "../platform/types";
import { FileField } from "./FileField";
import { LOGO } from "./files";

function Field({ start = "", filesOnly = false, schoolOnly = false }) {
  const [value, setValue] = useState(start);
  const rule = filesOnly ? { rule: LOGO, filesOnly, schoolOnly } : {};
  return <FileField label="Photo" value={value} onChange={setValue} kinds={["IMAGE"]} {...rule} />;
}

function open(props: Parameters<typeof Field>[0] = {}) {
  render(
    <Provider queries={createQueryClient()}>
      <Field {...props} />
    </Provider>,
  );
  return userEvent.setup({ applyAccept: false });
}

const brought = () => document.querySelector<HTMLInputElement>("input[type=file]") as HTMLElement;
const described = (element: HTMLElement) =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ");

test("a file that is refused makes the field and its button say why", async () => {
  const user = open();
  const field = screen.getByRole("textbox", { name: "Photo" });
  await user.upload(brought(), new File(["a"], "photo.svg"));
  expect(screen.getByRole("alert").textContent).toBe("Ce type de fichier n’est pas accepté.");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const button = screen.getByRole("button", { name: /^Choisir un fichier/ });
  for (const one of [field, button]) expect(described(one)).toContain("n’est pas accepté");
});

test.each([{ filesOnly: true }, { start: "/api/files/a.png" }])(
  "where nothing is typed, the group and its button say why: %o",
  async (props) => {
    const user = open(props);
    await user.upload(brought(), new File(["a"], "photo.svg"));
    expect(described(screen.getByRole("group", { name: "Photo" }))).toContain("n’est pas accepté");
    const button = screen.getByRole("button", { name: /^(Choisir un fichier|Remplacer)/ });
    expect(described(button)).toContain("n’est pas accepté");
    expect(screen.queryByRole("textbox")).toBeNull();
  },
);

test("text that is dragged over it is left to the browser, a file is taken", () => {
  open();
  const field = screen.getByRole("textbox", { name: "Photo" });
  const drag = (kind: "dragOver" | "drop", types: string[], files: File[] = []) => {
    const event = createEvent[kind](field);
    Object.defineProperty(event, "dataTransfer", { value: { types, files } });
    fireEvent(field, event);
    return event.defaultPrevented;
  };
  expect(drag("dragOver", ["text/plain"])).toBe(false);
  expect(document.querySelector("[data-over]")).toBeNull();
  expect(drag("drop", ["text/plain"])).toBe(false);
  expect(drag("dragOver", ["Files"])).toBe(true);
  expect(document.querySelector("[data-over]")).not.toBeNull();
  expect(drag("drop", ["Files"], [new File(["a"], "a.svg")])).toBe(true);
  expect(screen.getByRole("alert").textContent).toBe("Ce type de fichier n’est pas accepté.");
});

const away = { state: async () => ({ connection: "offline" }) } as unknown as App;

test("where only the school saves, no file is chosen while it is away, and the field says so", async () => {
  runOn({ ...browser, app: { ...away, chooseFile: vi.fn() } });
  const user = open({ filesOnly: true, schoolOnly: true });
  const button = screen.getByRole("button", { name: /^Choisir un fichier/ });
  await vi.waitFor(() => expect(described(button)).toContain("Il faut le réseau"));
  const click = vi.spyOn(HTMLInputElement.prototype, "click");
  await user.click(button);
  expect(click).not.toHaveBeenCalled();
  runOn(browser);
});

test("elsewhere the app keeps the file while the school is away, and the field says what becomes of it", async () => {
  const url = `/api/files/${"1".repeat(64)}.png`;
  const file = { url, link: url, name: "Quai.png" } as Upload["file"];
  const chosen = { id: "u", name: "Quai.png", size: 9, sent: 9, state: "kept", file } as Upload;
  const chooseFile = vi.fn(async () => chosen);
  const app = { ...away, chooseFile, upload: async () => chosen, on: () => () => undefined };
  runOn({ ...browser, app });
  const user = open();
  await screen.findByText(/partira quand l’école répondra$/);
  await user.click(screen.getByRole("button", { name: /^Choisir un fichier/ }));
  await screen.findByText(/^Quai.png est gardé sur cet ordinateur/);
  expect(chooseFile).toHaveBeenCalledWith(expect.anything(), true);
  expect(document.querySelector("img")?.getAttribute("src")).toBe(url);
  const group = screen.getByRole("group", { name: "Photo" });
  const drop = createEvent.drop(group);
  Object.defineProperty(drop, "dataTransfer", {
    value: { types: ["Files"], files: [new File(["a"], "a.png")] },
  });
  fireEvent(group, drop);
  expect(screen.getByRole("alert").textContent).toMatch(/^L’école ne répond pas/);
  runOn(browser);
});

// What is wrong with a file is said of its field, and only files that are dragged are its business.
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { FileField } from "./FileField";
import { LOGO } from "./files";

function Field({ start = "", filesOnly = false }) {
  const [value, setValue] = useState(start);
  const rule = filesOnly ? { rule: LOGO, filesOnly } : {};
  return <FileField label="Photo" value={value} onChange={setValue} kinds={["IMAGE"]} {...rule} />;
}

function open(props: { start?: string; filesOnly?: boolean } = {}) {
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

// Two wordings side by side, with what each changed of the one before.
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Conflict, ConflictPart } from "../../platform/local";
import { Part } from "./Part";

const CONFLICT = { id: "1", by: null, merged: {} } as Conflict;

function open(part: ConflictPart) {
  render(
    <MantineProvider>
      <MemoryRouter>
        <Part
          part={part}
          conflict={CONFLICT}
          names={undefined}
          decision={undefined}
          onDecide={() => {}}
        />
      </MemoryRouter>
    </MantineProvider>,
  );
  const side = (name: RegExp) => {
    const radio = screen.getByRole("radio", { name });
    return document.getElementById(radio.getAttribute("aria-describedby") ?? "") as HTMLElement;
  };
  const marks = (name: RegExp) =>
    [...side(name).querySelectorAll("ins, del")].map(
      (mark) => `${mark.tagName} ${mark.textContent}`,
    );
  return { marks, side };
}

test("a sentence of a rich text shows its words that changed, seen and heard", () => {
  const { marks } = open({
    path: "content~0",
    shape: "text",
    base: "<p>Le timbre vert.</p>",
    mine: "<p>Le timbre <strong>rouge</strong>.</p>",
    theirs: "<p>Le timbre vert clair.</p>",
  });
  expect(marks(/^Ma version/)).toEqual(["DEL retiré : vert (fin) ", "INS ajouté : rouge (fin) "]);
  expect(marks(/^Version de/)).toEqual(["INS ajouté :  clair (fin) "]);
});

test("so does a title", () => {
  const { marks } = open({
    path: "title",
    shape: "value",
    base: "Au marché",
    mine: "Au café",
    theirs: "Au marché couvert",
  });
  expect(marks(/^Ma version/)).toEqual(["DEL retiré : marché (fin) ", "INS ajouté : café (fin) "]);
});

test("a day is another day, without marks", () => {
  const { marks, side } = open({
    path: "startDate",
    shape: "value",
    base: "2026-01-01",
    mine: "2026-01-02",
    theirs: "2026-01-03",
  });
  expect(marks(/^Ma version/)).toEqual([]);
  expect(side(/^Ma version/).textContent).toContain("2 janvier 2026");
});

// A list as a table and as cards: which columns each has, what a card says of a figure, the order, the menu of a row.
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { RowAction, RowActions } from "./RowActions";
import { type Column, type Sort, sorted, Table } from "./Table";
import { layoutFor, useLayout } from "./useLayout";

interface Course {
  id: number;
  name: string;
  seats: number;
}

const COURSES: Course[] = [
  { id: 1, name: "Primi passi", seats: 10 },
  { id: 2, name: "Small talk", seats: 9 },
];

const removed = vi.fn();
const columns: Column<Course>[] = [
  {
    id: "name",
    header: "Titre",
    place: "title",
    sortBy: ({ name }) => name,
    cell: ({ row: { original } }) => original.name,
    card: ({ name }) => `Cours : ${name}`,
  },
  { id: "type", header: "Type", only: "wide", cell: () => "Présentiel" },
  { id: "price", header: "Prix", only: "table", cell: () => "90 €" },
  { id: "dates", header: "Dates", only: "card", cell: () => "en juin" },
  {
    id: "seats",
    header: "Places",
    numeric: true,
    labelled: true,
    sortBy: ({ seats }) => seats,
    cell: ({ row: { original } }) => original.seats,
  },
  {
    id: "actions",
    header: "Actions",
    place: "actions",
    cell: ({ row: { original } }) => (
      <RowActions name={original.name} main={<button type="button">Modifier</button>}>
        <RowAction
          icon="trash"
          danger
          label={`Supprimer ${original.name}`}
          text="Supprimer"
          onClick={() => removed(original.id)}
        />
        <RowAction icon="copy" label="Dupliquer" text="Dupliquer" onClick={() => {}} />
      </RowActions>
    ),
  },
];

/** The list in a frame of so many pixels. */
function open(
  width: number,
  more: { rows?: Course[] | undefined; sort?: Sort; onSort?: (to: Sort) => void } = {},
) {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  render(
    <Provider queries={createQueryClient()}>
      <Table
        caption="Cours"
        columns={columns}
        rows={COURSES}
        keyOf={({ id }) => id}
        error={null}
        onRetry={() => {}}
        empty="Rien"
        {...more}
      />
    </Provider>,
  );
  return userEvent.setup();
}

test.each([
  [1100, "large", "wide"],
  [940, "large", "table"],
  [919, "large", "cards"],
  [640, "large", "cards"],
  [639, "large", "compact"],
  [640, "medium", "table"],
  [411, "small", "table"],
  [398, "small", "compact"],
  [0, "large", "wide"],
] as const)("in %i pixels a %s list is laid out as %s", (width, size, layout) => {
  expect(layoutFor(width, size)).toBe(layout);
});

test("a table has the columns its room allows", () => {
  open(1200);
  const headers = () => screen.getAllByRole("columnheader").map((header) => header.textContent);
  expect(headers()).toEqual(["Titre", "Type", "Prix", "Places", "Actions"]);
  expect(screen.getAllByRole("row")).toHaveLength(3);
});

test("with less room a column that may be missed is missing", () => {
  open(950);
  const headers = screen.getAllByRole("columnheader").map((header) => header.textContent);
  expect(headers).toEqual(["Titre", "Prix", "Places", "Actions"]);
});

test("a card says what it holds in words of its own, a figure with its header", () => {
  open(358);
  expect(screen.queryByRole("table")).toBeNull();
  const cards = within(screen.getByRole("list", { name: "Cours" })).getAllByRole("listitem");
  expect(cards).toHaveLength(2);
  const said = cards[0]?.textContent;
  expect(said).toContain("Cours : Primi passi");
  expect(said).toContain("en juin");
  expect(said).toContain("Places 10");
  expect(said).not.toContain("90 €");
});

test.each([1200, 940])("at %i pixels rows on their way have the columns of the table", (width) => {
  open(width, { rows: undefined });
  const headers = () => [...document.querySelectorAll("th")].map((cell) => cell.textContent);
  const cells = () =>
    [...(document.querySelector("tbody tr")?.children ?? [])].map((cell) =>
      cell.getAttribute("data-column"),
    );
  const waiting = [headers(), cells()];
  expect(screen.queryByRole("table")).toBeNull(); // nobody hears it
  cleanup();
  open(width);
  expect(screen.getByRole("table")).toBeTruthy();
  expect(waiting).toEqual([headers(), cells()]);
});

test.each([800, 358])("at %i pixels rows on their way have the parts of the cards", (width) => {
  const sort = { by: "name", descending: false };
  open(width, { rows: undefined, sort, onSort: vi.fn() });
  expect(screen.getByRole("combobox", { name: "Trier par" })).toBeTruthy();
  const parts = () =>
    [...(document.querySelector("ul > li")?.querySelectorAll("[data-column]") ?? [])].map((part) =>
      part.getAttribute("data-column"),
    );
  const waiting = parts();
  cleanup();
  open(width);
  expect(waiting.length).toBeGreaterThan(2);
  expect(waiting).toEqual(parts());
});

test("cards are ordered by a choice, the other way round by its arrow", async () => {
  Element.prototype.scrollIntoView = vi.fn(); // jsdom has none
  const onSort = vi.fn();
  const user = open(800, { sort: { by: "name", descending: false }, onSort });
  await user.click(screen.getByRole("button", { name: "Ordre croissant" }));
  expect(onSort).toHaveBeenLastCalledWith({ by: "name", descending: true });
  await user.click(screen.getByRole("combobox", { name: "Trier par" }));
  const options = await screen.findAllByRole("option");
  expect(options.map((option) => option.textContent)).toEqual(["Titre", "Places"]);
  await user.click(options[1] as HTMLElement);
  expect(onSort).toHaveBeenLastCalledWith({ by: "seats", descending: false });
  expect(sorted(COURSES, columns, { by: "seats", descending: false })[0]?.seats).toBe(9);
});

test("the menu of a row names it and holds what is dangerous last, after a rule", async () => {
  const user = open(358, { rows: COURSES.slice(0, 1) });
  await user.click(screen.getByRole("button", { name: "Autres actions pour « Primi passi »" }));
  const entries = await screen.findAllByRole("menuitem");
  expect(entries.map((entry) => entry.textContent)).toEqual(["Dupliquer", "Supprimer"]);
  await user.click(screen.getByRole("menuitem", { name: "Supprimer Primi passi" }));
  expect(removed).toHaveBeenCalledWith(1);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Autres actions/ }));
});

test("the layout stays while a dialog is open, and follows once it is closed", async () => {
  let width = 1200;
  let resized = () => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => width);
  function Frame({ asking }: { asking: boolean }) {
    const frame = useRef<HTMLDivElement>(null);
    return (
      <div ref={frame}>
        <output>{useLayout(frame, "large")}</output>
        {asking && <div role="dialog" aria-modal="true" />}
      </div>
    );
  }
  const { rerender } = render(<Frame asking={false} />);
  const shown = screen.getByRole("status");
  expect(shown.textContent).toBe("wide");
  rerender(<Frame asking />);
  width = 700;
  resized();
  await Promise.resolve();
  expect(shown.textContent).toBe("wide");
  rerender(<Frame asking={false} />);
  await waitFor(() => expect(shown.textContent).toBe("cards"));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

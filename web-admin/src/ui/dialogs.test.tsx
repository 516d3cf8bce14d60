// Where the focus is after a dialog that is drawn only while it is open.
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { Course } from "web-shared/api/courses";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { AddDialog } from "../features/content/AddDialog";
import { DeleteCourse } from "../features/courses/DeleteCourse";
import { PreviewOf } from "../features/courses/Preview";
import type { ReservationDetail } from "../features/sales/api";
import { DeskPayment } from "../features/sales/DeskPayment";
import { Grant } from "../features/sales/Grant";
import { Conflict, inWords } from "./Conflict";

const course = { id: 7, name: "Il caffè", status: "PUBLISHED" } as Course;
const reservation = { id: 4, version: 1, status: "CANCELLED" } as ReservationDetail;

type Draw = (onClose: () => void) => ReactNode;

function Opener({ draw }: { draw: Draw }) {
  const [open, setOpen] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setOpen(true)}>
        Ouvrir
      </button>
      {open && draw(() => setOpen(false))}
    </main>
  );
}

function show(draw: Draw) {
  const router = createMemoryRouter([{ path: "*", element: <Opener draw={draw} /> }]);
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return userEvent.setup();
}

const opener = () => screen.getByText("Ouvrir");

test.each<[string, Draw]>([
  ["access that is given", (close) => <Grant onClose={close} />],
  ["money at the desk", (close) => <DeskPayment reservation={reservation} onClose={close} />],
  ["the preview of a course", (close) => <PreviewOf id={7} onClose={close} />],
  [
    "two versions of a form",
    (close) => (
      <Conflict
        conflict={{
          paths: [],
          mine: {},
          theirs: {},
          taken: ["Nom"],
          onChoose: close,
          onClose: close,
        }}
        labelOf={String}
      />
    ),
  ],
  [
    "something added to a course",
    (close) => (
      <AddDialog title="Ajouter" under="Il caffè" onClose={close}>
        <input />
      </AddDialog>
    ),
  ],
])("it goes back to what asked for %s", async (_, draw) => {
  vi.stubGlobal("fetch", async () => Response.json({ items: [], total: 0 }, { status: 503 }));
  const user = show(draw);
  await user.click(opener());
  await user.click(await screen.findByRole("button", { name: "Fermer" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test("it goes back to what asked for a deletion that was refused", async () => {
  const problem = { status: 409, code: "in_use", message: "Utilisé." };
  vi.stubGlobal("fetch", async () => Response.json(problem, { status: 409 }));
  const user = show((close) => <DeleteCourse course={course} onClose={close} />);
  await user.click(opener());
  await user.click(await screen.findByRole("button", { name: "Supprimer" }));
  await screen.findByText(/archiv/i, { selector: "p" });
  const [last] = (await screen.findAllByRole("button", { name: "Fermer" })).slice(-1);
  if (last) await user.click(last);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test("of two versions a switch is said in words", () => {
  expect([true, false].map(inWords)).toEqual(["Oui", "Non"]);
});

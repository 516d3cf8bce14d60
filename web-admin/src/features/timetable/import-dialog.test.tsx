// A timetable out of a file: read first, written only when nothing is in the way, and what the school refuses is said.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { ImportDialog } from "./ImportDialog";

const line = (number: number, more = {}) => ({
  line: number,
  outcome: "created",
  course: "Primi passi",
  date: "2026-11-09",
  startTime: "18:30",
  minutes: 90,
  room: "Figuier",
  teacher: null,
  warnings: [],
  skipped: null,
  fields: [],
  ...more,
});
const report = (lines: ReturnType<typeof line>[], dryRun: boolean) => {
  const count = (outcome: string) => lines.filter((one) => one.outcome === outcome).length;
  const [created, unchanged, errors] = ["created", "unchanged", "error"].map(count);
  return { dryRun, created, unchanged, errors, lines };
};
const taken = { name: "room", code: "room_taken", message: "La salle est déjà prise." };

function open(answer: (dryRun: boolean) => Response) {
  const asked: boolean[] = [];
  const closed = vi.fn();
  vi.stubGlobal("fetch", async (request: Request) => {
    const dryRun = new URL(request.url).searchParams.get("dryRun") === "true";
    asked.push(dryRun);
    expect(request.headers.get("Content-Type")).toBe("text/csv");
    return answer(dryRun);
  });
  const element = <ImportDialog onClose={closed} />;
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: "*", element }])} />
    </Provider>,
  );
  const choose = async () => {
    await screen.findByRole("dialog");
    const file = new File(["cours;date;heure;durée"], "emploi.csv", { type: "text/csv" });
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (input) await userEvent.upload(input, file);
  };
  return { asked, closed, choose };
}

const importButton = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Importer/ });

test("lines with faults are shown with their columns, and nothing can be imported", async () => {
  const lines = [line(2), line(3, { outcome: "error", fields: [taken] })];
  const { asked, choose } = open((dryRun) => Response.json(report(lines, dryRun)));
  await choose();
  expect(await screen.findByText(/^1 ligne est à corriger/)).toBeTruthy();
  expect(screen.getByText("salle")).toBeTruthy();
  expect(importButton().disabled).toBe(true);
  expect(asked).toEqual([true]);
});

test("what is new is written after the press of a button; what is odd about a day is said before", async () => {
  const lines = [
    line(2, { warnings: ["room_too_small"] }),
    line(3, { skipped: { reason: "CLOSURE", label: "Pont" } }),
    line(4, { outcome: "unchanged" }),
  ];
  const { asked, closed, choose } = open((dryRun) => Response.json(report(lines, dryRun)));
  await choose();
  expect(await screen.findByText("À créer : 2. Déjà prévues : 1.")).toBeTruthy();
  expect(screen.getByText("La salle a moins de places que le cours.")).toBeTruthy();
  expect(screen.getByText("Jour sans cours : Pont.")).toBeTruthy();
  expect(asked).toEqual([true]);
  await userEvent.click(screen.getByRole("button", { name: "Importer 2 séances" }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(asked).toEqual([true, false]);
});

test("a file of sessions that are all there changes nothing", async () => {
  const { choose } = open(() => Response.json(report([line(2, { outcome: "unchanged" })], true)));
  await choose();
  expect(await screen.findByText("À créer : 0. Déjà prévues : 1.")).toBeTruthy();
  expect(importButton().disabled).toBe(true);
});

test("a refusal between the trial and the import is said, and the file is read again", async () => {
  const problem = { code: "import_refused", message: "Rien n’a été importé.", fields: [] };
  const { asked, closed, choose } = open((dryRun) =>
    dryRun ? Response.json(report([line(2)], true)) : Response.json(problem, { status: 422 }),
  );
  await choose();
  await userEvent.click(await screen.findByRole("button", { name: "Importer 1 séance" }));
  expect(await screen.findByText(/^Échec de l’import/)).toBeTruthy();
  await waitFor(() => expect(asked).toEqual([true, false, true]));
  expect(closed).not.toHaveBeenCalled();
});

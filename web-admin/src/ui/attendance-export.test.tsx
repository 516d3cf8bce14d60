// The attendance of a class as a file: which class and which days are asked for.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { addDays, today } from "web-shared/format/format";
import { Provider } from "web-shared/ui/Provider";
import { saveFile } from "web-shared/ui/saveFile";
import { ClassAttendanceExport } from "./AttendanceExport";

vi.mock("web-shared/ui/saveFile", () => ({ saveFile: vi.fn() }));

test("the marks of one class, of the last year", async () => {
  let asked = "";
  vi.stubGlobal("fetch", async (request: Request) => {
    asked = request.url;
    return new Response("jour;élève\r\n", { headers: { "Content-Type": "text/csv" } });
  });
  render(
    <Provider queries={createQueryClient()}>
      <ClassAttendanceExport courseId={7} />
    </Provider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Présences (CSV)" }));
  const [from, to] = [addDays(today(), -365), today()];
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledWith(`presences-7-${from}-${to}.csv`, expect.anything()),
  );
  const { pathname, searchParams } = new URL(asked);
  expect(pathname).toBe("/api/attendance/export.csv");
  expect(Object.fromEntries(searchParams)).toEqual({ courseId: "7", from, to });
});

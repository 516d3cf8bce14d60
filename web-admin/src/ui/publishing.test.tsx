// What a course lacks before it is published, and the way back from what was done.
import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "web-shared/api/problem";
import { Undoable } from "web-shared/ui/undo";
import { BACK_TO, emptyModules, lessonCount, type Module } from "./publishing";

const module = (id: number, ...counts: number[]): Module =>
  ({
    id,
    title: `Module ${id}`,
    chapters: counts.map((lessonCount) => ({ lessonCount })),
  }) as Module;

test("a module without a chapter or with empty ones has nothing to read", () => {
  const modules = [module(1, 2, 0), module(2), module(3, 0, 0)];
  expect(emptyModules({ modules }).map(({ id }) => id)).toEqual([2, 3]);
  expect(modules.map(lessonCount)).toEqual([2, 0, 0]);
});

test("each step leads back to the state before it", () => {
  expect(BACK_TO).toEqual({ DRAFT: "unpublish", PUBLISHED: "publish", ARCHIVED: "archive" });
});

test("what was done is taken back once, and says so", async () => {
  const undo = vi.fn(() => Promise.resolve());
  render(
    <MantineProvider>
      <Undoable message="Archivé." undo={undo} />
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("C’est annulé.")).toBeTruthy();
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("button")).toBeNull();
});

test("what a colleague has changed meanwhile is not taken back, nor offered again", async () => {
  const undo = vi.fn(() =>
    Promise.reject(new ApiError({ status: 412, code: "stale", message: "" })),
  );
  render(
    <MantineProvider>
      <Undoable message="Archivé." undo={undo} />
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole("button"));
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
  expect(screen.getByText("Archivé.")).toBeTruthy();
  expect(undo).toHaveBeenCalledTimes(1);
});

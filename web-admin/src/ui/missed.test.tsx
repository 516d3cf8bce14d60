// The questions that learners of a course miss most: listed, none yet, failed, and not for whoever only stands in.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { Missed } from "./Missed";

function show(answer: () => Response) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return answer();
  });
  render(
    <Provider queries={createQueryClient()}>
      <Missed course={7} />
    </Provider>,
  );
  return asked;
}

const row = (questionId: number, question: string, missed: number) => ({
  ...{ questionId, question, missed, answered: 8, lessonId: 11, lessonTitle: "Al bar" },
});
const refusal = (status: number, code: string) =>
  Response.json({ status, code, message: "" }, { status });

test("the most missed questions, with their lesson and how many learners", async () => {
  const asked = show(() =>
    Response.json([row(1, "Per me un {{1}}.", 5), row(2, "On dit…", 2), row(3, "Facile", 0)]),
  );
  const rows = within(await screen.findByRole("list")).getAllByRole("listitem");
  expect(rows.map((one) => one.textContent)).toEqual([
    "Per me un ___.Al bar5 élèves sur 8",
    "On dit…Al bar2 élèves sur 8",
  ]);
  expect(asked).toEqual(["/api/courses/7/missed"]);
});

test("with nothing missed one reads when a question would stand there", async () => {
  show(() => Response.json([]));
  expect(await screen.findByText(/trois élèves/)).toBeTruthy();
});

test("what failed is asked again", async () => {
  let fails = true;
  show(() => (fails ? refusal(422, "invalid") : Response.json([row(2, "On dit…", 2)])));
  expect(await screen.findByText("Ces questions n’ont pas pu être chargées.")).toBeTruthy();
  fails = false;
  await userEvent.setup().click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByText("On dit…")).toBeTruthy();
});

test("whoever only gives a session of the course sees nothing of it", async () => {
  const asked = show(() => refusal(403, "forbidden"));
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("heading")).toBeNull());
});

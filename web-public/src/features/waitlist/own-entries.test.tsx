// Where somebody waits, in the profile and on top of their courses.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { endSession } from "web-shared/api/session";
import { OpenOffers, OwnEntries } from "./OwnEntries";
import { type Answer, entry, json, offered, open, problem, signIn } from "./waitlistTesting";

beforeEach(() => {
  endSession();
  signIn();
});

const lists = (answers: Record<string, Answer>) => open("/", { "/": <OwnEntries /> }, answers);

test("each list says the rank or the offer; a list that was left is gone", async () => {
  const other = { ...offered(), id: 6, courseName: "Primi passi" };
  const past = { ...entry, id: 8, status: "DECLINED", courseName: "Passé" };
  const { user, answers } = lists({ "GET /waitlist/me": json([entry, other, past]) });
  const region = within(await screen.findByRole("region", { name: "Mes listes d’attente" }));
  expect(region.getAllByRole("listitem")).toHaveLength(2);
  expect(region.getByText("Rang 5")).toBeTruthy();
  const answer = region.getByRole("link", { name: "Répondre : Primi passi" });
  expect(answer.getAttribute("href")).toBe("/liste-attente?entry=6");

  answers["POST /waitlist/5/leave"] = () => {
    answers["GET /waitlist/me"] = json([other]);
    return Response.json({ ...entry, status: "LEFT" });
  };
  await user.click(region.getByRole("button", { name: "Quitter la liste : In cucina" }));
  const question = within(await screen.findByRole("dialog"));
  await user.click(question.getByRole("button", { name: "Quitter la liste" }));
  await waitFor(() => expect(region.getAllByRole("listitem")).toHaveLength(1));
  await waitFor(() =>
    expect(document.activeElement).toBe(region.getByRole("heading", { level: 2 })),
  );
});

test("what cannot be left says why, and stays", async () => {
  const { user } = lists({
    "GET /waitlist/me": json([entry]),
    "POST /waitlist/5/leave": problem(409, "not_waiting"),
  });
  await user.click(await screen.findByRole("button", { name: "Quitter la liste : In cucina" }));
  const question = within(await screen.findByRole("dialog"));
  await user.click(question.getByRole("button", { name: "Quitter la liste" }));
  expect(await question.findByText(/n’attend pas de place/)).toBeTruthy();
});

test("whoever waits nowhere sees nothing; lists that cannot be read can be asked for again", async () => {
  const { user, answers } = lists({ "GET /waitlist/me": problem(422, "invalid") });
  await screen.findByText("Vos listes d’attente n’ont pas pu être lues.");
  answers["GET /waitlist/me"] = json([]);
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(screen.queryByText("Mes listes d’attente")).toBeNull();
});

test("offers stand alone where they should not be missed, of one course or of all", async () => {
  const other = { ...offered(), id: 6, courseId: 8, courseName: "Primi passi" };
  open(
    "/",
    {
      "/": (
        <>
          <OpenOffers />
          <div data-testid="course">
            <OpenOffers courseId={8} />
          </div>
        </>
      ),
    },
    { "GET /waitlist/me": json([entry, offered(), other]) },
  );
  expect(await screen.findAllByText("Une place vous attend")).toHaveLength(3);
  const links = within(screen.getByTestId("course")).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/liste-attente?entry=6"]);
});

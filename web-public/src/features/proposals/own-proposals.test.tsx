// What the school has proposed, in the profile and on top of one's courses.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { endSession } from "web-shared/api/session";
import { OpenProposals, OwnProposals } from "./OwnProposals";
import { json, newDates, open, otherCourse, problem, signIn } from "./proposalsTesting";

beforeEach(() => {
  endSession();
  signIn();
});

const mine = "GET /proposals/me";
const answered = { ...otherCourse, id: 11, status: "ACCEPTED", forAnother: true };

test("the profile lists what is to be answered and what was answered", async () => {
  open("/", { "/": <OwnProposals /> }, { [mine]: json([newDates, answered]) });
  const region = within(await screen.findByRole("region", { name: "Propositions de l’école" }));
  const [first, second] = region.getAllByRole("listitem").map((row) => within(row));
  expect(first?.getByText("Réponse attendue")).toBeTruthy();
  expect(first?.getByText(/Réponse attendue jusqu’au 8 novembre 2030 compris\./)).toBeTruthy();
  const answer = first?.getByRole("link", { name: "Répondre à la proposition : In cucina" });
  expect(answer?.getAttribute("href")).toBe("/proposition?proposal=12");
  expect(second?.getByText("Acceptée")).toBeTruthy();
  expect(second?.getByText("Un autre cours pour Jeanne Morel")).toBeTruthy();
  const course = second?.getByRole("link", { name: "Primi passi" });
  expect(course?.getAttribute("href")).toBe("/cours/primi-passi");
});

test("whoever was asked nothing sees nothing; what cannot be read can be asked for again", async () => {
  const { user, answers } = open(
    "/",
    { "/": <OwnProposals /> },
    { [mine]: problem(422, "invalid") },
  );
  await screen.findByText("Les propositions de l’école n’ont pas pu être lues.");
  answers[mine] = json([]);
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(screen.queryByText("Propositions de l’école")).toBeNull();
});

test("only what waits for an answer stands on top of one's courses", async () => {
  open("/", { "/": <OpenProposals /> }, { [mine]: json([newDates, answered]) });
  expect(await screen.findByText("De nouvelles dates pour votre cours")).toBeTruthy();
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/proposition?proposal=12"]);
});

// The page of a proposal, by link or signed in: old and new, the money, both answers, and every state after them.
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { endSession } from "web-shared/api/session";
import type { Proposal } from "./api";
import { ProposalPage } from "./ProposalPage";
import {
  type Answer,
  json,
  newDates,
  open,
  otherCourse,
  problem,
  signIn,
  unreachable,
} from "./proposalsTesting";

beforeEach(endSession);

const OPEN = "POST /proposals/open";
const ACCEPT = "POST /proposals/12/accept";
const REFUSE = "POST /proposals/12/refuse";

const show = (answers: Record<string, Answer>, path = "/proposition#jeton") =>
  open(path, { "/proposition": <ProposalPage signIn="/login" /> }, answers);
const showOne = (proposal: Proposal, answers: Record<string, Answer> = {}) =>
  show({ [OPEN]: json(proposal), ...answers });

const title = (name: string) => screen.findByRole("heading", { level: 1, name });
const button = (name: string) => screen.findByRole("button", { name });
const plain = (text: string | null | undefined) => text?.replace(/[\u00a0\u202f]/g, " ");
/** The text of the part of the page with this heading. */
const part = (heading: string) => {
  const found = screen.getByRole("heading", { name: heading }).parentElement;
  return plain(found?.textContent);
};
/** What is said below the title. */
const words = (heading: HTMLElement) => plain(heading.parentElement?.textContent);

describe("an open proposal", () => {
  test("of new dates stands beside the old ones, with its money and its last day", async () => {
    showOne({ ...newDates, reason: "Trois inscrits seulement." });
    const heading = await title("De nouvelles dates pour votre cours");
    expect(words(heading)).toContain("« In cucina » ne démarre pas comme prévu.");
    expect(words(heading)).toContain("Message de l’école : Trois inscrits seulement.");
    expect(words(heading)).toContain("Jusqu’au vendredi 8 novembre 2030");
    expect(words(heading)).toContain(
      "Sans réponse, la place est annulée et nous vous rendons 120,00 €.",
    );
    expect(part("Prévu")).toContain("9 novembre 2030 – 25 janvier 2031");
    expect(part("Proposé")).toContain("23 novembre 2030 – 8 février 2031");
    expect(part("Proposé")).toContain("Salle Olivier");
    const money = part("Ce que cela coûte");
    expect(money).toContain("Si vous acceptezRien de plus à payer. Rien à rembourser.");
    expect(money).toContain("Si vous refusezNous vous rendons 120,00 €.");
    expect(money).toContain("sur votre moyen de paiement");
    expect(screen.queryByText(/Le démarrage dépend encore/)).toBeNull();
  });

  test("of another course names it, and what goes back of its price", async () => {
    showOne({ ...otherCourse, byHand: true });
    await title("Un autre cours pour vous");
    expect(part("Prévu")).toContain("In cucina");
    expect(part("Proposé")).toContain("Primi passi");
    expect(part("Proposé")).toContain("lun., 18 h 30");
    const money = part("Ce que cela coûte");
    expect(money).toContain("Vous avez payé120,00 €Prix avec cette proposition90,00 €");
    expect(money).toContain("Si vous acceptezRien de plus à payer. Nous vous rendons 30,00 €.");
    expect(money).toContain("elle vous rembourse elle-même");
    expect(await button("Accepter ce cours")).toBeTruthy();
  });

  test("for somebody else names the learner; dates that are not certain say so", async () => {
    const more = { forAnother: true, learnerName: "Léa Morel", newDecisionDay: "2030-11-16" };
    showOne({ ...newDates, ...more });
    await title("De nouvelles dates pour le cours de Léa Morel");
    expect(screen.getByText(/Nous proposons à Léa Morel/)).toBeTruthy();
    expect(
      screen.getByText(
        "Le démarrage dépend encore du nombre d’inscrits, réponse le 16 novembre 2030.",
      ),
    ).toBeTruthy();
  });

  test("of a free course speaks of no refund", async () => {
    showOne({ ...newDates, paid: 0, newPrice: 0, refundIfRefused: 0 });
    expect(await button("Refuser")).toBeTruthy();
    expect(part("Ce que cela coûte")).toContain("cette place est gratuite");
    expect(screen.queryByText(/nous vous rendons/i)).toBeNull();
  });

  test("stays readable when its course is not public", async () => {
    showOne(newDates, { "GET /courses/7/details": problem(404, "not_found") });
    await title("De nouvelles dates pour votre cours");
    expect(await button("Accepter les nouvelles dates")).toBeTruthy();
  });
});

describe("the answer", () => {
  test("yes is sent once with the token, and says what comes next", async () => {
    const { user, bodies } = showOne(newDates, {
      [ACCEPT]: json({ ...newDates, status: "ACCEPTED", answeredAt: "2030-11-02T09:00:00Z" }),
    });
    await user.click(await button("Accepter les nouvelles dates"));
    const heading = await title("C’est noté, vous avez accepté");
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(bodies(ACCEPT)).toEqual([{ token: "jeton" }]);
    expect(words(heading)).toContain("23 novembre 2030 – 8 février 2031");
    expect(words(heading)).toContain("Réponse reçue le 2 novembre 2030");
    const link = screen.getByRole("link", { name: "Se connecter" });
    expect(link.getAttribute("href")).toBe("/login?next=%2Fprofile%2Fsubscriptions");
  });

  test("no asks once more, and names the loss and the refund", async () => {
    const { user, bodies } = showOne(newDates, {
      [REFUSE]: json({ ...newDates, status: "REFUSED" }),
    });
    await user.click(await button("Refuser et être remboursé(e)"));
    const question = within(await screen.findByRole("dialog"));
    expect(question.getByText(/Vous perdez votre place/)).toBeTruthy();
    expect(plain(question.getByText(/Nous vous rendons/).textContent)).toContain("120,00 €");
    await user.click(question.getByRole("button", { name: "Annuler" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies(REFUSE)).toEqual([]);

    await user.click(await button("Refuser et être remboursé(e)"));
    await user.click(await button("Oui, refuser"));
    await title("C’est noté, vous avez refusé");
    expect(bodies(REFUSE)).toEqual([{ token: "jeton" }]);
  });

  test("that could not be sent is kept, and sent again", async () => {
    const { user, answers } = showOne(newDates, { [ACCEPT]: unreachable, [REFUSE]: unreachable });
    await user.click(await button("Accepter les nouvelles dates"));
    expect(await screen.findByText("Votre accord n’a pas pu être envoyé.")).toBeTruthy();
    answers[ACCEPT] = json({ ...newDates, status: "ACCEPTED" });
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    await title("C’est noté, vous avez accepté");
  });

  test("no that could not be sent stays asked", async () => {
    const { user, answers } = showOne(newDates, { [REFUSE]: unreachable });
    await user.click(await button("Refuser et être remboursé(e)"));
    await user.click(await button("Oui, refuser"));
    const question = within(await screen.findByRole("dialog"));
    expect(await question.findByText("Votre refus n’a pas pu être envoyé.")).toBeTruthy();
    answers[REFUSE] = json({ ...newDates, status: "REFUSED" });
    await user.click(question.getByRole("button", { name: "Oui, refuser" }));
    await title("C’est noté, vous avez refusé");
  });

  test("that comes too late finds the proposal over", async () => {
    const { user, answers } = showOne(newDates);
    answers[ACCEPT] = () => {
      answers[OPEN] = json({ ...newDates, status: "LAPSED" });
      return problem(410, "proposal_over")(null);
    };
    await user.click(await button("Accepter les nouvelles dates"));
    const heading = await title("Le délai pour répondre est passé");
    expect(words(heading)).toContain("jusqu’au vendredi 8 novembre 2030. La place est annulée.");
    expect(words(heading)).toContain("Nous vous rendons 120,00 €.");
  });

  test("to another course speaks of both invoices and of what goes back", async () => {
    showOne({ ...otherCourse, status: "ACCEPTED" });
    const heading = await title("C’est noté, vous avez accepté");
    expect(words(heading)).toContain("Vous avez une place dans « Primi passi »");
    expect(words(heading)).toContain("Nous vous rendons 30,00 €.");
    expect(words(heading)).toContain("L’ancienne facture est annulée par un avoir.");
  });

  test("for somebody else leads to the purchases", async () => {
    signIn();
    showOne({ ...newDates, status: "ACCEPTED", forAnother: true, learnerName: "Léa Morel" });
    const heading = await title("C’est noté, vous avez accepté");
    expect(words(heading)).toContain("Léa Morel a une place dans « In cucina »");
    const link = screen.getByRole("link", { name: "Voir mes achats" });
    expect(link.getAttribute("href")).toBe("/profile?tab=purchases");
  });
});

describe("a link", () => {
  test("loses its token from the part of the address that is sent", async () => {
    const { router, bodies } = show({ [OPEN]: json(newDates) }, "/proposition?token=jeton");
    await title("De nouvelles dates pour votre cours");
    expect(router.state.location).toMatchObject({ search: "", hash: "#jeton" });
    expect(bodies(OPEN)).toEqual([{ token: "jeton" }]);
  });

  test("that is unknown or without a token is explained", async () => {
    show({ [OPEN]: problem(404, "not_found") });
    await title("Ce lien n’est plus valable");
    document.body.replaceChildren();
    show({}, "/proposition");
    await title("Ce lien n’est plus valable");
  });

  test("to a closed proposal says so", async () => {
    showOne({ ...newDates, status: "CLOSED" });
    await title("Cette proposition n’est plus valable");
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("that cannot be read is tried again", async () => {
    const { user, answers } = show({ [OPEN]: problem(422, "invalid") });
    expect(await screen.findByText("La proposition n’a pas pu être lue.")).toBeTruthy();
    answers[OPEN] = json(newDates);
    await user.click(screen.getByRole("button", { name: "Réessayer" }));
    await title("De nouvelles dates pour votre cours");
  });
});

describe("signed in", () => {
  test("one's own proposal asks for the sign-in, and comes back", async () => {
    const { router } = show({}, "/proposition?proposal=12");
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    expect(router.state.location.search).toBe("?next=%2Fproposition%3Fproposal%3D12");
  });

  test("it is read and answered without a token", async () => {
    signIn();
    const { user, bodies } = show(
      {
        "GET /proposals/me": json([newDates]),
        [ACCEPT]: json({ ...newDates, status: "ACCEPTED" }),
      },
      "/proposition?proposal=12",
    );
    await user.click(await button("Accepter les nouvelles dates"));
    await waitFor(() => expect(bodies(ACCEPT)).toEqual([null]));
    const link = await screen.findByRole("link", { name: "Voir mes cours" });
    expect(link.getAttribute("href")).toBe("/profile/subscriptions");
  });

  test("a proposal to somebody else is not known", async () => {
    signIn();
    show({ "GET /proposals/me": json([newDates]) }, "/proposition?proposal=13");
    await title("Ce lien n’est plus valable");
  });
});

// What an adaptive test found, and how it is found again; and which of the two tests there is.
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  answers,
  begun,
  button,
  json,
  offers,
  open,
  result,
  serve,
  signIn,
  state,
} from "./attemptTesting";

beforeEach(serve);

async function finished(found: object, signedIn = false) {
  if (signedIn) signIn();
  const page = await begun(signedIn ? { token: null } : {});
  answers.push(json(state({ answered: 9, question: null, result: { ...result, ...found } })));
  await page.user.click(button("Je ne sais pas"));
  await screen.findByText("Test terminé");
  return page;
}

test("the result stands on the same address: level, its probability, and courses to choose", async () => {
  const { router } = await finished({});
  expect(router.state.location).toMatchObject({
    pathname: "/test",
    search: "?language=ITALIAN&form=adaptive",
  });
  const title = screen.getByRole("heading", { level: 1 });
  expect(title.textContent).toBe("Vous êtes à l’aise en B1.");
  expect(document.activeElement).toBe(title);
  expect(screen.getByText("B1, probable à 82 %")).toBeTruthy();
  expect(screen.getByText(/assez sûr ; sinon, vous seriez plutôt A2/)).toBeTruthy();
  expect(screen.getByText("après 9 questions")).toBeTruthy();
  expect(screen.getByText(/Vous vous débrouillez en voyage/)).toBeTruthy();
  expect(
    screen.getAllByRole("link", { name: /^Choisir ce cours/ }).map((link) => link.textContent),
  ).toEqual(["Choisir ce cours : Storie brevi", "Choisir ce cours : Verso il B2"]);
  expect(screen.getByRole("heading", { name: "Au niveau suivant : B2" })).toBeTruthy();
  expect(screen.queryByText("Votre résultat est gardé dans votre profil.")).toBeNull();
  expect(screen.getByRole("link", { name: "Recommencer" }).getAttribute("href")).toBe(
    "/test?language=ITALIAN",
  );
});

test.each([
  [{ percent: 91, neighbour: "A2" }, "Vous êtes à l’aise en B1.", /très sûr/],
  [{ percent: 70, neighbour: null }, "Vous êtes à l’aise en B1.", /est une estimation/],
  [{ percent: 51, neighbour: "A2" }, "Vous êtes entre A2 et B1.", /hésitent entre B1 et A2/],
  [{ percent: 88, level: "A1" }, "Vous êtes au début : A1.", /très sûr/],
])("how sure the level is, is said in words: %o", async (found, title, sure) => {
  await finished(found);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  expect(screen.getByText(sure)).toBeTruthy();
});

test("between two levels both have their courses", async () => {
  await finished({ percent: 51 });
  expect(screen.getByRole("img", { name: /^Niveau entre A2 et B1/ })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Voir les cours B1" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Voir les cours A2" }).getAttribute("href")).toBe(
    "/courses?of=IN_PERSON-Italien-A2",
  );
});

test("without a seat there is another way on; whoever is signed in finds the result in the profile", async () => {
  await finished({ courses: [], nextLevel: [] }, true);
  expect(screen.getByText(/Aucun cours B1 n’a de place en ce moment/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Voir le catalogue" }).getAttribute("href")).toBe(
    "/courses?of=IN_PERSON-Italien-B1",
  );
  expect(screen.getByRole("link", { name: "Écrire à l’école" })).toBeTruthy();
  expect(screen.getByText("Votre résultat est gardé dans votre profil.")).toBeTruthy();
});

test("the result outlives a reload, and is the one looked at again", async () => {
  const { page, router } = await finished({});
  const { state: remembered } = router.state.location;
  page.unmount();
  const again = open("/result");
  expect(await screen.findByText("B1, probable à 82 %")).toBeTruthy();
  again.page.unmount();
  const reloaded = open("/ailleurs");
  await reloaded.router.navigate("/test?language=it&form=adaptive", { state: remembered });
  expect(await screen.findByText("B1, probable à 82 %")).toBeTruthy();
});

test("a result that was kept before there was this test is still shown", async () => {
  localStorage.setItem(
    "testResult",
    JSON.stringify({
      language: "ITALIAN",
      questions: [{ id: 1, text: "Io ___ di Torino." }],
      result: {
        score: 1,
        total: 1,
        percent: 100,
        level: "A2",
        results: [{ questionId: 1, outcome: "right" }],
        recommendations: [],
        nextLevel: [],
      },
    }),
  );
  open("/result");
  expect(screen.getByText("Score obtenu : 1 / 1")).toBeTruthy();
  expect(screen.getByText("Io ___ di Torino.")).toBeTruthy();
});

test.each(["{}", '{"level":"B1","percent":80,"answered":9}'])(
  "an unreadable result (%s) invites to a test",
  (kept) => {
    localStorage.setItem(
      "testResult",
      `{"form":"adaptive","language":"ITALIAN","own":false,"result":${kept}}`,
    );
    open("/result");
    expect(screen.getByText("Aucun test n’a encore été terminé dans ce navigateur.")).toBeTruthy();
  },
);

test("a door says which test there is behind it", async () => {
  offers.all = [
    { language: "it", fixedQuestions: 12, adaptive: true },
    { language: "fr", fixedQuestions: 12, adaptive: false },
    { language: "es", fixedQuestions: 0, adaptive: false },
  ];
  open("/tests");
  const line = (language: string) =>
    screen.getByText(language).parentElement?.lastElementChild?.textContent;
  expect(line("Italien")).toBe("une dizaine de minutes");
  await screen.findByText("8 à 25 questions, une dizaine de minutes");
  expect(line("Italien")).toBe("8 à 25 questions, une dizaine de minutes");
  expect(line("Français")).toBe("12 questions, une dizaine de minutes");
  await screen.findByText("Espagnol");
  expect(line("Espagnol")).toBe("pas encore de test");
});

test("without the list of tests, and in its own form, the fixed test is there", async () => {
  offers.all = null;
  const first = open("/test?language=ITALIAN");
  expect(await screen.findByRole("radio", { name: "sono" })).toBeTruthy();
  first.page.unmount();
  offers.all = [{ language: "it", fixedQuestions: 3, adaptive: true }];
  open("/test?language=ITALIAN&form=fixed");
  expect(await screen.findByRole("radio", { name: "sono" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Commencer le test" })).toBeNull();
});

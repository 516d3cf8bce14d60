// Signing in, up and out as a visitor does it: by labels, in a router, against answers of the server.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { currentSession, endSession, startSession } from "web-shared/api/session";
import { student } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { AccountDialogs } from "./AccountDialogs";
import { DeleteAccountPage } from "./DeleteAccountPage";
import { EmailLinkPage } from "./EmailLinkPage";
import { InlineLogin } from "./InlineLogin";
import { ResetPasswordPage } from "./ResetPasswordPage";

type Answers = Record<string, (body: Record<string, unknown>, request: Request) => Response>;

const tokens = { accessToken: "access", refreshToken: "refresh" };

const problem = (status: number, code: string, fields?: unknown[]) =>
  Response.json({ status, code, message: `${code} en français`, fields }, { status });

const base: Answers = {
  "GET /auth/config": () => Response.json({ googleClientId: null, nonce: null }),
  "POST /auth/login": () => Response.json(tokens),
  "GET /users/me": () => Response.json(student),
};

function open(path: string, answers: Answers = {}) {
  const sent: Record<string, Record<string, unknown>> = {};
  const all = { ...base, ...answers };
  vi.stubGlobal("fetch", async (request: Request) => {
    const name = `${request.method} ${new URL(request.url).pathname.replace("/api", "")}`;
    const body = request.method === "GET" ? {} : await request.json();
    sent[name] = body;
    return all[name]?.(body, request) ?? problem(404, "not_found");
  });
  const router = createMemoryRouter(
    [
      { path: "/reinitialiser", element: <ResetPasswordPage /> },
      { path: "/verifier-email", element: <EmailLinkPage purpose="verify-email" /> },
      { path: "/supprimer-compte", element: <DeleteAccountPage /> },
      { path: "/inline", element: <InlineLogin /> },
      { path: "*", element: <AccountDialogs /> },
    ],
    { initialEntries: [path] },
  );
  render(
    <Provider queries={createQueryClient()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, sent, user: userEvent.setup() };
}

async function logIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText("Adresse e-mail"), student.email);
  await user.type(screen.getByLabelText("Mot de passe"), "secret1!");
  await user.click(screen.getByRole("button", { name: "Se connecter" }));
}

beforeEach(() => endSession());

test("a student signs in, is told so and goes home", async () => {
  const { router, sent, user } = open("/login");
  await user.click(await screen.findByLabelText("Se souvenir de moi"));
  await logIn(user);
  expect(await screen.findByText("Connexion réussie")).toBeTruthy();
  expect(sent["POST /auth/login"]).toEqual({
    email: student.email,
    password: "secret1!",
    rememberMe: true,
  });
  expect(currentSession()?.user.firstName).toBe("Jeanne");
  expect(localStorage.getItem("refreshToken")).toBe("refresh");
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});

test.each([
  [[{ canAccess: false }, { canAccess: true }], "/profile/subscriptions"],
  [[{ canAccess: false }], "/"],
  [null, "/"],
])("with the subscriptions %j a student arrives at %s", async (mine, place) => {
  const { router, user } = open("/login", {
    "GET /subscriptions/user/3": () => (mine ? Response.json(mine) : problem(500, "internal")),
  });
  await logIn(user);
  await waitFor(() => expect(router.state.location.pathname).toBe(place));
});

test.each([
  ["/profile/subscriptions?tab=done", "/profile/subscriptions?tab=done"],
  ["https://elsewhere.example/", "/"],
  ["//elsewhere.example/", "/"],
  ["/\\elsewhere.example/", "/"],
  ["/\t/elsewhere.example/", "/"],
])("asked to sign in on the way to %s, one arrives at %s", async (next, place) => {
  const { router, user } = open(`/?account=login&next=${encodeURIComponent(next)}`);
  await logIn(user);
  await waitFor(() => {
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(place);
  });
});

test("whoever is signed in is not asked to sign in again", async () => {
  startSession({ ...tokens, user: student }, false);
  const { router } = open("/login?next=/profile");
  await waitFor(() => expect(router.state.location.pathname).toBe("/profile"));
});

test("a wrong password is said in the dialog, which stays open", async () => {
  const { user } = open("/login", { "POST /auth/login": () => problem(401, "login_failed") });
  await logIn(user);
  expect((await screen.findByText("Échec de la connexion")).closest("[role=alert]")).toBeTruthy();
  expect(currentSession()).toBeNull();
});

test("a user that cannot be read is no session", async () => {
  const { user } = open("/login", { "GET /users/me": () => problem(403, "forbidden") });
  await logIn(user);
  expect(await screen.findByText("Impossible de récupérer les infos utilisateur")).toBeTruthy();
  expect(currentSession()).toBeNull();
});

describe("a second factor", () => {
  const asked = (challenge = "c1") => {
    const params = { challenge };
    const body = { status: 401, code: "second_factor_required", message: "", params };
    return Response.json(body, { status: 401 });
  };

  test("is asked for after the password, and opens the session that was wanted", async () => {
    const answers = [
      () => problem(422, "invalid", [{ name: "code", code: "wrong_code", message: "" }]),
      () => Response.json(tokens),
    ];
    const { router, sent, user } = open("/login", {
      "POST /auth/login": () => asked(),
      "POST /auth/second-factor": () => answers.shift()?.() ?? problem(500, "internal"),
    });
    await user.click(await screen.findByLabelText("Se souvenir de moi"));
    await logIn(user);
    const code = await screen.findByLabelText("Code à six chiffres");
    expect(code.getAttribute("inputmode")).toBe("numeric");
    expect(code.getAttribute("autocomplete")).toBe("one-time-code");
    await user.type(code, "000000{Enter}");
    expect(await screen.findByText(/Ce code n’est pas valable/)).toBeTruthy();
    expect(currentSession()).toBeNull();
    await user.clear(code);
    await user.type(code, "123 456{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
    expect(sent["POST /auth/second-factor"]).toEqual({ challenge: "c1", code: "123 456" });
    expect(localStorage.getItem("refreshToken")).toBe("refresh");
  });

  test("may be a recovery code", async () => {
    const { sent, user } = open("/inline", {
      "POST /auth/login": () => asked(),
      "POST /auth/second-factor": () => Response.json(tokens),
    });
    await logIn(user);
    await user.click(await screen.findByRole("button", { name: "Utiliser un code de secours" }));
    await user.type(screen.getByLabelText("Code de secours"), "ABCD-EFGH-IJKL-MNOP{Enter}");
    await waitFor(() => expect(currentSession()).not.toBeNull());
    expect(sent["POST /auth/second-factor"]).toEqual({
      challenge: "c1",
      code: "ABCD-EFGH-IJKL-MNOP",
    });
  });

  test("that comes too late leads back to the password, and says why", async () => {
    const { user } = open("/login", {
      "POST /auth/login": () => asked(),
      "POST /auth/second-factor": () => problem(410, "second_factor_expired"),
    });
    await logIn(user);
    await user.type(await screen.findByLabelText("Code à six chiffres"), "123456{Enter}");
    const why = await screen.findByText(/Cette connexion a été interrompue/);
    expect(why.closest("[role=alert]")).toBeTruthy();
    expect(screen.queryByLabelText("Code à six chiffres")).toBeNull();
    const email = screen.getByLabelText<HTMLInputElement>("Adresse e-mail");
    const password = screen.getByLabelText<HTMLInputElement>("Mot de passe");
    expect([email.value, password.value]).toEqual([student.email, ""]);
  });

  test("that the school requires and staff has not is led to, whatever was asked for", async () => {
    const missing = { ...student, role: "EDITOR", secondFactorMissing: true };
    const { router, user } = open("/?account=login&next=/catalogue", {
      "GET /users/me": () => Response.json(missing),
    });
    await logIn(user);
    await waitFor(() => {
      const { pathname, search } = router.state.location;
      expect(pathname + search).toBe("/profile?tab=security");
    });
  });
});

test("an account that must change its password does so, then signs in again", async () => {
  let reset: { authorization: string | null; body: unknown } | undefined;
  const { user } = open("/login", {
    "GET /users/me": () => Response.json({ ...student, mustResetPassword: true }),
    "PUT /users/3/reset-password": (body, request) => {
      reset = { authorization: request.headers.get("Authorization"), body };
      return new Response(null, { status: 204 });
    },
  });
  await logIn(user);
  const field = await screen.findByLabelText("Nouveau mot de passe");
  expect(document.activeElement).toBe(field);
  await user.type(field, "court");
  await user.click(screen.getByRole("button", { name: "Réinitialiser et se connecter" }));
  expect(screen.getByText("Le mot de passe doit contenir au moins 6 caractères.")).toBeTruthy();
  expect(currentSession()).toBeNull();

  await user.type(screen.getByLabelText("Nouveau mot de passe"), "!2026");
  await user.click(screen.getByRole("button", { name: "Réinitialiser et se connecter" }));
  expect(await screen.findByText("Mot de passe réinitialisé avec succès.")).toBeTruthy();
  expect(reset).toEqual({ authorization: "Bearer access", body: { newPassword: "court!2026" } });
  expect(screen.getByRole("button", { name: "Se connecter" })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Mot de passe"));
  expect(screen.queryByText("Ce champ est requis")).toBeNull();
  expect(currentSession()).toBeNull();
});

test("signing up sends the fixed values of the form and closes the dialog", async () => {
  const { router, sent, user } = open("/courses?account=signup", {
    "POST /auth/register": () => new Response("ok"),
  });
  await user.type(await screen.findByLabelText("Prénom"), "Jeanne");
  await user.type(screen.getByLabelText("Nom"), "Morel");
  await user.type(screen.getByLabelText("Adresse e-mail"), student.email);
  await user.type(screen.getByLabelText("Mot de passe"), "secret1!");
  await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
  expect(await screen.findByText("Votre compte est créé")).toBeTruthy();
  expect(sent["POST /auth/register"]).toMatchObject({
    phoneNumber: "0000000000",
    role: "STUDENT",
    registrationDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect(router.state.location.search).toBe("");
});

test("a refused sign-up names the fields, or the e-mail that is taken", async () => {
  const refusals = [
    problem(422, "invalid", [{ name: "email", code: "invalid_email", message: "" }]),
    problem(409, "email_taken"),
  ];
  const { user } = open("/signup", {
    "POST /auth/register": () => refusals.shift() ?? problem(500, "internal"),
  });
  await user.click(await screen.findByRole("button", { name: "Créer mon compte" }));
  const error = await screen.findByText("Adresse email invalide.");
  expect(screen.getByLabelText("Adresse e-mail").getAttribute("aria-describedby")).toContain(
    error.id,
  );

  await user.click(screen.getByRole("button", { name: "Créer mon compte" }));
  expect(
    await screen.findByText(
      "Création du compte impossible : adresse e-mail peut-être déjà utilisée",
    ),
  ).toBeTruthy();
});

test("each dialog gives way to the other", async () => {
  const { router, user } = open("/faq?account=login");
  await user.click(await screen.findByRole("button", { name: /Pas encore de compte/ }));
  expect(await screen.findByRole("dialog", { name: "Créer un compte" })).toBeTruthy();
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  await user.keyboard("{Escape}");
  expect(router.state.location).toMatchObject({ pathname: "/faq", search: "" });
});

test("asking for a new password always gets the same answer", async () => {
  const { user } = open("/?account=forgot", {
    "POST /users/forgot-password": () => new Response(null, { status: 204 }),
  });
  await user.type(await screen.findByLabelText("Adresse e-mail"), "qui@preau.test");
  await user.click(screen.getByRole("button", { name: "Recevoir un lien" }));
  expect(await screen.findByText(/Si un compte existe à cette adresse/)).toBeTruthy();
});

test("the link of a mail sets a password and leads to the sign-in", async () => {
  const { router, sent, user } = open("/reinitialiser?id=3&token=abc", {
    "PUT /users/3/reset-password": () => new Response(null, { status: 204 }),
  });
  await user.type(await screen.findByLabelText("Nouveau mot de passe"), "secret1!");
  await user.type(screen.getByLabelText("Confirmation"), "secret2!");
  await user.click(screen.getByRole("button", { name: "Enregistrer le mot de passe" }));
  expect(screen.getByText("Les mots de passe ne correspondent pas")).toBeTruthy();
  await user.clear(screen.getByLabelText("Confirmation"));
  await user.type(screen.getByLabelText("Confirmation"), "secret1!");
  await user.click(screen.getByRole("button", { name: "Enregistrer le mot de passe" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
  expect(sent["PUT /users/3/reset-password"]).toEqual({ token: "abc", newPassword: "secret1!" });
});

test("the link of a farewell asks once more before anything is deleted", async () => {
  const { router, sent, user } = open("/supprimer-compte?token=abc", {
    "POST /users/confirm-deletion": () => new Response(null, { status: 204 }),
  });
  const button = await screen.findByRole("button", { name: "Supprimer mon compte" });
  expect(sent["POST /users/confirm-deletion"]).toBeUndefined();
  await user.click(button);
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  expect(sent["POST /users/confirm-deletion"]).toEqual({ token: "abc" });
});

test("the link of an address mail is sent once", async () => {
  let times = 0;
  open("/verifier-email?token=abc", {
    "POST /users/verify-email": () => {
      times += 1;
      return new Response(null, { status: 204 });
    },
  });
  expect(await screen.findByText("Votre adresse est confirmée. Merci.")).toBeTruthy();
  expect(times).toBe(1);
});

test.each(["/inline", "/login"])(
  "the sign-in at %s wants both fields, and says so under each",
  async (path) => {
    const { sent, user } = open(path);
    await user.click(await screen.findByRole("button", { name: "Se connecter" }));
    const fields = () =>
      ["Adresse e-mail", "Mot de passe"].map((name) => {
        const described = screen.getByLabelText(name).getAttribute("aria-describedby");
        return described && document.getElementById(described)?.textContent;
      });
    expect(fields()).toEqual(["Ce champ est requis", "Ce champ est requis"]);
    expect(sent["POST /auth/login"]).toBeUndefined();
    await user.type(screen.getByLabelText("Adresse e-mail"), "x@example.fr");
    expect(fields()).toEqual([null, "Ce champ est requis"]);
  },
);

test("what the server says of a field of the sign-in stands under the field", async () => {
  const { user } = open("/login", {
    "POST /auth/login": () =>
      problem(422, "validation", [{ name: "email", code: "invalid_email", message: "fautif" }]),
  });
  await logIn(user);
  expect(await screen.findByText("Adresse email invalide.")).toBeTruthy();
  expect(screen.queryByText(/Connexion échouée|Échec de la connexion/)).toBeNull();
});

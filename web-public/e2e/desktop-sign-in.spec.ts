// The desktop app signs in through the school's page in the browser: a yes there opens a session of its own, and
// nothing else does.
import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Caller } from "./support/api.ts";
import { password, type School } from "./support/school.ts";
import { accessible, expect, test } from "./support/test.ts";
import { languages, saying } from "./support/texts.ts";
import { enter } from "./support/visitor.ts";

const base64url = (bytes: Buffer) => bytes.toString("base64url");

/** As the app does: a port of its own, a secret, and a link that names both. */
class DesktopApp {
  readonly verifier = base64url(randomBytes(32));
  readonly state = base64url(randomBytes(12));
  readonly redirectUri: string;
  /** What came to the port. */
  readonly told: Promise<URLSearchParams>;
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    this.redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/connexion`;
    this.told = new Promise((resolve) => {
      server.on("request", (request, response) => {
        const url = new URL(request.url ?? "/", this.redirectUri);
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
        response.end("<!doctype html><html lang=fr><title>Préau</title><h1>Préau est ouvert</h1>");
        if (url.pathname === "/connexion") resolve(url.searchParams);
      });
    });
  }

  static async open(): Promise<DesktopApp> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new DesktopApp(server);
  }

  get link(): string {
    const challenge = base64url(createHash("sha256").update(this.verifier).digest());
    return `/bureau?${new URLSearchParams({
      code_challenge: challenge,
      code_challenge_method: "S256",
      redirect_uri: this.redirectUri,
      state: this.state,
    })}`;
  }

  /** Changes the code for a session. */
  redeem(school: School, code: string, verifier = this.verifier) {
    const { redirectUri } = this;
    const proof = { code, codeVerifier: verifier, redirectUri };
    return new Caller(school.url).call("POST", "/auth/desktop-token", proof);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

let app: DesktopApp;
test.beforeEach(async () => {
  app = await DesktopApp.open();
});
test.afterEach(() => app.close());

test("an editor signs in, says yes, and the app works in their name", async ({ page, school }) => {
  await page.goto(app.link);
  const dialog = page.getByRole("dialog", { name: "Se connecter" });
  await dialog.getByLabel("Adresse e-mail").fill("editor@preau.test");
  await dialog.getByLabel("Mot de passe", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Se connecter", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ouvrir l’application Préau");
  await expect(page.getByRole("region", { name: /^Compte de / })).toContainText(
    "editor@preau.test",
  );
  await accessible(page);

  await page.getByRole("button", { name: "Autoriser" }).click();
  const told = await app.told;
  await expect(page.getByRole("heading", { name: "Préau est ouvert" })).toBeVisible();
  expect(told.get("state")).toBe(app.state);
  const code = told.get("code") ?? "";
  const { status, json } = await app.redeem(school, code);
  expect(status, JSON.stringify(json)).toBe(200);
  const session = new Caller(school.url, json.accessToken);
  expect(await session.ok("GET", "/users/me")).toMatchObject({ email: "editor@preau.test" });
  const places = await session.ok("GET", "/auth/sessions");
  const own = places.find((place: { current: boolean }) => place.current);
  expect(own).toMatchObject({ rememberMe: true, device: { browser: "Application Préau" } });
  expect((await session.ok("GET", "/changes?limit=5")).items).toHaveLength(5);
  expect((await app.redeem(school, code)).status, "a code is good once").toBe(401);
});

test("a code in other hands is worth nothing, and is burnt by the try", async ({
  page,
  school,
}) => {
  await enter(page, await new Caller(school.url).signIn("admin@preau.test", password));
  await page.goto(app.link);
  await page.getByRole("button", { name: "Autoriser" }).click();
  const code = (await app.told).get("code") ?? "";
  expect((await app.redeem(school, code, base64url(randomBytes(32)))).status).toBe(401);
  expect((await app.redeem(school, code)).status).toBe(401);
});

test("a no is told to the app", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn("admin@preau.test", password));
  await page.goto(app.link);
  await page.getByRole("button", { name: "Refuser" }).click();
  const told = await app.told;
  expect([told.get("error"), told.get("state"), told.get("code")]).toEqual([
    "access_denied",
    app.state,
    null,
  ]);
});

test("students and strange links are told so, in every language", async ({ page, school }) => {
  await enter(page, await new Caller(school.url).signIn("student@preau.test", password));
  for (const language of languages) {
    const say = saying(language);
    await page.goto(`${app.link}&lang=${language}`);
    await expect(page.getByText(say("desktop.staffOnly"))).toBeVisible();
    await expect(page.getByRole("button", { name: say("desktop.allow") })).toHaveCount(0);
    await accessible(page);
    await page.goto(`/bureau?redirect_uri=https://ailleurs.example&lang=${language}`);
    await expect(page.getByText(say("desktop.broken"))).toBeVisible();
  }
});

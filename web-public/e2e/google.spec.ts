// Google sign-in against a real OpenID provider on loopback: it signs, the school verifies.
import { createServer, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import Provider from "oidc-provider";
import { Caller } from "./support/api.ts";
import { freePort } from "./support/ports.ts";
import { School } from "./support/school.ts";

const clientId = "preau-e2e";

type Account = { email: string; email_verified: boolean };

/** A provider whose one account is signed in without asking. */
async function openProvider(accounts: Record<string, Account>) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: "none",
        grant_types: ["implicit"],
        response_types: ["id_token"],
        redirect_uris: ["https://preau.example/back"],
      },
    ],
    responseTypes: ["id_token"],
    pkce: { required: () => false },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["given_name", "family_name", "picture"],
    },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        given_name: "Ada",
        family_name: "Rossi",
        picture: "https://images.example/ada.png",
        ...accounts[id],
      }),
    }),
    cookies: { keys: ["preau"] },
  });
  provider.proxy = true;
  const handle = provider.callback();
  const server: Server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    if (!url.pathname.startsWith("/interaction/")) return void handle(request, response);
    try {
      const details = await provider.interactionDetails(request, response);
      const accountId = String(details.params.login_hint);
      const grant = new provider.Grant({ accountId, clientId });
      grant.addOIDCScope("openid email profile");
      grant.addOIDCClaims(["email", "email_verified", "given_name", "family_name", "picture"]);
      const consent = { grantId: await grant.save() };
      await provider.interactionFinished(request, response, { login: { accountId }, consent });
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { issuer, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** What Google's button would hand to the page: an ID token for this account and nonce. */
async function idToken(issuer: string, account: string, nonce: string): Promise<string> {
  let address = `${issuer}/auth?${new URLSearchParams({
    client_id: clientId,
    response_type: "id_token",
    scope: "openid email profile",
    redirect_uri: "https://preau.example/back",
    nonce,
    login_hint: account,
  })}`;
  const cookies = new Map<string, string>();
  for (let hops = 0; hops < 8; hops += 1) {
    const response = await fetch(address, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const [name = "", ...value] = pair.split("=");
      cookies.set(name, value.join("="));
    }
    const next = response.headers.get("location");
    if (!next) throw new Error(`${response.status} ${await response.text()}`);
    const target = new URL(next, issuer);
    const token = new URLSearchParams(target.hash.slice(1)).get("id_token");
    if (token) return token;
    if (target.hash) throw new Error(target.hash);
    address = `${issuer}${target.pathname}${target.search}`;
  }
  throw new Error("no token came back");
}

test("a verified Google account signs in, another’s token, nonce or address does not", async () => {
  const provider = await openProvider({
    ada: { email: "ada.rossi@exemple.test", email_verified: true },
    eve: { email: "eve@exemple.test", email_verified: false },
  });
  const school = await School.open({
    GOOGLE_CLIENT_ID: clientId,
    OIDC_ISSUER: provider.issuer,
  });
  try {
    const visitor = new Caller(school.url);
    const { googleClientId, nonce } = await visitor.ok("GET", "/auth/config");
    expect(googleClientId).toBe(clientId);

    const token = await idToken(provider.issuer, "ada", nonce);
    const first = await visitor.ok("POST", "/auth/google", { token, nonce });
    expect(first.token).toBe(first.accessToken);
    expect(first.user).toMatchObject({ email: "ada.rossi@exemple.test", role: "STUDENT" });
    const again = await visitor.ok("POST", "/auth/google", { token, nonce });
    expect(again.user.id).toBe(first.user.id);
    expect((await new Caller(school.url, first.accessToken).call("GET", "/users/me")).status).toBe(
      200,
    );

    const refusals = [
      { why: "an unverified address", token: await idToken(provider.issuer, "eve", nonce) },
      { why: "a foreign nonce", token: await idToken(provider.issuer, "ada", "stolen") },
      { why: "a tampered token", token: `${token.slice(0, -4)}AAAA` },
      { why: "no token at all", token: "abc" },
    ];
    for (const { why, token } of refusals) {
      const { status, json } = await visitor.call("POST", "/auth/google", { token, nonce });
      expect(status, `${why}: ${JSON.stringify(json)}`).toBeGreaterThanOrEqual(400);
      expect(status, why).toBeLessThan(500);
    }
  } finally {
    await school.close();
    await provider.close();
  }
});

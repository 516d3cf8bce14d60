// A certificate is verified as soon as its address is opened or its code is pasted; without a network by its signature.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { languageRows } from "web-shared/fixtures";
import { Provider } from "web-shared/ui/Provider";
import { cases, key } from "./certificatesTesting";
import { VerifyPage } from "./VerifyPage";

const code = cases[0]?.code ?? "";
const certificate = cases[0]?.summary;
const forged = cases.find((one) => one.code?.includes(key.id) && !one.signed)?.text;

let answer: () => Response;
let sent: { address: string; body: unknown }[];

beforeEach(() => {
  sent = [];
  answer = () => Response.json(certificate);
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.endsWith("/certificates/keys")) return Response.json([key]);
    if (request.url.endsWith("/languages")) return Response.json(languageRows);
    if (request.method === "GET") return Response.json({ name: "Préau", pages: [] });
    sent.push({ address: request.url, body: await request.json() });
    return answer();
  });
});

function open(hash = "") {
  const router = createMemoryRouter([{ path: "*", element: <VerifyPage /> }], {
    initialEntries: [`/verifier${hash}`],
  });
  const queries = createQueryClient();
  render(
    <Provider queries={queries}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const known = () => waitFor(() => expect(queries.isFetching()).toBe(0));
  return { router, known, user: userEvent.setup() };
}

const problem = (status: number, code: string, more: object = {}) =>
  Response.json({ status, code, message: "", requestId: "x", ...more }, { status });
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Code ou adresse/ });
const check = () => screen.getByRole("button", { name: "Vérifier" });
const verdict = (name: string) => screen.findByRole("heading", { name });

async function paste(user: ReturnType<typeof userEvent.setup>, text: string) {
  await user.click(field());
  await user.paste(text);
  await user.click(check());
}

test("the code in the address is checked at once, and leaves the page in a body only", async () => {
  open(`#${code}`);
  expect(await verdict("Attestation authentique")).toBe(document.activeElement);
  expect(screen.getByText("Zoé Nguyễn")).toBeTruthy();
  expect(screen.getByText("24 heures")).toBeTruthy();
  expect(field().value).toBe(code);
  expect(sent.map(({ body }) => body)).toEqual([{ code }]);
  expect(sent.map(({ address }) => address).join()).not.toContain("PREAU1");
});

test("a pasted address is checked, and the page bears its code from then on", async () => {
  const { router, user } = open();
  await paste(user, `  https://ecole.test/verifier#${code}\n`);
  expect(await verdict("Attestation authentique")).toBeTruthy();
  expect(router.state.location.hash).toBe(`#${code}`);
  expect(sent).toHaveLength(1);
});

test("nothing pasted: the field says what it wants, and nothing is asked", async () => {
  const { user } = open("#main"); // as the link to the content leaves it
  await user.click(check());
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText(/^Collez le code/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(sent).toEqual([]);
});

test.each([
  [
    "Attestation révoquée",
    () => problem(410, "certificate_revoked", { params: { day: "2026-03-02" } }),
  ],
  ["Attestation inconnue", () => problem(404, "not_found")],
  ["Attestation fausse ou modifiée", () => refused("certificate_forged")],
  ["Code illisible", () => refused("certificate_unreadable")],
])("what the school refuses is told: %s", async (title, refusal) => {
  answer = refusal;
  open(`#${code}`);
  expect(await verdict(title)).toBe(document.activeElement);
  expect(screen.getByRole("link", { name: "Écrivez à l’école" })).toBeTruthy();
  expect(screen.queryByText("Attestation authentique")).toBeNull();
});

const refused = (code: string) =>
  problem(422, "invalid_fields", { fields: [{ name: "code", code, message: "" }] });

test("without a network the signature is checked here; once it is back, the rest", async () => {
  answer = () => {
    throw new TypeError("Failed to fetch");
  };
  const { known, user } = open();
  await known();
  await paste(user, code);
  expect(await verdict("Signature authentique")).toBe(document.activeElement);
  expect(screen.getByText(/une révocation n’a donc pas pu être vérifiée/)).toBeTruthy();
  expect(screen.getByText("Zoé Nguyễn")).toBeTruthy();
  answer = () => Response.json(certificate);
  await user.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await verdict("Attestation authentique")).toBe(document.activeElement);
});

test("without a network a forged code is found out too", async () => {
  answer = () => problem(503, "unavailable");
  const { known, user } = open();
  await known();
  await paste(user, forged ?? "");
  expect(await verdict("Attestation fausse ou modifiée")).toBeTruthy();
});

test("without a network and without Ed25519 only the network can tell", async () => {
  answer = () => problem(503, "unavailable");
  vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("", "NotSupportedError"));
  const { known, user } = open();
  await known();
  await paste(user, code);
  expect(await verdict("École injoignable")).toBeTruthy();
  expect(screen.queryByText("Zoé Nguyễn")).toBeNull();
});

test("too many at once is no verdict", async () => {
  answer = () => problem(429, "too_many_requests");
  open(`#${code}`);
  expect(await screen.findByText("La vérification n’a pas pu être faite.")).toBeTruthy();
  answer = () => Response.json(certificate);
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await verdict("Attestation authentique")).toBeTruthy();
});

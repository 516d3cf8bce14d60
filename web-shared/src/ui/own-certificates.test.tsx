// What a learner finds of their certificates: one to keep, several told apart by their days, a revoked one said.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { Certificate } from "../api/certificates";
import { createQueryClient } from "../api/query";
import { OtherCertificates, OwnCertificates } from "./OwnCertificates";
import { Provider } from "./Provider";

const CERTIFICATE: Certificate = {
  id: 4,
  number: "ATT-2026-7K3M9QXZ",
  learnerName: "Jeanne Morel",
  courseName: "Primi passi",
  language: "it",
  level: "A1",
  hours: 24,
  startsOn: "2026-01-05",
  endsOn: "2026-03-29",
  issuedAt: "2026-03-30T10:00:00.000Z",
  revokedAt: null,
  revokeReason: null,
  subscriptionId: 7,
  verifyUrl: "https://ecole.test/verifier#PREAU1.a.b.c",
};

const asked: string[] = [];

async function open(certificates: Certificate[]) {
  asked.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push(new URL(request.url).pathname);
    if (request.url.endsWith("/pdf")) return new Response("%PDF-");
    return Response.json(certificates);
  });
  URL.createObjectURL = () => "blob:x"; // jsdom has none
  URL.revokeObjectURL = () => {};
  const queries = createQueryClient();
  render(
    <MemoryRouter>
      <Provider queries={queries}>
        <OwnCertificates subscriptionId={7} />
        <OtherCertificates />
      </Provider>
    </MemoryRouter>,
  );
  await waitFor(() => expect(queries.isFetching()).toBe(0));
}

const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

test("the certificate of a subscription is kept as PDF and can be handed on", async () => {
  await open([CERTIFICATE, { ...CERTIFICATE, id: 5, subscriptionId: 8 }]);
  const name = "Télécharger mon attestation (PDF) : Primi passi";
  await userEvent.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(asked).toContain("/api/certificates/4/pdf"));
  const link = screen.getByRole("link", { name: "Adresse de vérification : Primi passi" });
  expect(link.getAttribute("href")).toBe(CERTIFICATE.verifyUrl);
  expect(buttons()).toHaveLength(1);
});

test("two of one subscription are told apart by their days, and a revoked one is not to be had", async () => {
  const later = { ...CERTIFICATE, id: 6, issuedAt: "2026-06-01T22:30:00.000Z" };
  const revoked = { ...CERTIFICATE, id: 9, revokedAt: "2026-05-02T10:00:00.000Z" };
  await open([later, CERTIFICATE, revoked]);
  expect(buttons()).toEqual([
    "Télécharger mon attestation du 2 juin 2026 (PDF)",
    "Télécharger mon attestation du 30 mars 2026 (PDF)",
  ]);
  expect(screen.getByText(/^Votre attestation a été révoquée le 2 mai 2026/)).toBeTruthy();
});

test("one whose subscription is gone is still there", async () => {
  await open([{ ...CERTIFICATE, subscriptionId: null }]);
  expect(screen.getByRole("heading", { name: "Attestations d’autres cours" })).toBeTruthy();
  expect(buttons()).toEqual(["Primi passi, attestation du 30 mars 2026 (PDF)"]);
});

test("without any nothing stands there", async () => {
  await open([]);
  expect(buttons()).toEqual([]);
  expect(screen.queryByRole("list")).toBeNull();
});

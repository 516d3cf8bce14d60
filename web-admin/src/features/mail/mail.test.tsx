// The outbox while a mail is on its way.
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { isLeaving, type Mail } from "./api";
import { MailState } from "./Reading";

const leaving: Mail = {
  id: 1,
  kind: "test",
  recipient: "zoe@exemple.test",
  recipientName: "Zoé Blanc",
  language: "fr",
  subject: "Essai d’envoi",
  text: "Bonjour",
  status: "QUEUED",
  attempts: 1,
  createdAt: "2026-11-20T09:00:00Z",
  nextAttemptAt: "2026-11-20T09:02:00Z",
} as Mail;

const show = (mail: Mail) =>
  render(
    <Provider queries={createQueryClient()}>
      <MailState mail={mail} />
    </Provider>,
  );

test("a mail that is being sent is looked at again soon, and nothing is said of a next try", () => {
  expect(isLeaving(leaving)).toBe(true);
  show(leaving);
  expect(screen.getByText("En attente")).toBeTruthy();
  expect(screen.queryByText(/essai/)).toBeNull();
});

test("one that did not leave says how often it was tried, and is not waited for", () => {
  const delayed = { ...leaving, lastError: "451 réessayez" };
  expect(isLeaving(delayed)).toBe(false);
  expect(isLeaving({ ...leaving, status: "SENT" })).toBe(false);
  show(delayed);
  expect(screen.getByText(/1 essai/)).toBeTruthy();
});

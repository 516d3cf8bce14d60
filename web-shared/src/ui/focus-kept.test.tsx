// Where the focus is after a button has worked.
import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useFocusKept } from "./useFocusKept";

function Form({ busy }: { busy: boolean }) {
  useFocusKept();
  return (
    <>
      <fieldset disabled={busy}>
        <input id="field" />
      </fieldset>
      <button type="button" id="send" disabled={busy}>
        Envoyer
      </button>
      <p id="text">Merci.</p>
    </>
  );
}

/** As a browser does with what is disabled. */
const drop = () => (document.activeElement as HTMLElement).blur();
const element = (id: string) => document.getElementById(id);

for (const id of ["send", "field"]) {
  test(`it is on the ${id} again as soon as that works again`, async () => {
    const { rerender } = render(<Form busy={false} />);
    element(id)?.focus();
    rerender(<Form busy />);
    drop();
    rerender(<Form busy={false} />);
    await waitFor(() => expect(document.activeElement?.id).toBe(id));
  });
}

test("it stays where one has gone meanwhile", async () => {
  const { rerender } = render(<Form busy={false} />);
  element("send")?.focus();
  rerender(<Form busy />);
  drop();
  element("text")?.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
  rerender(<Form busy={false} />);
  await new Promise((done) => setTimeout(done, 20));
  expect(document.activeElement).toBe(document.body);
});

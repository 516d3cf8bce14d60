// Where the focus is after a dialog over a row.
import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useFocusBack } from "./useFocusBack";

function Dialog() {
  useFocusBack();
  return <p>Supprimer cette question ?</p>;
}

function Rows({ row, asked }: { row: boolean; asked: boolean }) {
  return (
    <main id="main" tabIndex={-1}>
      {row && (
        <button type="button" id="delete">
          Supprimer
        </button>
      )}
      {asked && <Dialog />}
    </main>
  );
}

function asked() {
  const { rerender } = render(<Rows row asked={false} />);
  document.getElementById("delete")?.focus();
  rerender(<Rows row asked />);
  (document.activeElement as HTMLElement).blur(); // as the dialog takes it along when it goes
  return rerender;
}

test("it goes back to the button that asked", () => {
  asked()(<Rows row asked={false} />);
  expect(document.activeElement?.id).toBe("delete");
});

test("it goes to the page when the row went with the dialog", () => {
  asked()(<Rows row={false} asked={false} />);
  expect(document.activeElement?.id).toBe("main");
});

test("it goes to the page when the row goes a moment after the dialog", async () => {
  const rerender = asked();
  rerender(<Rows row asked={false} />);
  rerender(<Rows row={false} asked={false} />);
  await waitFor(() => expect(document.activeElement?.id).toBe("main"));
});

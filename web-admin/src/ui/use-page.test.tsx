// What the address keeps when choices follow each other faster than the page is drawn.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { useChoice, useKept, usePage } from "./usePage";

const STATES = ["ALL", "DRAFT", "PUBLISHED"] as const;

function Filters() {
  const [, choose] = useChoice("status", STATES);
  const [, keep] = useKept(["from", "to"]);
  const [, turn] = usePage();
  const chooseAll = () => {
    turn(3);
    choose("DRAFT");
    keep({ from: "2026-06-01" });
    keep({ to: "2026-06-14" });
  };
  return (
    <button type="button" onClick={chooseAll}>
      Tout choisir
    </button>
  );
}

test.each([
  ["at once", undefined],
  ["after a loader", () => Promise.resolve(null)],
])("changes that follow each other keep what the ones before chose, %s", async (_, loader) => {
  const router = createMemoryRouter([{ path: "/", element: <Filters />, loader }], {
    initialEntries: ["/?q=lyon"],
  });
  render(<RouterProvider router={router} />);
  await userEvent.click(await screen.findByRole("button", { name: "Tout choisir" }));
  await waitFor(() =>
    expect(router.state.location.search).toBe("?q=lyon&status=DRAFT&from=2026-06-01&to=2026-06-14"),
  );
});

// Whoever has to sign in comes back to the very place they asked for.
import { render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useSearchParams } from "react-router";
import { expect, test } from "vitest";
import { ToSignIn } from "./ToSignIn";

function Next() {
  const [query] = useSearchParams();
  return <p>{query.get("next")}</p>;
}

test("with its query and its hash", () => {
  render(
    <MemoryRouter initialEntries={["/profile?tab=security#codes"]}>
      <Routes>
        <Route path="/login" element={<Next />} />
        <Route path="*" element={<ToSignIn at="/login" />} />
      </Routes>
    </MemoryRouter>,
  );
  expect(screen.getByText("/profile?tab=security#codes")).toBeTruthy();
});

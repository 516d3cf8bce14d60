// A learner's level: one press clears it, another brings it back, unless somebody has changed it meanwhile.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { Level } from "./Level";

test("a level that is cleared by mistake is taken back by its version", async () => {
  const sent: [unknown, string | null][] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { level } = await request.json();
    sent.push([level, request.headers.get("If-Match")]);
    return Response.json({ subscriptionId: 7, version: 4, level });
  });
  const { container } = render(
    <Provider queries={createQueryClient()}>
      <Level subscriptionId={7} learnerName="Jeanne Morel" level="B1" list={["class"]} />
    </Provider>,
  );
  const clear = container.querySelector(
    ".mantine-Select-section button, .mantine-InputClearButton-root",
  );
  await userEvent.click(clear as HTMLElement);
  expect(await screen.findByText(/Le niveau de Jeanne Morel est effacé/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Annuler" }));
  await waitFor(() =>
    expect(sent).toEqual([
      [null, null],
      ["B1", '"4"'],
    ]),
  );
});

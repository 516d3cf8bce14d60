// The desktop app as tests have it: its calls are noted, and answered as they say.
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { vi } from "vitest";
import { createQueryClient } from "web-shared/api/query";
import { Provider } from "web-shared/ui/Provider";
import { browser } from "../../platform/browser";
import type { State } from "../../platform/local";
import { runOn } from "../../platform/platform";
import type { App } from "../../platform/types";
import { STATE } from "./fixtures";

export function openApp(state: Partial<State>, calls: Partial<App> = {}) {
  const app = {
    state: vi.fn(async () => ({ ...STATE, ...state })),
    profiles: async () => [],
    on: () => () => undefined,
    ...calls,
  } as unknown as App;
  runOn({ ...browser, app });
  return app;
}

export function show(page: ReactNode) {
  return render(
    <Provider queries={createQueryClient()}>
      <MemoryRouter>{page}</MemoryRouter>
    </Provider>,
  );
}

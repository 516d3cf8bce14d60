// Everything a site stands in: theme, messages, server data. The nonce lets the theme write its style under the strict policy.
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import type { ReactNode } from "react";
import { theme } from "../theme/theme";

const nonce = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";
setNonce(nonce); // for the scroll lock of dialogs, which writes a style of its own

export function Provider({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider theme={theme} forceColorScheme="light" getStyleNonce={() => nonce}>
        <Notifications position="top-right" autoClose={6000} limit={4} />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}

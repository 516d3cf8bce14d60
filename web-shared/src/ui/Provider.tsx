// Everything a site stands in: theme, messages, server data. The nonce lets the theme write its style under the strict policy.
import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { theme } from "../theme/theme";

const Messages = lazy(() => import("./Messages").then(({ Messages }) => ({ default: Messages })));

interface ProviderProps {
  queries: QueryClient;
  /** What the content security policy of this page lets styles bear. */
  nonce?: string;
  children: ReactNode;
}

export function Provider({ queries, nonce = "", children }: ProviderProps) {
  setNonce(nonce); // for the scroll lock of dialogs, which writes a style of its own
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        forceColorScheme="light"
        getStyleNonce={() => nonce}
        env={import.meta.env.MODE === "test" ? "test" : "default"} // no transitions to wait for
      >
        <RestedMessages />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** The code of the messages comes when the page is at rest: no message is due before. */
function RestedMessages() {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    // Safari knows no idle time.
    if (!window.requestIdleCallback) {
      const rest = setTimeout(() => setRested(true), 1000);
      return () => clearTimeout(rest);
    }
    const rest = window.requestIdleCallback(() => setRested(true));
    return () => window.cancelIdleCallback(rest);
  }, []);
  return (
    rested && (
      <Suspense>
        <Messages />
      </Suspense>
    )
  );
}

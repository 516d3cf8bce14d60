// Everything a site stands in: theme, messages, server data. The variables of the theme are in the style sheet (build/styles.ts).
import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { theme } from "../theme/theme";
import { useFocusKept } from "./useFocusKept";

interface ProviderProps {
  queries: QueryClient;
  children: ReactNode;
}

export function Provider({ queries, children }: ProviderProps) {
  useFocusKept();
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        forceColorScheme="light"
        withCssVariables={false}
        withGlobalClasses={false}
        env={import.meta.env.MODE === "test" ? "test" : "default"} // no transitions to wait for
      >
        <RestedMessages />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** The code of the messages comes when the page is at rest: no message is due before. Without network it comes later. */
function RestedMessages() {
  const [Messages, setMessages] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      import("./Messages").then(
        (loaded) => setMessages(() => loaded.Messages),
        () => window.addEventListener("online", load, { once: true }),
      );
    const forget = atRest(load);
    return () => {
      forget();
      window.removeEventListener("online", load);
    };
  }, []);
  return Messages && <Messages />;
}

/** Runs it when nothing else is to be done; answers how to give that up. */
function atRest(work: () => void): () => void {
  // Safari knows no idle time.
  if (!window.requestIdleCallback) {
    const rest = setTimeout(work, 1000);
    return () => clearTimeout(rest);
  }
  const rest = window.requestIdleCallback(work);
  return () => window.cancelIdleCallback(rest);
}

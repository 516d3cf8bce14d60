// Everything a site stands in: theme, messages, server data. The nonce lets the theme write its style under the strict policy.
import { MantineProvider } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import type { ReactNode } from "react";
import { theme } from "../theme/theme";
import styles from "./Provider.module.css";

const nonce = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";
setNonce(nonce); // for the scroll lock of dialogs, which writes a style of its own

export function Provider({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        forceColorScheme="light"
        getStyleNonce={() => nonce}
        env={import.meta.env.MODE === "test" ? "test" : "default"} // no transitions to wait for
      >
        <Messages />
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}

/** Short messages: at the upper right under the navigation, at the foot of a phone. */
function Messages() {
  const phone = useMediaQuery("(max-width: 47.99em)");
  return (
    <Notifications
      className={styles.messages}
      position={phone ? "bottom-center" : "top-right"}
      autoClose={6000}
      limit={4}
      zIndex={250} // over dialogs, under open menus
    />
  );
}

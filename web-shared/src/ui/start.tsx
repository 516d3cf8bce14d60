// Starts a site: its texts and its first page, then the tree, over the painted one when the server sent it.
// Without texts there is only one sentence, and it stands here.
import { hydrate } from "@tanstack/react-query";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { followAccount } from "../accountChoices";
import { createQueryClient } from "../api/query";
import { currentSession } from "../api/session";
import { repeatEarly, stopNoting } from "../early";
import { setToday } from "../format/format";
import { startI18n } from "../i18n/i18n";
import { type Painted, readPainted } from "../painted";
import { firstLanguage, settleLanguage, showFontSize, storedFontSize } from "../preferences";
import { type Router, Site } from "./Site";

/** `open` makes the router, for a page that came painted or for one that did not. `ownTexts`: the site's own folder. */
export async function start(
  open: (painted: Painted | null) => Router | Promise<Router>,
  ownTexts?: string,
) {
  const place = document.getElementById("root");
  if (!place) return;
  const painted = readPainted();
  showFontSize(storedFontSize());
  followAccount();
  let router: Router;
  try {
    [router] = await Promise.all([
      open(painted),
      startI18n(firstLanguage(painted !== null), ownTexts),
    ]);
  } catch {
    if (!painted) {
      place.textContent = "Le site n'a pas pu se charger. Rechargez la page dans un instant.";
    }
    return;
  }
  const queries = createQueryClient();
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";
  const site = (
    <Site router={router} queries={queries} nonce={nonce} onShown={painted ? takenOver : shown} />
  );
  if (!painted) {
    createRoot(place).render(site);
    return;
  }
  setToday(painted.today);
  hydrate(queries, asOfNow(painted.queries));
  // In small steps: the page answers in between.
  startTransition(() => {
    hydrateRoot(place, site);
  });
  stopNoting();
}

function takenOver(): void {
  repeatEarly();
  shown();
}

function shown(): void {
  setToday(null);
  document.documentElement.removeAttribute("data-signed-in");
  settleLanguage();
}

/** The server has just looked whether its answers still hold; whoever is signed in may get others and asks again. */
function asOfNow({ queries, ...rest }: Painted["queries"]): Painted["queries"] {
  const dataUpdatedAt = currentSession() ? 0 : Date.now();
  return {
    ...rest,
    queries: queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })),
  };
}

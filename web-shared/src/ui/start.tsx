// Starts a site: loads its texts and its first page, then renders, or hydrates a server-rendered page.
// When the texts cannot be loaded, one sentence from here is shown.
import { hydrate } from "@tanstack/react-query";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { followAccount } from "../accountChoices";
import { createQueryClient } from "../api/query";
import { currentSession } from "../api/session";
import { replayEvents, stopRecording } from "../eventReplay";
import { setToday } from "../format/format";
import { startI18n } from "../i18n/i18n";
import { firstLanguage, settleLanguage, showFontSize, storedFontSize } from "../preferences";
import { readServerRendered, type ServerRendered } from "../serverRendered";
import { type Router, Site } from "./Site";

/** `open` creates the router; it gets null for a page without rendered content. `ownTexts`: the site's own folder. */
export async function start(
  open: (rendered: ServerRendered | null) => Router | Promise<Router>,
  ownTexts?: string,
) {
  const place = document.getElementById("root");
  if (!place) return;
  const rendered = readServerRendered();
  showFontSize(storedFontSize());
  followAccount();
  let router: Router;
  try {
    [router] = await Promise.all([
      open(rendered),
      startI18n(firstLanguage(rendered !== null), { ownTexts, brought: rendered?.texts }),
    ]);
  } catch {
    if (!rendered) {
      place.textContent = "Le site n'a pas pu se charger. Rechargez la page dans un instant.";
    }
    return;
  }
  const queries = createQueryClient();
  const site = <Site router={router} queries={queries} onShown={rendered ? hydrated : shown} />;
  if (!rendered) {
    createRoot(place).render(site);
    return;
  }
  setToday(rendered.today);
  hydrate(queries, asOfNow(rendered.queries));
  // A transition is interruptible: the page stays responsive.
  startTransition(() => {
    hydrateRoot(place, site);
  });
  stopRecording();
}

function hydrated(): void {
  replayEvents();
  shown();
}

function shown(): void {
  setToday(null);
  document.documentElement.removeAttribute("data-signed-in");
  settleLanguage();
}

/** The server has just validated its responses; signed-in users may get others, so their queries count as stale. */
function asOfNow({ queries, ...rest }: ServerRendered["queries"]): ServerRendered["queries"] {
  const dataUpdatedAt = currentSession() ? 0 : Date.now();
  return {
    ...rest,
    queries: queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } })),
  };
}

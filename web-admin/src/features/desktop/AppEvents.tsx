// Around every page of the desktop app: what the app tells of is shown, and the window's menu reaches the page.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type NavigateFunction, Outlet, useLocation, useNavigate } from "react-router";
import { currentSession, endSession, updateUser, useSession } from "web-shared/api/session";
import { same } from "web-shared/merge";
import { notifyFailure, notifyNote } from "web-shared/ui/notify";
import { platform, theApp } from "../../platform/platform";
import { enter } from "../../platform/session";
import { stateQuery } from "../../platform/state";
import { whenNobodyWrites } from "../../ui/writing";
import { useSync } from "./api";
import { keysOf } from "./changed";
import { formToSave } from "./forms";

export function AppEvents() {
  useRefreshed();
  useMenu();
  useAccount();
  useLeftDrafts();
  return <Outlet />;
}

/** Asks again for whatever the app says is different. */
function useRefreshed() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const numbered = useEffectEvent(() => follow(pathname + search, navigate));
  const refused = useEffectEvent(() => notifyFailure(t("dashboard.desktop.queue.refused")));
  useEffect(() => {
    const app = theApp();
    const renew = (queryKey: readonly unknown[]) => void queries.invalidateQueries({ queryKey });
    const changed = new Set<string>();
    const renewChanged = () => {
      numbered();
      for (const key of keysOf([...changed])) renew(key);
      changed.clear();
    };
    const ends = [
      app.on("state", () => renew(["desktop"])),
      app.on("sync-failed", () => refused()),
      app.on("changed", (kinds) => {
        for (const kind of kinds) changed.add(kind);
        whenNobodyWrites(renewChanged);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [queries]);
}

/** A page that shows a row which the school had not numbered goes on under the number that it has now. */
function follow(here: string, go: NavigateFunction) {
  if (!GIVEN_HERE.test(here)) return;
  const followed = (place: string) => {
    if (place !== here) void go(place, { replace: true, preventScrollReset: true });
  };
  // Unless it can be asked, its first number does: that is understood for good.
  theApp()
    .place(here)
    .then(followed, () => undefined);
}

const GIVEN_HERE = /[/=]-\d/;

function useMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate: sync } = useSync();
  const last = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const form = target instanceof Element ? target.closest("form") : null;
      if (form) last.current = form;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  const choose = useEffectEvent((entry: string) => {
    if (entry === "save") {
      const form = formToSave(last.current);
      if (form) form.requestSubmit();
      else notifyNote(t("dashboard.desktop.nothingToSave"));
    }
    if (entry === "new-course") void navigate("/course/add");
    if (entry === "sync") sync();
  });
  useEffect(() => theApp().on("menu", (entry) => choose(entry)), []);
}

/** What was typed before the program ended last time is told of once, on whatever page it begins. */
function useLeftDrafts() {
  const { t } = useTranslation();
  const user = useSession()?.user.id;
  const tell = useEffectEvent((count: number) => {
    if (count > 0) notifyNote(t("dashboard.desktop.drafts.left", { count }));
  });
  useEffect(() => {
    if (user === undefined) return;
    platform.drafts?.all().then(
      (drafts) => tell(drafts.length),
      () => undefined, // the panel tells of it when it is opened
    );
  }, [user]);
}

/** Who is signed in is the app's to say. */
function useAccount() {
  const { data } = useQuery(stateQuery);
  useEffect(() => {
    const session = currentSession();
    if (!data || !session) return;
    if (!data.user) endSession();
    else if (data.user.id !== session.user.id) enter(data.user);
    else if (!same(data.user, session.user)) updateUser(data.user);
  }, [data]);
}

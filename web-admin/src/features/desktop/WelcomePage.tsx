// The first page of the desktop app: which school, and who one is there. Whoever was here before only chooses.
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import {
  currentLanguage,
  type InterfaceLanguage,
  interfaceLanguages,
  ownNames,
} from "web-shared/i18n/i18n";
import { chooseLanguage } from "web-shared/preferences";
import { Page } from "web-shared/ui/Page";
import { Waiting } from "web-shared/ui/Scene";
import type { FoundSchool, State } from "../../platform/local";
import { enter } from "../../platform/session";
import { stateQuery } from "../../platform/state";
import { profilesQuery } from "./api";
import { Diagnostics } from "./Diagnostics";
import { Profiles } from "./Profiles";
import { SchoolForm } from "./SchoolForm";
import { SignIn } from "./SignIn";
import { DiskTrouble } from "./Troubles";
import styles from "./Welcome.module.css";

export function WelcomePage() {
  const { t } = useTranslation();
  const { data: state } = useQuery(stateQuery);
  const profiles = useQuery(profilesQuery);
  useEntering(state);
  return (
    <Page title={t("dashboard.desktop.welcome.title")}>
      <main id="main" className={styles.wall} tabIndex={-1}>
        <div className={styles.card}>
          <img src="/logo.svg" alt="Préau" width={165} height={40} />
          <h1>{t("dashboard.desktop.welcome.title")}</h1>
          {state && !profiles.isPending ? (
            <Ways state={state} known={(profiles.data ?? []).length > 0} />
          ) : (
            <Waiting>{null}</Waiting>
          )}
        </div>
        <Language />
        <Diagnostics />
      </main>
    </Page>
  );
}

/** Whoever is signed in, here or in the browser, goes on to the dashboard. */
function useEntering(state: State | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!state?.user || state.connection === "signed_out") return;
    enter(state.user);
    void navigate("/accueil", { replace: true });
  }, [state, navigate]);
}

/** Whether it knows Google accounts is known only of one that was just found. */
type School = NonNullable<State["school"]> & Partial<FoundSchool>;

function Ways({ state, known }: { state: State; known: boolean }) {
  // What was chosen here counts, whatever the app says later: nothing that is being filled is drawn anew.
  const [chosen, setChosen] = useState<School | null>();
  const school = chosen === undefined ? state.school : chosen;
  const [other, setOther] = useState(false);
  // A locked profile that was left for the list again.
  const [left, setLeft] = useState<string | null>(null);
  const locked = state.locked && state.locked.id !== left;
  const begin = () => {
    setChosen(undefined);
    setLeft(null);
  };
  if (state.disk && !state.user) return <DiskTrouble disk={state.disk} />;
  if (known && !other && !state.user && !locked) {
    return <Profiles onOpen={begin} onOther={() => setOther(true)} />;
  }
  const back = () => {
    setOther(false);
    setChosen(undefined);
    setLeft(state.locked?.id ?? null);
  };
  if (!school) return <SchoolForm onFound={setChosen} {...(known && { onBack: back })} />;
  return <SignIn school={school} state={state} onOtherSchool={() => setChosen(null)} />;
}

/** Before anybody is known, the page speaks as it is told to. */
function Language() {
  const { t } = useTranslation();
  return (
    <Select
      className={styles.language ?? ""}
      aria-label={t("nav.language")}
      value={currentLanguage()}
      data={interfaceLanguages.map((value) => ({ value, label: ownNames[value] }))}
      allowDeselect={false}
      onChange={(value) => {
        if (value) void chooseLanguage(value as InterfaceLanguage).catch(() => undefined);
      }}
    />
  );
}

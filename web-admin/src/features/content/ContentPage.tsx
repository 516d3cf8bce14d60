// All that is taught, as one tree: courses, their modules, chapters and lessons. Branches are read when they are unfolded;
// a search looks through the titles of all.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { wordsOf } from "web-shared/format/search";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { SearchField } from "../../ui/SearchField";
import { useSought } from "../../ui/usePage";
import { ContentTree } from "./ContentTree";
import styles from "./Tree.module.css";
import { linesOf } from "./tree";
import { UnsavedForms } from "./unsaved";
import { useOutline } from "./useOutline";

export function ContentPage() {
  const { t } = useTranslation();
  return (
    <DashboardPage title={t("dashboard.nav.content")} lead={t("dashboard.content.tree.lead")}>
      <SearchField className={styles.search ?? ""} label={t("dashboard.content.tree.search")} />
      <UnsavedForms>
        <Content />
      </UnsavedForms>
    </DashboardPage>
  );
}

type Toggled = ReadonlyMap<string, boolean>;

function Content() {
  const { t } = useTranslation();
  const sought = useSought();
  const words = wordsOf(sought);
  const searching = words.length > 0;
  // What is unfolded in a search is forgotten with it.
  const [toggled, setToggled] = useState<{ always: Toggled; found: Toggled; sought: string }>({
    always: new Map(),
    found: new Map(),
    sought,
  });
  const found = toggled.sought === sought ? toggled.found : new Map<string, boolean>();
  const view = { words, toggled: searching ? found : toggled.always };
  const { outline, error, retry, failures, progress } = useOutline({
    modules: openIn(view.toggled, "module"),
    chapters: openIn(view.toggled, "chapter"),
    everything: searching,
  });
  if (!outline && error) return <FailedState error={error} onRetry={retry} />;
  if (!outline) return <Waiting />;

  const lines = linesOf(outline, view);
  const complete = progress.read + failures.size >= progress.total;
  function toggle(key: string, open: boolean) {
    const after = new Map(view.toggled).set(key, open);
    setToggled(searching ? { ...toggled, found: after, sought } : { ...toggled, always: after });
  }

  return (
    <>
      <p className={styles.status} role="status">
        {searching &&
          (complete
            ? t("dashboard.content.tree.hits", { count: lines.filter(({ hit }) => hit).length })
            : t("dashboard.content.tree.reading", progress))}
      </p>
      {searching && failures.size > 0 && (
        <FailedState
          what={t("dashboard.content.tree.unread")}
          error={[...failures.values()][0]}
          onRetry={retry}
        />
      )}
      {lines.length > 0 && (
        <>
          <ContentTree
            outline={outline}
            lines={lines}
            words={words}
            failures={failures}
            onRetry={retry}
            onToggle={toggle}
          />
          <p className={styles.keysHint}>{t("dashboard.content.tree.keys")}</p>
        </>
      )}
      {outline.courses.length === 0 && <Note>{t("dashboard.courses.empty")}</Note>}
    </>
  );
}

function openIn(toggled: Toggled, kind: string): Set<number> {
  const open = [...toggled].filter(([key, is]) => is && key.startsWith(`${kind}-`));
  return new Set(open.map(([key]) => Number(key.slice(kind.length + 1))));
}

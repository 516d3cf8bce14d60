// In the top bar: how things stand between this computer and the school. It opens the panel of what waits.
import { Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import { stateQuery } from "../../platform/state";
import styles from "./Pill.module.css";
import { ICONS, toneOf, type Word, wordsOf } from "./standing";

const Panel = lazy(() => import("./Panel").then(({ Panel }) => ({ default: Panel })));

export function Pill() {
  const { t } = useTranslation();
  const { data: state } = useQuery(stateQuery);
  const [opened, panel] = useDisclosure(false);
  const { pathname, search } = useLocation();
  const { close } = panel;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever followed a link of the panel wants to see its page
  useEffect(close, [pathname, search]);
  if (!state) return null;
  const words = wordsOf(state);
  const said = words.map(({ standing, count }) =>
    t(`dashboard.desktop.pill.${standing}`, { count }),
  );
  return (
    <>
      <button
        type="button"
        className={styles.pill}
        data-tone={toneOf(words)}
        aria-haspopup="dialog"
        aria-label={t("dashboard.desktop.pill.label", { state: said.join(", ") })}
        onClick={panel.open}
      >
        {words.map((word, at) => (
          <Shown key={word.standing} word={word} said={said[at] ?? ""} busy={state.syncing} />
        ))}
      </button>
      <span className="hidden" role="status">
        {said.join(", ")}
      </span>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        size={720}
        title={t("dashboard.desktop.panel.title")}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        <Suspense>{opened && <Panel state={state} />}</Suspense>
      </Drawer>
    </>
  );
}

/** A sign and a word; on a phone the sign and how many. */
function Shown({ word, said, busy }: { word: Word; said: string; busy: boolean }) {
  const { standing, count } = word;
  const moving = busy && (standing === "online" || standing === "waiting");
  return (
    <span className={styles.word} data-moving={moving || undefined}>
      <Icon name={moving ? "arrow-clockwise" : ICONS[standing]} size={18} />
      <span className={styles.said}>{said}</span>
      {count > 0 && <span className={styles.count}>{count}</span>}
    </span>
  );
}

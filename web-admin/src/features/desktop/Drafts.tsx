// What was typed in forms and not saved: each leads to its form, where it is offered again.
import { Button } from "@mantine/core";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { moment } from "web-shared/format/format";
import { Confirm } from "web-shared/ui/Confirm";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import type { Draft } from "../../platform/local";
import { platform } from "../../platform/platform";
import { CopyButton } from "./CopyButton";
import styles from "./Panel.module.css";
import { plain, thingOf } from "./things";

const draftsQuery = queryOptions({
  queryKey: ["desktop", "drafts"],
  staleTime: 0,
  queryFn: async () => (await platform.drafts?.all()) ?? [],
});

export function Drafts() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(draftsQuery);
  if (!data && error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  if (data.length === 0)
    return <p className={styles.none}>{t("dashboard.desktop.drafts.empty")}</p>;
  return (
    <ul className={styles.list} aria-label={t("dashboard.desktop.panel.tabs.drafts")}>
      {data.map((draft) => (
        <DraftItem key={draft.key} draft={draft} />
      ))}
    </ul>
  );
}

function DraftItem({ draft: { key, title, place, savedAt, value } }: { draft: Draft }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const queries = useQueryClient();
  const discard = useMutation({
    mutationFn: async () => platform.drafts?.forget(key),
    onSettled: () => queries.invalidateQueries({ queryKey: ["desktop"] }),
  });
  const name = thingOf(key.split("/")[0] ?? "", title);
  return (
    <li className={styles.item}>
      <h3 lang="fr">{name}</h3>
      <p className={styles.facts}>{moment(savedAt)}</p>
      <div className={styles.buttons}>
        <Button component={Link} to={place} variant="light" size="sm">
          {t("dashboard.desktop.drafts.open")}
        </Button>
        <CopyButton text={textsOf(value)} name={name} />
        <Button variant="subtle" color="red" size="sm" onClick={() => setAsked(true)}>
          {t("dashboard.desktop.draft.discard")}
        </Button>
      </div>
      {asked && (
        <Confirm
          title={t("dashboard.desktop.drafts.discardAsk")}
          action={t("dashboard.desktop.draft.discard")}
          busy={discard.isPending}
          error={discard.error}
          onConfirm={() => discard.mutate()}
          onClose={() => setAsked(false)}
        >
          <p lang="fr">{name}</p>
        </Confirm>
      )}
    </li>
  );
}

/** The words of the latest sitting: whatever became of the form, they are not lost. */
function textsOf(value: unknown): string {
  const [latest] = Array.isArray(value) ? value : [value];
  return wordsIn((latest as { typed?: unknown } | null)?.typed ?? latest).join("\n\n");
}

function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim() ? [plain(value)] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (INWARD.test(name) ? [] : wordsIn(one)));
}

const INWARD = /^(key|id|type|typeCode|lang|flag|photoUrl|mediaUrl|startDate|endDate)$/;

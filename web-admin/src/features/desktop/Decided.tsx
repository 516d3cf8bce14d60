// After a choice: it can be taken back until it was sent; and the way to what else waits.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { errorText } from "web-shared/i18n/errors";
import { Note } from "web-shared/ui/Scene";
import { operationsQuery, useUndo } from "./api";
import styles from "./Merge.module.css";
import { mergeAddress } from "./places";

export function Decided({ operation, onUndone }: { operation: string; onUndone: () => void }) {
  const { t } = useTranslation();
  const undo = useUndo();
  const operations = useQuery(operationsQuery).data ?? [];
  const rest = operations.filter(({ id, state }) => state === "conflict" && id !== operation);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div className={styles.form} ref={place} tabIndex={-1}>
      <div role="status">
        <Note tone="success">{t("dashboard.desktop.merge.decided")}</Note>
      </div>
      <div role="alert">{undo.error && <Note tone="danger">{errorText(undo.error)}</Note>}</div>
      <div className={styles.buttons}>
        {rest[0] && (
          <Button component={Link} to={mergeAddress(rest[0].id)}>
            {t("dashboard.desktop.merge.next", { count: rest.length })}
          </Button>
        )}
        <Button component={Link} to="/accueil" variant="outline">
          {t("nav.dashboard")}
        </Button>
        <Button
          variant="subtle"
          loading={undo.isPending}
          onClick={() => undo.mutate(operation, { onSuccess: onUndone })}
        >
          {t("dashboard.desktop.merge.undo")}
        </Button>
      </div>
    </div>
  );
}

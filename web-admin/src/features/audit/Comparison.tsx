// What a change changed, field by field: before at the left, after at the right; on a phone one above the other.
import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { RichText } from "web-shared/ui/RichText";
import styles from "./Audit.module.css";
import type { Entry } from "./api";
import { type Difference, differencesOf, type Value } from "./comparison";
import { sentenceOf } from "./sentences";

export function Comparison({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={entry !== null}
      onClose={onClose}
      size="xl"
      title={entry && <span className={styles.title}>{sentenceOf(entry).what}</span>}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {entry && <Differences entry={entry} />}
    </Modal>
  );
}

function Differences({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const differences = differencesOf(entry);
  const { did, what } = sentenceOf(entry);
  const sides = [entry.before && "before", entry.after && "after"] as const;
  return (
    <>
      <p className={styles.signature}>
        {entry.userName ?? t("dashboard.audit.left")} {did} {what} · {moment(entry.at)}
      </p>
      {differences.length === 0 && <p>{t("dashboard.audit.same")}</p>}
      <dl className={styles.differences}>
        {differences.map((difference) => (
          <div key={difference.field}>
            <dt>{difference.label}</dt>
            {sides.map((side) => side && <Side key={side} side={side} difference={difference} />)}
          </div>
        ))}
      </dl>
    </>
  );
}

function Side({ side, difference }: { side: "before" | "after"; difference: Difference }) {
  const { t } = useTranslation();
  return (
    <dd data-side={side}>
      <small>{t(`dashboard.audit.${side}`)}</small>
      <Shown value={difference[side]} />
    </dd>
  );
}

function Shown({ value }: { value: Value }) {
  const { t } = useTranslation();
  if (!value) return <p className={styles.nothing}>{t("dashboard.audit.nothing")}</p>;
  if ("html" in value) return <RichText html={value.html} />;
  return (
    <p className={styles.plain} lang="fr">
      {value.text}
    </p>
  );
}

// One place where two versions meet: what stood there, mine and theirs beside each other, and what shall stand there.
import { Button, Radio } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { RichText } from "web-shared/ui/RichText";
import type { Conflict, ConflictPart } from "../../platform/local";
import { type Called, isCompared, type Mark, markedHtml, marksOf } from "./comparing";
import { DecidedField } from "./DecidedField";
import styles from "./Merge.module.css";
import { chosenValue, type Decision, mayKeepBoth, type Whose, writingOf } from "./merging";
import { isRich, labelOf, type Names, wordsOfValue } from "./things";

interface PartProps {
  part: ConflictPart;
  conflict: Conflict;
  names: Names | undefined;
  decision: Decision | undefined;
  onDecide: (decision: Decision) => void;
}

export function Part({ part, conflict, names, decision, onDecide }: PartProps) {
  const { t } = useTranslation();
  const heading = useId();
  const { path, base, mine, theirs } = part;
  const called = conflict.by?.name ?? t("dashboard.desktop.merge.somebody");
  const whole = path === "";
  const sides: { whose: Whose; title: string; value: unknown }[] = [
    { whose: "mine", title: t("dashboard.desktop.merge.mine"), value: mine },
    {
      whose: "theirs",
      title: t("dashboard.desktop.merge.theirs", { name: called }),
      value: theirs,
    },
  ];
  const label = labelOf(path, conflict.merged, mine ?? base ?? theirs);
  const before = isCompared(part) ? base : undefined;
  const shown = (value: unknown, before?: unknown) => (
    <Shown path={path} value={value} before={before} names={names} />
  );
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>{whole ? t("dashboard.desktop.merge.whole") : label}</h2>
      <Radio.Group
        value={decision?.whose ?? null}
        onChange={(whose) => onDecide({ whose: whose as Whose })}
        aria-labelledby={heading}
      >
        <div className={styles.sides} data-base={!whole || undefined}>
          {!whole && (
            <div className={styles.side} data-whose="base">
              <p className={styles.title}>{t("dashboard.desktop.merge.base")}</p>
              {shown(base)}
            </div>
          )}
          {sides.map(({ whose, title, value }) => (
            <Side key={whose} whose={whose} title={title} chosen={decision?.whose === whose}>
              {shown(value, before)}
            </Side>
          ))}
        </div>
        {mayKeepBoth(part) && (
          <Radio
            className={styles.both ?? ""}
            value="both"
            label={t("dashboard.desktop.merge.both")}
          />
        )}
      </Radio.Group>
      {decision && writingOf(part) && (
        <Result part={part} decision={decision} label={label} onDecide={onDecide} />
      )}
    </section>
  );
}

interface SideProps {
  whose: Whose;
  title: string;
  chosen: boolean;
  children: ReactNode;
}

function Side({ whose, title, chosen, children }: SideProps) {
  const content = useId();
  return (
    <div className={styles.side} data-whose={whose} data-chosen={chosen || undefined}>
      <Radio value={whose} label={title} aria-describedby={content} />
      <div id={content}>{children}</div>
    </div>
  );
}

/** All of it, or a row of a list: where there is none, somebody took it away. */
const ROW = /^$|^[^/]+\/[^/]+$/;

interface ShownProps {
  path: string;
  value: unknown;
  /** What stood there before, where the differences are marked. */
  before?: unknown;
  names: Names | undefined;
}

/** Rich text as it will be read, everything else in plain words. */
function Shown({ path, value, before, names }: ShownProps) {
  const { t } = useTranslation();
  const called = {
    added: t("dashboard.desktop.merge.added"),
    removed: t("dashboard.desktop.merge.takenOut"),
    end: t("dashboard.desktop.merge.endOfMark"),
  };
  if (value === null && ROW.test(path))
    return <p className={styles.nothing}>{t("dashboard.desktop.merge.removed")}</p>;
  if (isRich(value)) {
    const html = typeof before === "string" ? markedHtml(before, value, called) : value;
    return <RichText html={html} className={styles.rich ?? ""} />;
  }
  const words = wordsOfValue(path, value, names);
  if (!words) return <p className={styles.nothing}>{t("profile.conflict.empty")}</p>;
  const marks = marksOf(before === undefined ? "" : wordsOfValue(path, before, names), words);
  return (
    <p className={styles.words} lang="fr">
      {marks.map((mark, at) => (
        <Marked key={at} mark={mark} called={called} />
      ))}
    </p>
  );
}

/** Not told by colour alone: by a line through or under it, and in words to those who do not see them. */
function Marked({ mark: { kind, text }, called }: { mark: Mark; called: Called }) {
  if (kind === "same") return text;
  const Tag = kind === "added" ? "ins" : "del";
  return (
    <Tag>
      <span className="hidden">{called[kind]} </span>
      {text}
      <span className="hidden"> {called.end} </span>
    </Tag>
  );
}

interface ResultProps {
  part: ConflictPart;
  decision: Decision;
  label: string;
  onDecide: (decision: Decision) => void;
}

/** What was chosen may be written on. */
function Result({ part, decision, label, onDecide }: ResultProps) {
  const { t } = useTranslation();
  const [writing, setWriting] = useState(false);
  const { whose, written } = decision;
  if (!writing) {
    return (
      <Button
        className={styles.write ?? ""}
        variant="light"
        size="sm"
        onClick={() => setWriting(true)}
      >
        {t("dashboard.desktop.merge.write")}
        <span className="hidden"> : {label}</span>
      </Button>
    );
  }
  return (
    <DecidedField
      key={whose}
      kind={writingOf(part)}
      label={t("dashboard.desktop.merge.result", { label })}
      value={written === undefined ? chosenValue(part, whose) : written}
      onChange={(value) => onDecide({ whose, written: value })}
    />
  );
}

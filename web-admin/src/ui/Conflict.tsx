// Somebody else saved the same thing meanwhile. Where both changed a field, both are shown and one is chosen; whatever
// only one of them changed is kept. The result goes back into the form, for a last look before it is saved.
import { Button, Radio } from "@mantine/core";
import i18next from "i18next";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { at } from "web-shared/merge";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { Note } from "web-shared/ui/Scene";
import styles from "./Conflict.module.css";
import type { Met } from "./useVersionedForm";

interface ConflictProps<Draft extends object> {
  conflict: Omit<Met<unknown, Draft>, "row">;
  /** What a field is called; rows are counted in this draft. */
  labelOf: (path: string, draft: Draft) => string;
  /** A value as it can be read beside another one. */
  shown?: (value: unknown, path: string, draft: Draft) => ReactNode;
  /** Who it was, or when, as a sentence; where it is known. */
  who?: string;
}

export function Conflict<Draft extends object>(props: ConflictProps<Draft>) {
  const { conflict, labelOf, shown = inWords, who } = props;
  const { paths, mine, theirs, taken, onClose } = conflict;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const open = paths.filter((path) => !chosen[path]).length;

  function choose() {
    conflict.onChoose(new Set(paths.filter((path) => chosen[path] === "theirs")));
  }

  return (
    <Dialog onClose={onClose} size="xl" title={t("dashboard.conflict.title")}>
      <p>
        {who}{" "}
        {paths.length > 0
          ? t("dashboard.conflict.text", { count: paths.length })
          : t("dashboard.conflict.together")}
      </p>
      {paths.map((path) => (
        <Choice
          key={path}
          label={labelOf(path, at(mine, path) === undefined ? theirs : mine)}
          mine={shown(at(mine, path), path, mine)}
          theirs={shown(at(theirs, path), path, theirs)}
          chosen={chosen[path] ?? null}
          onChoose={(whose) => setChosen({ ...chosen, [path]: whose })}
        />
      ))}
      {taken.length > 0 && (
        <Note>
          {t("dashboard.conflict.taken")} {taken.map((name) => labelOf(name, mine)).join(", ")}
        </Note>
      )}
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {t("profile.cancel")}
        </Button>
        <Button onClick={choose} disabled={open > 0}>
          {t("dashboard.conflict.keep")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A value as text: a line for each paragraph of rich text, whose links could not be followed inside a choice. */
export function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(" / ");
  // A row of texts, such as a translation, says what they say.
  if (typeof value === "object" && value) {
    const { key: _, ...texts } = value as Record<string, unknown>;
    return Object.values(texts).map(inWords).join("\n");
  }
  if (typeof value === "boolean") return i18next.t(`dashboard.audit.truth.${value}`);
  const text = String(value ?? "");
  return (text.startsWith("<") && wordsOf(text)) || text;
}

function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return [...body.querySelectorAll("p, li, h2, h3, h4, blockquote, td, th")]
    .filter((block) => !block.querySelector("p"))
    .map((block) => block.textContent)
    .join("\n");
}

interface ChoiceProps {
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
  chosen: string | null;
  onChoose: (whose: string) => void;
}

function Choice({ label, mine, theirs, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const sides = [
    { whose: "mine", title: t("dashboard.conflict.mine"), content: mine },
    { whose: "theirs", title: t("dashboard.conflict.theirs"), content: theirs },
  ];
  return (
    <Radio.Group className={styles.field} label={label} value={chosen} onChange={onChoose}>
      <div className={styles.sides}>
        {sides.map(({ whose, title, content }) => (
          <Radio.Card key={whose} value={whose}>
            <Radio.Indicator />
            <span>
              <small>{title}</small>
              <span className={styles.content}>{content || t("profile.conflict.empty")}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

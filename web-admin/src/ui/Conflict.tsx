// Somebody else saved the same thing meanwhile. Where both changed a field, both are shown and one is chosen; whatever
// only one of them changed is kept. The result goes back into the form, for a last look before it is saved.
import { Button, Radio } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { at } from "web-shared/merge";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { Note } from "web-shared/ui/Scene";
import styles from "./Conflict.module.css";
import type { Met } from "./useVersionedForm";

/** A field that both changed, and not to the same. */
export interface Disputed {
  path: string;
  label: string;
  mine: ReactNode;
  theirs: ReactNode;
}

interface MeetingProps<Draft extends object> {
  conflict: Omit<Met<unknown, Draft>, "row">;
  /** What a field is called; rows are counted in this draft. */
  labelOf: (path: string, draft: Draft) => string;
  /** A value as it can be read beside another one. */
  shown?: (value: unknown, path: string, draft: Draft) => ReactNode;
  who?: string;
}

export function Meeting<Draft extends object>(props: MeetingProps<Draft>) {
  const { conflict, labelOf, shown = inWords, who = "" } = props;
  const { paths, mine, theirs, taken, onChoose, onClose } = conflict;
  return (
    <Conflict
      fields={paths.map((path) => ({
        path,
        label: labelOf(path, at(mine, path) === undefined ? theirs : mine),
        mine: shown(at(mine, path), path, mine),
        theirs: shown(at(theirs, path), path, theirs),
      }))}
      taken={taken.map((name) => labelOf(name, mine))}
      who={who}
      onChoose={onChoose}
      onClose={onClose}
    />
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

interface ConflictProps {
  fields: Disputed[];
  /** What only the others changed, by its labels. */
  taken: string[];
  /** Who it was, or when, as a sentence; where it is known. */
  who?: string;
  /** The paths of which theirs is right. */
  onChoose: (givenUp: ReadonlySet<string>) => void;
  /** Back to the form as it is: nothing is lost, nothing is decided. */
  onClose: () => void;
}

export function Conflict({ fields, taken, who, onChoose, onClose }: ConflictProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const open = fields.filter(({ path }) => !chosen[path]).length;

  function choose() {
    onChoose(new Set(fields.map(({ path }) => path).filter((path) => chosen[path] === "theirs")));
  }

  return (
    <Dialog onClose={onClose} size="xl" title={t("dashboard.conflict.title")}>
      <p>
        {who}{" "}
        {fields.length > 0
          ? t("dashboard.conflict.text", { count: fields.length })
          : t("dashboard.conflict.together")}
      </p>
      {fields.map((field) => (
        <Choice
          key={field.path}
          {...field}
          chosen={chosen[field.path] ?? null}
          onChoose={(whose) => setChosen({ ...chosen, [field.path]: whose })}
        />
      ))}
      {taken.length > 0 && (
        <Note>
          {t("dashboard.conflict.taken")} {taken.join(", ")}
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

interface ChoiceProps extends Disputed {
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

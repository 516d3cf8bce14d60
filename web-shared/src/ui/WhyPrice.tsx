// Why a price is not the whole one: how many sessions are left, and the sum that follows from it.
import { useTranslation } from "react-i18next";
import type { components } from "../api/schema";
import { day, money } from "../format/format";
import styles from "./WhyPrice.module.css";

type Line = components["schemas"]["Line"];
type Facts = NonNullable<Line["facts"]>;

/** Nothing where every line costs its whole price. */
export function WhyPrice({ lines }: { lines: readonly Pick<Line, "moduleId" | "title" | "amount" | "facts">[] }) {
  const { t } = useTranslation();
  const reduced = lines.flatMap((line) => (line.facts ? [{ ...line, facts: line.facts }] : []));
  if (reduced.length === 0) return null;
  return (
    <details className={styles.why}>
      <summary>{t("price.why")}</summary>
      {reduced.map((line) => (
        <Explanation key={line.moduleId ?? 0} line={line} named={lines.length > 1} />
      ))}
    </details>
  );
}

interface ExplanationProps {
  line: Pick<Line, "title" | "amount"> & { facts: Facts };
  /** Beside other lines it says which it is about. */
  named: boolean;
}

function Explanation({ line: { title, amount, facts }, named }: ExplanationProps) {
  const { t } = useTranslation();
  const { full, from, sessions, sessionsLeft, modules } = facts;
  return (
    <>
      {named && <p lang="fr">{title}</p>}
      <p>{t("price.left", { count: sessionsLeft, sessions, day: day(from) })}</p>
      {modules.length === 0 ? (
        <p className="num">
          {t("price.sum", { full: money(full), left: sessionsLeft, sessions, amount: money(amount) })}
        </p>
      ) : (
        <ul>
          {modules.map((module) => (
            <ModuleSum key={module.moduleId} module={module} />
          ))}
        </ul>
      )}
      <p className="muted">{t("price.full", { full: money(full) })}</p>
    </>
  );
}

function ModuleSum({ module }: { module: Facts["modules"][number] }) {
  const { t } = useTranslation();
  const { title, full, amount, sessions, sessionsLeft } = module;
  if (sessions == null || sessionsLeft == null) {
    return <li>{t("price.whole", { title, amount: money(amount) })}</li>;
  }
  if (sessionsLeft === 0) return <li>{t("price.over", { title })}</li>;
  const sum = { full: money(full), left: sessionsLeft, sessions, amount: money(amount) };
  return <li>{t("price.module", { title, ...sum })}</li>;
}

// The money of a decision: at once, and after the answers; what is given back by hand apart.
import { useTranslation } from "react-i18next";
import { money } from "web-shared/format/format";
import type { DecisionPreview } from "../../ui/decisionTypes";
import styles from "./Decisions.module.css";
import { askedCount } from "./words";

export function Totals({ preview }: { preview: DecisionPreview }) {
  const { t } = useTranslation();
  const { choice, refundNow, byHandNow, refundIfAllAccept, refundIfAllRefuse } = preview;
  const asked = askedCount(preview) > 0;
  const atOnce = choice !== "CONFIRM" && (choice === "CANCEL" || refundNow > 0 || !asked);
  const byHand = preview.reservations.some((one) => one.byHand && one.outcome === "ASKED");
  const lines = [
    [atOnce, t("dashboard.decisions.total.now"), refundNow],
    [byHandNow > 0, t("dashboard.decisions.total.byHandNow"), byHandNow],
    [asked, t("dashboard.decisions.total.allAccept"), refundIfAllAccept],
    [asked, t("dashboard.decisions.total.allRefuse"), refundIfAllRefuse],
  ] as const;
  const shown = lines.filter(([there]) => there);
  if (shown.length === 0) return null;
  return (
    <div className={styles.totals}>
      <dl>
        {shown.map(([, name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{money(amount)}</dd>
          </div>
        ))}
      </dl>
      {byHand && <p>{t("dashboard.decisions.total.someByHand")}</p>}
    </div>
  );
}

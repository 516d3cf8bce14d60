// The money of a proposal: what was paid, what it costs now, what goes back with a yes and with a no.
import { useTranslation } from "react-i18next";
import { money } from "web-shared/format/format";
import outcome from "../../ui/Outcome.module.css";
import type { Proposal } from "./api";
import styles from "./Proposals.module.css";

export function Money({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const { paid, newPrice, refundIfAccepted, refundIfRefused, byHand } = proposal;
  const back = (amount: number) =>
    amount > 0 ? t("proposal.back", { amount: money(amount) }) : t("proposal.money.nothing");
  return (
    <aside className={outcome.card} aria-labelledby="proposal-money">
      <h2 id="proposal-money">{t("proposal.money.title")}</h2>
      {paid > 0 ? (
        <>
          <dl className={styles.amounts}>
            <dt>{t("proposal.money.paid")}</dt>
            <dd className="num">{money(paid)}</dd>
            <dt>{t("proposal.money.price")}</dt>
            <dd className="num">{money(newPrice)}</dd>
          </dl>
          <dl className={styles.cases}>
            <dt>{t("proposal.money.accepted")}</dt>
            <dd>
              {t("proposal.money.never")} {back(refundIfAccepted)}
            </dd>
            <dt>{t("proposal.money.refused")}</dt>
            <dd>{back(refundIfRefused)}</dd>
          </dl>
          {(refundIfAccepted > 0 || refundIfRefused > 0) && (
            <p className={`small ${outcome.onward}`}>
              {t(byHand ? "proposal.byHand" : "proposal.byCard")}
            </p>
          )}
        </>
      ) : (
        <p>{t("proposal.money.free")}</p>
      )}
    </aside>
  );
}

// What was bought and what it cost, with its invoice and the right to change one's mind.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { day, price } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { useInvoicePdf } from "web-shared/ui/usePdf";
import { WhyPrice } from "web-shared/ui/WhyPrice";
import styles from "./Success.module.css";
import type { Booked, Purchase } from "./SuccessBanner";

export function Receipt({ completed, purchase, signedIn }: Booked & { signedIn: boolean }) {
  const { t } = useTranslation();
  const free = purchase.amount === 0;
  return (
    <aside className={styles.receipt} aria-label={t("booking.success.yourPurchase")}>
      <h2>{t("booking.success.yourPurchase")}</h2>
      <p className={styles.from}>
        {t("booking.startOn", { day: day(completed.reservation.requestedStartDate, "full") })}
      </p>
      <ul>
        {purchase.lines.map((line) => (
          <li key={line.moduleId ?? 0}>
            <span lang="fr">{line.title}</span>
            <span className="num">{price(line.amount)}</span>
          </li>
        ))}
      </ul>
      <WhyPrice lines={purchase.lines} />
      <p className={styles.total}>
        <span>{t(free ? "booking.total" : "booking.success.paidByCard")}</span>
        <b>{free ? t("catalogue.free") : price(purchase.amount)}</b>
      </p>
      <Invoice purchase={purchase} signedIn={signedIn} />
      {purchase.withdrawUntil && (
        <p className={styles.withdrawal}>
          {t("booking.success.withdraw", { day: day(purchase.withdrawUntil) })}{" "}
          <Link to="/profile?tab=purchases">{t("booking.success.withdrawHere")}</Link>
        </p>
      )}
    </aside>
  );
}

/** Only its payer, signed in, may read it here; it is in their mail as well. */
function Invoice({ purchase, signedIn }: { purchase: Purchase; signedIn: boolean }) {
  const { t } = useTranslation();
  const pdf = useInvoicePdf();
  const invoice = purchase.papers.find(({ kind }) => kind === "INVOICE");
  if (!invoice) return null;
  if (!signedIn) return <p>{t("booking.success.invoiceInMail", { number: invoice.number })}</p>;
  return (
    <Button
      variant="outline"
      fullWidth
      leftSection={<Icon name="file-pdf" />}
      loading={pdf.isPending}
      onClick={() => pdf.mutate(invoice)}
    >
      {t("booking.success.invoice", { number: invoice.number })}
    </Button>
  );
}

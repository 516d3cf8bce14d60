// The price without the reduction of a late entry, struck, beside the one that is paid.
import { useTranslation } from "react-i18next";
import { price } from "../format/format";
import styles from "./FormerPrice.module.css";

export function FormerPrice({ full }: { full: number }) {
  const { t } = useTranslation();
  return (
    <s className={styles.former}>
      <span className="hidden">{t("price.former")} </span>
      {price(full)}
    </s>
  );
}

// The hatched band that says no real money moves. Shown by the booking pages while the sandbox takes the payments.
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import styles from "./TestModeBand.module.css";

/** The id of the element at the head of the page where it is hung. */
export const TEST_MODE_PLACE = "test-mode";

export function TestModeBand() {
  const { t } = useTranslation();
  const place = document.getElementById(TEST_MODE_PLACE);
  const band = (
    <aside className={styles.band} aria-label={t("testMode.name")}>
      <span>
        <Icon name="flask-bold" />
        {t("testMode.text")}
      </span>
    </aside>
  );
  return place ? createPortal(band, place) : band;
}

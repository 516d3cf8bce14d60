// An arch at the foot of the window that leads back up, once there is something to go back over.
import { ActionIcon } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { useScrolled } from "web-shared/ui/useScrolled";
import styles from "./Home.module.css";

const TO_TOP_AFTER = 200; // pixels

export function BackToTop() {
  const { t } = useTranslation();
  const scrolled = useScrolled(TO_TOP_AFTER);
  if (!scrolled) return null;
  return (
    <ActionIcon
      className={styles.toTop}
      variant="white"
      aria-label={t("home.toTop")}
      onClick={goUp}
    >
      <Icon name="arrow-up-bold" />
    </ActionIcon>
  );
}

function goUp(): void {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: still ? "instant" : "smooth" });
  const title = document.querySelector("h1");
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
}

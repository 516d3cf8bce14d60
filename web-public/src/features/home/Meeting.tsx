// The free call of fifteen minutes, as long as the app brings no better block.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Home.module.css";

export function Meeting() {
  const { t } = useTranslation();
  return (
    <section className={styles.meeting}>
      <Icon name="video-camera-duotone" size={34} />
      <div>
        <h2>{t("home.meetingTitle")}</h2>
        <p>{t("home.meetingText")}</p>
      </div>
      <Button component={Link} to="/contacts?subject=meeting" variant="outline">
        {t("nav.meeting")}
      </Button>
    </section>
  );
}

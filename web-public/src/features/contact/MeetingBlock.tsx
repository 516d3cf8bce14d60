// The free call of fifteen minutes: the school's meeting address when there is one, else the form that asks for a time.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchool } from "web-shared/school";
import { Icon } from "web-shared/ui/Icon";
import styles from "./Contact.module.css";

export function MeetingBlock() {
  const { t } = useTranslation();
  const { meetingUrl: address } = useSchool();
  return (
    <section className={styles.meeting} aria-labelledby="meeting">
      <Icon name="video-camera-duotone" size={34} />
      <div>
        <h2 id="meeting">{t("contact.meetingTitle")}</h2>
        <p>{t("contact.meetingText")}</p>
      </div>
      {address ? (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener"
          variant="outline"
          rightSection={<Icon name="arrow-square-out" />}
        >
          {t("contact.meetingPick")}
          <span className="hidden"> {t("contact.newTab")}</span>
        </Button>
      ) : (
        <Button component={Link} to="/contacts?subject=meeting" variant="outline">
          {t("contact.meetingAsk")}
        </Button>
      )}
    </section>
  );
}

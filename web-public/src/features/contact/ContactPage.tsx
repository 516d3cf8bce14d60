// Where to write, to call and to come. The questions are handed in by the app.
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { phoneLink, townOf, useSchool } from "web-shared/school";
import { Icon } from "web-shared/ui/Icon";
import { Page, PageHeader } from "web-shared/ui/Page";
import styles from "./Contact.module.css";
import { ContactForm } from "./ContactForm";
import { MeetingBlock } from "./MeetingBlock";

export function ContactPage({ questions }: { questions: ReactNode }) {
  const { t } = useTranslation();
  const head = { title: t("contact.title"), description: t("contact.description") };
  return (
    <Page {...head}>
      <PageHeader title={t("contact.headline")} lead={t("contact.lead")} scene="arches" />
      <div className={`wrap ${styles.page}`}>
        <ContactForm />
        <div className={styles.aside}>
          <MeetingBlock />
          <Whereabouts />
        </div>
      </div>
      <div className={`wrap ${styles.questions}`}>{questions}</div>
    </Page>
  );
}

function Whereabouts() {
  const { t } = useTranslation();
  const school = useSchool();
  const town = townOf(school);
  if (!school.street && !town && !school.phone && !school.email) return null;
  return (
    <section aria-labelledby="whereabouts">
      <h2 id="whereabouts">{t("contact.find")}</h2>
      <ul className={styles.ways}>
        {(school.street || town) && (
          <li>
            <Icon name="map-pin" size={22} />
            <address>
              {school.street}
              <br />
              {town}
            </address>
          </li>
        )}
        {school.phone && (
          <li>
            <Icon name="phone" size={22} />
            <a href={`tel:${phoneLink(school.phone)}`}>{school.phone}</a>
          </li>
        )}
        {school.email && (
          <li>
            <Icon name="envelope-simple" size={22} />
            <a href={`mailto:${school.email}`}>{school.email}</a>
          </li>
        )}
      </ul>
    </section>
  );
}

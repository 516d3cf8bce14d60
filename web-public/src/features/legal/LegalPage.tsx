// A page of text on the school's duties. Its texts travel with it, not with the texts of every page.
import { useTranslation } from "react-i18next";
import { typeset } from "web-shared/format/typography";
import { currentLanguage } from "web-shared/i18n/i18n";
import { phoneLink, townOf, useSchool } from "web-shared/school";
import { Page, PageHeader } from "web-shared/ui/Page";
import styles from "./Legal.module.css";
import type { Block, LegalTexts } from "./text";

export function LegalPage({ texts }: { texts: LegalTexts }) {
  useTranslation(); // a new language writes the page anew
  const language = currentLanguage();
  const { title, lead, sections } = texts[language];
  const set = (text: string) => typeset(text, language);
  const head = { title: set(title), description: set(lead) };
  return (
    <Page {...head}>
      <PageHeader title={set(title)} lead={set(lead)} />
      <div className={`wrap ${styles.page}`}>
        {sections.map(({ title, blocks }) => (
          <section key={title}>
            <h2>{set(title)}</h2>
            {blocks.map((block, at) => (
              <Blocks key={at} block={block} set={set} />
            ))}
          </section>
        ))}
        <Whereabouts />
      </div>
    </Page>
  );
}

function Blocks({ block, set }: { block: Block; set: (text: string) => string }) {
  if (typeof block === "string") return <p>{set(block)}</p>;
  return (
    <ul>
      {block.map((point) => (
        <li key={point}>{set(point)}</li>
      ))}
    </ul>
  );
}

/** Where to turn to, at the end of each page. */
export function Whereabouts() {
  const school = useSchool();
  const { street, phone, email } = school;
  const address = [street, townOf(school)].filter(Boolean).join(", ");
  return (
    <address className={styles.school}>
      <b>{school.name}</b>
      {address && <span>{address}</span>}
      {phone && <a href={`tel:${phoneLink(phone)}`}>{phone}</a>}
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </address>
  );
}

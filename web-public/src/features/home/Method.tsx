// How it goes, in three pictures.
import { useTranslation } from "react-i18next";
import styles from "./Home.module.css";

const STEPS = [
  { picture: "bulles", title: "home.step1Title", text: "home.step1Text" },
  { picture: "table-livres", title: "home.step2Title", text: "home.step2Text" },
  { picture: "tableau", title: "home.step3Title", text: "home.step3Text" },
] as const;

export function Method() {
  const { t } = useTranslation();
  return (
    <section className={`wrap ${styles.section}`} id="features">
      <div className={styles.head}>
        <h2>{t("home.methodTitle")}</h2>
        <p>{t("home.methodText")}</p>
      </div>
      <ol className={styles.how}>
        {STEPS.map(({ picture, title, text }, at) => (
          <li key={picture}>
            <img
              src={`/illustrations/${picture}.svg`}
              alt=""
              width={480}
              height={360}
              loading="lazy"
            />
            <h3>
              <span>{at + 1}.</span> {t(title)}
            </h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

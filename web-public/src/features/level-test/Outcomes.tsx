// How each question went, without its answer: the test can be taken again.
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { Tag } from "web-shared/ui/Tag";
import type { TakenTest } from "./lastTest";
import styles from "./Result.module.css";

const looks = {
  right: { tone: "success", icon: "check-bold" },
  nearly: { tone: "warning", icon: "warning" },
  wrong: { tone: "danger", icon: "x-bold" },
} as const;

export function Outcomes({ taken: { questions, result } }: { taken: TakenTest }) {
  const { t } = useTranslation();
  return (
    <section className={`wrap ${styles.outcomes}`}>
      <details>
        <summary>
          <h2>{t("levelTest.answers")}</h2>
          <Icon name="caret-down-bold" size={18} />
        </summary>
        <ol>
          {result.results.map(({ questionId, outcome }, at) => {
            const { tone, icon } = looks[outcome];
            const asked = questions.find(({ id }) => id === questionId);
            return (
              <li key={questionId}>
                <span className="num" aria-hidden="true">
                  {at + 1}
                </span>
                <span lang={asked?.lang ?? "fr"}>{asked?.text.replace(/\{\{\d+\}\}/g, "___")}</span>
                <Tag tone={tone}>
                  <Icon name={icon} size={16} />
                  {t(`sheet.outcomes.${outcome}`)}
                </Tag>
              </li>
            );
          })}
        </ol>
      </details>
    </section>
  );
}

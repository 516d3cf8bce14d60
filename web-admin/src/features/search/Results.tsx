// What was found, by kind; or that it is on its way, that there is nothing, that some of it could not be asked for.
import { Button, Combobox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { pieces, wordsOf } from "web-shared/format/search";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import type { Found, Group, Hit } from "./api";
import styles from "./Search.module.css";

const ICONS: Record<Group, string> = {
  pages: "arrow-right",
  courses: "books",
  lessons: "tree-structure",
  people: "user",
  faq: "question",
};

interface ResultsProps {
  found: Found;
  sought: string;
  waiting: boolean;
}

export function Results({ found, sought, waiting }: ResultsProps) {
  const { t } = useTranslation();
  const { groups, failure, retry } = found;
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  const nothing = count === 0 && !waiting && !failure;
  return (
    <>
      <Combobox.Options className={styles.options} tabIndex={-1}>
        {groups.map(({ name, hits }) => (
          <Combobox.Group key={name} label={t(`dashboard.search.groups.${name}`)}>
            {hits.map((hit) => (
              <Option key={hit.to} hit={hit} icon={ICONS[name]} sought={sought} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {failure ? (
        <div className={styles.failed} role="alert">
          <span>
            {t("dashboard.search.failed")} {errorText(failure)}
          </span>
          <Button
            variant="outline"
            size="sm"
            onMouseDown={(event) => event.preventDefault()} // the list stays open
            onClick={retry}
          >
            {t("common.retry")}
          </Button>
        </div>
      ) : null}
      <p className={count > 0 && !waiting ? "hidden" : styles.state} role="status">
        {waiting && t("dashboard.search.waiting")}
        {nothing && t("dashboard.search.none", { sought })}
        {count > 0 && !waiting && t("dashboard.search.found", { count })}
      </p>
    </>
  );
}

function Option({ hit, icon, sought }: { hit: Hit; icon: string; sought: string }) {
  const words = wordsOf(sought);
  return (
    <Combobox.Option value={hit.to} className={styles.option}>
      <Icon name={icon} size={20} />
      <span>
        <span className={styles.title} lang={hit.lang}>
          <Marked text={hit.title} words={words} />
        </span>
        {hit.detail && <small>{hit.detail}</small>}
        {hit.excerpt && (
          <small className={styles.excerpt} lang={hit.lang}>
            <Marked text={hit.excerpt} words={words} />
          </small>
        )}
      </span>
    </Combobox.Option>
  );
}

function Marked({ text, words }: { text: string; words: string[] }) {
  return pieces(text, words).map(({ text, hit }, at) =>
    hit ? <mark key={at}>{text}</mark> : text,
  );
}

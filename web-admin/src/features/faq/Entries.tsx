// The questions of a category, put in order by hand; those a search found, with the category each is in.
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { errorText } from "web-shared/i18n/errors";
import { isInterfaceLanguage, ownNames } from "web-shared/i18n/i18n";
import { notifyFailure } from "web-shared/ui/notify";
import { Tag } from "web-shared/ui/Tag";
import { IconAction } from "../../ui/RowActions";
import { SortableList } from "../../ui/SortableList";
import { type Category, type Entry, useOrder } from "./api";
import styles from "./Faq.module.css";
import { plainText } from "./plainText";

interface EntriesProps {
  entries: Entry[];
  category: Category;
  categories: Category[];
  sought: string;
  onDelete: (entry: Entry) => void;
}

export function Entries({ entries, category, categories, sought, onDelete }: EntriesProps) {
  const { t } = useTranslation();
  const order = useOrder();
  const labelOf = (entry: Entry) => categories.find(({ code }) => code === entry.category)?.label;

  function move(from: number, to: number) {
    const ids = entries.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    order.mutate(
      { category: category.code, ids },
      {
        onError: (error) => notifyFailure(`${t("dashboard.faq.orderFailed")} ${errorText(error)}`),
      },
    );
  }

  if (entries.length === 0) {
    return (
      <p className={styles.none}>{sought ? t("faq.none", { sought }) : t("dashboard.faq.empty")}</p>
    );
  }
  if (sought) {
    return (
      <ul className={styles.found}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <Words entry={entry} category={labelOf(entry)} />
            <Actions entry={entry} onDelete={onDelete} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <SortableList
      rows={entries}
      keyOf={({ id }) => id}
      nameOf={({ question }) => question}
      onMove={move}
      label={category.label}
    >
      {(entry, _at, grip) => (
        <div className={styles.entry}>
          {grip}
          <Words entry={entry} />
          <Actions entry={entry} onDelete={onDelete} />
        </div>
      )}
    </SortableList>
  );
}

function Words({ entry, category }: { entry: Entry; category?: string | undefined }) {
  const { t } = useTranslation();
  const { question, answer, lang, translations = [] } = entry;
  const languages = translations.map((one) => ownNames[one.lang]).join(", ");
  return (
    <div className={styles.words}>
      {category && <small>{category}</small>}
      <Link to={`/faq/edit/${entry.id}`} lang={lang ?? "fr"}>
        {question}
      </Link>
      {isInterfaceLanguage(lang) && <Tag>{ownNames[lang]}</Tag>}
      <p lang={lang ?? "fr"}>{plainText(answer)}</p>
      {languages && <small>{t("dashboard.translations.also", { languages })}</small>}
    </div>
  );
}

function Actions({ entry, onDelete }: { entry: Entry; onDelete: (entry: Entry) => void }) {
  const { t } = useTranslation();
  const name = entry.question;
  return (
    <div className={styles.entryActions}>
      <Button
        component={Link}
        to={`/faq/edit/${entry.id}`}
        variant="subtle"
        size="sm"
        aria-label={t("dashboard.faq.editNamed", { name })}
      >
        {t("dashboard.faq.edit")}
      </Button>
      <IconAction
        icon="trash"
        danger
        label={t("dashboard.faq.deleteNamed", { name })}
        onClick={() => onDelete(entry)}
      />
    </div>
  );
}

// The questions of the FAQ: one category in its order, or all that speak of what is searched for.
import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { found, wordsOf } from "web-shared/format/search";
import { Icon } from "web-shared/ui/Icon";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { SearchField } from "../../ui/SearchField";
import { useSought } from "../../ui/usePage";
import { type Category, categoriesQuery, type Entry, entriesQuery } from "./api";
import { DeleteEntry } from "./DeleteEntry";
import { Entries } from "./Entries";
import styles from "./Faq.module.css";
import { plainText } from "./plainText";

export function FaqPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const categories = useQuery(categoriesQuery);
  const entries = useQuery(entriesQuery);
  const failure = categories.error ?? entries.error;
  const code = query.get("category");
  const category = categories.data?.find((one) => one.code === code) ?? categories.data?.[0];
  const add = category ? `/faq/add?category=${category.code}` : "/faq/add";
  return (
    <DashboardPage
      title={t("dashboard.faq.title")}
      lead={entries.data ? t("dashboard.faq.count", { count: entries.data.length }) : null}
      action={
        <>
          <Button component={Link} to="/course-metadata?tab=categories" variant="subtle">
            {t("dashboard.faq.manage")}
          </Button>
          <Button component={Link} to={add} leftSection={<Icon name="plus-bold" />}>
            {t("dashboard.nav.faqAdd")}
          </Button>
        </>
      }
    >
      <div className={styles.search}>
        <SearchField label={t("faq.search")} />
      </div>
      {categories.data && entries.data && category ? (
        <Questions categories={categories.data} category={category} entries={entries.data} />
      ) : failure ? (
        <FailedState
          error={failure}
          onRetry={() => {
            void categories.refetch();
            void entries.refetch();
          }}
        />
      ) : categories.data?.length === 0 ? (
        <p className={styles.none}>{t("dashboard.faq.noCategory")}</p>
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

interface QuestionsProps {
  categories: Category[];
  category: Category;
  entries: Entry[];
}

function Questions({ categories, category, entries }: QuestionsProps) {
  const { t } = useTranslation();
  const sought = useSought();
  const [deleting, setDeleting] = useState<Entry | null>(null);
  const words = wordsOf(sought);
  const matching = entries.filter(({ question, answer }) =>
    found(`${question} ${plainText(answer)}`, words),
  );
  const shown = sought ? matching : entries.filter((entry) => entry.category === category.code);
  return (
    <div className={styles.page}>
      <Categories categories={categories} current={sought ? null : category} />
      <section aria-label={sought ? t("faq.search") : category.label}>
        <h2 className={styles.heading}>
          {sought ? t("faq.found", { count: shown.length }) : category.label}
        </h2>
        <Entries
          entries={shown}
          category={category}
          categories={categories}
          sought={sought}
          onDelete={setDeleting}
        />
      </section>
      {deleting && <DeleteEntry entry={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

/** The categories with how many questions each has; on a phone a list to pick from. */
function Categories({ categories, current }: { categories: Category[]; current: Category | null }) {
  const { t } = useTranslation();
  const [, setQuery] = useSearchParams();
  const to = (code: string) => `?category=${code}`;
  return (
    <>
      <nav className={styles.categories} aria-label={t("faq.contents")}>
        {categories.map(({ code, label, entries }) => (
          <Link key={code} to={to(code)} aria-current={code === current?.code || undefined}>
            <span>{label}</span>
            <span className={styles.number}>{entries}</span>
          </Link>
        ))}
      </nav>
      <NativeSelect
        className={styles.pick}
        label={t("dashboard.faq.category")}
        value={current?.code ?? ""}
        onChange={(event) => setQuery({ category: event.currentTarget.value })}
        data={[
          ...(current ? [] : [{ value: "", label: t("dashboard.faq.all") }]),
          ...categories.map(({ code, label, entries }) => ({
            value: code,
            label: `${label} (${entries})`,
          })),
        ]}
      />
    </>
  );
}

// One question of the FAQ, new or changed, beside what readers will see.
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { ApiError } from "web-shared/api/problem";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { DashboardPage } from "../../ui/DashboardPage";
import { type Category, categoriesQuery, entriesQuery } from "./api";
import { EntryEditor } from "./EntryEditor";
import { formOf } from "./form";

export function FaqFormPage() {
  const { t } = useTranslation();
  const id = useParams().id;
  const categories = useQuery(categoriesQuery);
  const entries = useQuery({ ...entriesQuery, enabled: id !== undefined });
  const entry = id === undefined ? undefined : entries.data?.find((one) => String(one.id) === id);
  const missing = id !== undefined && entries.data !== undefined && !entry;
  const failure = categories.error ?? entries.error ?? (missing ? notFound() : null);
  const ready = categories.data && (id === undefined || entry);
  return (
    <DashboardPage title={t(`dashboard.faq.${id === undefined ? "addTitle" : "editTitle"}`)}>
      {ready && entry ? (
        <EntryEditor key={entry.id} entry={entry} categories={categories.data} />
      ) : ready ? (
        <NewEntry categories={categories.data} />
      ) : failure ? (
        <FailedState
          error={failure}
          onRetry={() => {
            void categories.refetch();
            if (id !== undefined) void entries.refetch();
          }}
        />
      ) : (
        <Waiting />
      )}
    </DashboardPage>
  );
}

/** In the category that the reader comes from. */
function NewEntry({ categories }: { categories: Category[] }) {
  const { t } = useTranslation();
  const wanted = useSearchParams()[0].get("category");
  const category = categories.find(({ code }) => code === wanted)?.code ?? "";
  if (categories.length === 0) return <p>{t("dashboard.faq.noCategory")}</p>;
  return <EntryEditor start={{ ...formOf(null), category }} categories={categories} />;
}

function notFound() {
  return new ApiError({
    status: 404,
    code: "not_found",
    type: "",
    title: "",
    message: "",
  } as never);
}

// The form of the next version of a legal page.
import { useTranslation } from "react-i18next";
import { notifySuccess } from "web-shared/ui/notify";
import { useVersionedForm } from "../../ui/useVersionedForm";
import { type Page, type PageVersion, type Slug, usePublish } from "./api";

/** What is published: the newest version, or what came of publishing another one. */
type Published = Pick<PageVersion | Page, "number" | "html">;

export function usePageEditor(slug: Slug, newest: Published | undefined) {
  const { t } = useTranslation();
  const { mutateAsync } = usePublish(slug);
  return useVersionedForm<Published, { html: string }>({
    row: newest ?? null,
    draftOf: (row) => ({ html: row?.html ?? "" }),
    keptAs: () => `page/${slug}`,
    titleOf: () => t(`dashboard.pages.names.${slug}`),
    save: ({ html }, over) => mutateAsync({ html, seen: over?.number ?? 0 }),
    onSaved: ({ number }) => notifySuccess(t("dashboard.pages.published", { number })),
  });
}

// The next version of a legal page while it is being written: what was typed, on which version, and what came of it.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldError } from "web-shared/i18n/errors";
import { notifySuccess } from "web-shared/ui/notify";
import { useLocalDraft } from "../../ui/useLocalDraft";
import { changedMeanwhile, type Page, type PageVersion, type Slug, usePublish } from "./api";

export function usePageEditor(slug: Slug, newest: PageVersion | undefined) {
  const { t } = useTranslation();
  const publishing = usePublish(slug);
  const [seen, setSeen] = useState({ number: newest?.number ?? 0, html: newest?.html ?? "" });
  const [html, setHtml] = useState(seen.html);
  const [edited, setEdited] = useState(false);
  const theirs = changedMeanwhile<Page>(publishing.error);
  const wrong = fieldError(publishing.error, "html");

  const unsaved = html !== seen.html;
  const local = useLocalDraft({
    of: `page/${slug}`,
    title: t(`dashboard.pages.names.${slug}`),
    typed: html,
    base: seen,
    unsaved,
    onResume: (typed, over) => {
      setSeen(over);
      setHtml(typed);
    },
  });

  return {
    html,
    local,
    unsaved,
    publishing: publishing.isPending,
    error: edited ? undefined : wrong,
    failure: theirs || wrong ? null : publishing.error,
    /** Somebody else published meanwhile. */
    theirs,
    edit: (text: string) => {
      setHtml(text);
      setEdited(true);
    },
    publish: () => {
      setEdited(false);
      publishing.mutate(
        { html, seen: seen.number },
        {
          onSuccess: (page) => {
            setSeen(page);
            setHtml((now) => (now === html ? page.html : now));
            notifySuccess(t("dashboard.pages.published", { number: page.number }));
          },
        },
      );
    },
    /** Goes on from what was published meanwhile: with its text, or with mine over it. */
    goOn: (whose: "mine" | "theirs") => {
      if (!theirs) return;
      setSeen(theirs);
      if (whose === "theirs") setHtml(theirs.html);
      publishing.reset();
    },
  };
}

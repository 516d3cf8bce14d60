// Invoices and credit notes of a purchase: each a press that brings its PDF.
import { Anchor } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "../api/client";
import type { components } from "../api/schema";
import { errorText } from "../i18n/errors";
import { Icon } from "./Icon";
import { notifyFailure } from "./notify";
import styles from "./Papers.module.css";
import { saveFile } from "./saveFile";

type Schemas = components["schemas"];

interface PaperLinkProps {
  paper: Pick<Schemas["Paper"], "id" | "kind" | "number">;
}

export function PaperLink({ paper: { id, kind, number } }: PaperLinkProps) {
  const { t } = useTranslation();
  const file = useMutation({
    mutationFn: () =>
      unwrap(api.GET("/invoices/{id}/pdf", { params: { path: { id } }, parseAs: "blob" })),
    onSuccess: (pdf) => saveFile(`${number}.pdf`, pdf as unknown as Blob),
    onError: (error) => notifyFailure(errorText(error)),
  });
  return (
    <Anchor
      component="button"
      type="button"
      className={styles.link}
      aria-disabled={file.isPending || undefined}
      onClick={() => !file.isPending && file.mutate()}
    >
      <Icon name="download-simple" size={18} />
      <span>
        {t(`papers.${kind}`, { number })} <span className={styles.format}>(PDF)</span>
      </span>
    </Anchor>
  );
}

export function Papers({ papers }: { papers: Schemas["Paper"][] }) {
  const { t } = useTranslation();
  if (papers.length === 0) return null;
  return (
    <ul className={styles.papers} aria-label={t("papers.title")}>
      {papers.map((paper) => (
        <li key={paper.id}>
          <PaperLink paper={paper} />
        </li>
      ))}
    </ul>
  );
}

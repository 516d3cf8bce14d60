// Invoices and credit notes of a purchase: each a press that brings its PDF.
import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { components } from "../api/schema";
import { Icon } from "./Icon";
import styles from "./Papers.module.css";
import { useInvoicePdf } from "./usePdf";

type Schemas = components["schemas"];

interface PaperLinkProps {
  paper: Pick<Schemas["Paper"], "id" | "kind" | "number">;
}

export function PaperLink({ paper }: PaperLinkProps) {
  const { t } = useTranslation();
  const { kind, number } = paper;
  const pdf = useInvoicePdf();
  return (
    <Anchor
      component="button"
      type="button"
      className={styles.link}
      aria-disabled={pdf.isPending || undefined}
      onClick={() => !pdf.isPending && pdf.mutate(paper)}
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

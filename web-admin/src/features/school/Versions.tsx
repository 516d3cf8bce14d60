// The versions of a legal page that were published, and a look at any of them.
import { Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { moment } from "web-shared/format/format";
import { RichText } from "web-shared/ui/RichText";
import { Tag } from "web-shared/ui/Tag";
import type { PageVersion, Slug } from "./api";
import styles from "./School.module.css";

export function Versions({ slug, versions }: { slug: Slug; versions: PageVersion[] }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<PageVersion | null>(null);
  return (
    <section className={styles.versions} aria-labelledby="versions">
      <h2 id="versions">{t("dashboard.pages.versions")}</h2>
      {versions.length === 0 && <p>{t("dashboard.pages.noVersion")}</p>}
      <ol>
        {versions.map((version, at) => (
          <li key={version.number}>
            <button type="button" onClick={() => setShown(version)}>
              {t("dashboard.pages.version", { number: version.number })}
            </button>
            {at === 0 && <Tag tone="success">{t("dashboard.pages.inForce")}</Tag>}
            <small>
              {moment(version.createdAt)}
              {version.author && `, ${version.author}`}
              {slug === "cgv" && (
                <>
                  <br />
                  {t("dashboard.pages.accepted", { count: version.accepted })}
                </>
              )}
            </small>
          </li>
        ))}
      </ol>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        size="xl"
        title={shown && t("dashboard.pages.version", { number: shown.number })}
        closeButtonProps={{ "aria-label": t("common.close") }}
      >
        {shown && <RichText html={shown.html} />}
      </Modal>
    </section>
  );
}

// What a lesson only leads to: documents and other sites, each in a tab of its own.
import { Button } from "@mantine/core";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../Icon";
import { FailedState } from "../Scene";
import type { Source } from "../useRenewed";
import styles from "./LessonContent.module.css";
import { sourceOf } from "./resources";
import type { Aged, Resource } from "./types";

const SIGNS = { PDF: "file-pdf", LINK: "link-simple", VIDEO: "play-fill" } as const;

/** How long a link of the server lasts at least, in milliseconds. */
const LIFE = 6 * 60 * 60 * 1000;

interface LessonLinksProps {
  of: Aged<Resource[]>;
  links: Resource[];
  renew: (id: number) => Promise<Source | undefined>;
}

export function LessonLinks({ of, links, renew }: LessonLinksProps) {
  const { t } = useTranslation();

  /** Of a page that stood for hours: the new tab waits for a fresh link. */
  async function follow(event: MouseEvent, resource: Resource) {
    if (!resource.link || Date.now() - of.dataUpdatedAt < LIFE) return;
    event.preventDefault();
    const { link } = (await renew(resource.id)) ?? sourceOf(resource);
    window.open(link, "_blank", "noopener,noreferrer");
  }

  if (of.error && !of.data) {
    return (
      <FailedState
        what={t("lesson.resourcesFailed")}
        error={of.error}
        onRetry={() => void of.refetch()}
      />
    );
  }
  if (links.length === 0) return null;
  return (
    <ul className={styles.links} aria-label={t("lesson.resources")}>
      {links.map((resource) => (
        <li key={resource.id}>
          <Button
            component="a"
            href={sourceOf(resource).link}
            onClick={(event: MouseEvent) => void follow(event, resource)}
            target="_blank"
            rel="noopener noreferrer"
            variant="outline"
            size="sm"
            leftSection={<Icon name={SIGNS[resource.type]} size={20} />}
          >
            <span lang="fr">{resource.title}</span>
            <span className="hidden"> {t("lesson.newTab")}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

// The resources of a lesson, and the one form that adds them and changes them.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "web-shared/i18n/errors";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { Tag } from "web-shared/ui/Tag";
import styles from "./Content.module.css";
import { DeleteButton } from "./DeleteButton";
import { type Lesson, lessons, type Resource, readResource, resources } from "./kinds";
import { ChangeButton, Rows } from "./parts";
import { ResourceForm } from "./ResourceForm";
import { rowsQuery, useWrites } from "./rows";

export function Resources({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const [changed, setChanged] = useState<Resource | null>(null);
  const begun = useRef<HTMLElement | null>(null);

  function done() {
    setChanged(null);
    requestAnimationFrame(() => begun.current?.focus());
  }

  return (
    <section className={styles.section}>
      <h6>{t("dashboard.content.resources")}</h6>
      <Rows
        kind={resources}
        parent={lesson}
        under={lessons.name}
        label={t("dashboard.content.resourcesOf", { name: lesson.title })}
        nameOf={({ title }) => title}
        empty={<p className="muted">{t("dashboard.content.noResources")}</p>}
      >
        {(resource, grip, leave) => (
          <ResourceItem
            resource={resource}
            grip={grip}
            busy={changed !== null}
            onGone={leave}
            onChange={(fresh) => {
              begun.current = document.activeElement as HTMLElement | null;
              setChanged(fresh);
            }}
          />
        )}
      </Rows>
      {/* What was typed into the form that adds is still there after a change. */}
      <div className={styles.add} hidden={changed !== null}>
        <ResourceForm lessonId={lesson.id} />
      </div>
      {changed && (
        <div className={styles.add}>
          <ResourceForm key={changed.id} lessonId={lesson.id} resource={changed} onDone={done} />
        </div>
      )}
    </section>
  );
}

interface ResourceItemProps {
  resource: Resource;
  grip: ReactNode;
  /** Another one is being changed. */
  busy: boolean;
  onGone: () => void;
  onChange: (fresh: Resource) => void;
}

function ResourceItem({ resource, grip, busy, onGone, onChange }: ResourceItemProps) {
  const { t } = useTranslation();
  const { remove } = useWrites(resources, resource.chapterLessonId, onGone);
  const open = useFresh(resource, onChange);
  return (
    <article className={styles.row}>
      {grip}
      <div className={styles.what}>
        <a href={resource.link ?? resource.url} target="_blank" rel="noreferrer">
          <span lang="fr">{resource.title}</span> <Icon name="arrow-square-out" size={16} />
          <span className="hidden"> {t("dashboard.content.newTab")}</span>
        </a>
        <p>
          <Tag>
            {t("dashboard.content.typeOf", {
              type: t(`dashboard.content.types.${resource.type}`),
            })}
          </Tag>{" "}
          {resource.youtubeId && <Tag>YouTube</Tag>}{" "}
          {resource.captionsUrl && <Tag>{t("dashboard.content.captioned")}</Tag>}
        </p>
      </div>
      <span className={styles.actions}>
        <ChangeButton
          name={resource.title}
          disabled={busy}
          loading={open.isPending}
          onClick={() => open.mutate()}
        />
        <DeleteButton
          name={resource.title}
          question={t("dashboard.content.deleteResource")}
          failed={t("dashboard.content.resourceDeleteFailed")}
          removal={remove}
          onDelete={() => remove.mutate(resource)}
        />
      </span>
    </article>
  );
}

/** A resource is changed as it is now, not as it was when the list was read. */
function useFresh(resource: Resource, onFresh: (fresh: Resource) => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => readResource(resource.id),
    onSuccess: onFresh,
    onError: (error) => {
      notifyFailure(`${t("dashboard.content.resourceOpenFailed")} ${errorText(error)}`);
      void queries.invalidateQueries(rowsQuery(resources, resource.chapterLessonId));
    },
  });
}

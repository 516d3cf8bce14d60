// A course as a visitor will read it, before it is saved or published.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isDay } from "web-shared/format/days";
import { day, number, price as priceText } from "web-shared/format/format";
import { labelOf } from "web-shared/taughtLanguages";
import { Dialog } from "web-shared/ui/Dialog";
import { Icon } from "web-shared/ui/Icon";
import { RichText } from "web-shared/ui/RichText";
import { FailedState, Waiting } from "web-shared/ui/Scene";
import { Plaque } from "web-shared/ui/Tag";
import { Vue } from "web-shared/ui/Vue";
import { editableQuery, type References, referencesQuery } from "./api";
import { type CourseDraft, draftOf } from "./draft";
import styles from "./Preview.module.css";

interface PreviewProps {
  draft: CourseDraft;
  price: number;
  references: References;
  onClose: () => void;
}

/** The preview of a course as it is saved. */
export function PreviewOf({ id, onClose }: { id: number; onClose: () => void }) {
  const references = useQuery(referencesQuery);
  const course = useQuery(editableQuery(id));
  if (course.data && references.data) {
    return (
      <Preview
        draft={draftOf(course.data)}
        price={course.data.price}
        references={references.data}
        onClose={onClose}
      />
    );
  }
  const failed = course.error ? course : references;
  return (
    <Framed title="" onClose={onClose}>
      {failed.error ? (
        <FailedState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <Waiting />
      )}
    </Framed>
  );
}

export function Preview({ draft, price, references, onClose }: PreviewProps) {
  const { t } = useTranslation();
  const language = references.languages.find(({ id }) => id === draft.languageId);
  const level = references.levels.find(({ id }) => id === draft.levelId)?.name;
  const about = [
    draft.type && t(`dashboard.courses.types.${draft.type}`),
    language && labelOf(language),
  ];
  return (
    <Framed title={t("dashboard.courses.preview")} onClose={onClose}>
      <article className={styles.course} data-language={language?.code}>
        <header>
          <div>
            <p>{about.filter(Boolean).join(" · ")}</p>
            <h2>{draft.name || t("dashboard.courses.untitled")}</h2>
            {level && <Plaque level={level} />}
            <p>{draft.description}</p>
          </div>
          <Vue language={language?.code} level={level} first />
        </header>
        <Texts draft={draft} />
        <Programme draft={draft} />
        <Facts draft={draft} price={price} references={references} />
      </article>
    </Framed>
  );
}

function Framed(props: { title: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={props.onClose} size="xl" title={props.title || t("dashboard.courses.preview")}>
      {props.children}
    </Dialog>
  );
}

function Texts({ draft }: { draft: CourseDraft }) {
  const { t } = useTranslation();
  const { objectives, prerequisites, sellingPoints, detailedDescription } = draft;
  return (
    <>
      {objectives.length > 0 && (
        <section>
          <h3>{t("catalogue.objectivesTitle")}</h3>
          <ul className={styles.checks}>
            {objectives.map(({ key, description }) => (
              <li key={key}>
                <Icon name="check-bold" />
                {description}
              </li>
            ))}
          </ul>
        </section>
      )}
      {prerequisites.length > 0 && (
        <p>
          <b>{t("catalogue.prerequisitesAre")}</b>{" "}
          {prerequisites.map(({ description }) => description).join(", ")}.
        </p>
      )}
      {(detailedDescription || sellingPoints.length > 0) && (
        <section>
          <h3>{t("catalogue.descriptionTitle")}</h3>
          <RichText html={detailedDescription} />
          <ul className={styles.selling}>
            {sellingPoints.map(({ key, description }) => (
              <li key={key}>{description}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Programme({ draft: { modules } }: { draft: CourseDraft }) {
  const { t } = useTranslation();
  return (
    <section>
      <h3>{t("catalogue.programmeTitle")}</h3>
      {modules.length === 0 && <p className="muted">{t("catalogue.noModules")}</p>}
      <ol className={styles.modules}>
        {modules.map(({ key, title, description, price }, place) => (
          <li key={key}>
            <span className={styles.place} aria-hidden="true">
              {place + 1}
            </span>
            <span>
              <b>{title || t("dashboard.courses.module", { place: place + 1 })}</b>
              {description}
            </span>
            <span>{price !== "" && priceText(price)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Facts({ draft, price, references }: Omit<PreviewProps, "onClose">) {
  const { t } = useTranslation();
  const { startDate, endDate, schedule, totalHours, capacity, free, type, location } = draft;
  const teacher = references.teachers.find(({ id }) => id === draft.teacherId);
  const dated = isDay(startDate) && isDay(endDate);
  const hours = Number(totalHours);
  const facts: [string, ReactNode][] = [
    [
      t("catalogue.dates"),
      dated && t("catalogue.fromTo", { from: day(startDate), to: day(endDate) }),
    ],
    [t("catalogue.schedule"), schedule],
    [t("catalogue.place"), type === "ONLINE" ? t("catalogue.placeOnline") : location],
    [
      t("catalogue.length"),
      hours > 0 && t("catalogue.hoursLong", { count: hours, hours: number(hours) }),
    ],
    [t("catalogue.price"), free ? t("catalogue.free") : priceText(price)],
    [t("catalogue.group"), capacity !== "" && t("catalogue.atMost", { count: capacity })],
    [t("catalogue.teacher"), teacher?.fullName],
  ];
  return (
    <section>
      <h3>{t("catalogue.practicalTitle")}</h3>
      <dl className={styles.facts}>
        {facts.map(
          ([name, fact]) =>
            fact && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

// One module: its arch, lit as far as one has come, what it is about, the way in, and its chapters when it is open.
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { percent } from "web-shared/format/format";
import { Icon } from "web-shared/ui/Icon";
import { Tag } from "web-shared/ui/Tag";
import type { ModuleProgress, ModuleRow } from "./courseModules";
import styles from "./ModuleCard.module.css";
import { ModuleCardChapters } from "./ModuleCardChapters";

interface ModuleCardProps {
  row: ModuleRow;
  lang: string;
  open: boolean;
  onToggle: () => void;
  /** The way in. */
  children: ReactNode;
}

export function ModuleCard({ row, lang, open, onToggle, children }: ModuleCardProps) {
  const card = useRef<HTMLElement>(null);
  const panel = useId();
  const { id, place, title, description, progress } = row;

  // The card above may have closed: this one stays in sight.
  useEffect(() => {
    if (open) card.current?.scrollIntoView({ block: "nearest" });
  }, [open]);

  return (
    <article ref={card} className={styles.card} data-next={progress?.next || undefined}>
      <div className={styles.head}>
        <Arch place={place} progress={progress} />
        <div className={styles.words}>
          <h2>
            <button type="button" aria-expanded={open} aria-controls={panel} onClick={onToggle}>
              <span lang={lang}>{title}</span>
              <Icon name="caret-down-bold" size={18} />
            </button>
          </h2>
          {description && <p lang={lang}>{description}</p>}
          {progress && <Standing progress={progress} />}
        </div>
        <div className={styles.way}>{children}</div>
      </div>
      <div id={panel} className={styles.panel} hidden={!open}>
        {open && <ModuleCardChapters moduleId={id} title={title} lang={lang} />}
      </div>
    </article>
  );
}

/** The number of the module in its arch, which light fills from the foot. The words beside it say the same. */
function Arch({ place, progress }: { place: number; progress: ModuleProgress | undefined }) {
  const completed = progress?.completed;
  return (
    <span
      className={styles.arch}
      data-state={completed ? "done" : progress?.percent ? "begun" : undefined}
      aria-hidden="true"
    >
      <span style={{ height: `${progress?.percent ?? 0}%` }} />
      <b>{completed ? <Icon name="check-bold" /> : place}</b>
    </span>
  );
}

function Standing({ progress }: { progress: ModuleProgress }) {
  const { t } = useTranslation();
  return (
    <p className={styles.standing}>
      {progress.completed && <Tag tone="success">{t("learning.course.moduleCompleted")}</Tag>}
      {progress.next && <Tag tone="warning">{t("learning.course.moduleNext")}</Tag>}
      <span>{t("learning.course.modulePercent", { percent: percent(progress.percent) })}</span>
    </p>
  );
}

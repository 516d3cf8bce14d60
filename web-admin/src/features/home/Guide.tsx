// The guide of the first hour: six steps from an empty school to one that is open, each an arch that fills.
import { Button, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { errorText } from "web-shared/i18n/errors";
import { currentLanguage } from "web-shared/i18n/i18n";
import { Icon } from "web-shared/ui/Icon";
import { notifyFailure } from "web-shared/ui/notify";
import { Tag, type Tone } from "web-shared/ui/Tag";
import { type Check, PLACES } from "../../ui/checklist";
import { usePutGuideAway } from "./api";
import styles from "./Guide.module.css";
import { awaited, minutesLeft, type Step, type StepName, type StepState } from "./steps";

interface GuideProps {
  steps: Step[];
  /** The public is let in already. */
  opened: boolean;
}

/** Its head: how far the school is, and the way to put the guide away. */
export function Guide({ steps, opened }: GuideProps) {
  const { t } = useTranslation();
  const putAway = usePutGuideAway();
  const done = steps.filter(({ state }) => state === "done").length;
  const minutes = minutesLeft(steps);
  const far = t("dashboard.guide.far", { count: done, all: steps.length });
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{t(opened ? "dashboard.guide.opened" : "dashboard.guide.title")}</h1>
          <p>
            {t(
              !opened
                ? "dashboard.guide.lead"
                : minutes > 0
                  ? "dashboard.guide.againLead"
                  : "dashboard.guide.openedLead",
            )}
          </p>
        </div>
        <div
          className={styles.arches}
          role="progressbar"
          aria-valuenow={done}
          aria-valuemin={0}
          aria-valuemax={steps.length}
          aria-label={far}
        >
          {steps.map(({ name, state }, at) => (
            <b key={name} data-state={state}>
              {at + 1}
            </b>
          ))}
        </div>
      </div>
      <div className={styles.bar}>
        <b>
          {far}
          {minutes > 0 && t("dashboard.guide.left", { minutes })}
        </b>
        <UnstyledButton
          onClick={() =>
            putAway.mutate(true, { onError: (error) => notifyFailure(errorText(error)) })
          }
        >
          {t("dashboard.guide.putAway")}
        </UnstyledButton>
      </div>
    </>
  );
}

/** The steps themselves, while any is left. */
export function GuideSteps({ steps }: { steps: Step[] }) {
  if (minutesLeft(steps) === 0) return null;
  return (
    <ol className={styles.steps}>
      {steps.map((step, at) => (
        <StepItem key={step.name} step={step} number={at + 1} waits={awaited(steps)} />
      ))}
    </ol>
  );
}

const TONES: Record<StepState, Tone> = {
  done: "success",
  again: "danger",
  current: "neutral",
  next: "warning",
  waits: "neutral",
};

interface StepItemProps {
  step: Step;
  number: number;
  /** The steps that the last one waits for. */
  waits: number[];
}

function StepItem({ step, number, waits }: StepItemProps) {
  const { t } = useTranslation();
  const { name, checks, done, state, minutes } = step;
  const open = state === "current" || state === "again";
  const list = new Intl.ListFormat(currentLanguage()).format(waits.map(String));
  return (
    <li
      className={styles.step}
      data-state={state}
      aria-current={state === "current" ? "step" : undefined}
    >
      <div className={styles.line}>
        <span className={styles.niche} aria-hidden="true">
          {state === "done" ? <Icon name="check-bold" /> : number}
        </span>
        <div>
          <h2>{t(`dashboard.guide.steps.${name}.name`)}</h2>
          <p>
            {t(`dashboard.guide.steps.${name}.what`)}{" "}
            {state !== "done" && t("dashboard.guide.minutes", { minutes })}
          </p>
        </div>
        <Tag tone={TONES[state]}>
          {t(`dashboard.guide.is.${state}`, { count: done, all: checks.length, steps: list })}
        </Tag>
        {!open && <Way name={name} state={state} />}
      </div>
      {open && (
        <div className={styles.body}>
          <ul>
            {checks.map((check) => (
              <Item key={check.item} check={check} />
            ))}
          </ul>
          <Way name={name} state={state} />
        </div>
      )}
    </li>
  );
}

function Item({ check: { item, done, where } }: { check: Check }) {
  const { t } = useTranslation();
  const name = t(`dashboard.opening.items.${item}.name`);
  const place = PLACES[where];
  return (
    <li data-done={done || undefined}>
      <span className={styles.tick} aria-hidden="true">
        {done && <Icon name="check-bold" size={14} />}
      </span>
      <span>
        {name}
        <span className="hidden"> : {t(`dashboard.opening.${done ? "done" : "missing"}`)}</span>
        {!done && <small>{t(`dashboard.opening.items.${item}.what`)}</small>}
      </span>
      {!done && place && (
        <Link to={place}>
          {t("dashboard.opening.see")}
          <span className="hidden"> : {name}</span>
        </Link>
      )}
    </li>
  );
}

const WAYS: Record<StepName, string> = {
  SCHOOL: "/school/settings",
  TEACHERS: "/course-metadata?tab=teachers",
  COURSE: "/course/list",
  MAIL: "/mails",
  PAYMENT: "/school/settings",
  OPENING: "/course/list?status=DRAFT",
};

/** The page where most of a step is done. */
function Way({ name, state }: { name: StepName; state: StepState }) {
  const { t } = useTranslation();
  const step = t(`dashboard.guide.steps.${name}.name`);
  const word =
    state === "done" ? "review" : state === "next" || state === "waits" ? "begin" : "goOn";
  return (
    <Button
      component={Link}
      to={WAYS[name]}
      variant={word === "goOn" ? "filled" : word === "begin" ? "light" : "subtle"}
      size={word === "goOn" ? "md" : "sm"}
      aria-label={`${t(`dashboard.guide.${word}`)} : ${step}`}
    >
      {t(`dashboard.guide.${word}`)}
    </Button>
  );
}

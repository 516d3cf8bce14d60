// The days on which the school is closed, and beside them the public holidays, which nobody writes down.
import { Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "web-shared/api/session";
import { isDay, writeDay } from "web-shared/format/days";
import { day, dayRange } from "web-shared/format/format";
import { errorText } from "web-shared/i18n/errors";
import { currentLanguage } from "web-shared/i18n/i18n";
import { schoolQuery } from "web-shared/school";
import { DayInput } from "web-shared/ui/DayInput";
import { notifySuccess } from "web-shared/ui/notify";
import { Note } from "web-shared/ui/Scene";
import { useSchoolAway } from "../../ui/SchoolOnly";
import {
  type Closure,
  type ClosureInput,
  closureCalls,
  closuresQuery,
  useAlsaceMoselle,
  useWriting,
} from "./api";
import styles from "./Reference.module.css";
import { type FieldsProps, Section } from "./Section";

const BLANK = { label: "", firstDay: "", lastDay: "" };
type Draft = typeof BLANK;

const LONG_AGO = "2000-01-01";

export function ClosureDays() {
  const { t } = useTranslation();
  const faultOf = (text: string) =>
    text === "" ? t("errors.required") : !isDay(text) && t("errors.invalid_date");
  return (
    <>
      <Section<Closure, Draft, ClosureInput>
        name="closures"
        schoolOnly
        found={useQuery({ ...closuresQuery, select: ({ closures }) => closures })}
        nameOf={({ label }) => label}
        writing={useWriting(closureCalls)}
        blank={BLANK}
        draftOf={({ label, firstDay, lastDay }) => ({ label, firstDay, lastDay })}
        inputOf={({ label, ...days }) => ({ label: label.trim(), ...days })}
        faultsOf={({ label, firstDay, lastDay }) => ({
          label: !label.trim() && t("errors.required"),
          firstDay: faultOf(firstDay),
          lastDay: faultOf(lastDay) || (lastDay < firstDay && t("errors.end_before_start")),
        })}
        labels={{
          label: t("dashboard.reference.closures.label"),
          firstDay: t("dashboard.reference.closures.firstDay"),
          lastDay: t("dashboard.reference.closures.lastDay"),
        }}
        shown={(value) => writeDay(String(value), currentLanguage())}
        columns={[
          {
            id: "label",
            place: "title",
            header: t("dashboard.reference.closures.label"),
            cell: ({ row: { original } }) => <b lang="fr">{original.label}</b>,
          },
          {
            id: "days",
            header: t("dashboard.reference.closures.days"),
            cell: ({ row: { original } }) => daysOf(original),
          },
        ]}
        fields={(props) => <Fields {...props} />}
      />
      <Holidays />
    </>
  );
}

const daysOf = ({ firstDay, lastDay }: Closure) =>
  firstDay === lastDay ? day(firstDay, "long") : dayRange(firstDay, lastDay, "long");

function Fields({ draft, edit, errorOf }: FieldsProps<Draft>) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("dashboard.reference.closures.label")}
        description={t("dashboard.reference.closures.labelHint")}
        value={draft.label}
        maxLength={100}
        onChange={(event) => edit({ label: event.currentTarget.value })}
        error={errorOf("label")}
      />
      <DayInput
        label={t("dashboard.reference.closures.firstDay")}
        value={draft.firstDay}
        onChange={(firstDay) =>
          edit({ firstDay, ...(draft.lastDay === "" && isDay(firstDay) && { lastDay: firstDay }) })
        }
        calendar={{ min: LONG_AGO, max: null }}
        error={errorOf("firstDay")}
      />
      <DayInput
        label={t("dashboard.reference.closures.lastDay")}
        value={draft.lastDay}
        onChange={(lastDay) => edit({ lastDay })}
        calendar={{ min: LONG_AGO, max: null }}
        error={errorOf("lastDay")}
      />
    </>
  );
}

/** Computed by the school for this year and the next. */
function Holidays() {
  const { t } = useTranslation();
  const heading = useId();
  const { data } = useQuery(closuresQuery);
  if (!data) return null;
  return (
    <section className={styles.holidays} aria-labelledby={heading}>
      <h2 id={heading}>{t("dashboard.reference.closures.holidays")}</h2>
      <p>{t("dashboard.reference.closures.holidaysHint")}</p>
      <AlsaceMoselle />
      <ul>
        {data.holidays.map((holiday) => (
          <li key={holiday.day}>
            <b lang="fr">{holiday.label}</b>
            <span>{day(holiday.day, "full")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where the two holidays more are law; for administrators, who keep the school's settings. */
function AlsaceMoselle() {
  const { t } = useTranslation();
  const admin = useSession()?.user.role === "ADMIN";
  const { data } = useQuery(schoolQuery);
  const { mutate, isPending, error } = useAlsaceMoselle();
  const away = useSchoolAway();
  if (!admin || !data) return null;
  return (
    <>
      <Switch
        label={t("dashboard.reference.closures.alsaceMoselle")}
        description={t("dashboard.reference.closures.alsaceMoselleHint")}
        checked={data.alsaceMoselle}
        disabled={isPending || away !== null}
        onChange={(event) =>
          mutate(
            { version: data.version, alsaceMoselle: event.currentTarget.checked },
            {
              onSuccess: () => notifySuccess(t("dashboard.reference.closures.alsaceMoselleSaved")),
            },
          )
        }
      />
      <div role="alert">{error && <Note tone="danger">{errorText(error)}</Note>}</div>
    </>
  );
}

// The form of a rule and, while it is complete, what saving it would do.
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { notifySuccess } from "web-shared/ui/notify";
import { useVersionedForm } from "../../ui/useVersionedForm";
import { type Course, previewQuery, type SessionSeries, useSaveSeries } from "./api";
import { blankRule, faultsOfRule, type RuleDraft, ruleOf, sentRule } from "./rule";

const PAUSE = 250; // milliseconds in which nothing more is typed

export type RuleForm = ReturnType<typeof useRule>;

export function useRule(course: Course, series: SessionSeries | null, onDone: () => void) {
  const { t } = useTranslation();
  const { mutateAsync } = useSaveSeries();
  const form = useVersionedForm<SessionSeries, RuleDraft>({
    row: series,
    draftOf: (row) => (row ? ruleOf(row) : blankRule(course)),
    keptAs: (row) => (row ? `session-series/${row.id}` : `session-series/new/${course.id}`),
    titleOf: () => course.name,
    rowOf: (answer) => seriesIn(answer as SessionSeries | { series: SessionSeries }),
    faultsOf: faultsOfRule,
    save: (draft, over) => mutateAsync({ over, body: sentRule(draft, course.id) }),
    onSaved: (_, more) => {
      notifySuccess(t("dashboard.timetable.rule.saved"));
      if (!more) onDone();
    },
  });
  return { ...form, preview: usePreview(course, form.draft, form.base.row) };
}

/** A save answers with the sessions too, a refusal with the rule alone. */
const seriesIn = (answer: SessionSeries | { series: SessionSeries }) =>
  "series" in answer ? answer.series : answer;

function usePreview(course: Course, draft: RuleDraft, series: SessionSeries | null) {
  const complete = !Object.values(faultsOfRule(draft)).some(Boolean);
  const body = { ...sentRule(draft, course.id), ...(series && { id: series.id }) };
  const [asked] = useDebouncedValue(JSON.stringify(complete ? body : null), PAUSE);
  const enabled = asked !== "null";
  const found = useQuery({
    ...previewQuery(enabled ? JSON.parse(asked) : {}),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const shown = complete ? found.data : undefined;
  const current = JSON.stringify(complete ? body : null) === asked && !found.isPlaceholderData;
  return { ...found, data: shown, complete, current };
}

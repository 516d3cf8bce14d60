// The level of a learner: the latest test's, until somebody of the school sets another.
import { Select } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";
import { type RosterRow, rosterQuery } from "../../ui/classSessions";

const LEVELS = ["A1", "A2", "B1", "B2", "C1", "C2"] as const;

export function Level({ row, session }: { row: RosterRow; session: number }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { subscriptionId: id, learnerName: name, level } = row;
  const set = useMutation({
    mutationFn: (level: (typeof LEVELS)[number] | null) =>
      unwrap(api.PATCH("/subscriptions/{id}/level", { params: { path: { id } }, body: { level } })),
    onSuccess: () => notifySuccess(t("dashboard.today.levelSet", { name })),
    onError: (error) => notifyFailure(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: rosterQuery(session).queryKey }),
  });
  return (
    <Select
      w={132}
      aria-label={t("dashboard.today.levelOf", { name })}
      placeholder={t("dashboard.today.level")}
      data={LEVELS}
      clearable
      disabled={set.isPending}
      value={LEVELS.find((one) => one === level) ?? null}
      onChange={(to) => set.mutate(LEVELS.find((one) => one === to) ?? null)}
    />
  );
}

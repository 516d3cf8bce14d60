// The level of a learner: the latest test's, until somebody of the school sets another.
import { Select } from "@mantine/core";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure, notifySuccess } from "web-shared/ui/notify";

const LEVELS = ["A1", "A2", "B1", "B2", "C1", "C2"] as const;

interface LevelProps {
  subscriptionId: number;
  learnerName: string;
  level: string | null | undefined;
  /** The list that shows it. */
  list: QueryKey;
  /** A heading names it already. */
  compact?: boolean;
}

export function Level({ subscriptionId: id, learnerName: name, ...props }: LevelProps) {
  const { t } = useTranslation();
  const { level, list, compact = false } = props;
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: (level: (typeof LEVELS)[number] | null) =>
      unwrap(api.PATCH("/subscriptions/{id}/level", { params: { path: { id } }, body: { level } })),
    onSuccess: () => notifySuccess(t("dashboard.today.levelSet", { name })),
    onError: (error) => notifyFailure(errorText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: list }),
  });
  return (
    <Select
      w={compact ? 94 : 132}
      aria-label={t("dashboard.today.levelOf", { name })}
      placeholder={compact ? "—" : t("dashboard.today.level")}
      data={LEVELS}
      clearable
      disabled={set.isPending}
      value={LEVELS.find((one) => one === level) ?? null}
      onChange={(to) => set.mutate(LEVELS.find((one) => one === to) ?? null)}
    />
  );
}

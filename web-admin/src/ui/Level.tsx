// The level of a learner: the latest test's, until somebody of the school sets another. A change can be taken back.
import { Select } from "@mantine/core";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "web-shared/api/client";
import { errorText } from "web-shared/i18n/errors";
import { notifyFailure } from "web-shared/ui/notify";
import { notifyUndo } from "web-shared/ui/undo";

const LEVELS = ["A1", "A2", "B1", "B2", "C1", "C2"] as const;
type LevelCode = (typeof LEVELS)[number];

interface Change {
  to: LevelCode | null;
  from: LevelCode | null;
}

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
  // The lists do not know the version: a change names none, taking it back names the one it made.
  const put = (level: LevelCode | null, version?: number) =>
    unwrap(
      api.PATCH("/subscriptions/{id}/level", {
        params: { path: { id } },
        body: { level },
        ...(version !== undefined && { headers: { "If-Match": `"${version}"` } }),
      }),
    );
  const renew = () => queries.invalidateQueries({ queryKey: list });
  const shown = known(level);
  const set = useMutation({
    mutationFn: ({ to }: Change) => put(to),
    onSuccess: ({ version }, { to, from }) =>
      notifyUndo(t(`dashboard.today.${to ? "levelSet" : "levelCleared"}`, { name }), () =>
        put(from, version).finally(renew),
      ),
    onError: (error) => notifyFailure(errorText(error)),
    onSettled: renew,
  });
  return (
    <Select
      w={compact ? 94 : 132}
      aria-label={t("dashboard.today.levelOf", { name })}
      placeholder={compact ? "—" : t("dashboard.today.level")}
      data={LEVELS}
      clearable
      disabled={set.isPending}
      value={shown}
      onChange={(to) => set.mutate({ to: known(to), from: shown })}
    />
  );
}

function known(level: string | null | undefined): LevelCode | null {
  return LEVELS.find((one) => one === level) ?? null;
}

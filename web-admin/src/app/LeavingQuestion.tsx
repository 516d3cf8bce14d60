// What is said before signing out while marks of roll calls wait; they are sent meanwhile if they can be.
import { useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import {
  countUnsent,
  countUntaken,
  send,
  sessionsWaiting,
  subscribe,
} from "../features/roll/outbox";
import { leave } from "./leave";

interface LeavingQuestionProps {
  opened: boolean;
  onClose: () => void;
}

export function LeavingQuestion({ opened, onClose }: LeavingQuestionProps) {
  const { t } = useTranslation();
  const count = useSyncExternalStore(subscribe, countUnsent);
  const untaken = useSyncExternalStore(subscribe, countUntaken);
  const waiting = count - untaken;
  useEffect(() => {
    if (opened) for (const session of sessionsWaiting()) void send(session);
  }, [opened]);
  return (
    <Confirm
      opened={opened}
      title={t("dashboard.leaving.title")}
      action={t(count > 0 ? "dashboard.leaving.nevertheless" : "nav.logout")}
      harmless={count === 0}
      busy={false}
      error={null}
      onConfirm={() => void leave()}
      onClose={onClose}
    >
      <div role="status">
        {waiting > 0 && <p>{t("dashboard.leaving.unsent", { count: waiting })}</p>}
        {untaken > 0 && <p>{t("dashboard.roll.notTaken", { count: untaken })}</p>}
        {count === 0 && <p>{t("dashboard.leaving.sent")}</p>}
      </div>
    </Confirm>
  );
}

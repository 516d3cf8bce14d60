// How many reviews have not reached the school, and whether that is for want of a network. It blocks nothing.
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Note } from "web-shared/ui/Scene";
import { useAway, useOnline } from "web-shared/ui/useAway";
import { send, sendWhenPossible, useWaiting } from "./outbox";

export function Unsent() {
  const { t } = useTranslation();
  const count = useWaiting().length;
  const away = useAway(count > 0);
  const online = useOnline();
  useEffect(sendWhenPossible, []);
  return (
    <div role="status">
      {away && (
        <Note tone="warning">
          <p>{t(online ? "revision.unsent" : "revision.offline", { count })}</p>
          {online && (
            <Button variant="outline" size="sm" mt={10} onClick={() => void send()}>
              {t("common.retry")}
            </Button>
          )}
        </Note>
      )}
    </div>
  );
}

// How near a session is, as a word on light.
import { useTranslation } from "react-i18next";
import type { OwnSession } from "../../api/classSessions";
import { Tag } from "../Tag";
import { whenOf } from "./next";

export function WhenTag({ session, now }: { session: OwnSession; now: number }) {
  const { t } = useTranslation();
  const near = whenOf(session, now);
  if (!near) return null;
  return (
    <Tag tone="warning">
      {near.when === "soon"
        ? t("sessions.inMinutes", { count: near.minutes })
        : t(`sessions.${near.when}`)}
    </Tag>
  );
}

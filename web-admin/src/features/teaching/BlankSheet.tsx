// The blank sheet of a session, for a roll call on paper.
import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSheet } from "../../ui/useSheet";

export function BlankSheet({ session }: { session: number }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useSheet(session);
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      aria-busy={isPending}
      onClick={() => !isPending && mutate("blank")}
    >
      {t("dashboard.roll.blankSheet")}
    </Anchor>
  );
}

// Leaving the account. Changes that still wait are not lost by it, but they are not sent either: that is said first.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { endSession } from "web-shared/api/session";
import { Confirm } from "web-shared/ui/Confirm";
import { useSignOut } from "./api";
import { WELCOME } from "./places";
import { waitingOf } from "./problems";

interface SignOutProps {
  opened: boolean;
  onClose: () => void;
}

export function SignOut({ opened, onClose }: SignOutProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { mutate, isPending, error, reset } = useSignOut();
  const [waiting, setWaiting] = useState<number | null>(null);

  function leave() {
    mutate(waiting !== null, {
      onSuccess: () => {
        endSession();
        void navigate(WELCOME);
      },
      onError: (failure) => setWaiting(waitingOf(failure)),
    });
  }

  return (
    <Confirm
      opened={opened}
      title={t("dashboard.desktop.signOut.title")}
      action={t(`dashboard.desktop.signOut.${waiting === null ? "action" : "nevertheless"}`)}
      harmless={waiting === null}
      busy={isPending}
      error={waiting === null ? error : null}
      onConfirm={leave}
      onClose={() => {
        reset();
        setWaiting(null);
        onClose();
      }}
    >
      <p>
        {waiting === null
          ? t("dashboard.desktop.signOut.text")
          : t("dashboard.desktop.signOut.waiting", { count: waiting })}
      </p>
    </Confirm>
  );
}

// What the school alone can do. In the desktop app its buttons say beforehand that it cannot be reached.
import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ComponentPropsWithoutRef, type MouseEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { stateWherePossible } from "../platform/state";

/** Why the school cannot do anything now; nothing while it can. */
export function useSchoolAway(): string | null {
  const { t } = useTranslation();
  const { data } = useQuery(stateWherePossible());
  if (!data || data.connection === "online") return null;
  return t(`dashboard.desktop.away.${data.connection}`);
}

type SchoolButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<"button">, keyof ButtonProps>;

/** A button that keeps the focus while it does nothing, so that its reason is heard and seen. */
export function SchoolButton({ onClick, ...button }: SchoolButtonProps) {
  const away = useSchoolAway();
  const reason = useId();
  // A press of Enter in a form comes here too.
  const press = away ? (event: MouseEvent) => event.preventDefault() : onClick;
  return (
    <>
      <Tooltip
        label={away}
        disabled={!away}
        events={{ hover: true, focus: true, touch: true }}
        multiline
        maw={280}
      >
        <Button
          {...button}
          {...(press && { onClick: press })}
          {...(away && {
            "data-disabled": true,
            "aria-disabled": true,
            "aria-describedby": reason,
          })}
        />
      </Tooltip>
      {away && (
        <span id={reason} hidden>
          {away}
        </span>
      )}
    </>
  );
}

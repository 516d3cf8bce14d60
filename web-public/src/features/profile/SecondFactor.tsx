// The second factor of staff: its state, and the ways to switch it on, renew its recovery codes and switch it off.
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { day } from "web-shared/format/format";
import { FailedState, Note, Waiting } from "web-shared/ui/Scene";
import { Tag } from "web-shared/ui/Tag";
import type { User } from "./api";
import { EndSecondFactor } from "./EndSecondFactor";
import styles from "./Profile.module.css";
import { RenewCodes } from "./RenewCodes";
import { Section } from "./Section";
import { SwitchOn } from "./SwitchOn";
import { type SecondFactorState, secondFactorQuery } from "./secondFactor";

type Open = "begin" | "renew" | "end";

/** Nothing for students, unless they have one from when they were staff. */
export function SecondFactor({ user }: { user: User }) {
  return user.role === "STUDENT" && !user.secondFactor ? null : <State user={user} />;
}

function State({ user }: { user: User }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Section
      title={t("profile.factor.title")}
      lead={t("profile.factor.lead")}
      aside={
        data && (
          <Tag tone={data.on ? "success" : "warning"}>
            {t(`profile.factor.${data.on ? "on" : "off"}`)}
          </Tag>
        )
      }
    >
      {user.secondFactorMissing && <Note tone="warning">{t("profile.factor.missing")}</Note>}
      {data ? (
        <Known state={data} staff={user.role !== "STUDENT"} onOpen={setOpen} />
      ) : error ? (
        <FailedState
          what={t("profile.factor.failed")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Waiting>
          <Skeleton height={44} />
        </Waiting>
      )}
      {open === "begin" && <SwitchOn user={user} onClose={close} />}
      {open === "renew" && <RenewCodes onClose={close} />}
      {open === "end" && <EndSecondFactor onClose={close} />}
    </Section>
  );
}

interface KnownProps {
  state: SecondFactorState;
  staff: boolean;
  onOpen: (dialog: Open) => void;
}

function Known({ state, staff, onOpen }: KnownProps) {
  const { t } = useTranslation();
  if (!state.on) {
    return (
      <div className={styles.actions}>
        <Button onClick={() => onOpen("begin")}>{t("profile.factor.begin")}</Button>
      </div>
    );
  }
  const mandatory = staff && state.required;
  return (
    <>
      {state.since && <p>{t("profile.factor.since", { day: day(state.since) })}</p>}
      <p>{t("profile.factor.left", { count: state.recoveryCodesLeft })}</p>
      {mandatory && <p className="muted">{t("profile.factor.mandatory")}</p>}
      <div className={styles.actions}>
        <Button variant="outline" onClick={() => onOpen("renew")}>
          {t("profile.factor.renew")}
        </Button>
        {!mandatory && (
          <Button variant="subtle" color="red" onClick={() => onOpen("end")}>
            {t("profile.factor.end")}
          </Button>
        )}
      </div>
    </>
  );
}

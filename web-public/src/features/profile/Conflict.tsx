// Two changes of the same field, made in two places: both are shown, and the person says which one is right.
import { Button, Radio } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isDay } from "web-shared/format/days";
import { day } from "web-shared/format/format";
import { DialogActions } from "web-shared/ui/Confirm";
import { Dialog } from "web-shared/ui/Dialog";
import { RadioCard } from "web-shared/ui/RadioCard";
import { type Own, type OwnField, ownOf } from "./own";
import styles from "./Profile.module.css";
import type { Meanwhile } from "./useOwnData";

interface ConflictProps {
  typed: Own;
  meanwhile: Meanwhile;
  onChoose: (givenUp: ReadonlySet<OwnField> | null) => void;
}

export function Conflict({ typed, meanwhile, onChoose }: ConflictProps) {
  const { t } = useTranslation();
  const [givenUp, setGivenUp] = useState<ReadonlySet<OwnField>>(new Set());
  const saved = ownOf(meanwhile.account);

  function choose(name: OwnField, whose: string) {
    const after = new Set(givenUp);
    if (whose === "saved") after.add(name);
    else after.delete(name);
    setGivenUp(after);
  }
  const written = (name: OwnField, value: string) =>
    (name === "birthDate" && isDay(value) ? day(value) : value) || t("profile.conflict.empty");

  return (
    <Dialog onClose={() => onChoose(null)} title={t("profile.conflict.title")}>
      <p>{t("profile.conflict.text")}</p>
      {meanwhile.fields.map((name) => (
        <Radio.Group
          key={name}
          className={styles.choice}
          label={t(`fields.${name}`)}
          value={givenUp.has(name) ? "saved" : "typed"}
          onChange={(whose) => choose(name, whose)}
        >
          <RadioCard value="typed" stop={givenUp.has(name) ? "saved" : "typed"}>
            <Radio.Indicator />
            <span>
              {t("profile.conflict.typed")} <b>{written(name, typed[name])}</b>
            </span>
          </RadioCard>
          <RadioCard value="saved" stop={givenUp.has(name) ? "saved" : "typed"}>
            <Radio.Indicator />
            <span>
              {t("profile.conflict.saved")} <b>{written(name, saved[name])}</b>
            </span>
          </RadioCard>
        </Radio.Group>
      ))}
      <DialogActions>
        <Button variant="outline" onClick={() => onChoose(null)}>
          {t("profile.cancel")}
        </Button>
        <Button onClick={() => onChoose(givenUp)}>{t("profile.conflict.keep")}</Button>
      </DialogActions>
    </Dialog>
  );
}

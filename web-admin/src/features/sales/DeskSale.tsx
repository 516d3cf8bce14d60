// A sale at the desk in one step: who learns and who pays, what, and whether the money is on the table.
import { Radio, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { money, today } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { currentLanguage, interfaceLanguages, ownNames } from "web-shared/i18n/i18n";
import { DayInput } from "web-shared/ui/DayInput";
import { notifySuccess } from "web-shared/ui/notify";
import type { Method } from "./api";
import { type DeskPerson, NOBODY, PersonFields, sentPerson, withoutPerson } from "./DeskPerson";
import { Means } from "./Fields";
import { priceQuery, useDeskSale } from "./refunds";
import { SaleDialog } from "./SaleDialog";
import styles from "./Sales.module.css";
import { CourseField, Scope } from "./Selection";

const NOTE = 500; // characters the server takes
const TOLD = ["courseId", "reservedModuleIds", "requestedStartDate", "language"].concat(
  ["learner", "payer"].flatMap((who) =>
    ["firstName", "lastName", "email", "birthDate"].map((name) => `${who}.${name}`),
  ),
);

export function DeskSale({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [learner, setLearner] = useState<DeskPerson>(NOBODY);
  const [payer, setPayer] = useState<DeskPerson | null>(null);
  const [language, setLanguage] = useState(currentLanguage);
  const [courseId, setCourseId] = useState<number | null>(null);
  const [whole, setWhole] = useState(true);
  const [moduleIds, setModuleIds] = useState<number[]>([]);
  const [start, setStart] = useState(today());
  const [paid, setPaid] = useState(true);
  const [method, setMethod] = useState<Method | null>(null);
  const [note, setNote] = useState("");
  const [asked, setAsked] = useState(false);
  const { mutateAsync, isPending, error } = useDeskSale();
  const chosen = whole ? [] : moduleIds;
  const price = useQuery(priceQuery(courseId, whole || chosen.length > 0 ? chosen : null));
  const amount = price.data?.amount;
  const written = amount === undefined ? "" : money(amount);
  const toPay = paid && amount !== 0;
  const missing =
    [learner, ...(payer ? [payer] : [])].some(withoutPerson) ||
    !courseId ||
    (!whole && chosen.length === 0) ||
    (toPay && !method);

  function submit() {
    setAsked(true);
    if (missing || amount === undefined) return;
    const payment = toPay ? { payment: { method, note: note.trim() } } : {};
    const people = {
      learner: sentPerson(learner),
      ...(payer ? { payer: sentPerson(payer) } : {}),
      language,
    };
    const what = { courseId, reservedModuleIds: chosen, requestedStartDate: start, amount };
    void mutateAsync({ ...what, ...people, ...payment }).then(
      ({ id }) => {
        notifySuccess(
          t(toPay ? "dashboard.sales.desk.sold" : "dashboard.sales.desk.held", { amount: written }),
        );
        void navigate(`/sales/reservations/${id}`);
      },
      () => null,
    );
  }

  return (
    <SaleDialog
      title={t("dashboard.sales.desk.title")}
      action={
        toPay ? t("dashboard.sales.desk.sell", { amount: written }) : t("dashboard.sales.desk.hold")
      }
      fields={TOLD}
      busy={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields
        legend={t("dashboard.sales.desk.learner")}
        who="learner"
        person={learner}
        asked={asked}
        error={error}
        onChange={setLearner}
      />
      <Radio.Group
        label={t("dashboard.sales.desk.payer")}
        value={payer ? "other" : "same"}
        onChange={(value) => setPayer(value === "other" ? NOBODY : null)}
      >
        <div className={styles.options}>
          <Radio value="same" label={t("dashboard.sales.desk.samePayer")} />
          <Radio value="other" label={t("dashboard.sales.desk.otherPayer")} />
        </div>
      </Radio.Group>
      {payer && (
        <PersonFields
          legend={t("dashboard.sales.desk.payer")}
          who="payer"
          person={payer}
          asked={asked}
          error={error}
          onChange={setPayer}
        />
      )}
      <Select
        label={t("dashboard.sales.desk.language")}
        description={t("dashboard.sales.desk.languageHint")}
        allowDeselect={false}
        data={interfaceLanguages.map((value) => ({ value, label: ownNames[value] }))}
        value={language}
        onChange={(value) => value && setLanguage(value)}
        error={fieldError(error, "language")}
      />
      <CourseField
        value={courseId}
        error={(asked && !courseId && t("errors.required")) || fieldError(error, "courseId")}
        onChange={(id) => {
          setCourseId(id);
          setModuleIds([]);
        }}
      />
      <Scope
        courseId={courseId}
        whole={whole}
        onWhole={setWhole}
        chosen={moduleIds}
        onChosen={setModuleIds}
        error={
          (asked && !whole && chosen.length === 0 && t("errors.selection_required")) ||
          fieldError(error, "reservedModuleIds")
        }
      />
      <DayInput
        label={t("dashboard.sales.desk.start")}
        value={start}
        onChange={setStart}
        calendar={{ min: today(), max: price.data?.startUntil ?? null }}
        error={fieldError(error, "requestedStartDate")}
      />
      <p className={styles.result} aria-live="polite">
        {written && t("dashboard.sales.desk.priceIs", { price: written })}
        {price.data?.refusal && ` · ${t(`errors.${price.data.refusal.code}`)}`}
        {price.error && errorText(price.error)}
      </p>
      {amount !== 0 && (
        <Radio.Group
          label={t("dashboard.sales.desk.money")}
          value={paid ? "now" : "later"}
          onChange={(value) => setPaid(value === "now")}
        >
          <div className={styles.options}>
            <Radio value="now" label={t("dashboard.sales.desk.now")} />
            <Radio value="later" label={t("dashboard.sales.desk.later")} />
          </div>
        </Radio.Group>
      )}
      {toPay && (
        <>
          <Means value={method} missing={asked && !method} onChange={setMethod} />
          <TextInput
            label={t("dashboard.sales.desk.note")}
            description={t("dashboard.sales.noteHint")}
            maxLength={NOTE}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </>
      )}
    </SaleDialog>
  );
}

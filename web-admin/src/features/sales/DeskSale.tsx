// A sale at the desk in one step: who learns and who pays, what, and whether the money is on the table.
import { Radio, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { today } from "web-shared/format/format";
import { errorText, fieldError } from "web-shared/i18n/errors";
import { interfaceLanguages, ownNames } from "web-shared/i18n/i18n";
import { DayInput } from "web-shared/ui/DayInput";
import { notifySuccess } from "web-shared/ui/notify";
import { WhyPrice } from "web-shared/ui/WhyPrice";
import { NOBODY, PersonFields } from "./DeskPerson";
import { Means } from "./Fields";
import { SaleDialog } from "./SaleDialog";
import styles from "./Sales.module.css";
import { CourseField, Scope } from "./Selection";
import { type DeskSaleForm, useDeskSaleForm } from "./useDeskSaleForm";

const NOTE = 500; // characters the server takes
/** The fields that show what is wrong with them. */
const FIELDS = ["courseId", "reservedModuleIds", "requestedStartDate", "language"].concat(
  ["learner", "payer"].flatMap((who) =>
    ["firstName", "lastName", "email", "birthDate"].map((name) => `${who}.${name}`),
  ),
);

export function DeskSale({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useDeskSaleForm((id, paid, amount) => {
    notifySuccess(t(`dashboard.sales.desk.${paid ? "sold" : "held"}`, { amount }));
    void navigate(`/sales/reservations/${id}`);
  });
  const { pays, written: amount } = form;
  return (
    <SaleDialog
      title={t("dashboard.sales.desk.title")}
      action={pays ? t("dashboard.sales.desk.sell", { amount }) : t("dashboard.sales.desk.hold")}
      fields={FIELDS}
      busy={form.busy}
      error={form.error}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <People form={form} />
      <Selection form={form} />
      <Payment form={form} />
    </SaleDialog>
  );
}

interface PartProps {
  form: DeskSaleForm;
}

function People({ form: { draft, set, asked, error } }: PartProps) {
  const { t } = useTranslation();
  const { learner, payer, language } = draft;
  return (
    <>
      <PersonFields
        legend={t("dashboard.sales.desk.learner")}
        who="learner"
        person={learner}
        asked={asked}
        error={error}
        onChange={(learner) => set({ learner })}
      />
      <Radio.Group
        label={t("dashboard.sales.desk.payer")}
        value={payer ? "other" : "same"}
        onChange={(value) => set({ payer: value === "other" ? NOBODY : null })}
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
          onChange={(payer) => set({ payer })}
        />
      )}
      <Select
        label={t("dashboard.sales.desk.language")}
        description={t("dashboard.sales.desk.languageHint")}
        allowDeselect={false}
        data={interfaceLanguages.map((value) => ({ value, label: ownNames[value] }))}
        value={language}
        onChange={(language) => language && set({ language })}
        error={fieldError(error, "language")}
      />
    </>
  );
}

function Selection({
  form: { draft, set, asked, withoutModules, price, written, error },
}: PartProps) {
  const { t } = useTranslation();
  const { courseId, whole, moduleIds, start } = draft;
  return (
    <>
      <CourseField
        value={courseId}
        error={(asked && !courseId && t("errors.required")) || fieldError(error, "courseId")}
        onChange={(courseId) => set({ courseId, moduleIds: [] })}
      />
      <Scope
        courseId={courseId}
        whole={whole}
        onWhole={(whole) => set({ whole })}
        chosen={moduleIds}
        onChosen={(moduleIds) => set({ moduleIds })}
        error={
          (asked && withoutModules && t("errors.selection_required")) ||
          fieldError(error, "reservedModuleIds")
        }
      />
      <DayInput
        label={t("dashboard.sales.desk.start")}
        value={start}
        onChange={(start) => set({ start })}
        calendar={{ min: today(), max: price.data?.startUntil ?? null }}
        error={fieldError(error, "requestedStartDate")}
      />
      <p className={styles.result} aria-live="polite">
        {written && t("dashboard.sales.desk.priceIs", { price: written })}
        {price.data?.refusal && ` · ${t(`errors.${price.data.refusal.code}`)}`}
        {price.error && errorText(price.error)}
      </p>
      {price.data && <WhyPrice lines={price.data.lines} />}
    </>
  );
}

function Payment({ form: { draft, set, asked, amount, pays } }: PartProps) {
  const { t } = useTranslation();
  const { paid, method, note } = draft;
  return (
    <>
      {amount !== 0 && (
        <Radio.Group
          label={t("dashboard.sales.desk.money")}
          value={paid ? "now" : "later"}
          onChange={(value) => set({ paid: value === "now" })}
        >
          <div className={styles.options}>
            <Radio value="now" label={t("dashboard.sales.desk.now")} />
            <Radio value="later" label={t("dashboard.sales.desk.later")} />
          </div>
        </Radio.Group>
      )}
      {pays && (
        <>
          <Means value={method} missing={asked && !method} onChange={(method) => set({ method })} />
          <TextInput
            label={t("dashboard.sales.desk.note")}
            description={t("dashboard.sales.noteHint")}
            maxLength={NOTE}
            value={note}
            onChange={(event) => set({ note: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

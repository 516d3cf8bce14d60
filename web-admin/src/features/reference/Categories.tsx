// The categories of the FAQ, in the order in which the site shows them.
import { NumberInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import {
  asCategory,
  type Category,
  type CategoryInput,
  categoriesQuery,
  categoryCalls,
  useWriting,
} from "./api";
import { Section } from "./Section";

const BLANK = { label: "", position: "" as number | string };
const found = {
  ...categoriesQuery,
  select: (rows: Parameters<typeof asCategory>[0][]) => rows.map(asCategory),
};

export function Categories() {
  const { t } = useTranslation();
  return (
    <Section<Category, typeof BLANK, CategoryInput, string>
      name="categories"
      schoolOnly
      found={useQuery(found)}
      nameOf={({ label }) => label}
      rowOf={(row) => asCategory(row as Category)}
      writing={useWriting(categoryCalls)}
      blank={BLANK}
      draftOf={({ label, position }) => ({ label, position })}
      inputOf={({ label, position }) => ({
        label,
        ...(position !== "" && { position: Number(position) }),
      })}
      faultsOf={({ label, position }) => ({
        label: !label.trim() && t("errors.required"),
        position: position !== "" && Number(position) < 1 && t("errors.too_small", { min: 1 }),
      })}
      labels={{
        label: t("dashboard.reference.name"),
        position: t("dashboard.reference.place"),
      }}
      columns={[
        {
          id: "position",
          only: "table",
          header: t("dashboard.reference.place"),
          numeric: true,
          cell: ({ row: { original } }) => original.position,
        },
        {
          id: "label",
          place: "title",
          header: t("dashboard.reference.name"),
          cell: ({ row: { original } }) => <b lang="fr">{original.label}</b>,
        },
        {
          id: "entries",
          labelled: true,
          header: t("dashboard.reference.entries"),
          numeric: true,
          cell: ({ row: { original } }) => original.entries,
        },
      ]}
      fields={({ draft, edit, errorOf }) => (
        <>
          <TextInput
            label={t("dashboard.reference.name")}
            value={draft.label}
            maxLength={100}
            onChange={(event) => edit({ label: event.currentTarget.value })}
            error={errorOf("label")}
          />
          <NumberInput
            label={t("fields.optional", { field: t("dashboard.reference.place") })}
            description={t("dashboard.reference.placeHint")}
            value={draft.position}
            min={1}
            allowDecimal={false}
            clampBehavior="none"
            onChange={(position) => edit({ position })}
            error={errorOf("position")}
          />
        </>
      )}
    />
  );
}

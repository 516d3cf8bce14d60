// The levels, the easiest first.
import { NumberInput, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Level, type LevelInput, levelCalls, levelsQuery, useWriting } from "./api";
import { Section } from "./Section";

const BLANK = { name: "", description: "", rank: 1 as number | string };

export function Levels() {
  const { t } = useTranslation();
  return (
    <Section<Level, typeof BLANK, LevelInput>
      name="levels"
      found={useQuery(levelsQuery)}
      nameOf={({ name }) => name}
      writing={useWriting(levelCalls)}
      blank={BLANK}
      draftOf={({ name, description, rank }) => ({ name, description: description ?? "", rank })}
      inputOf={({ name, description, rank }) => ({
        name,
        description: description.trim() || null,
        rank: Number(rank),
      })}
      faultsOf={({ name, rank }) => ({
        name: !name.trim() && t("errors.required"),
        rank:
          rank === ""
            ? t("errors.required")
            : Number(rank) < 1 && t("errors.too_small", { min: 1 }),
      })}
      labels={{
        name: t("dashboard.reference.name"),
        rank: t("dashboard.reference.rank"),
        description: t("dashboard.reference.description"),
      }}
      columns={[
        {
          id: "rank",
          only: "table",
          header: t("dashboard.reference.rank"),
          numeric: true,
          cell: ({ row: { original } }) => original.rank,
        },
        {
          id: "name",
          place: "title",
          header: t("dashboard.reference.name"),
          cell: ({ row: { original } }) => <b lang="fr">{original.name}</b>,
        },
        {
          id: "description",
          long: true,
          header: t("dashboard.reference.description"),
          cell: ({ row: { original } }) => <span lang="fr">{original.description ?? "—"}</span>,
        },
      ]}
      fields={({ draft, edit, errorOf }) => (
        <>
          <TextInput
            label={t("dashboard.reference.name")}
            value={draft.name}
            maxLength={50}
            onChange={(event) => edit({ name: event.currentTarget.value })}
            error={errorOf("name")}
          />
          <NumberInput
            label={t("dashboard.reference.rank")}
            description={t("dashboard.reference.rankHint")}
            value={draft.rank}
            min={1}
            allowDecimal={false}
            clampBehavior="none"
            onChange={(rank) => edit({ rank })}
            error={errorOf("rank")}
          />
          <Textarea
            label={t("fields.optional", { field: t("dashboard.reference.description") })}
            value={draft.description}
            minRows={3}
            maxRows={6}
            onChange={(event) => edit({ description: event.currentTarget.value })}
            error={errorOf("description")}
          />
        </>
      )}
    />
  );
}

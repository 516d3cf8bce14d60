// The rooms in which classes meet.
import { NumberInput, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CalendarFeed } from "../../ui/CalendarFeed";
import { SchoolRowAction } from "../../ui/RowActions";
import { type Room, type RoomInput, roomCalls, roomsQuery, useWriting } from "./api";
import styles from "./Reference.module.css";
import { type FieldsProps, Section } from "./Section";

const BLANK = { name: "", address: "", seats: "" as number | string, note: "" };
type Draft = typeof BLANK;

const draftOf = ({ name, address, seats, note }: Room): Draft => ({
  name,
  address: address ?? "",
  seats: seats ?? "",
  note: note ?? "",
});

export function Rooms() {
  const { t } = useTranslation();
  const [feed, setFeed] = useState<Room | null>(null);
  return (
    <>
      <Section<Room, Draft, RoomInput>
        name="rooms"
        schoolOnly
        found={useQuery(roomsQuery)}
        nameOf={({ name }) => name}
        writing={useWriting(roomCalls)}
        blank={BLANK}
        draftOf={draftOf}
        inputOf={({ name, address, seats, note }) => ({
          name: name.trim(),
          address: address.trim() || null,
          seats: seats === "" ? null : Number(seats),
          note: note.trim() || null,
        })}
        faultsOf={({ name, seats }) => ({
          name: !name.trim() && t("errors.required"),
          seats: seats !== "" && Number(seats) < 1 && t("errors.too_small", { min: 1 }),
        })}
        labels={{
          name: t("dashboard.reference.name"),
          address: t("dashboard.reference.rooms.address"),
          seats: t("dashboard.reference.rooms.seats"),
          note: t("dashboard.reference.rooms.note"),
        }}
        columns={[
          {
            id: "name",
            place: "title",
            header: t("dashboard.reference.name"),
            cell: ({ row: { original } }) => (
              <>
                <b lang="fr">{original.name}</b>
                {original.note && (
                  <small className={styles.address} lang="fr">
                    {original.note}
                  </small>
                )}
              </>
            ),
          },
          {
            id: "address",
            long: true,
            header: t("dashboard.reference.rooms.address"),
            cell: ({ row: { original } }) => <span lang="fr">{original.address || "—"}</span>,
          },
          {
            id: "seats",
            header: t("dashboard.reference.rooms.seats"),
            numeric: true,
            cell: ({ row: { original } }) =>
              typeof original.seats === "number"
                ? t("dashboard.timetable.seats", { count: original.seats })
                : t("dashboard.courses.unlimited"),
          },
        ]}
        fields={(props) => <Fields {...props} />}
        more={(room) => [
          <SchoolRowAction
            key="feed"
            icon="calendar-dots"
            label={t("dashboard.feed.actionOne", { name: room.name })}
            text={t("dashboard.feed.action")}
            onClick={() => setFeed(room)}
          />,
        ]}
      />
      {feed && <CalendarFeed room={feed} onClose={() => setFeed(null)} />}
    </>
  );
}

function Fields({ draft, edit, errorOf }: FieldsProps<Draft>) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("dashboard.reference.name")}
        value={draft.name}
        maxLength={100}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        error={errorOf("name")}
      />
      <NumberInput
        label={t("fields.optional", { field: t("dashboard.reference.rooms.seats") })}
        description={t("dashboard.reference.rooms.seatsHint")}
        value={draft.seats}
        min={1}
        allowDecimal={false}
        clampBehavior="none"
        onChange={(seats) => edit({ seats })}
        error={errorOf("seats")}
      />
      <TextInput
        label={t("fields.optional", { field: t("dashboard.reference.rooms.address") })}
        description={t("dashboard.reference.rooms.addressHint")}
        value={draft.address}
        maxLength={300}
        onChange={(event) => edit({ address: event.currentTarget.value })}
        error={errorOf("address")}
      />
      <Textarea
        label={t("fields.optional", { field: t("dashboard.reference.rooms.note") })}
        description={t("dashboard.reference.rooms.noteHint")}
        value={draft.note}
        minRows={2}
        maxLength={500}
        onChange={(event) => edit({ note: event.currentTarget.value })}
        error={errorOf("note")}
      />
    </>
  );
}

// One kind of what courses are made of: its rows in a table, and beside it the form in which a row is made or changed.
import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { RowData } from "@tanstack/react-table";
import { Fragment, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "web-shared/api/problem";
import { currentLanguage } from "web-shared/i18n/i18n";
import { Confirm } from "web-shared/ui/Confirm";
import { Icon } from "web-shared/ui/Icon";
import { LeaveGuard } from "web-shared/ui/LeaveGuard";
import { notifySuccess } from "web-shared/ui/notify";
import { FailedState } from "web-shared/ui/Scene";
import { Conflict } from "../../ui/Conflict";
import { RowAction, RowActions, SchoolRowAction } from "../../ui/RowActions";
import { type Column, Table } from "../../ui/Table";
import type { Faults } from "../../ui/useVersionedForm";
import type { SectionName, Seen, useWriting } from "./api";
import { Form } from "./Form";
import styles from "./Reference.module.css";
import { useForm } from "./useForm";

export interface FieldsProps<Draft> {
  draft: Draft;
  edit: (changes: Partial<Draft>) => void;
  errorOf: (name: string) => string | undefined;
}

interface SectionProps<Row extends RowData, Draft, Input, Id> {
  name: SectionName;
  /** Nothing of it is written in the desktop app while the school cannot be reached. */
  schoolOnly?: boolean;
  found: UseQueryResult<Row[]>;
  columns: Column<Row>[];
  nameOf: (row: Row) => string;
  /** A row of an answer, where it is not shown as it comes. */
  rowOf?: (row: unknown) => Row;
  blank: Draft;
  draftOf: (row: Row) => Draft;
  inputOf: (draft: Draft) => Input;
  faultsOf: (draft: Draft) => Faults;
  /** What the fields are called, and how a value is read beside another one. */
  labels: Record<keyof Draft & string, string>;
  shown?: (value: unknown) => string;
  writing: ReturnType<typeof useWriting<Input, Id>>;
  fields: (props: FieldsProps<Draft>) => ReactNode;
  /** What else can be done with a row: entries of its menu. */
  more?: (row: Row) => ReactNode[];
}

/** What the journal calls one of them. */
const THINGS = {
  languages: "language",
  levels: "level",
  teachers: "teacher",
  categories: "faq-category",
  rooms: "room",
  closures: "closure",
};

export function Section<
  Row extends Seen<Id> & RowData,
  Draft extends object,
  Input,
  Id extends number | string = number,
>(props: SectionProps<Row, Draft, Input, Id>) {
  const { name, schoolOnly = false, found, columns, nameOf, writing } = props;
  const { t } = useTranslation();
  const done = {
    added: t(`dashboard.reference.${name}.added`),
    updated: t(`dashboard.reference.${name}.updated`),
  };
  const form = useForm({ ...props, thing: THINGS[name], done });
  const { data, error, refetch } = found;
  const [next, setNext] = useState<{ row: Row | null } | null>(null);
  const [leaving, setLeaving] = useState<Row | null>(null);

  function open(row: Row | null) {
    form.open(row);
    setNext(null);
    // After the dialog, if there was one, has given the focus back.
    setTimeout(() => form.fields.current?.querySelector<HTMLElement>("input")?.focus());
  }

  const asked = (row: Row | null) => (form.unsaved ? setNext({ row }) : open(row));
  const actions: Column<Row> = {
    id: "actions",
    header: t("dashboard.table.actions"),
    place: "actions",
    cell: ({ row: { original } }) => (
      <Actions
        name={nameOf(original)}
        schoolOnly={schoolOnly}
        onEdit={() => asked(original)}
        onDelete={() => setLeaving(original)}
        more={props.more?.(original)}
      />
    ),
  };
  return (
    <div className={styles.section}>
      <LeaveGuard {...form.guard} />
      <div className={styles.rows}>
        <Button
          className={styles.jump}
          leftSection={<Icon name="plus-bold" />}
          onClick={() => asked(null)}
        >
          {t(`dashboard.reference.${name}.add`)}
        </Button>
        {error && !data ? (
          <FailedState
            error={error}
            what={t("dashboard.reference.loadFailed")}
            onRetry={() => void refetch()}
          />
        ) : (
          <Table
            caption={t(`dashboard.reference.${name}.title`)}
            columns={[...columns, actions]}
            rows={data}
            keyOf={({ id }) => id}
            error={error}
            onRetry={() => void refetch()}
            empty={t(`dashboard.reference.${name}.none`)}
            size="medium"
          />
        )}
      </div>
      <Form
        ref={form.fields}
        name={name}
        schoolOnly={schoolOnly}
        form={form}
        onCancel={() => asked(null)}
      >
        {/* Another row, other fields: a file on its way to this one is given up. */}
        <Fragment key={form.base.row?.id ?? "new"}>
          {props.fields({ draft: form.draft, edit: form.set, errorOf: form.problemAt })}
        </Fragment>
      </Form>
      {form.conflict && (
        <Conflict
          conflict={form.conflict}
          labelOf={(name) => props.labels[name as keyof Draft & string]}
          {...(props.shown && { shown: props.shown })}
        />
      )}
      {next && (
        <Confirm
          title={t("dashboard.reference.discard")}
          action={t("dashboard.reference.discardAction")}
          busy={false}
          error={null}
          onConfirm={() => open(next.row)}
          onClose={() => setNext(null)}
        >
          <p>{t("dashboard.reference.discardText")}</p>
        </Confirm>
      )}
      {leaving && (
        <Deletion
          {...{ name, writing }}
          row={leaving}
          called={nameOf(leaving)}
          onDone={() => {
            if (form.base.row?.id === leaving.id) form.open(null);
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </div>
  );
}

interface ActionsProps {
  name: string;
  schoolOnly: boolean;
  onEdit: () => void;
  onDelete: () => void;
  more?: ReactNode[] | undefined;
}

function Actions({ name, schoolOnly, onEdit, onDelete, more }: ActionsProps) {
  const { t } = useTranslation();
  const Deleting = schoolOnly ? SchoolRowAction : RowAction;
  return (
    <RowActions
      name={name}
      main={
        <Button
          variant="subtle"
          size="sm"
          aria-label={t("dashboard.reference.editOne", { name })}
          onClick={onEdit}
        >
          {t("dashboard.reference.edit")}
        </Button>
      }
    >
      {more}
      <Deleting
        icon="trash"
        danger
        label={t("dashboard.reference.deleteOne", { name })}
        text={t("dashboard.reference.delete")}
        onClick={onDelete}
      />
    </RowActions>
  );
}

interface DeletionProps<Input, Id> {
  name: SectionName;
  row: Seen<Id>;
  called: string;
  writing: ReturnType<typeof useWriting<Input, Id>>;
  onDone: () => void;
  onClose: () => void;
}

function Deletion<Input, Id>(props: DeletionProps<Input, Id>) {
  const { name, row, called, writing, onDone, onClose } = props;
  const { t } = useTranslation();
  const { mutate, isPending, error, reset } = writing.remove;
  const uses = useUses(error);
  const failed = t(`dashboard.reference.${name}.deleteFailed`);
  function remove() {
    mutate(row, {
      onSuccess: () => {
        notifySuccess(t(`dashboard.reference.${name}.deleted`));
        onDone();
      },
    });
  }
  return (
    <Confirm
      title={t(`dashboard.reference.${name}.deleteAsk`)}
      action={t("dashboard.reference.delete")}
      busy={isPending}
      failed={uses ? t("dashboard.reference.inUse", { failed, uses }) : failed}
      error={error}
      onConfirm={remove}
      onClose={() => {
        reset();
        onClose();
      }}
    >
      <p>{called}</p>
    </Confirm>
  );
}

const USERS = ["courses", "questions", "teachers", "entries", "sessions", "series"] as const;

/** What still uses a row that was to be deleted, in words. */
function useUses(error: unknown): string {
  const { t } = useTranslation();
  const params = error instanceof ApiError && error.code === "in_use" ? error.problem.params : {};
  const uses = USERS.map((user) => ({ user, count: Number(params?.[user] ?? 0) }))
    .filter(({ count }) => count > 0)
    .map(({ user, count }) => t(`dashboard.reference.uses.${user}`, { count }));
  return new Intl.ListFormat(currentLanguage()).format(uses);
}

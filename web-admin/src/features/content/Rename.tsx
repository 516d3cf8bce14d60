// Another title for a line, in its place.
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DraftFound } from "../../ui/DraftFound";
import type { TitledRow } from "./Editable";
import { FormFoot } from "./FormFoot";
import type { OrderedKind } from "./kinds";
import { useFirstField } from "./parts";
import styles from "./Tree.module.css";
import { useEditing } from "./useEditing";

interface RenameProps<R extends TitledRow, Input> {
  row: R;
  kind: OrderedKind<R, Input>;
  parentId: number;
  bodyOf: (title: string) => Input;
  failed: string;
  onDone: () => void;
}

export function Rename<R extends TitledRow, Input>(props: RenameProps<R, Input>) {
  const { row, kind, parentId, bodyOf, failed, onDone } = props;
  const { t } = useTranslation();
  const field = useFirstField<HTMLInputElement>(true);
  const label = t("dashboard.content.title");
  const form = useEditing({
    kind,
    parentId,
    row,
    part: "title",
    draftOf: (of) => ({ title: of?.title ?? "" }),
    bodyOf: ({ title }) => bodyOf(title.trim()),
    faultOf: ({ title }) => (title.trim() ? undefined : t("errors.required")),
    onSaved: onDone,
  });
  return (
    <form className={styles.rename} onSubmit={form.submit} noValidate ref={form.fields}>
      <DraftFound draft={form.local} />
      <TextInput
        ref={field}
        lang="fr"
        aria-label={label}
        value={form.draft.title}
        maxLength={200}
        error={Boolean(form.fault)}
        onChange={(event) => form.set({ title: event.currentTarget.value })}
        onKeyDown={(event) => event.key === "Escape" && !form.unsaved && onDone()}
      />
      <FormFoot
        form={form}
        action={t("dashboard.content.save")}
        failed={failed}
        labels={{ title: label }}
        onCancel={onDone}
      />
    </form>
  );
}

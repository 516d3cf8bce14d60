// A resource, written. Its address is looked at while it is typed, and can be opened to be checked.
import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { DraftFound } from "../../ui/DraftFound";
import { FileField } from "../../ui/FileField";
import { FILE_KINDS, type FileKind, isUploaded } from "../../ui/files";
import styles from "./Content.module.css";
import { FormFoot } from "./FormFoot";
import { type Resource, type ResourceType, resources } from "./kinds";
import { canOpen, isAddress, youtubeId } from "./outline";
import { useFirstField } from "./parts";
import { useEditing } from "./useEditing";

const TYPES: ResourceType[] = ["PDF", "VIDEO", "LINK"];
const FILES: Record<ResourceType, FileKind[]> = {
  PDF: ["PDF"],
  VIDEO: ["VIDEO"],
  LINK: FILE_KINDS,
};

interface ResourceFormProps {
  lessonId: number;
  resource?: Resource;
  onDone?: () => void;
}

function draftOf(resource: Resource | null) {
  return {
    title: resource?.title ?? "",
    url: resource?.url ?? "",
    type: resource?.type ?? "PDF",
    captionsUrl: resource?.captionsUrl ?? "",
  };
}

export function ResourceForm({ lessonId, resource, onDone }: ResourceFormProps) {
  const { t } = useTranslation();
  const title = useFirstField<HTMLInputElement>(resource !== undefined);
  const form = useEditing({
    kind: resources,
    parentId: lessonId,
    row: resource,
    draftOf,
    bodyOf: (draft) => ({
      title: draft.title.trim(),
      url: draft.url.trim(),
      type: draft.type,
      captionsUrl: (draft.type === "VIDEO" && draft.captionsUrl.trim()) || null,
      ...(!resource && { chapterLessonId: lessonId }),
    }),
    faultOf: ({ title, url }) =>
      title.trim() && url.trim() ? undefined : t("errors.resource_incomplete"),
    onSaved: () => (resource ? onDone?.() : title.current?.focus()),
  });
  const { draft, set } = form;
  const labels = useLabels();
  const header = resource ? "editResource" : "addResource";
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate ref={form.fields}>
      <p className={styles.formTitle}>{t(`dashboard.content.${header}`)}</p>
      <DraftFound draft={form.local} />
      <div className={styles.pair}>
        <TextInput
          ref={title}
          lang="fr"
          label={labels.title}
          value={draft.title}
          maxLength={200}
          onChange={(event) => set({ title: event.currentTarget.value })}
          error={Boolean(form.fault) && !draft.title.trim()}
        />
        <Select
          label={labels.type}
          value={draft.type}
          data={TYPES.map((value) => ({ value, label: t(`dashboard.content.types.${value}`) }))}
          allowDeselect={false}
          onChange={(type) => type && set({ type })}
        />
      </div>
      <AddressField
        label={labels.url}
        value={draft.url}
        onChange={(url) => set({ url })}
        kinds={FILES[draft.type]}
        error={form.problemAt("url") ?? (Boolean(form.fault) && !draft.url.trim())}
        film={draft.type === "VIDEO"}
      />
      {draft.type === "VIDEO" && !youtubeId(draft.url) && (
        <AddressField
          label={labels.captionsUrl}
          value={draft.captionsUrl}
          onChange={(captionsUrl) => set({ captionsUrl })}
          kinds={["CAPTIONS"]}
          error={form.problemAt("captionsUrl")}
        />
      )}
      <FormFoot
        form={form}
        action={t(`dashboard.content.${header}Action`)}
        failed={t(`dashboard.content.${resource ? "resourceUpdateFailed" : "resourceAddFailed"}`)}
        labels={labels}
        onCancel={resource && onDone}
      />
    </form>
  );
}

function useLabels() {
  const { t } = useTranslation();
  return {
    title: t("dashboard.content.title"),
    type: t("dashboard.content.type"),
    url: t("dashboard.content.url"),
    captionsUrl: t("dashboard.content.captions"),
  };
}

interface AddressFieldProps {
  label: string;
  value: string;
  onChange: (url: string) => void;
  kinds: FileKind[];
  error?: string | boolean | undefined;
  /** The address of a video: whether YouTube shows it is told. */
  film?: boolean;
}

function AddressField(props: AddressFieldProps) {
  const { label, value, onChange, kinds, error, film = false } = props;
  const { t } = useTranslation();
  const odd = value.trim() !== "" && !isAddress(value);
  return (
    <div>
      <FileField
        label={label}
        description={t("dashboard.content.urlHint")}
        value={value}
        onChange={onChange}
        kinds={kinds}
        error={odd ? t("dashboard.content.urlOdd") : error}
      />
      {canOpen(value) && !isUploaded(value) && (
        <p className={styles.check}>
          <a href={value.trim()} target="_blank" rel="noreferrer">
            {t("dashboard.content.open")} <Icon name="arrow-square-out" size={16} />
            <span className="hidden"> {t("dashboard.content.newTab")}</span>
          </a>
          {film && (
            <span className="muted">
              {t(`dashboard.content.${youtubeId(value) ? "isYoutube" : "noYoutube"}`)}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

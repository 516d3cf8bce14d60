// A field for rich text. Its value is HTML as the server keeps it; empty is the empty text.
import { Input } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import "@mantine/tiptap/styles.layer.css";
import { useEditor } from "@tiptap/react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "./RichTextField.module.css";
import { asKept, extensions } from "./richText";

interface RichTextFieldProps {
  label: string;
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  description?: ReactNode;
  error?: ReactNode;
  /** Of the text, in pixels. */
  minHeight?: number;
  /** The language it is written in. */
  lang?: string;
  /** The place that an error summary leads to. */
  id?: string;
}

export function RichTextField(props: RichTextFieldProps) {
  const {
    label,
    value,
    onChange,
    onBlur,
    description,
    error,
    minHeight = 160,
    lang = "fr",
  } = props;
  const { t } = useTranslation();
  const own = useId();
  const id = props.id ?? own;
  const shown = useRef(value);
  const latest = useRef({ onChange, onBlur });
  latest.current = { onChange, onBlur };
  const editor = useEditor({
    extensions,
    content: value,
    injectCSS: false, // the security policy lets no script add styles; they stand in the module
    onUpdate: ({ editor }) => {
      shown.current = asKept(editor.getHTML(), editor.isEmpty);
      latest.current.onChange(shown.current);
    },
    onBlur: () => latest.current.onBlur?.(),
  });

  useEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  useEffect(() => {
    const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean);
    editor.setOptions({
      editorProps: {
        attributes: {
          id,
          role: "textbox",
          lang,
          "aria-multiline": "true",
          "aria-labelledby": `${id}-label`,
          "aria-describedby": described.join(" "),
          "aria-invalid": String(Boolean(error)),
          style: `min-height: ${minHeight}px`,
        },
      },
    });
  }, [editor, id, lang, minHeight, description, error]);

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => editor.commands.focus() }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <RichTextEditor
        editor={editor}
        labels={useLabels()}
        classNames={{ root: styles.field, toolbar: styles.toolbar, content: styles.content }}
        data-error={Boolean(error) || undefined}
      >
        <RichTextEditor.Toolbar
          aria-label={t("dashboard.editor.toolbar", { field: label })}
          role="group"
        >
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  );
}

function useLabels() {
  const { t } = useTranslation();
  return {
    boldControlLabel: t("dashboard.editor.bold"),
    italicControlLabel: t("dashboard.editor.italic"),
    underlineControlLabel: t("dashboard.editor.underline"),
    h2ControlLabel: t("dashboard.editor.title"),
    h3ControlLabel: t("dashboard.editor.subtitle"),
    bulletListControlLabel: t("dashboard.editor.points"),
    orderedListControlLabel: t("dashboard.editor.numbers"),
    blockquoteControlLabel: t("dashboard.editor.quote"),
    linkControlLabel: t("dashboard.editor.link"),
    unlinkControlLabel: t("dashboard.editor.unlink"),
    undoControlLabel: t("dashboard.editor.undo"),
    redoControlLabel: t("dashboard.editor.redo"),
    linkEditorInputLabel: t("dashboard.editor.address"),
    linkEditorInputPlaceholder: "https://",
    linkEditorExternalLink: t("dashboard.editor.newTab"),
    linkEditorInternalLink: t("dashboard.editor.sameTab"),
    linkEditorSave: t("dashboard.editor.keep"),
  };
}

// A list of single lines of a course: objectives, prerequisites, what speaks for it. Enter writes the next one.
import { ActionIcon, Button, TextInput } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { SortableList } from "../../ui/SortableList";
import styles from "./CourseForm.module.css";
import { type Line, type ListName, newLine } from "./draft";
import { fieldOf } from "./field";
import { moved, useFocus } from "./rows";
import type { CourseForm } from "./useCourseForm";

interface LinesProps {
  form: CourseForm;
  list: Exclude<ListName, "modules">;
}

export function Lines({ form, list }: LinesProps) {
  const { t } = useTranslation();
  const focus = useFocus();
  const lines = form.draft[list];
  const fill = (changed: Line[]) => form.edit({ [list]: changed });
  const pathOf = ({ key }: Line) => `${list}/${key}/description`;

  function add(after = lines.length - 1) {
    const line = newLine();
    fill(lines.toSpliced(after + 1, 0, line));
    focus(pathOf(line));
  }
  function remove(place: number) {
    const next = lines[place + 1] ?? lines[place - 1];
    fill(lines.toSpliced(place, 1));
    focus(next ? pathOf(next) : `${list}/add`);
  }
  function write(place: number, line: Line, description: string) {
    form.edit({ [list]: lines.with(place, { ...line, description }) }, pathOf(line));
  }
  function next(event: KeyboardEvent, place: number) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add(place);
  }

  return (
    <>
      {lines.length > 0 && (
        <SortableList
          rows={lines}
          keyOf={({ key }) => key}
          nameOf={(line, place) =>
            line.description || t(`dashboard.courses.lines.${list}.one`, { place: place + 1 })
          }
          label={t(`dashboard.courses.lines.${list}.all`)}
          onMove={(from, to) => fill(moved(lines, from, to))}
        >
          {(line, place, grip) => (
            <div className={styles.line}>
              {grip}
              <TextInput
                {...fieldOf(form, pathOf(line))}
                lang="fr"
                aria-label={t(`dashboard.courses.lines.${list}.one`, { place: place + 1 })}
                value={line.description}
                onChange={(event) => write(place, line, event.currentTarget.value)}
                onKeyDown={(event) => next(event, place)}
              />
              <ActionIcon
                aria-label={t(`dashboard.courses.lines.${list}.remove`, { place: place + 1 })}
                onClick={() => remove(place)}
              >
                <Icon name="x" />
              </ActionIcon>
            </div>
          )}
        </SortableList>
      )}
      <Button
        id={`${list}/add`}
        className={styles.add}
        variant="light"
        size="sm"
        leftSection={<Icon name="plus-bold" size={16} />}
        onClick={() => add()}
      >
        {t(`dashboard.courses.lines.${list}.add`)}
      </Button>
    </>
  );
}

// The modules of a course, in their order. Their prices make the price of the course.
import { ActionIcon, Button, NumberInput, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import { Icon } from "web-shared/ui/Icon";
import { SortableList } from "../../ui/SortableList";
import formStyles from "./CourseForm.module.css";
import { type ModuleDraft, newModule } from "./draft";
import { FormSection } from "./FormSection";
import { fieldOf, numberOf } from "./field";
import styles from "./Modules.module.css";
import { moved, useFocus } from "./rows";
import type { CourseForm } from "./useCourseForm";

const ADD = "modules/add";

export function Modules({ form }: { form: CourseForm }) {
  const { t } = useTranslation();
  const focus = useFocus();
  const [asked, setAsked] = useState<ModuleDraft | null>(null);
  const { modules } = form.draft;

  function add() {
    const module = newModule();
    form.edit({ modules: [...modules, module] });
    focus(`modules/${module.key}/title`);
  }
  function remove(module: ModuleDraft) {
    form.edit({ modules: modules.filter(({ key }) => key !== module.key) });
    setAsked(null);
    focus(ADD);
  }

  return (
    <FormSection
      id="modules"
      title={t("dashboard.courses.modules")}
      {...(modules.length === 0 ? { hint: t("dashboard.courses.modulesHint") } : {})}
    >
      {modules.length > 0 && (
        <SortableList
          rows={modules}
          keyOf={({ key }) => key}
          nameOf={({ title }, place) =>
            title || t("dashboard.courses.module", { place: place + 1 })
          }
          label={t("dashboard.courses.modules")}
          onMove={(from, to) => form.edit({ modules: moved(modules, from, to) })}
        >
          {(module, place, grip) => (
            <ModuleRow
              form={form}
              module={module}
              place={place}
              grip={grip}
              onRemove={() => (module.id ? setAsked(module) : remove(module))}
            />
          )}
        </SortableList>
      )}
      <Button
        id={ADD}
        className={formStyles.add}
        variant="light"
        size="sm"
        leftSection={<Icon name="plus-bold" size={16} />}
        onClick={add}
      >
        {t("dashboard.courses.addModule")}
      </Button>
      {asked && (
        <Confirm
          title={t("dashboard.courses.removeAsk")}
          action={t("dashboard.courses.remove")}
          busy={false}
          error={null}
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            <b>{asked.title}</b>
          </p>
          <p className="muted">{t("dashboard.courses.removeWhat")}</p>
        </Confirm>
      )}
    </FormSection>
  );
}

interface ModuleRowProps {
  form: CourseForm;
  module: ModuleDraft;
  place: number;
  grip: ReactNode;
  onRemove: () => void;
}

function ModuleRow({ form, module, place, grip, onRemove }: ModuleRowProps) {
  const { t } = useTranslation();
  const at = `modules/${module.key}`;
  const [title, price, description] = ["title", "price", "description"].map((name) =>
    fieldOf(form, `${at}/${name}`),
  );
  const of = { place: place + 1 };
  function write(changes: Partial<ModuleDraft>) {
    const modules = form.draft.modules.map((one) =>
      one.key === module.key ? { ...one, ...changes } : one,
    );
    form.edit({ modules }, ...Object.keys(changes).map((name) => `${at}/${name}`));
  }
  return (
    <div className={styles.module} data-wrong={Boolean(title?.error || price?.error) || undefined}>
      {grip}
      <span className={styles.place} aria-hidden="true">
        {place + 1}
      </span>
      <TextInput
        {...title}
        lang="fr"
        aria-label={t("dashboard.courses.moduleTitle", of)}
        placeholder={t("dashboard.courses.moduleTitleHint")}
        value={module.title}
        onChange={(event) => write({ title: event.currentTarget.value })}
      />
      <NumberInput
        {...price}
        className={styles.euros}
        aria-label={t("dashboard.courses.modulePrice", of)}
        placeholder="0"
        value={module.price}
        step={0.01}
        decimalScale={2}
        decimalSeparator={t("dashboard.courses.decimal")}
        allowedDecimalSeparators={[",", "."]}
        clampBehavior="none"
        hideControls
        rightSection="€"
        onChange={(typed) => write({ price: numberOf(typed) })}
      />
      <ActionIcon aria-label={t("dashboard.courses.removeModule", of)} onClick={onRemove}>
        <Icon name="trash" />
      </ActionIcon>
      <TextInput
        {...description}
        lang="fr"
        className={styles.about}
        aria-label={t("dashboard.courses.moduleDescription", of)}
        placeholder={t("dashboard.courses.moduleDescriptionHint")}
        value={module.description}
        onChange={(event) => write({ description: event.currentTarget.value })}
      />
    </div>
  );
}

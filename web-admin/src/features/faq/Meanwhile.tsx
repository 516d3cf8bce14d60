// The parts of a question that two people changed at once.
import { useTranslation } from "react-i18next";
import { ownNames } from "web-shared/i18n/i18n";
import { conflicts, differences } from "web-shared/merge";
import { RichText } from "web-shared/ui/RichText";
import { Conflict } from "../../ui/Conflict";
import type { Category } from "./api";
import type { EntryField, EntryForm } from "./form";

interface MeanwhileProps {
  base: EntryForm;
  mine: EntryForm;
  theirs: EntryForm;
  categories: Category[];
  onChoose: (givenUp: ReadonlySet<string> | null) => void;
}

export function Meanwhile({ base, mine, theirs, categories, onChoose }: MeanwhileProps) {
  const { t } = useTranslation();
  const disputed = conflicts(base, mine, theirs);
  const labels: Record<EntryField, string> = {
    category: t("dashboard.faq.category"),
    question: t("dashboard.faq.question"),
    answer: t("dashboard.faq.answer"),
    lang: t("dashboard.faq.language"),
  };
  const written = (name: EntryField, form: EntryForm) => {
    switch (name) {
      case "answer":
        return <RichText html={form.answer} lang={form.lang} />;
      case "lang":
        return ownNames[form.lang];
      case "category":
        return categories.find(({ code }) => code === form.category)?.label ?? form.category;
      case "question":
        return form.question;
    }
  };
  return (
    <Conflict
      fields={disputed.map((name) => ({
        path: name,
        label: labels[name],
        mine: written(name, mine),
        theirs: written(name, theirs),
      }))}
      taken={differences(base, theirs)
        .filter((name) => !disputed.includes(name))
        .map((name) => labels[name])}
      onChoose={onChoose}
      onClose={() => onChoose(null)}
    />
  );
}

// The parts of a question that two people changed at once.
import { useTranslation } from "react-i18next";
import { isInterfaceLanguage, ownNames } from "web-shared/i18n/i18n";
import { at, conflicts, differences } from "web-shared/merge";
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
    translations: t("dashboard.translations.title"),
  };
  const labelOf = (path: string) => {
    const [list, language, name] = path.split("/");
    const called = isInterfaceLanguage(language) && ownNames[language];
    return [labels[list as EntryField], called, name && labels[name as EntryField]]
      .filter(Boolean)
      .join(" · ");
  };
  const written = (path: string, form: EntryForm) => {
    const value = at(form, path);
    if (path === "lang") return ownNames[form.lang];
    if (path === "category")
      return categories.find(({ code }) => code === form.category)?.label ?? form.category;
    const [, language] = path.split("/");
    const lang = language ?? form.lang;
    if (path.endsWith("answer")) return <RichText html={String(value ?? "")} lang={lang} />;
    if (typeof value === "object" && value !== null && "question" in value && "answer" in value) {
      return (
        <>
          <p lang={lang}>{String(value.question)}</p>
          <RichText html={String(value.answer)} lang={lang} />
        </>
      );
    }
    return String(value ?? "");
  };
  return (
    <Conflict
      fields={disputed.map((name) => ({
        path: name,
        label: labelOf(name),
        mine: written(name, mine),
        theirs: written(name, theirs),
      }))}
      taken={differences(base, theirs)
        .filter((name) => !disputed.some((path) => path.split("/")[0] === name))
        .map((name) => labels[name])}
      onChoose={onChoose}
      onClose={() => onChoose(null)}
    />
  );
}

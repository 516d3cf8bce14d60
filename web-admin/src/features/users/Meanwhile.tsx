// The fields of a user that two people changed at once.
import { useTranslation } from "react-i18next";
import { writeDay } from "web-shared/format/days";
import { currentLanguage } from "web-shared/i18n/i18n";
import { conflicts, differences } from "web-shared/merge";
import { Conflict } from "../../ui/Conflict";
import type { Person, PersonField } from "./person";

interface MeanwhileProps {
  base: Person;
  mine: Person;
  theirs: Person;
  onChoose: (givenUp: ReadonlySet<string> | null) => void;
}

export function Meanwhile({ base, mine, theirs, onChoose }: MeanwhileProps) {
  const { t } = useTranslation();
  const disputed = conflicts(base, mine, theirs);
  const labelOf = (name: PersonField) =>
    name === "role" ? t("dashboard.users.role") : t(`fields.${name}`);
  const written = (name: PersonField, person: Person) =>
    name === "role"
      ? t(`dashboard.roles.${person.role}`)
      : writeDay(person[name], currentLanguage());
  return (
    <Conflict
      fields={disputed.map((name) => ({
        path: name,
        label: labelOf(name),
        mine: written(name, mine),
        theirs: written(name, theirs),
      }))}
      taken={differences(base, theirs)
        .filter((name) => !disputed.includes(name))
        .map(labelOf)}
      onChoose={onChoose}
      onClose={() => onChoose(null)}
    />
  );
}

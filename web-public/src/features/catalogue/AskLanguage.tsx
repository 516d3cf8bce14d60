// Asks for the language when the address names none; closing it shows all of them.
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lazyDialog } from "web-shared/ui/lazyDialog";
import type { Filters } from "./filters";
import type { ChangeFilters, Chosen } from "./useFilters";

const LanguageDialog = lazyDialog(() =>
  import("./LanguageDialog").then((module) => module.LanguageDialog),
);

export function AskLanguage(props: { filters: Filters; onChange: ChangeFilters }) {
  const state = useLocation().state as Partial<Chosen> | null;
  const [declined, setDeclined] = useState(false);
  const [here, setHere] = useState(false); // the server renders the list, the browser asks
  useEffect(() => setHere(true), []);
  return (
    <LanguageDialog
      opened={here && !props.filters.language && !declined && !state?.chosen}
      onClose={() => setDeclined(true)}
      onChoose={(language) => props.onChange({ language }, true)}
    />
  );
}

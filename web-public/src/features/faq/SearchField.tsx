// The search over the questions; what is sought stands in the address.
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { SearchInput } from "web-shared/ui/SearchInput";

const PARAM = "q";

export function SearchField() {
  const { t } = useTranslation();
  const [typed, setTyped] = useSought();
  return <SearchInput label={t("faq.search")} value={typed} onChange={setTyped} />;
}

/** What is typed, and in the address a moment later: fast fingers are ahead of it, Back and links are not. */
function useSought(): [string, (text: string) => void] {
  const [query, setQuery] = useSearchParams();
  const sought = query.get(PARAM) ?? "";
  const [typed, setTyped] = useState(sought);
  const onTheWay = useRef<string[]>([]);

  useEffect(() => {
    const known = onTheWay.current.lastIndexOf(sought);
    if (known < 0) setTyped(sought);
    onTheWay.current.splice(0, known + 1);
  }, [sought]);

  function type(text: string) {
    setTyped(text);
    onTheWay.current.push(text);
    setQuery(
      (before) => {
        if (text) before.set(PARAM, text);
        else before.delete(PARAM);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return [typed, type];
}

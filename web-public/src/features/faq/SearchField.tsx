// The search over the questions; what is sought stands in the address.
import { ActionIcon, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Icon } from "web-shared/ui/Icon";

const PARAM = "q";

export function SearchField() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const sought = query.get(PARAM) ?? "";

  function seek(text: string) {
    setQuery(
      (before) => {
        if (text) before.set(PARAM, text);
        else before.delete(PARAM);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <search>
      <TextInput
        label={t("faq.search")}
        type="search"
        value={sought}
        onChange={(event) => seek(event.currentTarget.value)}
        leftSection={<Icon name="magnifying-glass" />}
        rightSectionWidth={48}
        rightSection={
          sought && (
            <ActionIcon aria-label={t("faq.clear")} onClick={() => seek("")}>
              <Icon name="x-bold" size={16} />
            </ActionIcon>
          )
        }
      />
    </search>
  );
}

// Says in which language a text stands, beside it, when that is not the reader's.
import { useTranslation } from "react-i18next";
import { currentLanguage, defaultLanguage, isInterfaceLanguage } from "../i18n/i18n";
import { Tag } from "./Tag";

interface WrittenInProps {
  /** Of the text; none: the school's. */
  lang: string | null | undefined;
}

export function WrittenIn({ lang }: WrittenInProps) {
  const { t } = useTranslation();
  const written = isInterfaceLanguage(lang) ? lang : defaultLanguage;
  return written === currentLanguage() ? null : <Tag>{t(`common.writtenIn.${written}`)}</Tag>;
}

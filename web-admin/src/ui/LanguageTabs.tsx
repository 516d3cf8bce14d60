// A text in the languages of the interface: a tab for each, with a sign on those in which it exists. One language is
// written at a time; where something is to be corrected, its tab opens.
import { Button, Tabs } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type InterfaceLanguage, interfaceLanguages, ownNames } from "web-shared/i18n/i18n";
import { Icon } from "web-shared/ui/Icon";
import styles from "./LanguageTabs.module.css";

interface LanguageTabsProps {
  /** The language the text was written in. */
  own: InterfaceLanguage;
  /** Those it was translated into. */
  translated: readonly InterfaceLanguage[];
  /** Those in which something is to be corrected, after a refusal. */
  faulty: readonly InterfaceLanguage[];
  refusal: unknown;
  shown: InterfaceLanguage;
  onShow: (language: InterfaceLanguage) => void;
  onAdd: (language: InterfaceLanguage) => void;
  onRemove: (language: InterfaceLanguage) => void;
  /** The fields of the language that is shown. */
  children: ReactNode;
}

export function LanguageTabs(props: LanguageTabsProps) {
  const { own, translated, faulty, shown, onShow, children } = props;
  const { t } = useTranslation();
  const panel = useLeadToFault(props);
  const written = shown === own || translated.includes(shown);
  const turn = useFocusAfterTurn(panel, written);
  return (
    <Tabs
      value={shown}
      onChange={(value) => onShow(interfaceLanguages.find((one) => one === value) ?? own)}
      keepMounted={false}
      classNames={{ root: styles.tabs, list: styles.list, tab: styles.tab, panel: styles.panel }}
    >
      <Tabs.List aria-label={t("dashboard.translations.versions")}>
        {[own, ...interfaceLanguages.filter((one) => one !== own)].map((language) => (
          <Tabs.Tab key={language} value={language}>
            <span lang={language}>{ownNames[language]}</span>{" "}
            <Sign
              faulty={faulty.includes(language)}
              own={language === own}
              exists={translated.includes(language)}
            />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown} ref={panel}>
        {written ? children : <Missing onAdd={turn(props.onAdd, shown)} />}
        {written && shown !== own && <Removal onRemove={turn(props.onRemove, shown)} />}
      </Tabs.Panel>
    </Tabs>
  );
}

/** A refusal shows the first language in which something is wrong, and leads to it there. */
function useLeadToFault({ faulty, refusal, shown, onShow }: LanguageTabsProps) {
  const panel = useRef<HTMLDivElement>(null);
  const leading = useRef<InterfaceLanguage | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    const [first] = faulty;
    if (!refusal || !first || faulty.includes(shown)) return;
    leading.current = first;
    onShow(first);
  }, [refusal]);
  useEffect(() => {
    if (leading.current !== shown) return;
    leading.current = null;
    panel.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [shown]);
  return panel;
}

/** The button that adds or removes a translation goes with the press: the focus goes to what comes in its place. */
function useFocusAfterTurn(panel: RefObject<HTMLDivElement | null>, written: boolean) {
  const turning = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is something else in the panel
  useEffect(() => {
    if (!turning.current) return;
    turning.current = false;
    panel.current?.querySelector<HTMLElement>("input, textarea, button")?.focus();
  }, [written]);
  return (change: (language: InterfaceLanguage) => void, language: InterfaceLanguage) => () => {
    turning.current = true;
    change(language);
  };
}

interface SignProps {
  faulty: boolean;
  own: boolean;
  exists: boolean;
}

function Sign({ faulty, own, exists }: SignProps) {
  const { t } = useTranslation();
  if (faulty) {
    return (
      <>
        <Icon name="warning" size={18} />
        <span className="hidden">({t("dashboard.translations.faulty")})</span>
      </>
    );
  }
  if (own) return <span className={styles.own}>{t("dashboard.translations.original")}</span>;
  if (!exists) return null;
  return (
    <>
      <Icon name="check-bold" size={16} />
      <span className="hidden">({t("dashboard.translations.done")})</span>
    </>
  );
}

function Missing({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.missing}>
      <p>{t("dashboard.translations.none")}</p>
      <Button variant="light" size="sm" onClick={onAdd}>
        {t("dashboard.translations.add")}
      </Button>
    </div>
  );
}

function Removal({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      className={styles.remove}
      variant="subtle"
      color="grenade"
      size="sm"
      leftSection={<Icon name="trash" />}
      onClick={onRemove}
    >
      {t("dashboard.translations.remove")}
    </Button>
  );
}

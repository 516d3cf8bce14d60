// The search in the top bar: a combobox that leads to what is found. On a phone a button that opens it over the bar.
import { ActionIcon, Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Role } from "web-shared/api/session";
import { fold } from "web-shared/format/search";
import { Icon } from "web-shared/ui/Icon";
import { type Hit, useFound } from "./api";
import { Results } from "./Results";
import styles from "./Search.module.css";
import { useShortcut } from "./useShortcut";

interface SearchBoxProps {
  /** The pages of the dashboard that this reader may open. */
  pages: Hit[];
  role: Role;
}

const PAUSE = 200; // milliseconds in which nothing more is typed
const SHORTEST = 2; // letters; a Chinese sign says more

/** What is worth searching for. */
function soughtOf(typed: string): string {
  const text = typed.trim();
  return fold(text).length >= SHORTEST || /\p{Script=Han}/u.test(text) ? text : "";
}

export function SearchBox({ pages, role }: SearchBoxProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false); // over the bar of a phone
  const [typed, setTyped] = useState("");
  const [paused] = useDebouncedValue(typed, PAUSE);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const sought = soughtOf(typed);
  const found = useFound(soughtOf(paused), pages, role);
  const waiting = found.waiting || sought !== soughtOf(paused);

  const open = useCallback(() => {
    // Drawn at once, so that the letter after the shortcut is not lost.
    flushSync(() => setOpened(true));
    input.current?.focus();
    input.current?.select();
  }, []);
  useShortcut(open);

  // The first of what has come is what Enter opens, also when it was pressed before all had come.
  const entered = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is another one each time
  useEffect(() => {
    if (waiting || !combobox.dropdownOpened) return;
    combobox.selectFirstOption();
    if (entered.current) combobox.clickSelectedOption();
    entered.current = false;
  }, [waiting, sought]);

  function close() {
    entered.current = false;
    combobox.closeDropdown();
    if (opened) opener.current?.focus();
    setOpened(false);
  }

  function go(to: string) {
    setTyped("");
    close();
    input.current?.blur();
    void navigate(to);
  }

  function leave() {
    if (combobox.dropdownOpened) return; // its list closes first
    setTyped("");
    close();
  }

  return (
    <>
      <ActionIcon
        ref={opener}
        className={styles.opener}
        aria-label={t("dashboard.search.open")}
        onClick={open}
      >
        <Icon name="magnifying-glass" size={24} />
      </ActionIcon>
      <search className={styles.search} data-opened={opened || undefined}>
        <Combobox store={combobox} onOptionSubmit={go} position="bottom-start" shadow="lg">
          <Combobox.Target withExpandedAttribute>
            <TextInput
              ref={input}
              aria-label={t("dashboard.search.label")}
              aria-autocomplete="list"
              placeholder={t(
                `dashboard.search.placeholder.${role === "ADMIN" ? "admin" : "staff"}`,
              )}
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                entered.current = false;
                setTyped(event.currentTarget.value);
                combobox.openDropdown();
              }}
              onFocus={() => sought && combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
              onKeyDown={(event) => {
                if (event.key === "Escape") leave();
                const chosen = event.key === "Enter" && !event.nativeEvent.isComposing;
                entered.current = chosen && waiting && sought !== "";
              }}
              leftSection={<Icon name="magnifying-glass" />}
              rightSectionWidth={72}
              rightSection={
                !typed && (
                  <span className={styles.keys} aria-hidden="true">
                    Ctrl K
                  </span>
                )
              }
            />
          </Combobox.Target>
          <Combobox.Dropdown hidden={sought === ""} className={styles.dropdown}>
            <Results found={found} sought={sought} waiting={waiting} />
          </Combobox.Dropdown>
        </Combobox>
        {opened && (
          <ActionIcon
            className={styles.closer}
            aria-label={t("dashboard.search.close")}
            onClick={() => {
              setTyped("");
              close();
            }}
          >
            <Icon name="x-bold" />
          </ActionIcon>
        )}
      </search>
    </>
  );
}

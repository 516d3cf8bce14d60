// "Retenir un mot": a word of the lesson becomes a card. What is selected in the lesson is the word.
import { Button } from "@mantine/core";
import { type SyntheticEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "web-shared/ui/Icon";
import { WordDialog } from "./dialogs";
import { LONGEST_WORD } from "./limits";

interface KeepWordProps {
  lessonId: number;
  /** Code of the language taught. */
  language: string;
}

export function KeepWord({ lessonId, language }: KeepWordProps) {
  const { t } = useTranslation();
  const [word, setWord] = useState<string | null>(null);
  // Some browsers drop the selection with the press.
  const before = useRef("");
  const look = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    before.current = selectedIn(currentTarget.closest("article"));
  };

  function open(event: SyntheticEvent<HTMLElement>) {
    setWord(selectedIn(event.currentTarget.closest("article")) || before.current);
    before.current = "";
  }

  return (
    <div>
      <Button
        variant="light"
        size="sm"
        leftSection={<Icon name="plus-bold" size={16} />}
        onPointerDown={look}
        onClick={open}
      >
        {t("revision.word.action")}
      </Button>
      <WordDialog
        opened={word !== null}
        lessonId={lessonId}
        language={language}
        word={word ?? ""}
        onClose={() => setWord(null)}
      />
    </div>
  );
}

/** What the reader has selected within the lesson, on one line. */
function selectedIn(place: Element | null): string {
  const selection = document.getSelection();
  if (!selection?.anchorNode || !place?.contains(selection.anchorNode)) return "";
  const words = selection.toString().replace(/\s+/g, " ").trim();
  return [...words].slice(0, LONGEST_WORD).join("");
}

// Where a question stands on its page.
import type { SheetQuestion } from "./question";

type Of = Pick<SheetQuestion, "id">;

export function anchorOf({ id }: Of): string {
  return `question-${id}`;
}

/** Brings a question into view, ready to be answered. */
export function goToQuestion(question: Of): void {
  const place = document.getElementById(anchorOf(question));
  const field =
    place?.querySelector<HTMLElement>("input:checked") ??
    place?.querySelector<HTMLElement>("textarea, input:not([type=range])");
  field?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: "start" });
}

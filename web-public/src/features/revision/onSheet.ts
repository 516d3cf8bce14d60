import type { SheetQuestion } from "web-shared/ui/sheet/question";
import type { RevisionCard } from "./api";

/** The question of a card, as a sheet knows it. */
export function onSheet({ id, front, typeCode, options }: RevisionCard): SheetQuestion {
  return {
    id,
    text: front,
    typeCode: typeCode ?? "TEXT",
    options,
    mediaUrl: null,
    transcript: null,
  };
}

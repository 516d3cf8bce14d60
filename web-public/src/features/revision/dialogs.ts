// Dialogs of revision, whose code comes when they first open.
import { lazyDialog } from "web-shared/ui/lazyDialog";

export const RemoveCard = lazyDialog(() =>
  import("./RemoveCard").then((module) => module.RemoveCard),
);
export const WordDialog = lazyDialog(() =>
  import("./WordDialog").then((module) => module.WordDialog),
);

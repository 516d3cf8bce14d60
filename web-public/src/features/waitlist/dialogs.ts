// The questions before a list is left or a seat passed on; their code comes when one is first asked.
import { lazyDialog } from "web-shared/ui/lazyDialog";

export const Leave = lazyDialog(() => import("./Withdraw").then((module) => module.Leave));
export const Pass = lazyDialog(() => import("./Withdraw").then((module) => module.Pass));

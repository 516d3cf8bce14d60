// The parts of the frame that only the desktop app shows. Their code comes when they are first wanted: a browser never
// asks for it.
import { lazy, Suspense } from "react";
import { lazyDialog } from "web-shared/ui/lazyDialog";

const LazyPill = lazy(() => import("./Pill").then(({ Pill }) => ({ default: Pill })));
const LazyDisputes = lazy(() =>
  import("./Disputes").then(({ Disputes }) => ({ default: Disputes })),
);

export function Pill() {
  return (
    <Suspense>
      <LazyPill />
    </Suspense>
  );
}

const LazyTroubles = lazy(() =>
  import("./Troubles").then(({ Troubles }) => ({ default: Troubles })),
);

export function Troubles() {
  return (
    <Suspense>
      <LazyTroubles />
    </Suspense>
  );
}

export function Disputes() {
  return (
    <Suspense>
      <LazyDisputes />
    </Suspense>
  );
}

export const SignOut = lazyDialog(() => import("./SignOut").then(({ SignOut }) => SignOut));

// Dialogs whose code comes when they first open.
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { withTexts } from "../i18n/i18n";

/** `load` gives a dialog that shows itself by `opened`. Until it is asked for, it costs nothing. */
export function lazyDialog<Props extends { opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
) {
  const Dialog = lazy(async () => {
    await painted(); // the press is answered first: asking for files takes a while
    const Loaded = await withTexts(load);
    return { default: (props: Props) => <ClosedFirst Dialog={Loaded} {...props} /> };
  });

  return function LazyDialog(props: Props) {
    const [wanted, setWanted] = useState(props.opened);
    if (props.opened && !wanted) setWanted(true);
    return wanted ? (
      <Suspense>
        <Dialog {...props} />
      </Suspense>
    ) : null;
  };
}

/** A dialog learns where the focus came from only when it sees itself open. */
function ClosedFirst<Props extends { opened: boolean }>({
  Dialog,
  ...props
}: { Dialog: ComponentType<Props> } & Props) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return <Dialog {...(props as unknown as Props)} opened={ready && props.opened} />;
}

const painted = () =>
  new Promise((next) => {
    requestAnimationFrame(() => setTimeout(next));
  });

// A line that is edited where it stands: renamed, moved among its siblings, deleted. The menu offers what its keys do.
import type { KeyboardEvent, ReactNode } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Confirm } from "web-shared/ui/Confirm";
import type { Chapter, Lesson, OrderedKind } from "./kinds";
import { movedIds } from "./outline";
import { Rename } from "./Rename";
import { useArrange, useWrites } from "./rows";
import { type LineProps, MenuItem, TreeLine } from "./TreeLine";

export type TitledRow = Chapter | Lesson;

/** What staff calls the lines that are edited here. */
interface Wording {
  question: string;
  failed: string;
  update: string;
  /** What goes with it. */
  also: string | undefined;
}

interface EditableProps<R extends TitledRow, Input> extends LineProps {
  row: R;
  kind: OrderedKind<R, Input>;
  /** Only the title changes. */
  bodyOf: (title: string) => Input;
  parentId: number;
  under: string;
  /** All under the same parent, in their order; nothing while only some of them are seen. */
  siblings: readonly R[] | undefined;
  wording: Wording;
  /** Before the rest of its menu. */
  first?: ReactNode;
}

export function Editable<R extends TitledRow, Input>(props: EditableProps<R, Input>) {
  const { row, kind, bodyOf, parentId, under, siblings, wording, first, ...line } = props;
  const { t } = useTranslation();
  const { remove } = useWrites(kind, parentId, () => end(true));
  const arrange = useArrange(kind, { id: parentId, version: 0 }, under);
  const [doing, setDoing] = useState<"rename" | "delete" | null>(null);
  const place = siblings?.findIndex(({ id }) => id === row.id) ?? -1;

  function move(by: number) {
    const to = place + by;
    if (!siblings || place < 0 || to < 0 || to >= siblings.length) return;
    arrange.mutate(movedIds(siblings, place, to));
  }
  function end(gone = false) {
    setDoing(null);
    line.onReturn(gone);
  }
  function press(event: KeyboardEvent<HTMLElement>) {
    const act = actionOf(event, { move, set: setDoing });
    if (act) event.preventDefault();
    else line.onKeyDown(event);
  }

  return (
    <>
      <TreeLine
        {...line}
        onKeyDown={press}
        form={
          doing === "rename" && (
            <Rename
              row={row}
              kind={kind}
              parentId={parentId}
              bodyOf={bodyOf}
              failed={wording.update}
              onDone={() => end()}
            />
          )
        }
        menu={
          <EditMenu
            first={first}
            isFirst={place <= 0}
            isLast={!siblings || place >= siblings.length - 1}
            move={move}
            set={setDoing}
          />
        }
      />
      <Confirm
        opened={doing === "delete"}
        title={wording.question}
        action={t("dashboard.content.deleteAction")}
        busy={remove.isPending}
        failed={wording.failed}
        error={remove.error}
        onConfirm={() => remove.mutate(row)}
        onClose={() => {
          remove.reset();
          end();
        }}
      >
        <p>
          <b lang="fr">{row.title}</b>
        </p>
        {wording.also && <p>{wording.also}</p>}
      </Confirm>
    </>
  );
}

interface Acts {
  move: (by: number) => void;
  set: (doing: "rename" | "delete") => void;
}

/** What a key does to a line; false when it is none of its keys. */
function actionOf({ key, altKey }: KeyboardEvent, { move, set }: Acts): boolean {
  if (key === "F2") set("rename");
  else if (key === "Delete") set("delete");
  else if (altKey && key === "ArrowUp") move(-1);
  else if (altKey && key === "ArrowDown") move(1);
  else return false;
  return true;
}

interface EditMenuProps extends Acts {
  first: ReactNode;
  isFirst: boolean;
  isLast: boolean;
}

function EditMenu({ first, isFirst, isLast, move, set }: EditMenuProps) {
  const { t } = useTranslation();
  return (
    <>
      {first}
      <MenuItem keys="F2" onClick={() => set("rename")}>
        {t("dashboard.content.tree.rename")}
      </MenuItem>
      <MenuItem keys="Alt + ↑" disabled={isFirst} onClick={() => move(-1)}>
        {t("dashboard.content.tree.up")}
      </MenuItem>
      <MenuItem keys="Alt + ↓" disabled={isLast} onClick={() => move(1)}>
        {t("dashboard.content.tree.down")}
      </MenuItem>
      <MenuItem keys={t("dashboard.content.tree.deleteKey")} red onClick={() => set("delete")}>
        {t("dashboard.content.deleteAction")}
      </MenuItem>
    </>
  );
}

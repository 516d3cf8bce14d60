// What every list of rows in the form does: move one, and lead to where one writes on.
import { useEffect, useState } from "react";

export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const row = rows[from];
  return row === undefined ? [...rows] : rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

/** Leads to the element of this id as soon as it is there. */
export function useFocus(): (id: string) => void {
  const [wanted, setWanted] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (wanted) document.getElementById(wanted.id)?.focus();
  }, [wanted]);
  return (id) => setWanted({ id });
}

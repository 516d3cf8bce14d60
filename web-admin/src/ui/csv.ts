// Rows of the school as a file for a spreadsheet: as the French ones read it, and harmless in all of them.
import Papa from "papaparse";
import { saveFile } from "web-shared/ui/saveFile";

/** What a spreadsheet would take for a formula, however many lines it has (core/src/spreadsheet.rs). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

export type CsvValue = number | string | null | undefined;

const BOM = "\uFEFF"; // without it a spreadsheet takes UTF-8 for something else

/** The text of the file. What a spreadsheet would take for a formula is written as text. */
export function csv(header: string[], rows: CsvValue[][]): string {
  const fields = rows.map((row) => row.map((value) => value ?? ""));
  return (
    BOM +
    Papa.unparse({ fields: header, data: fields }, { delimiter: ";", escapeFormulae: FORMULA })
  );
}

/** Euros or another decimal, with the comma of French spreadsheets. */
export function decimal(value: number): string {
  return value.toFixed(2).replace(".", ",");
}

/** Hands the file to the browser as a download. */
export function saveCsv(name: string, content: Blob | string): void {
  saveFile(`${name}.csv`, new Blob([content], { type: "text/csv;charset=utf-8" }));
}

/** What is sent to import a file, or only to hear what that would do. */
export function csvImport({ file, dryRun }: { file: File; dryRun: boolean }) {
  return {
    params: { query: { dryRun } },
    body: file as unknown as string, // its bytes, whatever letters they are
    bodySerializer: (body: string) => body,
    headers: { "Content-Type": "text/csv" },
  };
}

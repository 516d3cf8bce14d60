// The phrases of a film on a sheet of paper, to print or to keep.
import { pathToFileURL } from "node:url";
import { type Film, styles } from "./scene.ts";

export function paper(film: Film, root: string) {
  const rows = film.lines.map(
    ({ text, read, below }) => `<tr>
      <td><p class="words" lang="${film.language}">${text}</p>${read ? `<p class="read">${read}</p>` : ""}</td>
      <td>${below}</td></tr>`,
  );
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><title>${film.title}</title><style>
    ${styles(film, root)}
    @page { size: A4; margin: 22mm 20mm }
    body { color: #2A1E48; font: 400 12pt/1.45 "Radio Canada", "Radio Canada Ext", "Noto Sans CJK SC" }
    header { display: flex; justify-content: space-between; align-items: center; margin-bottom: 12mm }
    header img { height: 11mm }
    .tag { padding: 1mm 3mm; border-radius: 1.5mm; font-size: 10.5pt }
    h1 { margin-bottom: 8mm; font: 600 26pt/1.15 Besley, "Besley Ext", "Noto Serif CJK SC" }
    table { width: 100%; border-collapse: collapse }
    td { padding: 5mm 0; border-top: 0.3mm solid #D8CFE9; vertical-align: baseline }
    td + td { width: 42%; padding-left: 8mm; color: #5D5078 }
    tr:last-child td { border-bottom: 0.3mm solid #D8CFE9 }
    .words { font: 600 15pt/1.3 Besley, "Besley Ext", "Noto Serif CJK SC" }
    .words:lang(zh) { font-size: 20pt }
    h2 { margin: 12mm 0 4mm; font-size: 12pt; font-weight: 600 }
    .own { height: 11mm; border-bottom: 0.3mm solid #75688F }
  </style>
  <header><img src="${pathToFileURL(`${root}/web-public/public/logo.svg`).href}"><span class="tag">${film.tag}</span></header>
  <h1>${film.title}</h1>
  <table>${rows.join("")}</table>
  <h2>Vos phrases</h2>
  ${'<div class="own"></div>'.repeat(4)}`;
}

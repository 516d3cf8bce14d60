import { Editor } from "@tiptap/react";
import { expect, test } from "vitest";
import { asKept, extensions } from "./richText";

function reopened(content: string): string {
  const editor = new Editor({ extensions, content, injectCSS: false });
  return asKept(editor.getHTML(), editor.isEmpty);
}

test.each([
  "<p>Bonjour, <strong>tous</strong>\u00a0! <em>Ça va\u00a0?</em></p>",
  "<h3>Chaque semaine</h3><hr><h2>Deux &amp; trois</h2><h4>Fin</h4>",
  "<p><u>a</u><s>b</s><br>c</p>",
  '<p>你好，世界 — « ciao » <em lang="it">ciao</em></p>',
  '<p lang="zh"><ruby>你<rp>(</rp><rt>nǐ</rt><rp>)</rp></ruby> H<sub>2</sub>O 1<sup>er</sup></p>',
  '<p><img src="/assets/img/gare.svg" alt="La gare" width="300"></p>',
  "<ul><li>Un</li><li>Deux <em>et</em><br>trois</li></ul><blockquote><p>dit</p></blockquote>",
  "<ol><li><p>Un</p><p>et demi</p></li><li><p>Deux</p><ul><li>points</li></ul></li></ol>",
  '<p><a rel="noopener noreferrer" href="https://example.org/?a=1&amp;b=2">ici</a></p>',
  "",
])("a text that was only opened stays as it is: %s", (text) => {
  expect(reopened(text)).toBe(text);
});

test("a table keeps all that it says", () => {
  const table = reopened(
    '<table><thead><tr><th scope="col">Io</th><td colspan="2">sono</td></tr></thead><tbody><tr><td>a</td></tr></tbody></table>',
  );
  expect(table).toContain('scope="col">Io</th>');
  expect(table).toContain('colspan="2"');
  expect(table).not.toContain("style");
});

test("what comes from elsewhere brings nothing that acts, not even inside a ruby", () => {
  const pasted =
    '<p><ruby onclick="x()"><strong lang="zh" onclick="x()">你</strong><img src="/x" onerror="x()"><a href="javascript:x()">好</a><rt style="x">nǐ</rt></ruby></p>';
  expect(reopened(pasted)).toBe('<p><ruby><strong lang="zh">你</strong>好<rt>nǐ</rt></ruby></p>');
});

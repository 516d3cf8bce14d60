// What a film shows: through an arch of the préau a landscape drifts by, on the wall stand the words that are spoken.
// Every movement is a CSS animation, so that a picture of any moment can be taken.
import { pathToFileURL } from "node:url";

export interface Line {
  voice: string;
  /** As written; `<b>` marks what the lesson is about. */
  text: string;
  /** How it is read, where the writing does not say. */
  read?: string;
  below: string;
}

export interface Film {
  language: "fr" | "en" | "it" | "zh";
  landscape: string;
  tag: string;
  title: string;
  lines: Line[];
}

/** When something is seen, in seconds. */
export interface Span {
  from: number;
  to: number;
}

/** Ground and letters of each language, from the tokens of the look. */
const ACCENTS = {
  fr: ["#DFECFE", "#0A468C", "#1C5BAA"],
  en: ["#FEE2ED", "#851555", "#A2286B"],
  it: ["#FDE5DA", "#8A3700", "#A8480F"],
  zh: ["#DEEFEA", "#05594B", "#0A7160"],
};

export const SIZE = { width: 1280, height: 720 };

/** What films and sheets of paper have in common: the school's letters, the colours of a language. */
export function styles({ language }: Film, root: string) {
  const font = (family: string, weights: string, file: string) =>
    `@font-face { font-family: ${family}; font-weight: ${weights};
      src: url("${pathToFileURL(`${root}/node_modules/${file}-normal.woff2`).href}") }`;
  const [ground, letters, solid] = ACCENTS[language];
  return `${font("Besley", "600", "@fontsource/besley/files/besley-latin-600")}
    ${font("Besley Ext", "600", "@fontsource/besley/files/besley-latin-ext-600")}
    ${font("Radio Canada", "300 700", "@fontsource-variable/radio-canada/files/radio-canada-latin-wght")}
    ${font("Radio Canada Ext", "300 700", "@fontsource-variable/radio-canada/files/radio-canada-latin-ext-wght")}
    * { margin: 0; box-sizing: border-box }
    .tag { background: ${ground}; color: ${letters}; font-weight: 500 }
    .words b { font-weight: inherit; color: ${solid} }
    .read { font-weight: 500 }`;
}

export function scene(film: Film, title: Span, lines: Span[], seconds: number, root: string) {
  const landscape = `${root}/web-public/public/illustrations/paysages/${film.landscape}.svg`;
  const span = ({ from, to }: Span) =>
    `style="animation: appear 0.4s ease-out ${from}s both, vanish 0.3s ease-in ${to - 0.3}s forwards"`;
  return `<!doctype html><meta charset="utf-8"><style>
    ${styles(film, root)}
    body { ${Object.entries(SIZE)
      .map(([side, length]) => `${side}: ${length}px`)
      .join(";")};
      position: relative; overflow: hidden; background: #E9E3F4; color: #2A1E48;
      font: 400 32px/1.35 "Radio Canada", "Radio Canada Ext", "Noto Sans CJK SC" }
    .floor { position: absolute; inset: 624px 0 0; background: #D8CFE9 }
    .light { position: absolute; left: 660px; top: 624px; width: 480px; height: 96px; background: #FFF2CE;
      clip-path: polygon(37% 0, 100% 0, 63% 100%, 0 100%) }
    .arch { position: absolute; left: 826px; top: 96px; width: 330px; height: 528px; overflow: hidden;
      border-radius: 165px 165px 0 0; border-left: 14px solid #fff; background: #fff }
    .arch img { position: absolute; bottom: 0; left: 50%; height: 528px; transform-origin: 45% 90%;
      animation: drift ${seconds}s linear both }
    main { position: absolute; left: 88px; top: 96px; width: 690px; height: 480px }
    .tag { display: inline-block; padding: 5px 14px; border-radius: 6px; font-size: 25px }
    .line, h1 { position: absolute; inset: 74px 0 0; display: flex; flex-direction: column; justify-content: center }
    h1, .words { font: 600 62px/1.16 Besley, "Besley Ext", "Noto Serif CJK SC"; letter-spacing: -0.018em;
      text-wrap: balance }
    .words:lang(zh) { font-size: 84px; letter-spacing: 0.02em }
    .read { margin-top: 14px; font-size: 38px }
    .below { margin-top: 22px; color: #5D5078 }
    .read + .below { margin-top: 8px }
    @keyframes appear { from { opacity: 0; transform: translateY(10px) } }
    @keyframes vanish { to { opacity: 0 } }
    @keyframes drift { from { transform: translateX(-50%) scale(1.06) } to { transform: translateX(-54%) scale(1.26) } }
  </style>
  <div class="floor"></div><div class="light"></div>
  <div class="arch"><img src="${pathToFileURL(landscape).href}"></div>
  <main>
    <span class="tag">${film.tag}</span>
    <h1 style="animation: vanish 0.3s ease-in ${title.to - 0.3}s forwards">${film.title}</h1>
    ${film.lines
      .map(
        ({ text, read, below }, at) => `<div class="line" ${span(lines[at])}>
          <p class="words" lang="${film.language}">${text}</p>
          ${read ? `<p class="read">${read}</p>` : ""}<p class="below">${below}</p></div>`,
      )
      .join("")}
  </main>`;
}

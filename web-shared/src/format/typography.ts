// French typography: the spaces that must not break, put in when a text is shown so that translators write ordinary ones.

const NO_BREAK = "\u00a0";

/** The text with the no-break spaces its language asks for. */
export function typeset(text: string, language: string): string {
  if (language !== "fr") return text;
  return text
    .replace(/ ([?!:;»€%])/g, `${NO_BREAK}$1`)
    .replace(/« /g, `«${NO_BREAK}`)
    .replace(/(?<=\d) (?=h\b|\d)|(?<=\d h) (?=\d)/g, NO_BREAK);
}

// Finding words in texts as readers expect it: case and accents do not count, every word must be there.

/** As the school's own search folds: lower case, no accents, no joined letters, plain apostrophes. */
export function fold(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return bare.replace(/[œæß’]/g, (sign) => PLAIN[sign] ?? sign);
}

const PLAIN: Record<string, string> = { œ: "oe", æ: "ae", ß: "ss", "’": "'" };

/** The folded words of a search. */
export function wordsOf(search: string): string[] {
  return fold(search).split(/\s+/).filter(Boolean);
}

/** Whether every word stands somewhere in the text. */
export function found(text: string, words: string[]): boolean {
  const folded = fold(text);
  return words.every((word) => folded.includes(word));
}

export interface Piece {
  text: string;
  hit: boolean;
}

/** The text cut where one of the words begins and ends. */
export function pieces(text: string, words: string[]): Piece[] {
  const letters = [...text.normalize()];
  const hit = hits(letters, words);
  return letters.reduce<Piece[]>((cut, letter, at) => {
    const last = cut.at(-1);
    if (last && last.hit === hit[at]) last.text += letter;
    else cut.push({ text: letter, hit: hit[at] ?? false });
    return cut;
  }, []);
}

/** Which letters belong to a word. Folding may change the length of a letter, so its origin is kept. */
function hits(letters: string[], words: string[]): boolean[] {
  const origins = letters.flatMap((letter, at) =>
    fold(letter)
      .split("")
      .map((plain) => ({ plain, at })),
  );
  const folded = origins.map(({ plain }) => plain).join("");
  const hit = letters.map(() => false);
  for (const word of words) {
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + 1)) {
      for (const origin of origins.slice(from, from + word.length)) hit[origin.at] = true;
    }
  }
  return hit;
}

/** Characters of a word and of what it means, as in core. */
export const LONGEST_WORD = 200;
export const LONGEST_MEANING = 500;

// The outline of words on their way. They turn over lines as words of that length would.
import { Skeleton } from "@mantine/core";

const WORDS = [6, 9, 3, 7, 4, 10, 2, 8]; // letters

interface WordsSkeletonProps {
  /** How many letters there will be, about. */
  letters: number;
}

export function WordsSkeleton({ letters }: WordsSkeletonProps) {
  return wordsOf(letters).map((word, at) => (
    // A letter is about half as wide as it is high.
    <Skeleton
      key={at}
      component="span"
      display="inline-block"
      width={`${word / 2}em`}
      height="0.75em"
      mr="0.25em"
      maw="100%"
    />
  ));
}

function wordsOf(letters: number): number[] {
  const words: number[] = [];
  for (let left = letters; left > 0; left -= (words.at(-1) ?? 0) + 1)
    words.push(Math.min(left, WORDS[words.length % WORDS.length] ?? left));
  return words;
}

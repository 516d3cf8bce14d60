// What an answer to a question that is still being written would be worth: graded by the server, as in a real test.
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "web-shared/api/client";
import {
  type GivenAnswer,
  isAnswered,
  type SheetQuestion,
  type Verdict,
} from "web-shared/ui/sheet/question";
import { isGradable, type QuestionDraft, writtenOf } from "./question";

const PAUSE = 350; // milliseconds in which nothing more is typed

/** Nothing while the question or the answer is not whole. */
export function useTrial(
  draft: QuestionDraft,
  shown: SheetQuestion,
  given: GivenAnswer | undefined,
): Verdict["outcome"] | undefined {
  const { typeCode, options, correctAnswer } = writtenOf(draft);
  const whole = given !== undefined && isAnswered(shown, given) && isGradable(draft);
  const trial = {
    question: draft.text,
    typeCode,
    options,
    correctAnswer,
    givenAnswer: given ?? "",
  };
  const text = JSON.stringify(trial);
  const [settled] = useDebouncedValue(text, PAUSE);
  const { data } = useQuery({
    queryKey: ["trial", text],
    queryFn: () => unwrap(api.POST("/tests/grade", { body: trial })),
    enabled: whole && settled === text,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return whole ? data?.outcome : undefined;
}

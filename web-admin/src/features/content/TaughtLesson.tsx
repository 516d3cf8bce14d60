// One lesson as the teacher of the course reads it: as its learner does, and its quizzes with the answers. Only learners and
// staff have answers corrected.
import { useTranslation } from "react-i18next";
import { LessonContent } from "web-shared/ui/lesson/LessonContent";
import { platform } from "../../platform/platform";
import { solutionOf } from "../../ui/question";
import styles from "./Content.module.css";
import { useTaught } from "./course";
import { correctQuiz, type Quiz, type QuizQuestion, quizzes, resources } from "./kinds";
import { type LearnerLessonProps, textOf } from "./LearnerLesson";
import { useRows } from "./rows";

export function TaughtLesson({ lesson, lessons }: LearnerLessonProps) {
  const files = useRows(resources, lesson.id);
  const tests = useRows(quizzes, lesson.id);
  const { data, error, refetch } = tests;
  return (
    <LessonContent
      language={useTaught()}
      text={textOf(lesson, lessons)}
      resources={files}
      quizzes={{ data: data && [], error, refetch }}
      attempts={{}}
      onAttempt={() => {}}
      correct={correctQuiz}
      level="h4"
      outside={platform.app !== null}
    >
      {data?.map((quiz) => (
        <Solved key={quiz.id} quiz={quiz} />
      ))}
    </LessonContent>
  );
}

function Solved({ quiz: { instructions, questions } }: { quiz: Quiz }) {
  const { t } = useTranslation();
  if (questions.length === 0) return null;
  return (
    <section className={styles.section}>
      <h4>{t("lesson.quiz")}</h4>
      {instructions && <p lang="fr">{instructions}</p>}
      <ol className={styles.solved}>
        {questions.map((question) => (
          <li key={question.id}>
            <Question question={question} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const GAP = /\{\{\d+\}\}/g;

function Question({ question }: { question: QuizQuestion }) {
  const { t } = useTranslation();
  const { questionText, transcript, options, explanation } = question;
  const truth = { TRUE: t("sheet.true"), FALSE: t("sheet.false") };
  return (
    <>
      <p>{questionText.replace(GAP, "…")}</p>
      {transcript && <p className={styles.lead}>{transcript}</p>}
      {options.length > 0 && <p className={styles.lead}>{options.join(" / ")}</p>}
      <p>
        <b>{t("dashboard.content.solution", { answer: solutionOf(question, truth) })}</b>
      </p>
      {explanation && <p className={styles.lead}>{explanation}</p>}
    </>
  );
}

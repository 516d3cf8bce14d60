// One lesson as a learner reads it: its text, what is heard and seen in it, what it leads to, its quizzes. Answers are not
// kept.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mediaOf } from "web-shared/media";
import { RichText } from "web-shared/ui/RichText";
import { FailedState } from "web-shared/ui/Scene";
import type { Answers } from "web-shared/ui/sheet/question";
import { Sheet } from "web-shared/ui/sheet/Sheet";
import { draftOf, sheetOf } from "../../ui/question";
import { useTaught } from "./course";
import { type Lesson, type Quiz, questions, quizzes, type Resource, resources } from "./kinds";
import styles from "./Preview.module.css";
import { useRows } from "./rows";

export function LearnerLesson({ lesson }: { lesson: Lesson }) {
  const files = useRows(resources, lesson.id);
  const tests = useRows(quizzes, lesson.id);
  const failed = [files, tests].find(({ data, error }) => !data && error);
  return (
    <div className={styles.lesson}>
      <RichText html={lesson.linkedContent ?? lesson.content} />
      {files.data?.map((resource) => (
        <ResourceRead key={resource.id} resource={resource} />
      ))}
      {tests.data?.map((quiz) => (
        <QuizRead key={quiz.id} quiz={quiz} />
      ))}
      {failed && <FailedState error={failed.error} onRetry={() => void failed.refetch()} />}
    </div>
  );
}

function ResourceRead({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const { title, url, link } = resource;
  const address = link ?? url;
  const media = mediaOf(url);
  return (
    <figure className={styles.resource}>
      {media === "picture" && <img src={address} alt={title} />}
      {/* biome-ignore lint/a11y/useMediaCaption: as it was uploaded */}
      {media === "audio" && <audio src={address} controls preload="metadata" />}
      {/* biome-ignore lint/a11y/useMediaCaption: as it was uploaded */}
      {media === "video" && <video src={address} controls preload="metadata" />}
      <figcaption>
        <a href={address} target="_blank" rel="noreferrer" lang="fr">
          {title}
          <span className="hidden"> {t("dashboard.content.newTab")}</span>
        </a>
      </figcaption>
    </figure>
  );
}

function QuizRead({ quiz }: { quiz: Quiz }) {
  const { t } = useTranslation();
  const language = useTaught();
  const { data } = useRows(questions, quiz.id);
  const [answers, setAnswers] = useState<Answers>({});
  if (!data || data.length === 0) return null;
  return (
    <section>
      <h3>{t("dashboard.content.quiz")}</h3>
      {quiz.instructions && (
        <p className="muted" lang="fr">
          {quiz.instructions}
        </p>
      )}
      <Sheet
        questions={data.map((question) =>
          sheetOf(draftOf(question, question.questionText), question.id),
        )}
        language={language}
        answers={answers}
        onAnswer={(id, given) => setAnswers({ ...answers, [id]: given })}
      />
    </section>
  );
}

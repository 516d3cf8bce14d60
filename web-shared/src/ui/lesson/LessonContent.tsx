// One lesson: its videos, its text, what goes with it, its quizzes. Each part comes, or fails, on its own. The learner reads
// it so, and staff previews it so.
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { RichText } from "../RichText";
import { FailedState, Waiting } from "../Scene";
import styles from "./LessonContent.module.css";
import { LessonLinks } from "./LessonLinks";
import { LessonMedia } from "./LessonMedia";
import { type Attempt, type Attempts, LessonQuiz } from "./LessonQuiz";
import { LinesSkeleton } from "./LinesSkeleton";
import { shelve, sourceOf } from "./resources";
import type { Aged, LessonText, Part, Quiz, QuizAnswer, QuizResult, Resource } from "./types";
import { VideoPlayer } from "./VideoPlayer";

interface LessonContentProps {
  /** The language that is taught. */
  language: string;
  text: Part<LessonText>;
  resources: Aged<Resource[]>;
  quizzes: Part<Quiz[]>;
  /** What its reader has answered. */
  attempts: Attempts;
  onAttempt: (quizId: number, attempt: Attempt) => void;
  correct: (quizId: number, answers: QuizAnswer[]) => Promise<QuizResult>;
  /** Below a quiz that was corrected. */
  afterQuiz?: (result: QuizResult) => ReactNode;
  /** Above the text. */
  heading?: ReactNode;
  /** The id of that heading. */
  labelledBy?: string;
  /** The level of headings inside. */
  level?: "h2" | "h4";
  /** The page shows no other site: they open in the browser. */
  outside?: boolean;
  /** Below the quizzes. */
  children?: ReactNode;
}

export function LessonContent({ heading, labelledBy, children, ...props }: LessonContentProps) {
  const { language, text, resources, quizzes, outside = false } = props;
  const { videos, media, links } = shelve(resources.data ?? []);
  const asked = quizzes.data?.filter(hasQuestions);

  async function renew(id: number) {
    const { data } = await resources.refetch({ cancelRefetch: false });
    const fresh = data?.find((resource) => resource.id === id);
    return fresh && sourceOf(fresh);
  }

  return (
    <article className={styles.lesson} aria-labelledby={labelledBy}>
      {videos.map((video) => (
        <VideoPlayer
          key={video.resource.id}
          video={video}
          language={language}
          renew={renew}
          outside={outside}
        />
      ))}
      {heading}
      <Text of={text} alone={resources.data?.length === 0 && asked?.length === 0} />
      <LessonMedia media={media} language={language} renew={renew} />
      <LessonLinks of={resources} links={links} renew={renew} />
      <Quizzes {...props} asked={asked} />
      {children}
    </article>
  );
}

/** The others staff is still writing. */
const hasQuestions = ({ questions }: Quiz) => questions.length > 0;

/** `alone`: nothing else belongs to the lesson. */
function Text({ of, alone }: { of: Part<LessonText>; alone: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = of;
  const html = data?.linkedContent ?? data?.content;
  const renewed = useRef<string>(undefined); // for this text: a picture that is not there stays away

  function renew() {
    if (renewed.current === html) return;
    renewed.current = html;
    void refetch({ cancelRefetch: false });
  }

  if (html) {
    return (
      <div onErrorCapture={renew}>
        <RichText html={html} className={styles.text} />
      </div>
    );
  }
  if (data) return alone ? <p className="muted">{t("lesson.emptyLesson")}</p> : null;
  if (error) {
    return (
      <FailedState what={t("lesson.lessonFailed")} error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <Waiting>
      <LinesSkeleton />
    </Waiting>
  );
}

type QuizzesProps = Omit<LessonContentProps, "heading" | "labelledBy" | "children"> & {
  asked: Quiz[] | undefined;
};

function Quizzes({ asked, quizzes, level = "h2", ...props }: QuizzesProps) {
  const { t } = useTranslation();
  const { language, attempts, onAttempt, correct } = props;
  const again = () => void quizzes.refetch();

  async function renew(questionId: number) {
    const { data } = await quizzes.refetch({ cancelRefetch: false });
    const fresh = data?.flatMap(({ questions }) => questions).find(({ id }) => id === questionId);
    const link = fresh?.mediaLink ?? fresh?.mediaUrl;
    return link ? { link } : undefined;
  }

  if (asked) {
    return asked.map((quiz) => (
      <LessonQuiz
        key={quiz.id}
        quiz={quiz}
        language={language}
        level={level}
        attempt={attempts[quiz.id]}
        onAttempt={(attempt) => onAttempt(quiz.id, attempt)}
        correct={correct}
        renew={renew}
        // Staff may have changed the questions meanwhile: the next attempt is at what stands now.
        onFailed={again}
        after={props.afterQuiz}
      />
    ));
  }
  if (!quizzes.error) return null;
  return <FailedState what={t("lesson.quizFailed")} error={quizzes.error} onRetry={again} />;
}

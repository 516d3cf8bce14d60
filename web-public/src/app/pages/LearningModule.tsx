// A module; a word of its lessons, and what was missed in their quizzes, become cards to revise.
import type { Revision } from "../../features/learning/LessonView";
import { ModulePage } from "../../features/learning/ModulePage";
import { Added } from "../../features/revision/Added";
import { KeepWord } from "../../features/revision/KeepWord";

const revision: Revision = {
  words: (lessonId, language) => (
    <KeepWord key={lessonId} lessonId={lessonId} language={language} />
  ),
  mistakes: (count) => <Added count={count} />,
};

export function LearningModule() {
  return <ModulePage signIn="/login" revision={revision} />;
}

//! What editors work on, by the names under which it is noted and copied. What each kind says is in the files of
//! the kinds.

use crate::keyword::keywords;

keywords! {
    /// A kind of content.
    ContentKind {
        Language = "language",
        Level = "level",
        Teacher = "teacher",
        Course = "course",
        Objective = "objective",
        Prerequisite = "prerequisite",
        Module = "module",
        Chapter = "chapter",
        Lesson = "lesson",
        Resource = "resource",
        Quiz = "quiz",
        QuizQuestion = "quiz-question",
        TestQuestion = "test-question",
        FaqCategory = "faq-category",
        Faq = "faq",
    }
}

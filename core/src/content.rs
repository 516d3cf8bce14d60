//! Kinds of content by the names used in the audit log and in replication. The fields of each kind are in its own
//! module.

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
        Room = "room",
        Closure = "closure",
        SessionSeries = "session-series",
        ClassSession = "class-session",
    }
}

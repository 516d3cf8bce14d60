//! Kinds of content that can be drafted: the fields of their forms, and their parents.
//!
//! The rules of a form are its own; see `check`.

use super::shape::{Fields, Shape};
use crate::keyword::keywords;

keywords! {
    /// A kind of content, by its name in the audit log and in `GET /changes`.
    Kind {
        Language = "language",
        Level = "level",
        Teacher = "teacher",
        Course = "course",
        Module = "module",
        Objective = "objective",
        Prerequisite = "prerequisite",
        Chapter = "chapter",
        Lesson = "lesson",
        Resource = "resource",
        Quiz = "quiz",
        QuizQuestion = "quiz-question",
        TestQuestion = "test-question",
        Faq = "faq",
        ClassSession = "class-session",
    }
}

use Shape::{Lines, Place, Rich, Rows, Set, SumOf, Whole};

const LANGUAGE: Fields = &[
    ("name", Whole),
    ("nameEn", Whole),
    ("nameIt", Whole),
    ("nameZh", Whole),
    ("code", Whole),
    ("slug", Whole),
    ("flag", Whole),
    ("orderIndex", Place),
];
const LEVEL: Fields = &[("name", Whole), ("description", Whole), ("rank", Whole)];
const TEACHER: Fields = &[
    ("firstName", Whole),
    ("lastName", Whole),
    ("email", Whole),
    ("experienceYears", Whole),
    ("bio", Whole),
    ("photoUrl", Whole),
    ("languagesTaught", Set),
];
const COURSE: Fields = &[
    ("name", Whole),
    ("description", Whole),
    ("detailedDescription", Rich),
    ("type", Whole),
    ("totalHours", Whole),
    ("languageId", Whole),
    ("levelId", Whole),
    ("teacherId", Whole),
    ("startDate", Whole),
    ("endDate", Whole),
    ("capacity", Whole),
    ("location", Whole),
    ("schedule", Whole),
    ("meetingUrl", Whole),
    ("sellingPoints", Lines),
    ("free", Whole),
    ("lateEntry", Whole),
    ("offerHours", Whole),
    ("minimumLearners", Whole),
    ("decisionDay", Whole),
    ("lang", Whole),
    ("modules", Rows(&[("title", Whole), ("description", Whole), ("price", Whole)])),
    ("objectives", Rows(&[("description", Whole)])),
    ("prerequisites", Rows(&[("description", Whole)])),
    ("price", SumOf("modules")),
];
const MODULE: Fields =
    &[("courseId", Whole), ("title", Whole), ("description", Whole), ("price", Whole), ("orderIndex", Place)];
const POINT: Fields = &[("courseId", Whole), ("description", Whole), ("orderIndex", Place)];
const CHAPTER: Fields = &[
    ("courseModuleId", Whole),
    ("moduleId", Whole),
    ("title", Whole),
    ("content", Whole),
    ("orderIndex", Place),
];
const LESSON: Fields = &[("chapterId", Whole), ("title", Whole), ("content", Rich), ("orderIndex", Place)];
const RESOURCE: Fields = &[
    ("chapterLessonId", Whole),
    ("title", Whole),
    ("url", Whole),
    ("type", Whole),
    ("captionsUrl", Whole),
    ("orderIndex", Place),
];
const QUIZ: Fields = &[("lessonId", Whole), ("instructions", Whole)];
// Options and the correct answer depend on each other, so lists of options are never merged.
const QUIZ_QUESTION: Fields = &[
    ("quizId", Whole),
    ("questionText", Whole),
    ("typeCode", Whole),
    ("options", Whole),
    ("correctAnswer", Whole),
    ("explanation", Whole),
    ("mediaUrl", Whole),
    ("transcript", Whole),
    ("orderIndex", Place),
];
const TEST_QUESTION: Fields = &[
    ("language", Whole),
    ("question", Whole),
    ("typeCode", Whole),
    ("options", Whole),
    ("correctAnswer", Whole),
    ("mediaUrl", Whole),
    ("transcript", Whole),
    ("level", Whole),
    ("translations", Whole),
    ("inFixedTest", Whole),
    ("orderIndex", Place),
];
const FAQ: Fields = &[
    ("category", Whole),
    ("question", Whole),
    ("answer", Rich),
    ("lang", Whole),
    ("translations", Whole),
    ("orderIndex", Place),
];

// `extendCourse` is no field of the row: it says what may become of the course.
const CLASS_SESSION: Fields = &[
    ("courseId", Whole),
    ("moduleId", Whole),
    ("date", Whole),
    ("startTime", Whole),
    ("minutes", Whole),
    ("roomId", Whole),
    ("meetingUrl", Whole),
    ("teacherId", Whole),
    ("note", Whole),
    ("extendCourse", Whole),
];

impl Kind {
    /// The fields of its form.
    pub const fn fields(self) -> Fields {
        match self {
            Self::Language => LANGUAGE,
            Self::Level => LEVEL,
            Self::Teacher => TEACHER,
            Self::Course => COURSE,
            Self::Module => MODULE,
            Self::Objective | Self::Prerequisite => POINT,
            Self::Chapter => CHAPTER,
            Self::Lesson => LESSON,
            Self::Resource => RESOURCE,
            Self::Quiz => QUIZ,
            Self::QuizQuestion => QUIZ_QUESTION,
            Self::TestQuestion => TEST_QUESTION,
            Self::Faq => FAQ,
            Self::ClassSession => CLASS_SESSION,
        }
    }

    /// The kind of its parent, with which it is deleted.
    pub const fn parent(self) -> Option<Self> {
        match self {
            Self::Language | Self::Level | Self::Teacher | Self::Course | Self::TestQuestion | Self::Faq => {
                None
            }
            Self::Module | Self::Objective | Self::Prerequisite | Self::ClassSession => Some(Self::Course),
            Self::Chapter => Some(Self::Module),
            Self::Lesson => Some(Self::Chapter),
            Self::Resource | Self::Quiz => Some(Self::Lesson),
            Self::QuizQuestion => Some(Self::Quiz),
        }
    }

    /// The fields that refer to rows of other kinds: by id or, for new rows, by the client's id.
    pub const fn references(self) -> &'static [(&'static str, Self)] {
        match self {
            Self::Language | Self::Level | Self::Teacher | Self::TestQuestion | Self::Faq => &[],
            Self::Course => {
                &[("languageId", Self::Language), ("levelId", Self::Level), ("teacherId", Self::Teacher)]
            }
            Self::Module | Self::Objective | Self::Prerequisite => &[("courseId", Self::Course)],
            Self::Chapter => &[("courseModuleId", Self::Module), ("moduleId", Self::Module)],
            Self::Lesson => &[("chapterId", Self::Chapter)],
            Self::Resource => &[("chapterLessonId", Self::Lesson)],
            Self::Quiz => &[("lessonId", Self::Lesson)],
            Self::QuizQuestion => &[("quizId", Self::Quiz)],
            // Rooms are written at the school only.
            Self::ClassSession => {
                &[("courseId", Self::Course), ("moduleId", Self::Module), ("teacherId", Self::Teacher)]
            }
        }
    }

    /// The lists of rows in its form, and their kinds.
    pub const fn lists(self) -> &'static [(&'static str, Self)] {
        match self {
            Self::Course => &[
                ("modules", Self::Module),
                ("objectives", Self::Objective),
                ("prerequisites", Self::Prerequisite),
            ],
            Self::Language
            | Self::Level
            | Self::Teacher
            | Self::Module
            | Self::Objective
            | Self::Prerequisite
            | Self::Chapter
            | Self::Lesson
            | Self::Resource
            | Self::Quiz
            | Self::QuizQuestion
            | Self::TestQuestion
            | Self::Faq
            | Self::ClassSession => &[],
        }
    }
}

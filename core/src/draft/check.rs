//! Validates a draft with the form's own rules before it is sent.
//!
//! Rules that need the server (whether a code is free, whether a course was sold) are left to it. Rich text is
//! sanitised there; here it is checked as written.

use super::kind::Kind;
use super::references::placed;
use crate::chapter::ChapterInput;
use crate::class_session::ClassSessionInput;
use crate::course_form::CourseForm;
use crate::course_part::{ModuleInput, PointInput};
use crate::editing::Form;
use crate::faq::FaqInput;
use crate::json;
use crate::lesson::LessonInput;
use crate::level::LevelInput;
use crate::level_test::TestQuestionInput;
use crate::problem::Problem;
use crate::quiz::{QuizInput, QuizQuestionInput};
use crate::resource::ResourceInput;
use crate::taught_language::LanguageInput;
use crate::teacher::TeacherInput;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Whether the server would accept a whole form; a change is merged over the earlier values.
///
/// # Errors
/// One fault per field, as the server would report it.
pub fn check(kind: Kind, form: &Value) -> Result<(), Problem> {
    let form = placed(kind, form);
    match kind {
        Kind::Language => of::<LanguageInput>(form),
        Kind::Level => of::<LevelInput>(form),
        Kind::Teacher => of::<TeacherInput>(form),
        Kind::Course => of::<CourseForm>(form),
        Kind::Module => of::<ModuleInput>(form),
        Kind::Objective | Kind::Prerequisite => of::<PointInput>(form),
        Kind::Chapter => of::<ChapterInput>(form),
        Kind::Lesson => of::<LessonInput>(form),
        Kind::Resource => of::<ResourceInput>(form),
        Kind::Quiz => of::<QuizInput>(form),
        Kind::QuizQuestion => of::<QuizQuestionInput>(form),
        Kind::TestQuestion => of::<TestQuestionInput>(form),
        Kind::Faq => of::<FaqInput>(form),
        Kind::ClassSession => of::<ClassSessionInput>(form),
    }
}

fn of<F: Form + DeserializeOwned>(form: Value) -> Result<(), Problem> {
    json::parse::<F>(form)?.create().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use crate::draft::shape::Fields;
    use serde_json::json;
    use std::collections::BTreeSet;

    const NEW: &str = "0193a5f2-7c1e-7abc-8def-0123456789ab";

    fn faults(kind: Kind, form: &Value) -> Vec<(String, Code)> {
        check(kind, form).unwrap_err().fields.into_iter().map(|field| (field.name, field.code)).collect()
    }

    #[test]
    fn a_draft_answers_as_the_school_would() {
        let cases = [
            (Kind::Language, json!({"name": "Espagnol", "code": "es"})),
            (Kind::Level, json!({"name": "A1", "rank": 1, "description": null})),
            (
                Kind::Teacher,
                json!({"firstName": "E", "lastName": "R", "email": "e@r.it", "languagesTaught": ["it"]}),
            ),
            (Kind::Module, json!({"courseId": 1, "title": "a", "price": 40.5})),
            (Kind::Objective, json!({"courseId": 1, "description": "Lire"})),
            (Kind::Prerequisite, json!({"courseId": NEW, "description": "Lire"})),
            (Kind::Chapter, json!({"courseModuleId": NEW, "title": "a", "content": "b"})),
            (Kind::Lesson, json!({"chapterId": NEW, "title": "a", "content": "<p>b</p>", "clientId": NEW})),
            (
                Kind::Resource,
                json!({"chapterLessonId": 1, "title": "a", "url": "/assets/a.pdf", "type": "PDF"}),
            ),
            (Kind::Quiz, json!({"lessonId": 1, "instructions": ""})),
            (
                Kind::QuizQuestion,
                json!({"quizId": 1, "questionText": "a", "typeCode": "TEXT", "correctAnswer": "b"}),
            ),
            (
                Kind::TestQuestion,
                json!({"language": "it", "question": "a", "typeCode": "TRUE_FALSE", "correctAnswer": "TRUE", "level": "A1"}),
            ),
            (Kind::Faq, json!({"category": "PRIX", "question": "a", "answer": "<p>b</p>"})),
            (
                Kind::ClassSession,
                json!({"courseId": NEW, "moduleId": NEW, "date": "2026-11-26", "startTime": "18:30", "minutes": 90}),
            ),
        ];
        for (kind, form) in cases {
            check(kind, &form).unwrap_or_else(|problem| panic!("{kind}: {problem:?}"));
        }
        let lesson = json!({"chapterId": NEW, "title": " ", "content": "<p></p>"});
        assert_eq!(
            faults(Kind::Lesson, &lesson),
            [("title".to_owned(), Code::Required), ("content".to_owned(), Code::Required)]
        );
        assert_eq!(
            faults(Kind::Level, &json!({"name": "A1", "rank": "un"})),
            [("rank".to_owned(), Code::InvalidType)]
        );
        assert_eq!(faults(Kind::Lesson, &json!({"title": "a", "content": "<p>b</p>"}))[0].0, "chapterId");
    }

    #[test]
    fn a_course_is_checked_with_its_parts_whether_they_are_saved_or_new() {
        let course = json!({
            "name": "Italien A1", "description": "Pour commencer.", "type": "ONLINE", "totalHours": 20,
            "languageId": 1, "levelId": NEW, "teacherId": 3, "startDate": "2026-01-05", "endDate": "2026-03-05",
            "modules": [{"id": 7, "title": "a", "price": 40}, {"clientId": NEW, "title": "b", "price": 50}],
            "objectives": [{"id": 3, "description": "Saluer"}], "prerequisites": [],
        });
        check(Kind::Course, &course).unwrap();
        let mut wrong = course;
        wrong["modules"][1]["title"] = json!("");
        wrong["endDate"] = json!("2026-01-05");
        let names: Vec<_> = faults(Kind::Course, &wrong).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["endDate", "modules[1].title"]);
    }

    /// The names of a form's fields in JSON.
    fn names<F: Default + std::fmt::Debug>() -> BTreeSet<String> {
        let text = format!("{:?}", F::default());
        let inside = text.split_once('{').unwrap().1.trim_end_matches('}');
        let camel = |name: &str| {
            let mut words = name.split('_');
            let first = words.next().unwrap().to_owned();
            words.fold(first, |all, word| all + &word[..1].to_uppercase() + &word[1..])
        };
        let all = inside.split(", ").map(|field| camel(field.split(':').next().unwrap().trim()));
        all.map(|name| if name == "kind" { "type".to_owned() } else { name })
            .filter(|name| name != "id" && name != "clientId")
            .collect()
    }

    #[test]
    fn no_field_of_a_form_is_forgotten_when_two_changes_meet() {
        let forms: [(Kind, BTreeSet<String>); 14] = [
            (Kind::Language, names::<LanguageInput>()),
            (Kind::Level, names::<LevelInput>()),
            (Kind::Teacher, names::<TeacherInput>()),
            (Kind::Course, names::<CourseForm>()),
            (Kind::Module, names::<ModuleInput>()),
            (Kind::Objective, names::<PointInput>()),
            (Kind::Chapter, names::<ChapterInput>()),
            (Kind::Lesson, names::<LessonInput>()),
            (Kind::Resource, names::<ResourceInput>()),
            (Kind::Quiz, names::<QuizInput>()),
            (Kind::QuizQuestion, names::<QuizQuestionInput>()),
            (Kind::TestQuestion, names::<TestQuestionInput>()),
            (Kind::Faq, names::<FaqInput>()),
            (Kind::ClassSession, names::<ClassSessionInput>()),
        ];
        let named =
            |fields: Fields| fields.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>();
        for (kind, names) in forms {
            assert_eq!(named(kind.fields()), names, "{kind}");
        }
    }
}

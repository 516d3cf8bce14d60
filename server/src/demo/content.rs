//! The texts of the demo school, as they stand in `content/*.json`. Dates there count from today.

use chrono::NaiveDate;
use preau_core::course::{CourseStatus, CourseType};
use preau_core::faq::FaqTranslation;
use preau_core::late_entry::LateEntry;
use preau_core::level_test::TestQuestionTranslation;
use preau_core::money::Cents;
use preau_core::page::PageKind;
use preau_core::role::Role;
use preau_core::room::RoomInput;
use preau_core::school::SchoolInput;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// All of it.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) school: School,
    pub(super) courses: Vec<Course>,
    pub(super) faq: Vec<FaqCategory>,
    pub(super) testimonials: Vec<Testimonial>,
    pub(super) level_test: Vec<TestQuestion>,
    pub(super) people: People,
}

impl Content {
    pub(super) fn load() -> Result<Self> {
        let mut courses = Vec::new();
        let mut level_test = Vec::new();
        for (language, questions) in [
            (include_str!("content/courses-fr.json"), include_str!("content/level-test-fr.json")),
            (include_str!("content/courses-en.json"), include_str!("content/level-test-en.json")),
            (include_str!("content/courses-it.json"), include_str!("content/level-test-it.json")),
            (include_str!("content/courses-zh.json"), include_str!("content/level-test-zh.json")),
        ] {
            courses.append(&mut read::<Vec<Course>>(language)?);
            level_test.append(&mut read::<Vec<TestQuestion>>(questions)?);
        }
        Ok(Self {
            school: read(include_str!("content/school.json"))?,
            courses,
            faq: read(include_str!("content/faq.json"))?,
            testimonials: read(include_str!("content/testimonials.json"))?,
            level_test,
            people: read(include_str!("content/people.json"))?,
        })
    }
}

/// The legal pages.
pub(super) const PAGES: [(PageKind, &str); 3] = [
    (PageKind::Legal, include_str!("content/pages/mentions-legales.html")),
    (PageKind::Terms, include_str!("content/pages/cgv.html")),
    (PageKind::Privacy, include_str!("content/pages/confidentialite.html")),
];

fn read<T: DeserializeOwned>(json: &str) -> Result<T> {
    serde_json::from_str(json).map_err(|error| Error::internal(format!("demo content: {error}")))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct School {
    pub(super) facts: SchoolInput,
    pub(super) class_messages: Vec<ClassMessage>,
    pub(super) teachers: Vec<Teacher>,
    pub(super) rooms: Vec<Room>,
    pub(super) closures: Vec<Closure>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Room {
    pub(super) key: String,
    #[serde(flatten)]
    pub(super) facts: RoomInput,
}

/// What the teacher with an account wrote to a class.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClassMessage {
    /// Key of its course.
    pub(super) course: String,
    pub(super) days_ago: i64,
    pub(super) text: String,
}

/// Days of every year on which the school is closed.
#[derive(Debug, Deserialize)]
pub(super) struct Closure {
    pub(super) label: String,
    /// Month and day.
    pub(super) first: (u32, u32),
    /// How many days it lasts.
    pub(super) days: i64,
}

/// When a class meets, every week.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Meeting {
    /// ISO numbers: 1 is Monday.
    pub(super) weekdays: Vec<i64>,
    /// Local, `hh:mm`.
    pub(super) start_time: String,
    pub(super) minutes: i64,
    /// Key of its room; none online.
    pub(super) room: Option<String>,
    /// How many sessions there are; none: as many as the course has weeks.
    pub(super) count: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Teacher {
    pub(super) key: String,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) email: String,
    pub(super) experience_years: i64,
    pub(super) bio: String,
    pub(super) languages_taught: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Course {
    pub(super) key: String,
    pub(super) language: String,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) detailed_description: String,
    #[serde(rename = "type")]
    pub(super) kind: CourseType,
    pub(super) price: Cents,
    pub(super) total_hours: i64,
    pub(super) level: String,
    pub(super) teacher: String,
    pub(super) start_in_days: i64,
    pub(super) end_in_days: i64,
    pub(super) status: CourseStatus,
    pub(super) capacity: Option<i64>,
    /// Seats of learners other than the demo student.
    pub(super) seats_taken_by_demo: usize,
    /// Fewer than that, and the school decides whether it starts.
    pub(super) minimum_learners: Option<i64>,
    pub(super) decision_in_days: Option<i64>,
    pub(super) location: Option<String>,
    pub(super) schedule: Option<String>,
    pub(super) meetings: Vec<Meeting>,
    pub(super) free: bool,
    /// The whole price when absent.
    pub(super) late_entry: Option<LateEntry>,
    pub(super) demo_student: Option<DemoStudent>,
    pub(super) selling_points: Vec<String>,
    pub(super) objectives: Vec<String>,
    pub(super) prerequisites: Vec<String>,
    pub(super) modules: Vec<Module>,
}

/// What the demo student has of a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum DemoStudent {
    Active,
    Completed,
    Expired,
}

#[derive(Debug, Deserialize)]
pub(super) struct Module {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) price: Cents,
    pub(super) chapters: Vec<Chapter>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Chapter {
    pub(super) title: String,
    pub(super) content: String,
    pub(super) lessons: Vec<Lesson>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Lesson {
    pub(super) title: String,
    pub(super) content: String,
    pub(super) resources: Vec<Resource>,
    pub(super) quiz: Option<Quiz>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Resource {
    pub(super) title: String,
    pub(super) url: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) captions_url: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Quiz {
    pub(super) instructions: String,
    pub(super) questions: Vec<QuizQuestion>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuizQuestion {
    pub(super) question_text: String,
    pub(super) type_code: String,
    pub(super) options: Option<Vec<String>>,
    pub(super) correct_answer: String,
    pub(super) explanation: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TestQuestion {
    pub(super) language: String,
    pub(super) level: Option<String>,
    pub(super) question: String,
    pub(super) type_code: String,
    pub(super) options: Option<Vec<String>>,
    pub(super) correct_answer: String,
    pub(super) media_url: Option<String>,
    pub(super) transcript: Option<String>,
    #[serde(default)]
    pub(super) translations: Vec<TestQuestionTranslation>,
    pub(super) in_fixed_test: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct FaqCategory {
    pub(super) code: String,
    pub(super) label: String,
    pub(super) position: i64,
    pub(super) entries: Vec<FaqEntry>,
}

#[derive(Debug, Deserialize)]
pub(super) struct FaqEntry {
    pub(super) question: String,
    /// Clean HTML.
    pub(super) answer: String,
    #[serde(default)]
    pub(super) translations: Vec<FaqTranslation>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Testimonial {
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) message: String,
    pub(super) rating: i64,
    /// Key of the course it is about.
    pub(super) course: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct People {
    pub(super) accounts: Vec<Account>,
    /// First and last names.
    pub(super) learners: Vec<(String, String)>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Account {
    pub(super) email: String,
    pub(super) role: Role,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) phone_number: Option<String>,
    pub(super) birth_date: Option<NaiveDate>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;
    use preau_core::grading::{Given, Outcome, grade};
    use preau_core::question::{AudioAnswer, Form, QuestionFields};

    #[test]
    fn rich_texts_are_clean_already() {
        let content = Content::load().unwrap();
        for entry in content.faq.iter().flat_map(|category| &category.entries) {
            let translated = entry.translations.iter().map(|translation| &translation.answer);
            for answer in translated.chain([&entry.answer]) {
                assert_eq!(html::clean(answer), *answer, "{}", entry.question);
            }
        }
        for course in content.courses {
            let chapters = course.modules.iter().flat_map(|module| &module.chapters);
            let lessons = chapters.flat_map(|chapter| &chapter.lessons).map(|lesson| &lesson.content);
            for text in lessons.chain([&course.detailed_description]) {
                assert_eq!(html::clean(text), *text, "{}", course.key);
            }
        }
    }

    #[test]
    fn what_stands_on_this_site_is_there() {
        let content = Content::load().unwrap();
        let mut links: Vec<String> =
            content.level_test.into_iter().filter_map(|question| question.media_url).collect();
        let modules = content.courses.into_iter().flat_map(|course| course.modules);
        let lessons = modules.flat_map(|module| module.chapters).flat_map(|chapter| chapter.lessons);
        for resource in lessons.flat_map(|lesson| lesson.resources) {
            links.extend([resource.url].into_iter().chain(resource.captions_url));
        }
        let own: Vec<_> = links.iter().filter(|link| link.starts_with('/')).collect();
        assert!(own.len() > 8, "{own:?}");
        for link in own {
            let file = format!("{}/../web-public/public{link}", env!("CARGO_MANIFEST_DIR"));
            assert!(std::path::Path::new(&file).is_file(), "{link}");
        }
    }

    #[test]
    fn a_course_costs_what_its_modules_cost() {
        for course in Content::load().unwrap().courses {
            let sum = Cents::checked_sum(course.modules.iter().map(|module| module.price));
            assert_eq!(sum, Some(course.price), "{}", course.key);
        }
    }

    /// Parses as staff's own would, and what it says is right is right.
    fn sound(question: &QuestionFields) {
        let parsed = question.parse("question").unwrap_or_else(|problem| panic!("{problem:?}: {question:?}"));
        let alternatives = match &parsed.form {
            Form::Text(words) | Form::Audio { audio_answer: AudioAnswer::Text(words), .. } => {
                words.iter().collect()
            }
            Form::Choice(_) | Form::TrueFalse(_) | Form::Cloze(_) | Form::Audio { .. } => Vec::new(),
        };
        let solution = match &parsed.form {
            Form::Cloze(gaps) => Given::Each(gaps.iter().map(|words| words.first().to_owned()).collect()),
            _ => Given::One(parsed.solution()),
        };
        for given in alternatives.into_iter().map(|text| Given::One(text.to_owned())).chain([solution]) {
            assert_eq!(grade(&parsed, &given), Outcome::Right, "{given:?} to {question:?}");
        }
    }

    #[test]
    fn every_question_can_be_asked_and_answered() {
        let content = Content::load().unwrap();
        for question in content.level_test {
            assert_eq!(question.transcript.is_some(), question.type_code == "AUDIO", "{}", question.question);
            let written = QuestionFields {
                text: Some(question.question),
                type_code: Some(question.type_code),
                options: Some(question.options.unwrap_or_default()),
                correct_answer: Some(question.correct_answer),
                media_url: Some(question.media_url),
                transcript: Some(question.transcript),
            };
            sound(&written);
            let asked = written.parse("question").unwrap();
            for translation in &question.translations {
                assert!(translation.fits(&asked), "{}", translation.question);
            }
        }
        let modules = content.courses.into_iter().flat_map(|course| course.modules);
        let lessons = modules.flat_map(|module| module.chapters).flat_map(|chapter| chapter.lessons);
        for question in lessons.filter_map(|lesson| lesson.quiz).flat_map(|quiz| quiz.questions) {
            sound(&QuestionFields {
                text: Some(question.question_text),
                type_code: Some(question.type_code),
                options: Some(question.options.unwrap_or_default()),
                correct_answer: Some(question.correct_answer),
                ..QuestionFields::default()
            });
        }
    }
}

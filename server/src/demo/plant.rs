//! Plants the content: reference data, courses with all that hangs on them, questions, FAQ.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use chrono::NaiveDate;
use preau_core::course::CourseStatus;
use preau_core::price::{PricedCourse, PricedModule};

use crate::error::{Error, Result};
use crate::html;
use crate::office::settings::{guide, pages};
use crate::school;
use crate::write::Tx;

use super::content::{self, Content, DemoStudent};
use super::days_from;
use super::store::{self, CourseContext};
use super::timetable::{self, Timetable};

/// A course as it stands in the database now.
#[derive(Debug)]
pub(super) struct Planted {
    /// Its name in the content.
    pub(super) key: String,
    pub(super) id: i64,
    pub(super) start_date: NaiveDate,
    pub(super) end_date: NaiveDate,
    /// Seats of learners other than the demo student.
    pub(super) learners: usize,
    pub(super) demo_student: Option<DemoStudent>,
    pub(super) priced: PricedCourse,
    /// Lessons of each module, in order.
    pub(super) lessons: HashMap<i64, Vec<i64>>,
    pub(super) status: CourseStatus,
    /// Whether it has as many seats as anybody wants.
    pub(super) is_unlimited: bool,
}

impl Planted {
    /// Its modules, in order.
    pub(super) fn modules(&self) -> Vec<i64> {
        self.priced.modules.iter().map(|module| module.id).collect()
    }
}

/// Everything but people. Answers the courses in the order of the content.
pub(super) async fn school(tx: &mut Tx, content: &Content) -> Result<Vec<Planted>> {
    papers(tx, &content.school).await?;
    let names = References::plant(tx, &content.school).await?;
    let timetable = Timetable::plant(tx, &content.school).await?;
    let mut courses = Vec::new();
    for new in &content.courses {
        courses.push(course(tx, &names, &timetable, new).await?);
    }
    for (order, question) in (1..).zip(&content.level_test) {
        let (language_id, _) = names.language(&question.language)?;
        store::test_question(tx, language_id, order, question).await?;
    }
    for category in &content.faq {
        store::faq_category(tx, category).await?;
        for (order, entry) in (1..).zip(&category.entries) {
            store::faq_entry(tx, &category.code, order, entry).await?;
        }
    }
    Ok(courses)
}

/// What the school says of itself, and its legal pages.
async fn papers(tx: &mut Tx, content: &content::School) -> Result<()> {
    let facts = content.facts.change(&school::store::read(tx).await?.facts())?;
    school::store::write(tx, &facts, None).await?;
    // It is shown as a school that opened long ago.
    guide::put_away(tx, true).await?;
    for (kind, text) in content::PAGES {
        pages::publish(tx, kind, &html::clean(text), None).await?;
    }
    Ok(())
}

/// Ids and names that courses refer to. Languages and levels stand in every school.
struct References<'a> {
    languages: HashMap<String, (i64, String)>,
    levels: HashMap<String, i64>,
    teachers: HashMap<&'a str, (i64, String)>,
}

impl<'a> References<'a> {
    async fn plant(tx: &mut Tx, school: &'a content::School) -> Result<Self> {
        let mut names = Self { languages: HashMap::new(), levels: HashMap::new(), teachers: HashMap::new() };
        for (id, code, name) in store::languages(tx).await? {
            names.languages.insert(code, (id, name));
        }
        for (id, name) in store::levels(tx).await? {
            names.levels.insert(name, id);
        }
        for new in &school.teachers {
            let full_name = format!("{} {}", new.first_name, new.last_name);
            names.teachers.insert(&new.key, (store::teacher(tx, new).await?, full_name));
        }
        Ok(names)
    }

    fn language(&self, code: &str) -> Result<(i64, String)> {
        known(&self.languages, code)
    }
}

fn known<K: Borrow<str> + Eq + Hash, T: Clone>(rows: &HashMap<K, T>, key: &str) -> Result<T> {
    rows.get(key).cloned().ok_or_else(|| Error::internal(format!("demo content: unknown {key}")))
}

async fn course(
    tx: &mut Tx,
    names: &References<'_>,
    timetable: &Timetable<'_>,
    new: &content::Course,
) -> Result<Planted> {
    let (language_id, language) = names.language(&new.language)?;
    let start_date = days_from(tx.today, new.start_in_days);
    let end_date = timetable.end(&new.meetings, (start_date, days_from(tx.today, new.end_in_days)))?;
    let context = CourseContext {
        language: (language_id, &language),
        level_id: known(&names.levels, &new.level)?,
        teacher: known(&names.teachers, &new.teacher)?,
        start_date,
        end_date,
        decision_day: new.decision_in_days.map(|days| days_from(tx.today, days)),
    };
    let id = store::course(tx, new, &context).await?;
    timetable.sessions(tx, id, &new.meetings, (start_date, end_date)).await?;
    if new.demo_student == Some(DemoStudent::Active) {
        timetable::unforeseen(tx, id).await?;
    }
    for (order, text) in (1..).zip(&new.objectives) {
        store::objective(tx, id, order, text).await?;
    }
    for (order, text) in (1..).zip(&new.prerequisites) {
        store::prerequisite(tx, id, order, text).await?;
    }
    let (mut modules, mut lessons) = (Vec::new(), HashMap::new());
    for (order, module) in (1..).zip(&new.modules) {
        let module_id = store::module(tx, id, order, module).await?;
        modules.push(PricedModule { id: module_id, title: module.title.clone(), price: module.price });
        lessons.insert(module_id, chapters(tx, module_id, &module.chapters).await?);
    }
    Ok(Planted {
        key: new.key.clone(),
        id,
        start_date,
        end_date,
        learners: new.seats_taken_by_demo,
        demo_student: new.demo_student,
        priced: PricedCourse {
            title: new.name.clone(),
            price: new.price,
            free: new.free,
            entry: None,
            modules,
        },
        lessons,
        status: new.status,
        is_unlimited: new.capacity.is_none(),
    })
}

/// The ids of the lessons, in order.
async fn chapters(tx: &mut Tx, module_id: i64, chapters: &[content::Chapter]) -> Result<Vec<i64>> {
    let mut ids = Vec::new();
    for (order, chapter) in (1..).zip(chapters) {
        let chapter_id = store::chapter(tx, module_id, order, chapter).await?;
        for (order, lesson) in (1..).zip(&chapter.lessons) {
            let lesson_id = store::lesson(tx, chapter_id, order, lesson).await?;
            ids.push(lesson_id);
            for (order, resource) in (1..).zip(&lesson.resources) {
                store::resource(tx, lesson_id, order, resource).await?;
            }
            if let Some(new) = &lesson.quiz {
                quiz(tx, lesson_id, new).await?;
            }
        }
    }
    Ok(ids)
}

async fn quiz(tx: &mut Tx, lesson_id: i64, new: &content::Quiz) -> Result<()> {
    let quiz_id = store::quiz(tx, lesson_id, new).await?;
    for (order, question) in (1..).zip(&new.questions) {
        store::quiz_question(tx, quiz_id, order, question).await?;
    }
    Ok(())
}

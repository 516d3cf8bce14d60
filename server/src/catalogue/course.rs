//! API representation of courses. The hourly price and whether a course can be reserved are rules of `preau_core`; the
//! rows are read in `store`.

use chrono::NaiveDate;
use preau_core::course::{self, Availability, CourseStatus, CourseType, Refusal};
use preau_core::late_entry::LateEntry;
use preau_core::minimum::Minimum;
use preau_core::money::Cents;
use preau_core::problem::Problem;
use preau_core::text::fold;
use serde::Serialize;

use crate::error::Result;

use super::store::{CourseRow, keyword, texts};
use super::timetable::SessionsSummary;

/// Fields common to all representations of a course.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseFacts {
    /// Its id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// Whether the public sees it.
    pub status: CourseStatus,
    /// Online or in person.
    #[serde(rename = "type")]
    pub kind: CourseType,
    /// Its name.
    pub name: String,
    /// Its slug.
    pub slug: String,
    /// One or two sentences.
    pub description: String,
    /// Sanitised HTML.
    pub detailed_description: String,
    /// Euros for the whole course.
    pub price: Cents,
    /// Euros for an hour, rounded to a cent.
    pub price_per_hour: Option<Cents>,
    /// Free of charge.
    pub free: bool,
    /// Total number of hours.
    pub total_hours: i64,
    /// The taught language.
    pub language_id: i64,
    /// Its French name.
    pub language: String,
    /// Its ISO 639-1 code.
    pub language_code: String,
    /// The level.
    pub level_id: i64,
    /// Its name: `A1`.
    pub level: String,
    /// The teacher.
    pub teacher_id: Option<i64>,
    /// Their full name.
    pub teacher_name: Option<String>,
    /// First day.
    pub start_date: NaiveDate,
    /// Last day.
    pub end_date: NaiveDate,
    /// The last day on which a learner can start.
    pub latest_start_date: NaiveDate,
    /// Seats; null is unlimited.
    pub capacity: Option<i64>,
    /// Free seats; null is unlimited.
    pub seats_left: Option<i64>,
    /// Whether it can be reserved today.
    pub bookable: bool,
    /// Why not.
    pub refusal: Option<RefusalNote>,
    /// Where it takes place.
    pub location: Option<String>,
    /// Days and times, one per line.
    pub schedule: Option<String>,
    /// Address of the online class; for staff and learners with a live subscription only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meeting_url: Option<String>,
    /// Selling points.
    pub selling_points: Vec<String>,
    /// Language the texts are written in; null is French.
    pub lang: Option<String>,
    /// What whoever enters pays once sessions were held: the share of those that are left, or the whole price.
    pub late_entry: LateEntry,
    /// Hours that whoever waited has to answer, when a seat is offered; they run from 8 h to 22 h in Paris.
    pub offer_hours: i64,
    /// In person: with fewer learners, the school decides on `decisionDay` whether it starts.
    pub minimum_learners: Option<i64>,
    /// The day of that decision.
    pub decision_day: Option<NaiveDate>,
    /// Whether the school confirmed that it starts.
    pub start_confirmed: bool,
    /// Learners with a seat, bought or granted; 0 for a course without a minimum.
    pub enrolled: i64,
    /// How many people wait for a seat, and have none offered.
    pub waiting: i64,
    /// Seats that are offered to who waited; they count as taken.
    pub seats_offered: i64,
}

/// Why a course cannot be reserved.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct RefusalNote {
    /// A stable code.
    pub code: Refusal,
    /// In French.
    pub message: String,
}

/// A course in its public representation.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Course {
    /// The course itself.
    #[serde(flatten)]
    pub facts: CourseFacts,
    /// Learning objectives.
    pub objectives: Vec<String>,
    /// Prerequisites.
    pub prerequisites: Vec<String>,
    /// Its modules, in order.
    pub modules: Vec<Module>,
    /// Its planned sessions in short; null without sessions.
    pub sessions_summary: Option<SessionsSummary>,
}

/// A course as staff edits it: every part with its id.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditableCourse {
    /// The course itself.
    #[serde(flatten)]
    pub facts: CourseFacts,
    /// Seats that are held or assigned.
    pub seats_taken: i64,
    /// Learning objectives.
    pub objectives: Vec<Point>,
    /// Prerequisites.
    pub prerequisites: Vec<Point>,
    /// Its modules, in order.
    pub modules: Vec<Module>,
}

/// An objective or a prerequisite.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Point {
    /// Its id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// The course it belongs to.
    pub course_id: i64,
    /// One line.
    pub description: String,
    /// Its position.
    pub order_index: i64,
}

/// A part of a course that can be bought alone.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Module {
    /// Its id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// The course it belongs to.
    pub course_id: i64,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub description: Option<String>,
    /// Euros.
    pub price: Cents,
    /// Its position.
    pub order_index: i64,
    /// Its chapters, where the whole programme is returned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chapters: Option<Vec<Chapter>>,
}

/// A chapter of a module.
#[derive(Clone, Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chapter {
    /// Its id.
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// The module it belongs to.
    pub module_id: i64,
    /// Its title.
    pub title: String,
    /// Its text; null without access to the module.
    pub content: Option<String>,
    /// Its position.
    pub order_index: i64,
    /// How many lessons it has.
    pub lesson_count: i64,
}

/// The parts of a course.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Learning objectives.
    pub objectives: Vec<Point>,
    /// Prerequisites.
    pub prerequisites: Vec<Point>,
    /// Modules, in order.
    pub modules: Vec<Module>,
}

impl CourseFacts {
    /// The course as of today; `inside` includes the address of the online class.
    pub fn new(row: CourseRow, today: NaiveDate, inside: bool) -> Result<Self> {
        let availability = Availability {
            status: keyword(&row.status, "courses.status")?,
            end_date: Some(row.end_date),
            capacity: row.capacity,
            seats_taken: row.seats_taken,
        };
        let refusal = availability.refusal(today);
        let price = Cents(row.price_cents);
        Ok(Self {
            id: row.id,
            version: row.version,
            status: availability.status,
            kind: keyword(&row.kind, "courses.type")?,
            name: row.name,
            slug: row.slug,
            description: row.description,
            detailed_description: row.detailed_description,
            price,
            price_per_hour: course::price_per_hour(
                price,
                u32::try_from(row.total_hours).map_or(0.0, f64::from),
            ),
            free: row.free,
            total_hours: row.total_hours,
            language_id: row.language_id,
            language: row.language,
            language_code: row.language_code,
            level_id: row.level_id,
            level: row.level,
            teacher_id: row.teacher_id,
            teacher_name: row.teacher_name,
            start_date: row.start_date,
            end_date: row.end_date,
            latest_start_date: course::latest_start(row.end_date),
            capacity: row.capacity,
            seats_left: availability.seats_left(),
            bookable: refusal.is_none(),
            refusal: refusal.map(RefusalNote::from),
            location: row.location,
            schedule: row.schedule,
            meeting_url: row.meeting_url.filter(|_| inside),
            selling_points: texts(&row.selling_points)?,
            lang: row.lang,
            late_entry: keyword(&row.late_entry, "courses.late_entry")?,
            offer_hours: row.offer_hours,
            minimum_learners: row.minimum_learners,
            decision_day: row.decision_day,
            start_confirmed: row.start_confirmed,
            enrolled: row.minimum_learners.map_or(0, |_| row.enrolled),
            waiting: row.waiting,
            seats_offered: row.seats_offered,
        })
    }
}

impl CourseFacts {
    /// Its minimum size.
    #[must_use]
    pub fn minimum(&self) -> Option<Minimum> {
        let (learners, decision_day) = self.minimum_learners.zip(self.decision_day)?;
        Some(Minimum { learners, decision_day })
    }
}

/// The text that a search in courses matches.
#[must_use]
pub fn search_text(
    name: &str,
    language: &str,
    level: &str,
    teacher: Option<&str>,
    description: &str,
) -> String {
    fold(&format!("{name} {language} {level} {} {description}", teacher.unwrap_or_default()))
}

impl From<Refusal> for RefusalNote {
    fn from(code: Refusal) -> Self {
        Self { code, message: Problem::from(code).message }
    }
}

impl Course {
    /// The course with its parts and its sessions in short.
    #[must_use]
    pub fn new(facts: CourseFacts, parts: Parts, sessions_summary: Option<SessionsSummary>) -> Self {
        let described = |points: Vec<Point>| points.into_iter().map(|point| point.description).collect();
        Self {
            facts,
            objectives: described(parts.objectives),
            prerequisites: described(parts.prerequisites),
            modules: parts.modules,
            sessions_summary,
        }
    }
}

//! SQL of courses and what hangs on them: objectives, prerequisites, modules and chapters are fetched for a whole list of
//! courses at once.

use std::collections::HashMap;

use chrono::NaiveDate;
use preau_core::course::{CourseStatus, CourseType};
use preau_core::text::slug;

use crate::changes::{Page, changed};
use crate::db::{Conn, Filter, Order};
use crate::error::{Error, Result};
use crate::fetch_optional;
use crate::http::paging::Window;

use super::course::{Chapter, Module, Parts, Point};

/// Which courses are read; what is absent lets all through.
#[derive(Clone, Debug, Default)]
pub struct CourseFilter {
    /// This one.
    pub id: Option<i64>,
    /// In this state.
    pub status: Option<CourseStatus>,
    /// Of this type.
    pub kind: Option<CourseType>,
    /// In this language.
    pub language_id: Option<i64>,
    /// Of this level.
    pub level_id: Option<i64>,
    /// Of this teacher.
    pub teacher_id: Option<i64>,
    /// Whose search text matches this `LIKE` pattern.
    pub search: Option<String>,
    /// Whose last change comes after the first of these numbers, up to the second.
    pub changed: Option<(i64, i64)>,
}

impl CourseFilter {
    /// This course alone.
    #[must_use]
    pub fn one(id: i64) -> Self {
        Self { id: Some(id), ..Self::default() }
    }

    fn filter(&self) -> Filter {
        Filter::new()
            .when("id = $1", self.id)
            .when("status = $1", self.status.map(CourseStatus::as_str))
            .when("type = $1", self.kind.map(CourseType::as_str))
            .when("language_id = $1", self.language_id)
            .when("level_id = $1", self.level_id)
            .when("teacher_id = $1", self.teacher_id)
            .when("search_text LIKE $1 ESCAPE '\\'", self.search.as_deref())
            .when(concat!("id IN ", changed!("course")), self.changed)
    }
}

/// A course with the names of what it refers to.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub struct CourseRow {
    pub id: i64,
    pub version: i64,
    pub status: String,
    #[sqlx(rename = "type")]
    pub kind: String,
    pub name: String,
    pub slug: String,
    pub description: String,
    pub detailed_description: String,
    pub price_cents: i64,
    pub free: bool,
    pub total_hours: i64,
    pub language_id: i64,
    pub language: String,
    pub language_code: String,
    pub level_id: i64,
    pub level: String,
    pub teacher_id: Option<i64>,
    pub teacher_name: Option<String>,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub capacity: Option<i64>,
    pub seats_taken: i64,
    pub location: Option<String>,
    pub schedule: Option<String>,
    pub meeting_url: Option<String>,
    pub selling_points: String,
    pub lang: Option<String>,
    pub late_entry: String,
    pub offer_hours: i64,
    pub minimum_learners: Option<i64>,
    pub decision_day: Option<NaiveDate>,
    pub start_confirmed: bool,
    /// Learners with a seat.
    pub enrolled: i64,
    /// Who waits for a seat, and has none offered.
    pub waiting: i64,
    /// Seats that are offered to who waited.
    pub seats_offered: i64,
}

const IDS: &str = "SELECT id FROM courses";
const COUNT: &str = "SELECT COUNT(*) FROM courses";
const COURSES: &str =
    "SELECT c.id, c.version, c.status, c.type, c.name, c.slug, c.description, c.detailed_description,
        c.price_cents, c.free, c.total_hours, c.language_id, l.name AS language, l.code AS language_code,
        c.level_id, v.name AS level, c.teacher_id, t.first_name || ' ' || t.last_name AS teacher_name,
        c.start_date, c.end_date, c.capacity, c.seats_taken, c.location, c.schedule, c.meeting_url,
        c.selling_points, c.lang, c.late_entry, c.offer_hours, c.minimum_learners, c.decision_day,
        c.start_confirmed, c.enrolled,
        (SELECT COUNT(*) FROM waitlist_entries w WHERE w.course_id = c.id AND w.status = 'WAITING') AS waiting,
        (SELECT COUNT(*) FROM waitlist_entries w WHERE w.course_id = c.id AND w.status = 'OFFERED') AS seats_offered
    FROM courses c JOIN languages l ON l.id = c.language_id JOIN levels v ON v.id = c.level_id
        LEFT JOIN teachers t ON t.id = c.teacher_id";
const BY_ADDRESS: &str = "SELECT id FROM courses WHERE slug = $1 OR id = $2 ORDER BY slug = $1 DESC LIMIT 1";
const OBJECTIVES: &str = "SELECT id, version, course_id, description, order_index FROM objectives";
const PREREQUISITES: &str = "SELECT id, version, course_id, description, order_index FROM prerequisites";
const MODULES: &str =
    "SELECT id, version, course_id, title, description, price_cents, order_index FROM modules";
const BY_COURSE: Order = Order::ascending(&["course_id", "order_index", "id"]);
const CHAPTERS: &str = "
    SELECT h.id, h.version, h.module_id, h.title, NULL AS content, h.order_index,
        (SELECT COUNT(*) FROM lessons l WHERE l.chapter_id = h.id) AS lesson_count
    FROM chapters h JOIN modules m ON m.id = h.module_id";
const BY_MODULE: Order = Order::ascending(&["h.module_id", "h.order_index", "h.id"]);

/// The courses that pass, the earliest first.
pub async fn courses(conn: &mut Conn, filter: &CourseFilter, window: Window) -> Result<Vec<CourseRow>> {
    let filter = filter.filter();
    let ids = window.fetch_ids(conn, IDS, &filter, Order::ascending(&["start_date", "id"])).await?;
    let theirs = Filter::new().among("c.id", &*ids);
    theirs.fetch_all(conn, COURSES, Order::ascending(&["c.start_date", "c.id"])).await
}

/// The course that an address names: by its slug, however it is written, or by its id.
pub async fn find_by_address(conn: &mut Conn, wanted: &str) -> Result<Option<i64>> {
    let id: Option<i64> = wanted.parse().ok();
    let found = fetch_optional!(conn, (i64,), BY_ADDRESS, slug(wanted), id)?;
    Ok(found.map(|(id,)| id))
}

/// How many courses pass, on all pages.
pub async fn count(conn: &mut Conn, filter: &CourseFilter) -> Result<i64> {
    filter.filter().count(conn, COUNT).await
}

/// Objectives, prerequisites and modules of these courses, by course.
pub async fn parts(conn: &mut Conn, course_ids: &[i64]) -> Result<HashMap<i64, Parts>> {
    let theirs = Filter::new().among("course_id", course_ids);
    let mut parts = HashMap::<i64, Parts>::new();
    for point in theirs.fetch_all::<Point>(conn, OBJECTIVES, BY_COURSE).await? {
        parts.entry(point.course_id).or_default().objectives.push(point);
    }
    for point in theirs.fetch_all::<Point>(conn, PREREQUISITES, BY_COURSE).await? {
        parts.entry(point.course_id).or_default().prerequisites.push(point);
    }
    for row in theirs.fetch_all::<ModuleRow>(conn, MODULES, BY_COURSE).await? {
        parts.entry(row.course_id).or_default().modules.push(row.into());
    }
    Ok(parts)
}

/// Chapter titles of these courses, by module.
pub async fn outline(conn: &mut Conn, course_ids: &[i64]) -> Result<HashMap<i64, Vec<Chapter>>> {
    let theirs = Filter::new().among("m.course_id", course_ids);
    let mut outline = HashMap::<i64, Vec<Chapter>>::new();
    for chapter in theirs.fetch_all::<Chapter>(conn, CHAPTERS, BY_MODULE).await? {
        outline.entry(chapter.module_id).or_default().push(chapter);
    }
    Ok(outline)
}

/// One module.
///
/// # Errors
/// `not_found` when there is no such module.
pub async fn module(conn: &mut Conn, id: i64) -> Result<Module> {
    let filter = Filter::new().with("id = $1", id);
    filter.fetch_optional::<ModuleRow>(conn, MODULES).await?.map(Module::from).ok_or_else(Error::not_found)
}

async fn modules_by(conn: &mut Conn, filter: &Filter, order: Order) -> Result<Vec<Module>> {
    let rows = filter.fetch_all::<ModuleRow>(conn, MODULES, order).await?;
    Ok(rows.into_iter().map(Module::from).collect())
}

/// The modules of a course, in order.
pub async fn modules(conn: &mut Conn, course_id: i64) -> Result<Vec<Module>> {
    modules_by(conn, &Filter::new().with("course_id = $1", course_id), BY_COURSE).await
}

/// The modules that changed.
pub(super) async fn changed_modules(conn: &mut Conn, page: &Page) -> Result<Vec<Module>> {
    let changed = Filter::new().with(concat!("id IN ", changed!("module")), (page.after, page.until));
    modules_by(conn, &changed, Order::NONE).await
}

#[derive(preau_derive::FromRow)]
struct ModuleRow {
    id: i64,
    version: i64,
    course_id: i64,
    title: String,
    description: Option<String>,
    price_cents: i64,
    order_index: i64,
}

impl From<ModuleRow> for Module {
    fn from(row: ModuleRow) -> Self {
        Self {
            id: row.id,
            version: row.version,
            course_id: row.course_id,
            title: row.title,
            description: row.description,
            price: preau_core::money::Cents(row.price_cents),
            order_index: row.order_index,
            chapters: None,
        }
    }
}

/// What belongs to a course and is looked up by its own id.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// The course itself.
    Course,
    /// One of its objectives.
    Objective,
    /// One of its prerequisites.
    Prerequisite,
    /// One of its modules.
    Module,
}

const COURSE: &str = "SELECT id, status FROM courses WHERE id = $1";
const COURSE_OF_OBJECTIVE: &str =
    "SELECT c.id, c.status FROM courses c JOIN objectives o ON o.course_id = c.id WHERE o.id = $1";
const COURSE_OF_PREREQUISITE: &str =
    "SELECT c.id, c.status FROM courses c JOIN prerequisites p ON p.course_id = c.id WHERE p.id = $1";
const COURSE_OF_MODULE: &str =
    "SELECT c.id, c.status FROM courses c JOIN modules m ON m.course_id = c.id WHERE m.id = $1";

/// The course that this row belongs to, with its state.
///
/// # Errors
/// `not_found` when there is no such row.
pub async fn course_of(conn: &mut Conn, part: Part, id: i64) -> Result<(i64, CourseStatus)> {
    let sql = match part {
        Part::Course => COURSE,
        Part::Objective => COURSE_OF_OBJECTIVE,
        Part::Prerequisite => COURSE_OF_PREREQUISITE,
        Part::Module => COURSE_OF_MODULE,
    };
    let row = fetch_optional!(conn, (i64, String), sql, id)?;
    let (course_id, status) = row.ok_or_else(Error::not_found)?;
    Ok((course_id, keyword(&status, "courses.status")?))
}

/// A keyword of core out of a column.
pub(crate) fn keyword<T: std::str::FromStr>(text: &str, column: &str) -> Result<T> {
    text.parse().map_err(|_| Error::internal(format!("unknown word in {column}")))
}

/// A JSON array of texts out of a column.
pub(crate) fn texts(json: &str) -> Result<Vec<String>> {
    serde_json::from_str(json).map_err(|error| Error::internal(format!("not an array of texts: {error}")))
}

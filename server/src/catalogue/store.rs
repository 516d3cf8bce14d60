//! SQL of courses and what hangs on them. One selection of courses serves every read: its objectives,
//! prerequisites, modules and chapters are fetched for the whole selection at once.

use std::collections::HashMap;

use chrono::NaiveDate;
use preau_core::course::{CourseStatus, CourseType};
use preau_core::text::slug;

use crate::changes::{Page, changed};
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::{fetch_all, fetch_optional, fetch_scalar};

use super::course::{Chapter, Module, Parts, Point};

/// Which courses are wanted; what is absent does not matter.
#[derive(Clone, Debug)]
pub struct Selection {
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
    /// Most courses.
    pub limit: i64,
    /// Courses left out before them.
    pub offset: i64,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            id: None,
            status: None,
            kind: None,
            language_id: None,
            level_id: None,
            teacher_id: None,
            search: None,
            changed: None,
            limit: i64::MAX,
            offset: 0,
        }
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
}

/// The conditions of a [`Selection`], bound as `$1` to `$9`.
macro_rules! conditions {
    () => {
        "(CAST($1 AS BIGINT) IS NULL OR c.id = $1)
        AND (CAST($2 AS TEXT) IS NULL OR c.status = $2)
        AND (CAST($3 AS TEXT) IS NULL OR c.type = $3)
        AND (CAST($4 AS BIGINT) IS NULL OR c.language_id = $4)
        AND (CAST($5 AS BIGINT) IS NULL OR c.level_id = $5)
        AND (CAST($6 AS BIGINT) IS NULL OR c.teacher_id = $6)
        AND (CAST($7 AS TEXT) IS NULL OR c.search_text LIKE $7 ESCAPE '\\')
        AND (CAST($8 AS BIGINT) IS NULL OR c.id IN (SELECT s.entity_id FROM changes s
            WHERE s.entity = 'course' AND s.seq > $8 AND s.seq <= $9 AND NOT s.deleted))"
    };
}

/// A statement in the forms that begin with what an index finds. All of them bind the same values.
#[derive(Clone, Copy)]
struct Ways {
    by_id: &'static str,
    listed: &'static str,
    any: &'static str,
}

impl Selection {
    fn way(&self, ways: Ways) -> &'static str {
        match (self.id, self.status, self.kind, self.language_id) {
            (Some(_), ..) => ways.by_id,
            (None, Some(_), Some(_), Some(_)) => ways.listed,
            (None, ..) => ways.any,
        }
    }
}

/// A statement on courses that are found in each way.
macro_rules! ways {
    ($build:ident, $before:literal, $after:literal) => {
        Ways {
            by_id: $build!($before, "c.id = $1", $after),
            listed: $build!($before, "c.status = $2 AND c.type = $3 AND c.language_id = $4", $after),
            any: $build!($before, "TRUE", $after),
        }
    };
}
/// The ids of the selected courses, with its window bound as `$10` and `$11`, inside a statement.
macro_rules! selected {
    ($before:literal, $first:literal, $after:literal) => {
        concat!(
            $before,
            "(SELECT c.id FROM courses c WHERE ",
            $first,
            " AND ",
            conditions!(),
            " ORDER BY c.start_date, c.id LIMIT $10 OFFSET $11)",
            $after
        )
    };
}
macro_rules! counted {
    ($before:literal, $first:literal, $after:literal) => {
        concat!($before, $first, " AND ", conditions!(), $after)
    };
}

const COURSES: Ways = ways!(
    selected,
    "SELECT c.id, c.version, c.status, c.type, c.name, c.slug, c.description, c.detailed_description,
        c.price_cents, c.free, c.total_hours, c.language_id, l.name AS language, l.code AS language_code,
        c.level_id, v.name AS level, c.teacher_id, t.first_name || ' ' || t.last_name AS teacher_name,
        c.start_date, c.end_date, c.capacity, c.seats_taken, c.location, c.schedule, c.meeting_url,
        c.selling_points, c.lang
    FROM courses c JOIN languages l ON l.id = c.language_id JOIN levels v ON v.id = c.level_id
        LEFT JOIN teachers t ON t.id = c.teacher_id
    WHERE c.id IN ",
    " ORDER BY c.start_date, c.id"
);
const ADDRESSED: &str = "SELECT id FROM courses WHERE slug = $1 OR id = $2 ORDER BY slug = $1 DESC LIMIT 1";
const HOW_MANY: Ways = ways!(counted, "SELECT COUNT(*) FROM courses c WHERE ", "");
const OBJECTIVES: Ways = ways!(
    selected,
    "SELECT id, version, course_id, description, order_index FROM objectives WHERE course_id IN ",
    " ORDER BY course_id, order_index, id"
);
const PREREQUISITES: Ways = ways!(
    selected,
    "SELECT id, version, course_id, description, order_index FROM prerequisites WHERE course_id IN ",
    " ORDER BY course_id, order_index, id"
);
const MODULES: Ways = ways!(
    selected,
    "SELECT id, version, course_id, title, description, price_cents, order_index FROM modules WHERE course_id IN ",
    " ORDER BY course_id, order_index, id"
);
const CHAPTERS: Ways = ways!(
    selected,
    "SELECT h.id, h.version, h.module_id, h.title, NULL AS content, h.order_index,
        (SELECT COUNT(*) FROM lessons l WHERE l.chapter_id = h.id) AS lesson_count
    FROM chapters h JOIN modules m ON m.id = h.module_id WHERE m.course_id IN ",
    " ORDER BY h.module_id, h.order_index, h.id"
);
const CHANGED_MODULES: &str = concat!(
    "SELECT id, version, course_id, title, description, price_cents, order_index FROM modules WHERE id IN ",
    changed!("module")
);
const MODULE: &str =
    "SELECT id, version, course_id, title, description, price_cents, order_index FROM modules WHERE id = $1";

/// Fetches rows of a statement built on `selected!`.
macro_rules! fetch_selected {
    ($conn:expr, $row:ty, $sql:expr, $wanted:expr) => {
        fetch_all!(
            $conn,
            $row,
            $wanted.way($sql),
            $wanted.id,
            $wanted.status.map(CourseStatus::as_str),
            $wanted.kind.map(CourseType::as_str),
            $wanted.language_id,
            $wanted.level_id,
            $wanted.teacher_id,
            $wanted.search.as_deref(),
            $wanted.changed.map(|(after, _)| after),
            $wanted.changed.map(|(_, until)| until),
            $wanted.limit,
            $wanted.offset,
        )
    };
}

/// The selected courses, the earliest first.
///
/// # Errors
/// When the database fails.
pub async fn courses(conn: &mut Conn, wanted: &Selection) -> Result<Vec<CourseRow>> {
    fetch_selected!(conn, CourseRow, COURSES, wanted)
}

/// The course that an address names: by its slug, however it is written, or by its id.
///
/// # Errors
/// When the database fails.
pub async fn addressed(conn: &mut Conn, wanted: &str) -> Result<Option<i64>> {
    let id: Option<i64> = wanted.parse().ok();
    let found = fetch_optional!(conn, (i64,), ADDRESSED, slug(wanted), id)?;
    Ok(found.map(|(id,)| id))
}

/// How many courses fit, whatever the window.
///
/// # Errors
/// When the database fails.
pub async fn count(conn: &mut Conn, wanted: &Selection) -> Result<i64> {
    fetch_scalar!(
        conn,
        i64,
        wanted.way(HOW_MANY),
        wanted.id,
        wanted.status.map(CourseStatus::as_str),
        wanted.kind.map(CourseType::as_str),
        wanted.language_id,
        wanted.level_id,
        wanted.teacher_id,
        wanted.search.as_deref(),
        wanted.changed.map(|(after, _)| after),
        wanted.changed.map(|(_, until)| until),
    )
}

/// Objectives, prerequisites and modules of the selected courses, by course.
///
/// # Errors
/// When the database fails.
pub async fn parts(conn: &mut Conn, wanted: &Selection) -> Result<HashMap<i64, Parts>> {
    let mut parts = HashMap::<i64, Parts>::new();
    for point in fetch_selected!(conn, Point, OBJECTIVES, wanted)? {
        parts.entry(point.course_id).or_default().objectives.push(point);
    }
    for point in fetch_selected!(conn, Point, PREREQUISITES, wanted)? {
        parts.entry(point.course_id).or_default().prerequisites.push(point);
    }
    for row in fetch_selected!(conn, ModuleRow, MODULES, wanted)? {
        parts.entry(row.course_id).or_default().modules.push(row.into());
    }
    Ok(parts)
}

/// Chapter titles of the selected courses, by module.
///
/// # Errors
/// When the database fails.
pub async fn outline(conn: &mut Conn, wanted: &Selection) -> Result<HashMap<i64, Vec<Chapter>>> {
    let mut outline = HashMap::<i64, Vec<Chapter>>::new();
    for chapter in fetch_selected!(conn, Chapter, CHAPTERS, wanted)? {
        outline.entry(chapter.module_id).or_default().push(chapter);
    }
    Ok(outline)
}

/// One module.
///
/// # Errors
/// `not_found` when there is no such module.
pub async fn module(conn: &mut Conn, id: i64) -> Result<Module> {
    fetch_optional!(conn, ModuleRow, MODULE, id)?.map(Module::from).ok_or_else(Error::not_found)
}

/// The modules of a course, in order.
///
/// # Errors
/// When the database fails.
pub async fn modules(conn: &mut Conn, course_id: i64) -> Result<Vec<Module>> {
    let wanted = Selection { id: Some(course_id), ..Selection::default() };
    Ok(fetch_selected!(conn, ModuleRow, MODULES, wanted)?.into_iter().map(Module::from).collect())
}

/// The modules that changed.
pub(super) async fn changed_modules(conn: &mut Conn, page: &Page) -> Result<Vec<Module>> {
    let rows = fetch_all!(conn, ModuleRow, CHANGED_MODULES, page.after, page.until)?;
    Ok(rows.into_iter().map(Module::from).collect())
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

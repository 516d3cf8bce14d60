//! Reading courses: the public list with filters, the page of one course, and the editing view for staff.

use crate::routes;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::paris_day;
use preau_core::course::{CourseStatus, CourseType};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;

use crate::changes::{Page, Replicated, RowKey};
use crate::context::AppContext;
use crate::db::{Conn, words_pattern};
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::{Json, Path, Query};
use crate::http::paging::{List, Window, search_words};

use super::access::CourseAccess;
use super::course::{Course, CourseFacts, EditableCourse, Parts};
use super::store::{self, CourseFilter, CourseRow, Part};
use super::{languages, levels, teachers, timetable};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_courses))
        .routes(routes!(list_course_details))
        .routes(routes!(course_details))
}

/// Which courses are wanted. Languages, levels and teachers that do not exist give an empty list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Search {
    /// Online or in person.
    #[serde(rename = "type")]
    kind: Option<CourseType>,
    /// Code, French or English name in any case, or id.
    language: Option<String>,
    /// Name in any case, or id.
    level: Option<String>,
    /// Full name in any case, or id.
    teacher: Option<String>,
    /// The course's slug, regardless of case and accents, or its id.
    slug: Option<String>,
    /// Words of the name, language, level, teacher or description, in this order.
    q: Option<String>,
    /// For staff; the public sees published courses only.
    status: Option<CourseStatus>,
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// Rows of a page, at most 100; 20 when absent.
    size: Option<i64>,
}

impl Search {
    /// The filter of the search; none when no course can match.
    async fn filter(&self, conn: &mut Conn, staff: bool) -> Result<Option<CourseFilter>> {
        let mut filter = CourseFilter { kind: self.kind, ..CourseFilter::default() };
        filter.status = match (staff, self.status) {
            (true, status) => status,
            (false, None | Some(CourseStatus::Published)) => Some(CourseStatus::Published),
            (false, Some(CourseStatus::Draft | CourseStatus::Archived)) => return Ok(None),
        };
        if let Some(wanted) = non_empty(self.language.as_ref()) {
            let Some(language) = languages::lookup(conn, wanted).await? else { return Ok(None) };
            filter.language_id = Some(language.id);
        }
        if let Some(wanted) = non_empty(self.level.as_ref()) {
            let Some(level) = levels::lookup(conn, wanted).await? else { return Ok(None) };
            filter.level_id = Some(level.id);
        }
        if let Some(wanted) = non_empty(self.teacher.as_ref()) {
            let Some(teacher) = teachers::lookup(conn, wanted).await? else { return Ok(None) };
            filter.teacher_id = Some(teacher.id);
        }
        if let Some(wanted) = non_empty(self.slug.as_ref()) {
            let Some(id) = store::find_by_address(conn, wanted).await? else { return Ok(None) };
            filter.id = Some(id);
        }
        let words = search_words(self.q.as_deref())?;
        filter.search = words.as_deref().map(words_pattern);
        Ok(Some(filter))
    }
}

/// An empty field of a search form is no filter.
fn non_empty(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

async fn list(app: &AppContext, caller: &Caller, search: &Search) -> Result<List<Course>> {
    let window = Window::parse(search.page, search.size)?;
    let mut conn = app.db.read().await?;
    let Some(filter) = search.filter(&mut conn, caller.is_staff()).await? else {
        return Ok(window.list(Vec::new(), 0));
    };
    let courses = fetch_page(&mut conn, &filter, window, app.clock.now(), caller.is_staff()).await?;
    let total = store::count(&mut conn, &filter).await?;
    Ok(window.list(courses, total))
}

async fn fetch_page(
    conn: &mut Conn,
    filter: &CourseFilter,
    window: Window,
    now: DateTime<Utc>,
    inside: bool,
) -> Result<Vec<Course>> {
    let rows = store::courses(conn, filter, window).await?;
    let mut parts = store::parts(conn, &ids(&rows)).await?;
    let mut summaries = timetable::summaries(conn, &ids(&rows), now).await?;
    rows.into_iter()
        .map(|row| {
            let parts = parts.remove(&row.id).unwrap_or_default();
            let sessions = summaries.remove(&row.id);
            Ok(Course::new(CourseFacts::new(row, paris_day(now), inside)?, parts, sessions))
        })
        .collect()
}

fn ids(rows: &[CourseRow]) -> Vec<i64> {
    rows.iter().map(|row| row.id).collect()
}

/// The courses of a language and a level that can be booked today, the earliest first.
pub(crate) async fn bookable(
    conn: &mut Conn,
    language_id: i64,
    level: &str,
    now: DateTime<Utc>,
) -> Result<Vec<Course>> {
    let Some(level) = levels::lookup(conn, level).await? else { return Ok(Vec::new()) };
    let filter = CourseFilter {
        status: Some(CourseStatus::Published),
        language_id: Some(language_id),
        level_id: Some(level.id),
        ..CourseFilter::default()
    };
    let courses = fetch_page(conn, &filter, Window::ALL, now, false).await?;
    Ok(courses.into_iter().filter(|course| course.facts.bookable).collect())
}

/// The courses that pass, with their parts and the chapters of their modules.
async fn fetch_complete(conn: &mut Conn, filter: &CourseFilter) -> Result<Vec<(CourseRow, Parts)>> {
    let rows = store::courses(conn, filter, Window::ALL).await?;
    let ids = ids(&rows);
    let mut parts = store::parts(conn, &ids).await?;
    let mut outline = store::outline(conn, &ids).await?;
    let with_parts = |row: CourseRow| {
        let mut parts = parts.remove(&row.id).unwrap_or_default();
        for module in &mut parts.modules {
            module.chapters = Some(outline.remove(&module.id).unwrap_or_default());
        }
        (row, parts)
    };
    Ok(rows.into_iter().map(with_parts).collect())
}

/// One course, likewise complete.
async fn find_complete(conn: &mut Conn, id: i64) -> Result<(CourseRow, Parts)> {
    fetch_complete(conn, &CourseFilter::one(id)).await?.pop().ok_or_else(Error::not_found)
}

/// Courses, the earliest first; the public sees published ones.
#[utoipa::path(get, path = "/courses", tag = "courses", params(Search), responses((status = 200, body = List<Course>)))]
async fn list_courses(
    State(app): State<AppContext>,
    caller: Caller,
    Query(search): Query<Search>,
) -> Result<List<Course>> {
    list(&app, &caller, &search).await
}

/// The same as `GET /courses`.
#[utoipa::path(get, path = "/courses/details", tag = "courses", params(Search), responses((status = 200, body = List<Course>)))]
async fn list_course_details(
    State(app): State<AppContext>,
    caller: Caller,
    Query(search): Query<Search>,
) -> Result<List<Course>> {
    list(&app, &caller, &search).await
}

/// One course with its whole programme. An unpublished one only for staff and for its subscribers.
#[utoipa::path(get, path = "/courses/{id}/details", tag = "courses", params(("id" = i64, Path)), responses((status = 200, body = Course)))]
async fn course_details(
    State(app): State<AppContext>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Course>> {
    let mut conn = app.db.read().await?;
    let today = app.clock.today();
    let (_, status) = store::course_of(&mut conn, Part::Course, id).await?;
    let sight = CourseAccess::of(&mut conn, &caller, id, status, today).await?;
    let (row, parts) = find_complete(&mut conn, id).await?;
    let sessions = timetable::summaries(&mut conn, &[id], app.clock.now()).await?.remove(&id);
    Ok(Json(Course::new(CourseFacts::new(row, today, sight.sees_class_link())?, parts, sessions)))
}

/// The editing view of one course.
pub(crate) async fn editable(conn: &mut Conn, id: i64, today: NaiveDate) -> Result<EditableCourse> {
    let (row, parts) = find_complete(conn, id).await?;
    EditableCourse::new(row, parts, today)
}

impl EditableCourse {
    fn new(row: CourseRow, parts: Parts, today: NaiveDate) -> Result<Self> {
        let Parts { objectives, prerequisites, modules } = parts;
        let seats_taken = row.seats_taken;
        let facts = CourseFacts::new(row, today, true)?;
        Ok(Self { facts, seats_taken, objectives, prerequisites, modules })
    }
}

impl Replicated for EditableCourse {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        let filter = CourseFilter { changed: Some((page.after, page.until)), ..CourseFilter::default() };
        let courses = fetch_complete(conn, &filter).await?.into_iter();
        courses.map(|(row, parts)| Self::new(row, parts, page.today)).collect()
    }

    fn row_key(&self) -> RowKey {
        RowKey::alone(self.facts.id)
    }
}

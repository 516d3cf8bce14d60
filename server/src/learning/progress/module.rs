//! One module with its learner's progress: everything its page needs, in one request.

use crate::routes;
use axum::extract::State;
use preau_core::progress::{ModuleLessons, resume};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::catalogue::teaching;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Query};
use crate::sales::subscriptions::learning::Learning;
use crate::sales::subscriptions::view::ModuleLink;
use crate::{fetch_all, fetch_optional};

use super::OfModule;
use super::steps::CourseProgress;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(learning_module))
}

/// A module with its learner's progress.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct LearningModule {
    subscription_id: i64,
    /// Whose progress it is: staff reads that of others too.
    learner_id: i64,
    course_id: i64,
    course_name: String,
    course_slug: String,
    language_code: String,
    level: String,
    module_id: i64,
    title: String,
    description: Option<String>,
    order_index: i64,
    /// From 1, among the granted modules.
    position: usize,
    /// How many modules are granted.
    module_count: usize,
    /// The granted modules; empty for the whole course.
    module_ids: Vec<i64>,
    /// Viewed lessons, 0 to 100.
    percent: u8,
    completed: bool,
    course: CourseProgress,
    chapters: Vec<LearningChapter>,
    /// The next lesson that was not viewed, else the one opened last, else the first.
    resume_lesson_id: Option<i64>,
    previous_module: Option<ModuleLink>,
    next_module: Option<ModuleLink>,
}

/// A chapter of it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct LearningChapter {
    id: i64,
    title: String,
    order_index: i64,
    /// Viewed lessons, 0 to 100.
    percent: u8,
    completed: bool,
    lessons: Vec<LearningLesson>,
}

/// A lesson of it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct LearningLesson {
    id: i64,
    title: String,
    order_index: i64,
    viewed: bool,
}

/// A module with its chapters and lessons, what was viewed and where to resume. 403 `access_ended` when the learner's
/// access has ended.
#[utoipa::path(get, path = "/progress/module", tag = "progress", params(OfModule),
    responses((status = 200, body = LearningModule), (status = 404)))]
async fn learning_module(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfModule>,
) -> Result<Json<LearningModule>> {
    let mut conn = app.db.read().await?;
    let today = app.clock.today();
    let learning = super::get(&mut conn, caller, of.subscription_id, today).await?;
    let module = learning.journey.module(of.module_id).ok_or_else(Error::not_found)?;
    let course_id = learning.row.course_id;
    let teaches = teaching::teaches_course(&mut conn, caller.teacher_id, course_id, today).await?;
    if !caller.is_staff() && !teaches {
        learning.check(module.id, today)?;
    }
    page(&mut conn, &learning, module).await.map(Json)
}

const MODULE: &str = "SELECT description, order_index FROM modules WHERE id = $1";

async fn page(conn: &mut Conn, learning: &Learning, module: &ModuleLessons) -> Result<LearningModule> {
    let about = fetch_optional!(conn, (Option<String>, i64), MODULE, module.id)?;
    let (description, order_index) = about.ok_or_else(Error::not_found)?;
    let lessons = fetch_all!(conn, LessonRow, LESSONS, module.id)?;
    let (row, journey) = (&learning.row, &learning.journey);
    let progress = journey.of_module(module);
    let (previous, next) = journey.neighbours(module.id);
    Ok(LearningModule {
        subscription_id: row.id,
        learner_id: row.user_id,
        course_id: row.course_id,
        course_name: row.course_name.clone(),
        course_slug: row.course_slug.clone(),
        language_code: row.language_code.clone(),
        level: row.level.clone(),
        module_id: module.id,
        title: module.title.clone(),
        description,
        order_index,
        position: 1 + journey.modules.iter().take_while(|other| other.id != module.id).count(),
        module_count: journey.modules.len(),
        module_ids: learning.named().iter().map(|module| module.id).collect(),
        percent: progress.percent,
        completed: progress.completed,
        course: learning.into(),
        resume_lesson_id: resume_lesson(learning, module),
        chapters: chapters(learning, &lessons),
        previous_module: previous.map(ModuleLink::from),
        next_module: next.map(ModuleLink::from),
    })
}

fn resume_lesson(learning: &Learning, module: &ModuleLessons) -> Option<i64> {
    let lessons = module.lessons();
    let last = learning.last_opened.map(|(lesson, _)| lesson).filter(|lesson| lessons.contains(lesson));
    resume(&lessons, &learning.journey.viewed, last).or(last).or_else(|| lessons.first().copied())
}

#[derive(preau_derive::FromRow)]
struct LessonRow {
    chapter_id: i64,
    chapter_title: String,
    chapter_order: i64,
    lesson_id: Option<i64>,
    lesson_title: Option<String>,
    lesson_order: Option<i64>,
}

const LESSONS: &str = "
    SELECT c.id AS chapter_id, c.title AS chapter_title, c.order_index AS chapter_order,
        l.id AS lesson_id, l.title AS lesson_title, l.order_index AS lesson_order
    FROM chapters c LEFT JOIN lessons l ON l.chapter_id = c.id
    WHERE c.module_id = $1 ORDER BY c.order_index, c.id, l.order_index, l.id";

fn chapters(learning: &Learning, rows: &[LessonRow]) -> Vec<LearningChapter> {
    let journey = &learning.journey;
    let lesson = |row: &LessonRow| {
        Some(LearningLesson {
            id: row.lesson_id?,
            title: row.lesson_title.clone()?,
            order_index: row.lesson_order?,
            viewed: journey.viewed.contains(&row.lesson_id?),
        })
    };
    let chapters = rows.chunk_by(|one, next| one.chapter_id == next.chapter_id);
    chapters
        .filter_map(|rows| {
            let first = rows.first()?;
            let progress = journey.of_chapter(journey.chapter(first.chapter_id)?);
            Some(LearningChapter {
                id: first.chapter_id,
                title: first.chapter_title.clone(),
                order_index: first.chapter_order,
                percent: progress.percent,
                completed: progress.completed,
                lessons: rows.iter().filter_map(lesson).collect(),
            })
        })
        .collect()
}

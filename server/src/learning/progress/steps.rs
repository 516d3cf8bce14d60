//! A learner's actions: opening a lesson, finishing a chapter, marking a module complete. Only the learner may do so,
//! whatever their role.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::progress::{ChapterLessons, ModuleLessons, Progress};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::config::Config;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::Query;
use crate::learning::certificates;
use crate::sales::subscriptions::learning::Learning;
use crate::write::{Call, Tx};
use crate::{answer, crash_point, execute};

use super::{OfChapter, OfLesson, OfModule, completion};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(view_lesson))
        .routes(routes!(complete_chapter))
        .routes(routes!(complete_module))
}

/// Progress in a chapter or a module.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct PartProgress {
    id: i64,
    /// Viewed lessons, 0 to 100.
    percent: u8,
    completed: bool,
}

impl PartProgress {
    fn new(id: i64, Progress { percent, completed }: Progress) -> Self {
        Self { id, percent, completed }
    }
}

/// Progress in everything granted of a course.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CourseProgress {
    id: i64,
    /// Viewed lessons of the granted modules, 0 to 100.
    percent: u8,
    completed: bool,
    /// Whether the learner was asked for a review after completing it.
    completion_notified: bool,
}

impl From<&Learning> for CourseProgress {
    fn from(learning: &Learning) -> Self {
        let Progress { percent, completed } = learning.journey.of_course();
        let completion_notified = learning.row.completion_notified_at.is_some();
        Self { id: learning.row.course_id, percent, completed, completion_notified }
    }
}

/// A lesson that was opened.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
struct ViewedLesson {
    id: i64,
    viewed: bool,
}

/// Progress after opening a lesson.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
struct LessonView {
    lesson: ViewedLesson,
    chapter: PartProgress,
    module: PartProgress,
    course: CourseProgress,
}

/// Progress after finishing a chapter.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
struct ChapterEnd {
    chapter: PartProgress,
    module: PartProgress,
    course: CourseProgress,
}

/// Opens a lesson: marks it as viewed, and as complete what that completes. Repeating it only changes the lesson to
/// resume with. 403 `access_not_open` with the first day as `on`, `access_ended` when the access has ended.
#[utoipa::path(post, path = "/progress/view", tag = "progress", params(OfLesson),
    responses((status = 200, body = LessonView), (status = 404)))]
async fn view_lesson(
    State(app): State<AppContext>,
    call: Call,
    Query(of): Query<OfLesson>,
) -> Result<Response> {
    let learner = call.caller.user()?.id;
    let mut reached = false;
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        let mut learning = completion::lock(tx, of.subscription_id, Some(learner)).await?;
        reached = open_lesson(tx, &app.config, &mut learning, of.lesson_id).await?;
        lesson_progress(&learning, of.lesson_id)
    })?;
    crash_point!("progress.committed");
    if reached {
        app.mail_queued.notify_one();
    }
    Ok(answer)
}

/// Opens a lesson of a subscription that is locked by [`completion::lock`]. Returns whether mails were queued.
///
/// # Errors
/// `not_found`, `access_not_open`, `access_ended`.
pub(crate) async fn open_lesson(
    tx: &mut Tx,
    config: &Config,
    learning: &mut Learning,
    lesson_id: i64,
) -> Result<bool> {
    let is_new = view(tx, learning, lesson_id).await?;
    let reached = completion::record(tx, config, learning).await?;
    // This was the last lesson that had only been marked with its chapter.
    if is_new && !reached && learning.row.completed_at.is_some() {
        return certificates::issue::on_completion(tx, learning).await;
    }
    Ok(reached)
}

const VIEW: &str = "
    INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at, opened_at) VALUES ($1, $2, $3, $3)
    ON CONFLICT (subscription_id, lesson_id) DO UPDATE SET opened_at = excluded.opened_at";

/// Returns whether it is opened for the first time.
async fn view(tx: &mut Tx, learning: &mut Learning, lesson_id: i64) -> Result<bool> {
    let (module, _) = learning.journey.place(lesson_id).ok_or_else(Error::not_found)?;
    learning.check(module.id, tx.today)?;
    execute!(tx, VIEW, learning.row.id, lesson_id, tx.now)?;
    crash_point!("progress.viewed");
    learning.journey.viewed.insert(lesson_id);
    Ok(learning.journey.opened.insert(lesson_id))
}

const MARK_VIEWED: &str = "
    INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at) VALUES ($1, $2, $3)
    ON CONFLICT (subscription_id, lesson_id) DO NOTHING";

/// Finishes a chapter: its unopened lessons count as viewed from now on, but not for a certificate. 403
/// `access_not_open` with the first day as `on`, `access_ended` when the access has ended.
#[utoipa::path(post, path = "/progress/chapter/complete", tag = "progress", params(OfChapter),
    responses((status = 200, body = ChapterEnd), (status = 404)))]
async fn complete_chapter(
    State(app): State<AppContext>,
    call: Call,
    Query(of): Query<OfChapter>,
) -> Result<Response> {
    let learner = call.caller.user()?.id;
    let mut reached = false;
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        let mut learning = completion::lock(tx, of.subscription_id, Some(learner)).await?;
        mark_viewed(tx, &mut learning, of.chapter_id).await?;
        reached = completion::record(tx, &app.config, &mut learning).await?;
        let journey = &learning.journey;
        let (module, chapter) = find(&learning, of.chapter_id)?;
        Ok(ChapterEnd {
            chapter: PartProgress::new(chapter.id, journey.of_chapter(chapter)),
            module: PartProgress::new(module.id, journey.of_module(module)),
            course: (&learning).into(),
        })
    })?;
    if reached {
        app.mail_queued.notify_one();
    }
    Ok(answer)
}

async fn mark_viewed(tx: &mut Tx, learning: &mut Learning, chapter_id: i64) -> Result<()> {
    let (module, chapter) = find(learning, chapter_id)?;
    learning.check(module.id, tx.today)?;
    let lessons = chapter.lessons.clone();
    for lesson in &lessons {
        execute!(tx, MARK_VIEWED, learning.row.id, *lesson, tx.now)?;
    }
    learning.journey.viewed.extend(lessons);
    Ok(())
}

fn find(learning: &Learning, chapter_id: i64) -> Result<(&ModuleLessons, &ChapterLessons)> {
    let modules = learning.journey.modules.iter();
    let mut chapters =
        modules.flat_map(|module| module.chapters.iter().map(move |chapter| (module, chapter)));
    chapters.find(|(_, chapter)| chapter.id == chapter_id).ok_or_else(Error::not_found)
}

fn lesson_progress(learning: &Learning, lesson_id: i64) -> Result<LessonView> {
    let journey = &learning.journey;
    let (module, chapter) = journey.place(lesson_id).ok_or_else(Error::not_found)?;
    Ok(LessonView {
        lesson: ViewedLesson { id: lesson_id, viewed: journey.viewed.contains(&lesson_id) },
        chapter: PartProgress::new(chapter.id, journey.of_chapter(chapter)),
        module: PartProgress::new(module.id, journey.of_module(module)),
        course: learning.into(),
    })
}

/// Marks a module complete, once each of its lessons was opened; else 409 with those that are `missing`.
#[utoipa::path(post, path = "/progress/module/complete", tag = "progress", params(OfModule),
    responses((status = 200, body = PartProgress), (status = 404)))]
async fn complete_module(
    State(app): State<AppContext>,
    call: Call,
    Query(of): Query<OfModule>,
) -> Result<Response> {
    let learner = call.caller.user()?.id;
    let mut reached = false;
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        let mut learning = completion::lock(tx, of.subscription_id, Some(learner)).await?;
        reached = completion::complete_module(tx, &app.config, &mut learning, of.module_id).await?;
        let module = learning.journey.module(of.module_id).ok_or_else(Error::not_found)?;
        Ok(PartProgress::new(module.id, learning.journey.of_module(module)))
    })?;
    if reached {
        app.mail_queued.notify_one();
    }
    Ok(answer)
}

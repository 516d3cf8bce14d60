//! Progress of a learner in what they bought or were granted: which lessons were opened, what is complete, where to
//! resume.
//!
//! This module has the simple reads; opening lessons is in [`steps`], a whole module in [`module`], completion in
//! [`completion`]. The rules are in `preau_core::progress`. Progress can still be read after the access has ended.

pub mod completion;
mod module;
mod notify;
mod steps;
mod subscription;

pub(crate) use notify::note_completion_notified;
pub(crate) use steps::open_lesson;

use crate::routes;
use axum::extract::State;
use chrono::NaiveDate;
use preau_core::progress::{ChapterLessons, ModuleLessons};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use crate::catalogue::teaching;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Query};
use crate::http::owned::owned;
use crate::sales::subscriptions::learning::{self, Learning};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(lesson_viewed))
        .routes(routes!(chapter_viewed_lessons))
        .routes(routes!(chapter_completed))
        .routes(routes!(chapter_progress))
        .routes(routes!(module_viewed_lessons))
        .routes(routes!(module_completed))
        .routes(routes!(module_progress))
        .routes(routes!(course_completed))
        .routes(routes!(course_progress))
        .routes(routes!(subscription_progress))
        .merge(module::routes())
        .merge(notify::routes())
        .merge(steps::routes())
        .merge(subscription::routes())
}

/// A lesson, as the learner of this subscription knows it.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct OfLesson {
    subscription_id: i64,
    lesson_id: i64,
}

/// A chapter, as the learner of this subscription knows it.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct OfChapter {
    subscription_id: i64,
    chapter_id: i64,
}

/// A module, as the learner of this subscription knows it.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct OfModule {
    subscription_id: i64,
    module_id: i64,
}

/// All that a subscription grants of its course.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct OfCourse {
    subscription_id: i64,
    /// If sent, it must be the subscription's course.
    course_id: Option<i64>,
}

/// Whether a lesson was opened.
#[utoipa::path(get, path = "/progress/lesson/viewed", tag = "progress", params(OfLesson),
    responses((status = 200, description = "Whether the lesson was viewed.",
        content_type = "application/json", body = bool), (status = 404)))]
async fn lesson_viewed(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfLesson>,
) -> Result<Json<bool>> {
    let journey = read(&app, caller, of.subscription_id).await?.journey;
    journey.place(of.lesson_id).ok_or_else(Error::not_found)?;
    Ok(Json(journey.viewed.contains(&of.lesson_id)))
}

/// The lessons of a chapter that were opened, in order.
#[utoipa::path(get, path = "/progress/chapter/viewed-lessons", tag = "progress", params(OfChapter),
    responses((status = 200, description = "The ids of the viewed lessons.",
        body = Vec<i64>), (status = 404)))]
async fn chapter_viewed_lessons(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfChapter>,
) -> Result<Json<Vec<i64>>> {
    chapter(&app, caller, of, |learning, chapter| viewed(learning, &chapter.lessons)).await
}

/// Whether a chapter is complete, or was before lessons were added.
#[utoipa::path(get, path = "/progress/chapter/completed", tag = "progress", params(OfChapter),
    responses((status = 200, description = "Whether the chapter is complete.",
        content_type = "application/json", body = bool), (status = 404)))]
async fn chapter_completed(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfChapter>,
) -> Result<Json<bool>> {
    chapter(&app, caller, of, |learning, chapter| learning.journey.of_chapter(chapter).completed).await
}

/// Progress in a chapter, in percent.
#[utoipa::path(get, path = "/progress/chapter/progress", tag = "progress", params(OfChapter),
    responses((status = 200, description = "Viewed lessons of the chapter, in percent.",
        content_type = "application/json", body = u8), (status = 404)))]
async fn chapter_progress(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfChapter>,
) -> Result<Json<u8>> {
    chapter(&app, caller, of, |learning, chapter| learning.journey.of_chapter(chapter).percent).await
}

/// The lessons of a module that were opened, in order.
#[utoipa::path(get, path = "/progress/module/viewed-lessons", tag = "progress", params(OfModule),
    responses((status = 200, description = "The ids of the viewed lessons.",
        body = Vec<i64>), (status = 404)))]
async fn module_viewed_lessons(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfModule>,
) -> Result<Json<Vec<i64>>> {
    module(&app, caller, of, |learning, module| viewed(learning, &module.lessons())).await
}

/// Whether a module is complete, or was before lessons were added.
#[utoipa::path(get, path = "/progress/module/completed", tag = "progress", params(OfModule),
    responses((status = 200, description = "Whether the module is complete.",
        content_type = "application/json", body = bool), (status = 404)))]
async fn module_completed(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfModule>,
) -> Result<Json<bool>> {
    module(&app, caller, of, |learning, module| learning.journey.of_module(module).completed).await
}

/// Progress in a module, in percent.
#[utoipa::path(get, path = "/progress/module/progress", tag = "progress", params(OfModule),
    responses((status = 200, description = "Viewed lessons of the module, in percent.",
        content_type = "application/json", body = u8), (status = 404)))]
async fn module_progress(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfModule>,
) -> Result<Json<u8>> {
    module(&app, caller, of, |learning, module| learning.journey.of_module(module).percent).await
}

/// Whether everything granted of the course is complete, or was before lessons were added.
#[utoipa::path(get, path = "/progress/course/completed", tag = "progress", params(OfCourse),
    responses((status = 200, description = "Whether all that is granted of the course is complete.",
        content_type = "application/json", body = bool), (status = 404)))]
async fn course_completed(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfCourse>,
) -> Result<Json<bool>> {
    Ok(Json(course(&app, caller, of).await?.journey.of_course().completed))
}

/// Progress in the course, in percent of what is granted.
#[utoipa::path(get, path = "/progress/course/progress", tag = "progress", params(OfCourse),
    responses((status = 200, description = "Viewed lessons of what is granted, in percent.",
        content_type = "application/json", body = u8), (status = 404)))]
async fn course_progress(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfCourse>,
) -> Result<Json<u8>> {
    Ok(Json(course(&app, caller, of).await?.journey.of_course().percent))
}

/// Progress in a subscription, in percent of what it grants.
#[utoipa::path(get, path = "/progress/subscription/progress", tag = "progress", params(OfCourse),
    responses((status = 200, description = "Viewed lessons of what is granted, in percent.",
        content_type = "application/json", body = u8), (status = 404)))]
async fn subscription_progress(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(of): Query<OfCourse>,
) -> Result<Json<u8>> {
    Ok(Json(course(&app, caller, of).await?.journey.of_course().percent))
}

async fn chapter<T>(
    app: &AppContext,
    caller: SignedIn,
    of: OfChapter,
    answer: impl FnOnce(&Learning, &ChapterLessons) -> T,
) -> Result<Json<T>> {
    let learning = read(app, caller, of.subscription_id).await?;
    let chapter = learning.journey.chapter(of.chapter_id).ok_or_else(Error::not_found)?;
    Ok(Json(answer(&learning, chapter)))
}

async fn module<T>(
    app: &AppContext,
    caller: SignedIn,
    of: OfModule,
    answer: impl FnOnce(&Learning, &ModuleLessons) -> T,
) -> Result<Json<T>> {
    let learning = read(app, caller, of.subscription_id).await?;
    let module = learning.journey.module(of.module_id).ok_or_else(Error::not_found)?;
    Ok(Json(answer(&learning, module)))
}

async fn course(app: &AppContext, caller: SignedIn, of: OfCourse) -> Result<Learning> {
    let learning = read(app, caller, of.subscription_id).await?;
    if of.course_id.is_none_or(|id| id == learning.row.course_id) {
        Ok(learning)
    } else {
        Err(Error::not_found())
    }
}

async fn read(app: &AppContext, caller: SignedIn, subscription_id: i64) -> Result<Learning> {
    get(&mut app.db.read().await?, caller, subscription_id, app.clock.today()).await
}

/// A subscription of the caller or of a ward of theirs; for teachers those of their learners, for staff anybody's.
async fn get(conn: &mut Conn, caller: SignedIn, subscription_id: i64, today: NaiveDate) -> Result<Learning> {
    let teaches = teaching::teaches_subscription(conn, caller.teacher_id, subscription_id, today).await?;
    if caller.is_staff() || teaches {
        learning::get(conn, subscription_id).await
    } else {
        owned(conn, caller, subscription_id).await
    }
}

fn viewed(learning: &Learning, lessons: &[i64]) -> Vec<i64> {
    lessons.iter().copied().filter(|lesson| learning.journey.viewed.contains(lesson)).collect()
}

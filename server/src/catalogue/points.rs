//! Objectives and prerequisites of a course: two lists of lines of one shape.

use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::extract::{Json, Path};

use super::access::Sight;
use super::course::{Parts, Point};
use super::store::{self, Part, Selection};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_objectives))
        .routes(routes!(objective_by_id))
        .routes(routes!(list_prerequisites))
        .routes(routes!(prerequisite_by_id))
}

/// The parts of the course that `part` with this id belongs to, for whom the course is.
async fn parts(app: &App, caller: &Caller, part: Part, id: i64) -> Result<Parts> {
    let mut conn = app.db.read().await?;
    let (course_id, status) = store::course_of(&mut conn, part, id).await?;
    Sight::of(&mut conn, caller, course_id, status, app.clock.today()).await?;
    let selection = Selection { id: Some(course_id), ..Selection::default() };
    Ok(store::parts(&mut conn, &selection).await?.remove(&course_id).unwrap_or_default())
}

fn one(points: Vec<Point>, id: i64) -> Result<Json<Point>> {
    Ok(Json(points.into_iter().find(|point| point.id == id).ok_or_else(Error::not_found)?))
}

/// What one learns in a course, in order.
#[utoipa::path(get, path = "/objectives/course/{courseId}", tag = "objectives", params(("courseId" = i64, Path)), responses((status = 200, body = [Point])))]
async fn list_objectives(
    State(app): State<App>,
    caller: Caller,
    Path(course_id): Path<i64>,
) -> Result<Json<Vec<Point>>> {
    Ok(Json(parts(&app, &caller, Part::Course, course_id).await?.objectives))
}

/// One objective.
#[utoipa::path(get, path = "/objectives/{id}", tag = "objectives", params(("id" = i64, Path)), responses((status = 200, body = Point)))]
async fn objective_by_id(State(app): State<App>, caller: Caller, Path(id): Path<i64>) -> Result<Json<Point>> {
    one(parts(&app, &caller, Part::Objective, id).await?.objectives, id)
}

/// What one should know before a course, in order.
#[utoipa::path(get, path = "/prerequisites/course/{courseId}", tag = "prerequisites", params(("courseId" = i64, Path)), responses((status = 200, body = [Point])))]
async fn list_prerequisites(
    State(app): State<App>,
    caller: Caller,
    Path(course_id): Path<i64>,
) -> Result<Json<Vec<Point>>> {
    Ok(Json(parts(&app, &caller, Part::Course, course_id).await?.prerequisites))
}

/// One prerequisite.
#[utoipa::path(get, path = "/prerequisites/{id}", tag = "prerequisites", params(("id" = i64, Path)), responses((status = 200, body = Point)))]
async fn prerequisite_by_id(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Point>> {
    one(parts(&app, &caller, Part::Prerequisite, id).await?.prerequisites, id)
}

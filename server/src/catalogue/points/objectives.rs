//! Learning objectives of a course.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::course_part::PointInput;
use utoipa_axum::router::OpenApiRouter;

use super::super::course::Point;
use super::super::store::Part;
use super::{ListItem, find_point, list, readable_parts};
use crate::context::AppContext;
use crate::editing;
use crate::error::Result;
use crate::http::caller::Caller;
use crate::http::extract::{Json, Path};
use crate::write::Call;

list!(
    /// Learning objectives of a course.
    Objectives,
    "objective",
    "objectives"
);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_objectives, create_objective, clear_objectives))
        .routes(routes!(create_objectives))
        .routes(routes!(objective_by_id, update_objective, delete_objective))
        .routes(routes!(order_objectives))
}

/// The learning objectives of a course, in order.
#[utoipa::path(get, path = "/objectives/course/{courseId}", tag = "objectives", params(("courseId" = i64, Path)),
    responses((status = 200, body = [Point])))]
async fn list_objectives(
    State(app): State<AppContext>,
    caller: Caller,
    Path(course_id): Path<i64>,
) -> Result<Json<Vec<Point>>> {
    Ok(Json(readable_parts(&app, &caller, Part::Course, course_id).await?.objectives))
}

/// One objective.
#[utoipa::path(get, path = "/objectives/{id}", tag = "objectives", params(("id" = i64, Path)),
    responses((status = 200, body = Point)))]
async fn objective_by_id(
    State(app): State<AppContext>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Point>> {
    find_point(readable_parts(&app, &caller, Part::Objective, id).await?.objectives, id)
}

/// Adds an objective, at the end of the list unless a position is given.
#[utoipa::path(post, path = "/objectives/course/{courseId}", tag = "objectives", params(("courseId" = i64, Path)), request_body = PointInput,
    responses((status = 201, body = Point),
        (status = 200, body = Point, description = "This `clientId` has an objective already."),
        (status = 410)))]
async fn create_objective(
    State(app): State<AppContext>,
    call: Call,
    Path(course_id): Path<i64>,
    Json(form): Json<PointInput>,
) -> Result<Response> {
    super::create::<Objectives>(&app, &call, course_id, form).await
}

/// Adds up to 200 objectives, all or none.
#[utoipa::path(post, path = "/objectives/course/{courseId}/batch", tag = "objectives", params(("courseId" = i64, Path)), request_body = Vec<PointInput>,
    responses((status = 201, body = [Point]),
        (status = 200, body = [Point], description = "None is new."), (status = 410)))]
async fn create_objectives(
    State(app): State<AppContext>,
    call: Call,
    Path(course_id): Path<i64>,
    Json(forms): Json<Vec<PointInput>>,
) -> Result<Response> {
    super::create_batch::<Objectives>(&app, &call, course_id, forms).await
}

/// Changes an objective: absent fields stay.
#[utoipa::path(put, path = "/objectives/{id}", tag = "objectives", params(("id" = i64, Path)), request_body = PointInput,
    responses((status = 200, body = Point), (status = 412)))]
async fn update_objective(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<PointInput>,
) -> Result<Response> {
    editing::update::<ListItem<Objectives>>(&app, &call, id, form).await
}

/// Deletes an objective.
#[utoipa::path(delete, path = "/objectives/{id}", tag = "objectives", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_objective(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    editing::delete::<ListItem<Objectives>>(&app, &call, id).await
}

/// Deletes all objectives of a course. `If-Match` is the course's version.
#[utoipa::path(delete, path = "/objectives/course/{courseId}", tag = "objectives", params(("courseId" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn clear_objectives(
    State(app): State<AppContext>,
    call: Call,
    Path(course_id): Path<i64>,
) -> Result<StatusCode> {
    editing::clear::<ListItem<Objectives>>(&app, &call, &course_id).await
}

/// Puts the objectives of a course into this order; those not named follow in their current order. `If-Match` is the
/// course's version.
#[utoipa::path(put, path = "/objectives/course/{courseId}/order", tag = "objectives", params(("courseId" = i64, Path)),
    request_body = Vec<i64>, responses((status = 200, body = [Point]), (status = 412)))]
async fn order_objectives(
    State(app): State<AppContext>,
    call: Call,
    Path(course_id): Path<i64>,
    Json(wanted): Json<Vec<i64>>,
) -> Result<Response> {
    editing::arrange::<ListItem<Objectives>>(&app, &call, &course_id, &wanted).await
}

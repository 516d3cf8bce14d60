//! Prerequisites of a course.

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
    /// Prerequisites of a course.
    Prerequisites,
    "prerequisite",
    "prerequisites"
);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_prerequisites, create_prerequisite, clear_prerequisites))
        .routes(routes!(create_prerequisites))
        .routes(routes!(prerequisite_by_id, update_prerequisite, delete_prerequisite))
        .routes(routes!(order_prerequisites))
}

/// The prerequisites of a course, in order.
#[utoipa::path(get, path = "/prerequisites/course/{courseId}", tag = "prerequisites", params(("courseId" = i64, Path)),
    responses((status = 200, body = [Point])))]
async fn list_prerequisites(
    State(app): State<AppContext>,
    caller: Caller,
    Path(course_id): Path<i64>,
) -> Result<Json<Vec<Point>>> {
    Ok(Json(readable_parts(&app, &caller, Part::Course, course_id).await?.prerequisites))
}

/// One prerequisite.
#[utoipa::path(get, path = "/prerequisites/{id}", tag = "prerequisites", params(("id" = i64, Path)),
    responses((status = 200, body = Point)))]
async fn prerequisite_by_id(
    State(app): State<AppContext>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Point>> {
    find_point(readable_parts(&app, &caller, Part::Prerequisite, id).await?.prerequisites, id)
}

/// Adds a prerequisite, at the end of the list unless a position is given.
#[utoipa::path(post, path = "/prerequisites/course/{courseId}", tag = "prerequisites", params(("courseId" = i64, Path)), request_body = PointInput,
    responses((status = 201, body = Point),
        (status = 200, body = Point, description = "This `clientId` has a prerequisite already."),
        (status = 410)))]
async fn create_prerequisite(
    State(app): State<AppContext>,
    call: Call,
    Path(course_id): Path<i64>,
    Json(form): Json<PointInput>,
) -> Result<Response> {
    super::create::<Prerequisites>(&app, &call, course_id, form).await
}

/// Adds up to 200 prerequisites, all or none.
#[utoipa::path(post, path = "/prerequisites/course/{courseId}/batch", tag = "prerequisites", params(("courseId" = i64, Path)), request_body = Vec<PointInput>,
    responses((status = 201, body = [Point]),
        (status = 200, body = [Point], description = "None is new."), (status = 410)))]
async fn create_prerequisites(
    State(app): State<AppContext>,
    call: Call,
    Path(course_id): Path<i64>,
    Json(forms): Json<Vec<PointInput>>,
) -> Result<Response> {
    super::create_batch::<Prerequisites>(&app, &call, course_id, forms).await
}

/// Changes a prerequisite: absent fields stay.
#[utoipa::path(put, path = "/prerequisites/{id}", tag = "prerequisites", params(("id" = i64, Path)), request_body = PointInput,
    responses((status = 200, body = Point), (status = 412)))]
async fn update_prerequisite(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<PointInput>,
) -> Result<Response> {
    editing::update::<ListItem<Prerequisites>>(&app, &call, id, form).await
}

/// Deletes a prerequisite.
#[utoipa::path(delete, path = "/prerequisites/{id}", tag = "prerequisites", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_prerequisite(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    editing::delete::<ListItem<Prerequisites>>(&app, &call, id).await
}

/// Deletes all prerequisites of a course. `If-Match` is the course's version.
#[utoipa::path(delete, path = "/prerequisites/course/{courseId}", tag = "prerequisites", params(("courseId" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn clear_prerequisites(
    State(app): State<AppContext>,
    call: Call,
    Path(course_id): Path<i64>,
) -> Result<StatusCode> {
    editing::clear::<ListItem<Prerequisites>>(&app, &call, &course_id).await
}

/// Puts the prerequisites of a course into this order; those not named follow in their current order. `If-Match` is the
/// course's version.
#[utoipa::path(put, path = "/prerequisites/course/{courseId}/order", tag = "prerequisites", params(("courseId" = i64, Path)),
    request_body = Vec<i64>, responses((status = 200, body = [Point]), (status = 412)))]
async fn order_prerequisites(
    State(app): State<AppContext>,
    call: Call,
    Path(course_id): Path<i64>,
    Json(wanted): Json<Vec<i64>>,
) -> Result<Response> {
    editing::arrange::<ListItem<Prerequisites>>(&app, &call, &course_id, &wanted).await
}

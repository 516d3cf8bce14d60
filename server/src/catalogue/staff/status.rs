//! Publishes a course, returns it to draft, or archives it. Its buyers can read it in every state.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::course::CourseStatus;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use crate::answer;
use crate::context::AppContext;
use crate::editing::Versioned as _;
use crate::error::Result;
use crate::http::extract::Path;
use crate::school::vat;
use crate::write::{Call, check_version};

use super::super::course::EditableCourse;
use super::super::timetable;
use super::store;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(publish_course))
        .routes(routes!(unpublish_course))
        .routes(routes!(archive_course))
}

/// Publishes a course; refused with everything that is missing.
#[utoipa::path(patch, path = "/courses/admin/{id}/publish", tag = "courses", params(("id" = i64, Path)),
    responses((status = 200, body = EditableCourse), (status = 412)))]
async fn publish_course(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<Response> {
    set(&app, &call, id, CourseStatus::Published, "course.published").await
}

/// Returns a published or archived course to draft. 409 when sessions to come of an archived one would be in the way of others.
#[utoipa::path(patch, path = "/courses/admin/{id}/unpublish", tag = "courses", params(("id" = i64, Path)),
    responses((status = 200, body = EditableCourse), (status = 412)))]
async fn unpublish_course(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<Response> {
    set(&app, &call, id, CourseStatus::Draft, "course.unpublished").await
}

/// Archives a course. 409 while its class has sessions to come.
#[utoipa::path(patch, path = "/courses/admin/{id}/archive", tag = "courses", params(("id" = i64, Path)),
    responses((status = 200, body = EditableCourse), (status = 412)))]
async fn archive_course(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<Response> {
    set(&app, &call, id, CourseStatus::Archived, "course.archived").await
}

/// A course that already has this status is left unchanged.
async fn set(app: &AppContext, call: &Call, id: i64, status: CourseStatus, action: &str) -> Result<Response> {
    answer!(app, call, StatusCode::OK, |tx| {
        let before = EditableCourse::find(tx, &id).await?;
        check_version(call, before.version(), || json!(before))?;
        if before.facts.status == status {
            return Ok(before);
        }
        if status == CourseStatus::Archived {
            timetable::refuse_archiving(tx, id).await?;
        }
        if status != CourseStatus::Published {
            store::refuse_asked(tx, id).await?;
        }
        store::set_status(tx, id, status.as_str()).await?;
        tx.seat_came_free(id);
        if before.facts.status == CourseStatus::Archived {
            timetable::refuse_return(tx, id).await?;
        }
        let after = EditableCourse::find(tx, &id).await?;
        after.check_published()?;
        if status == CourseStatus::Published && !after.facts.free {
            vat::require_ground(tx, app.config.is_production()).await?;
        }
        tx.audit(action, EditableCourse::ENTITY, id, Some(json!(before)), Some(json!(after))).await?;
        Ok(after)
    })
}

//! Records that a learner's browser showed them the completion of a course.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use super::completion;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::extract::Json;
use crate::write::{Call, Tx};
use crate::{change, execute};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(notify_course_completion))
}

/// Names the completed subscription; the rest is ignored.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompletionNotification {
    subscription_id: i64,
}

/// Records that the caller was shown the completion of their course and asked for a review; 409 with the missing
/// lessons while it is not complete. The school is notified by the completion itself.
#[utoipa::path(post, path = "/email/course-completion-notification", tag = "email", request_body = CompletionNotification,
    responses((status = 202, description = "Noted, or known already."), (status = 404)))]
async fn notify_course_completion(
    State(app): State<AppContext>,
    call: Call,
    Json(named): Json<CompletionNotification>,
) -> Result<StatusCode> {
    let learner = call.caller.user()?.id;
    let id = named.subscription_id;
    change!(app, Some(&call), |tx| {
        let mut learning = completion::lock(tx, id, Some(learner)).await?;
        learning.journey.check_course()?;
        completion::record(tx, &app.config, &mut learning).await?;
        note_completion_notified(tx, id).await
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::ACCEPTED)
}

const NOTE_NOTIFIED: &str = "
    UPDATE subscriptions SET completion_notified_at = $2 WHERE id = $1 AND completion_notified_at IS NULL";

/// Records that the learner was asked to review the course.
pub(crate) async fn note_completion_notified(tx: &mut Tx, id: i64) -> Result<()> {
    execute!(tx, NOTE_NOTIFIED, id, tx.now)?;
    Ok(())
}

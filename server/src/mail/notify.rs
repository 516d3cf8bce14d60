//! Notifications a browser asks for: whom they go to stands in the settings, what they say in the database.
//! What the browser claims is not believed; each fact has one mail, whoever asks and however often.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use crate::change;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::extract::Json;
use crate::learning::progress::completion;
use crate::write::Call;

use super::booking;
use super::facts::store;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(notify_admin)).routes(routes!(notify_course_completion))
}

/// What a client tells of a booking. Nothing of it is believed.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "claims: their types are checked, their values are not used")]
struct AdminNotification {
    user_first_name: Option<String>,
    user_last_name: Option<String>,
    user_email: Option<String>,
    course_name: Option<String>,
    for_another_person: Option<bool>,
    beneficiary_email: Option<String>,
}

/// Tells the school about the caller's latest confirmed reservation, unless it knows already.
#[utoipa::path(post, path = "/email/admin-notification", tag = "email", request_body = AdminNotification,
    responses((status = 202, description = "Queued, or known already.")))]
async fn notify_admin(
    State(app): State<AppContext>,
    call: Call,
    Json(_claims): Json<AdminNotification>,
) -> Result<StatusCode> {
    let payer = call.caller.user()?.id;
    change!(app, Some(&call), |tx| {
        if let Some(id) = store::latest_confirmed(tx, payer).await? {
            let facts = booking::facts(tx, id).await?;
            booking::queue_for_school(tx, &app.config, facts).await?;
        }
        Ok(())
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::ACCEPTED)
}

/// Names the subscription that was completed; the rest is not believed.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CompletionNotification {
    subscription_id: i64,
}

/// Notes that the caller was told of their completed course and asked for a review; 409 with the missing lessons
/// while it is not. The school knows from the completion itself.
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
        let mut learning = completion::begin(tx, id, Some(learner)).await?;
        learning.journey.check_course()?;
        completion::note(tx, &app.config, &mut learning).await?;
        store::note_completion_notified(tx, id).await
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::ACCEPTED)
}

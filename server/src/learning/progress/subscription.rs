//! Marks a whole subscription, or one module of it, as complete on the learner's request.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::completion;
use crate::answer;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::Path;
use crate::sales::subscriptions::view::Subscription;
use crate::write::{Call, check_version};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(complete_subscription)).routes(routes!(complete_subscription_module))
}

/// Marks a subscription complete, once every lesson was viewed; else 409 with those that are missing.
#[utoipa::path(patch, path = "/subscriptions/{id}/complete", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 200, body = Subscription), (status = 412)))]
async fn complete_subscription(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<Response> {
    let whose = owner(call.caller.user()?);
    let mut reached = false;
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        let today = tx.today;
        let mut learning = completion::lock(tx, id, whose).await?;
        check_version(&call, learning.row.version, || json!(learning.clone().view(today)))?;
        learning.journey.check_course()?;
        reached = completion::record(tx, &app.config, &mut learning).await?;
        Ok(learning.view(today))
    })?;
    if reached {
        app.mail_queued.notify_one();
    }
    Ok(answer)
}

/// Marks one module complete, once each of its lessons was viewed; else 409 with those that are missing.
#[utoipa::path(patch, path = "/subscriptions/{id}/modules/{moduleId}/complete", tag = "subscriptions",
    params(("id" = i64, Path), ("moduleId" = i64, Path)), responses((status = 200, body = Subscription)))]
async fn complete_subscription_module(
    State(app): State<AppContext>,
    call: Call,
    Path((id, module_id)): Path<(i64, i64)>,
) -> Result<Response> {
    let whose = owner(call.caller.user()?);
    let mut reached = false;
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        let today = tx.today;
        let mut learning = completion::lock(tx, id, whose).await?;
        reached = completion::complete_module(tx, &app.config, &mut learning, module_id).await?;
        Ok(learning.view(today))
    })?;
    if reached {
        app.mail_queued.notify_one();
    }
    Ok(answer)
}

/// Whose subscription the caller may change: their own and their wards'; for ADMIN anybody's.
fn owner(caller: SignedIn) -> Option<i64> {
    (!caller.is_admin()).then_some(caller.id)
}

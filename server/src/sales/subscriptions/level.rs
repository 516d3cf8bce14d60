//! The level of a learner as their teacher or the school sees it.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::placement::{LevelChange, LevelCode};
use serde::Serialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::{learning, store};
use crate::answer;
use crate::catalogue::teaching;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::extract::{Json, Path};
use crate::write::{Call, check_version};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(set_level))
}

/// A learner's level in a course.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct LearnerLevel {
    subscription_id: i64,
    /// Of the subscription, incremented by each change.
    version: i64,
    level: Option<LevelCode>,
}

/// Sets the level of a learner, for their teacher and staff.
#[utoipa::path(patch, path = "/subscriptions/{id}/level", tag = "subscriptions", params(("id" = i64, Path)),
    request_body = LevelChange, responses((status = 200, body = LearnerLevel), (status = 412)))]
async fn set_level(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(sent): Json<LevelChange>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    answer!(app, &call, StatusCode::OK, |tx| {
        let today = tx.today;
        let learning = learning::get(tx, id).await?;
        teaching::check_subscription(tx, caller, id, today).await?;
        let level = sent.parse()?;
        let (subscription_id, version) = (id, learning.row.version);
        check_version(&call, version, || json!({ "subscriptionId": id, "version": version }))?;
        store::set_level(tx, id, level).await?;
        Ok(LearnerLevel { subscription_id, version: version + 1, level })
    })
}

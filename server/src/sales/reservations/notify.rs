//! Notifies the school of a booking when a browser asks for it. The request's claims are not trusted; each booking has
//! one mail, however often it is requested.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::db::Conn;
use crate::error::Result;
use crate::http::extract::Json;
use crate::mail::booking;
use crate::write::Call;
use crate::{change, fetch_optional};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(notify_admin))
}

/// A client's notification of a booking. Its claims are ignored.
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

/// Notifies the school of the caller's latest confirmed reservation, unless already done.
#[utoipa::path(post, path = "/email/admin-notification", tag = "email", request_body = AdminNotification,
    responses((status = 202, description = "Queued, or known already.")))]
async fn notify_admin(
    State(app): State<AppContext>,
    call: Call,
    Json(_claims): Json<AdminNotification>,
) -> Result<StatusCode> {
    let payer = call.caller.user()?.id;
    change!(app, Some(&call), |tx| {
        if let Some(id) = latest_confirmed(tx, payer).await? {
            let facts = booking::facts(tx, id).await?;
            booking::queue_for_school(tx, &app.config, facts).await?;
        }
        Ok(())
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::ACCEPTED)
}

const LATEST_CONFIRMED: &str = "
    SELECT id FROM reservations WHERE payer_id = $1 AND status = 'CONFIRMED'
    ORDER BY confirmed_at DESC, id DESC LIMIT 1";

/// The payer's latest confirmed reservation.
async fn latest_confirmed(conn: &mut Conn, payer_id: i64) -> Result<Option<i64>> {
    Ok(fetch_optional!(conn, (i64,), LATEST_CONFIRMED, payer_id)?.map(|(id,)| id))
}

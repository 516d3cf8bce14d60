//! Marks: added by teachers and staff, each once, and read as they were received.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::attendance::{MarkInput, NewMark, Roll, counting, parse_marks, roll_open, roll_opens};
use preau_core::code::Code;
use serde::Serialize;
use serde_json::json;

use super::store::{self, ReceivedMark};
use super::{Roster, by_subscription, read};
use crate::answer;
use crate::catalogue::{attendance, teaching, timetable};
use crate::context::AppContext;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx};

/// Every mark of a session, as received.
#[utoipa::path(get, path = "/class-sessions/{id}/attendance", tag = "attendance", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<ReceivedMark>)))]
pub(super) async fn list_marks(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Vec<ReceivedMark>>> {
    let mut conn = app.db.read().await?;
    teaching::check_session(&mut conn, caller, id, app.clock.today()).await?;
    timetable::find_session(&mut conn, id).await?;
    store::received(&mut conn, id).await.map(Json)
}

/// What became of the marks, and the class as it stands now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct AttendanceAnswer {
    /// In the order in which they were sent.
    results: Vec<AttendanceResult>,
    roster: Roster,
}

/// What became of a mark.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AttendanceResult {
    client_id: String,
    status: MarkStatus,
    /// Why it was refused.
    code: Option<Code>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "UPPERCASE")]
enum MarkStatus {
    Stored,
    /// It is stored already.
    Repeated,
    Refused,
}

/// Adds marks: each `clientId` counts once, so that all may be sent again. What does not fit is refused alone. Once the
/// sheet is closed, a mark is a correction and needs a reason.
#[utoipa::path(post, path = "/class-sessions/{id}/attendance", tag = "attendance", params(("id" = i64, Path)),
    request_body = Vec<MarkInput>, responses((status = 200, body = AttendanceAnswer)))]
pub(super) async fn add_marks(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(sent): Json<Vec<MarkInput>>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    teaching::check_session(&mut app.db.read().await?, caller, id, app.clock.today()).await?;
    let marks = parse_marks(&sent)?;
    answer!(app, &call, StatusCode::OK, |tx| {
        let today = tx.today;
        teaching::check_session(tx, caller, id, today).await?;
        let results = add(tx, caller, id, &marks).await?;
        Ok(AttendanceAnswer { results, roster: read(tx, caller, id, today).await? })
    })
}

async fn add(tx: &mut Tx, caller: SignedIn, id: i64, marks: &[NewMark]) -> Result<Vec<AttendanceResult>> {
    let session = timetable::find_session(tx, id).await?;
    if session.is_cancelled() {
        return Err(Code::SessionCancelled.into());
    }
    let roll = Roll {
        minutes: session.minutes,
        has_begun: roll_open(session.starts_at, tx.now),
        sheet_closed: store::sheet(tx, id).await?.is_some(),
    };
    let class: Vec<i64> =
        store::class(tx, id).await?.into_iter().map(|member| member.subscription_id).collect();
    let mut known = store::known(tx, id).await?;
    let mut of = by_subscription(&attendance::of_session(tx, id).await?);
    let (mut results, mut stored, now) = (Vec::new(), 0, tx.now);
    for mark in marks {
        let (status, code) = if known.contains(&mark.client_id) {
            (MarkStatus::Repeated, None)
        } else if !class.contains(&mark.subscription_id) {
            (MarkStatus::Refused, Some(Code::NotInClass))
        } else if let Err(code) = mark.check(roll) {
            (MarkStatus::Refused, Some(code))
        } else if store::is_taken(tx, &mark.client_id).await? {
            (MarkStatus::Refused, Some(Code::Taken))
        } else {
            let before = of.entry(mark.subscription_id).or_default();
            let replaces = counting(before.iter()).map(|mark| mark.id);
            before.push(
                store::insert(tx, id, caller.id, mark, replaces, (roll_opens(session.starts_at), now))
                    .await?,
            );
            known.insert(mark.client_id.clone());
            stored += 1;
            (MarkStatus::Stored, None)
        };
        results.push(AttendanceResult { client_id: mark.client_id.clone(), status, code });
    }
    if stored > 0 {
        let after = json!({ "marks": stored, "corrected": roll.sheet_closed });
        tx.audit("class-session.marked", "class-session", id, None, Some(after)).await?;
    }
    Ok(results)
}

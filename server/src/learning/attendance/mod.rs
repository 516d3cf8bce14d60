//! The roll call: the class of a session with its marks, the sheet that is closed, and the code that learners scan.
//!
//! Marks are only added: a later one takes the place of an earlier one. Which of them counts is decided in
//! `preau_core::attendance`.

mod check_in;
mod export;
mod history;
mod marks;
mod sheet;
mod store;

use std::collections::BTreeMap;

use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::attendance::{AttendanceStatus, Manner, Mark, counting};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::catalogue::timetable::session::ClassSession;
use crate::catalogue::{attendance, teaching, timetable};
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::{clock, routes};

pub(crate) use check_in::CheckInKey;
pub(crate) use history::{Told, call_roll};
pub(crate) use sheet::altered_sheets;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(roster))
        .routes(routes!(marks::list_marks, marks::add_marks))
        .routes(routes!(sheet::close_sheet))
        .routes(routes!(sheet::sheet_pdf))
        .merge(check_in::routes())
        .merge(export::routes())
}

/// The class of a session with its marks.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Roster {
    session: ClassSession,
    /// By last name.
    rows: Vec<RosterRow>,
    /// Once it is closed.
    sheet: Option<SheetState>,
}

/// A learner in the class of a session.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct RosterRow {
    subscription_id: i64,
    /// The learner's account.
    learner_id: i64,
    learner_name: String,
    /// Their first day in the course.
    since: NaiveDate,
    /// As their teacher or the school set it.
    level: Option<String>,
    /// What they need, with their consent; for ADMIN and the current teacher.
    needs: Option<String>,
    /// The mark of the teacher or of staff that counts.
    mark: Option<AttendanceMark>,
    /// When they scanned the code.
    scan: Option<RosterScan>,
}

/// A mark that counts.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AttendanceMark {
    status: AttendanceStatus,
    /// How late; of `LATE` only.
    minutes: Option<i64>,
    manner: Manner,
    /// Why it was corrected.
    reason: Option<String>,
    #[serde(serialize_with = "clock::instant")]
    marked_at: DateTime<Utc>,
}

/// A scan of the code.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct RosterScan {
    #[serde(serialize_with = "clock::instant")]
    at: DateTime<Utc>,
}

/// A sheet that is closed.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct SheetState {
    #[serde(serialize_with = "clock::instant")]
    closed_at: DateTime<Utc>,
    closed_by: String,
    /// SHA-256 of its rows.
    hash: String,
    /// `FP-2026-12`
    number: String,
}

/// The class of a session with its marks.
#[utoipa::path(get, path = "/class-sessions/{id}/roster", tag = "attendance", params(("id" = i64, Path)),
    responses((status = 200, body = Roster)))]
async fn roster(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Roster>> {
    let today = app.clock.today();
    let mut conn = app.db.read().await?;
    teaching::check_session(&mut conn, caller, id, today).await?;
    read(&mut conn, caller, id, today).await.map(Json)
}

async fn read(conn: &mut Conn, caller: SignedIn, id: i64, today: NaiveDate) -> Result<Roster> {
    let session = timetable::find_session(conn, id).await?;
    let teaches = teaching::teaches_session(conn, caller.teacher_id, id, today).await?;
    let sees_needs = caller.is_admin() || teaches;
    let mut marks = by_subscription(&attendance::of_session(conn, id).await?);
    let mut reasons = store::reasons(conn, id).await?;
    let sheet = store::sheet(conn, id).await?;
    let rows = store::class(conn, id).await?.into_iter().map(|member| {
        let marks = marks.remove(&member.subscription_id).unwrap_or_default();
        let (scans, given): (Vec<&Mark>, Vec<&Mark>) =
            marks.iter().partition(|mark| mark.manner == Manner::Scan);
        RosterRow {
            subscription_id: member.subscription_id,
            learner_id: member.learner_id,
            learner_name: format!("{} {}", member.first_name, member.last_name),
            since: member.since,
            level: member.level,
            needs: member.needs.filter(|_| sees_needs),
            mark: counting(given).map(|mark| AttendanceMark {
                status: mark.status,
                minutes: mark.late,
                manner: mark.manner,
                reason: reasons.remove(&mark.id),
                marked_at: mark.marked_at,
            }),
            scan: scans.first().map(|scan| RosterScan { at: scan.marked_at }),
        }
    });
    Ok(Roster { session, rows: rows.collect(), sheet: sheet.map(SheetState::from) })
}

/// The marks of a session by subscription.
fn by_subscription(marks: &[Mark]) -> BTreeMap<i64, Vec<Mark>> {
    let mut of: BTreeMap<i64, Vec<Mark>> = BTreeMap::new();
    for mark in marks {
        of.entry(mark.subscription_id).or_default().push(mark.clone());
    }
    of
}

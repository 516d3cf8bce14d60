//! The sheet of a session: closed with a hash of its rows, and printed.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, Datelike as _, Utc};
use preau_core::attendance::{Mark, canonical, counting};
use preau_core::calendar::paris_day;
use preau_core::code::Code;
use preau_core::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::store::{self, SheetRow};
use super::{SheetState, by_subscription};
use crate::answer;
use crate::catalogue::timetable::session::ClassSession;
use crate::catalogue::{attendance, teaching, timetable};
use crate::clock::{self, sha256_hex};
use crate::context::AppContext;
use crate::db::Conn;
use crate::documents::data::Seller;
use crate::documents::{self, AttendanceSheet, SheetLine};
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::{Path, Query};
use crate::school;
use crate::write::{Call, Tx};

impl SheetRow {
    fn number(&self) -> String {
        format!("FP-{}-{}", paris_day(self.closed_at).year(), self.id)
    }
}

impl From<SheetRow> for SheetState {
    fn from(row: SheetRow) -> Self {
        let number = row.number();
        Self { closed_at: row.closed_at, closed_by: row.closed_by, hash: row.hash, number }
    }
}

/// A sheet that was closed.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClosedSheet {
    #[serde(serialize_with = "clock::instant")]
    closed_at: DateTime<Utc>,
    /// SHA-256 of its rows.
    hash: String,
    /// `FP-2026-12`
    number: String,
}

/// Closes the sheet of a session that has begun: the marks and scans that count are confirmed, and later ones are
/// corrections. 409 `marks_missing` names the subscriptions without a mark. Idempotent.
#[utoipa::path(post, path = "/class-sessions/{id}/close", tag = "attendance", params(("id" = i64, Path)),
    responses((status = 200, body = ClosedSheet)))]
pub(super) async fn close_sheet(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    answer!(app, &call, StatusCode::OK, |tx| {
        let today = tx.today;
        teaching::check_session(tx, caller, id, today).await?;
        let closed = store::sheet(tx, id).await?;
        let sheet = if let Some(sheet) = closed {
            sheet
        } else {
            let now = tx.now;
            close(tx, caller.id, id, now).await?
        };
        Ok(ClosedSheet { closed_at: sheet.closed_at, number: sheet.number(), hash: sheet.hash })
    })
}

/// Closes a sheet at this moment.
pub(super) async fn close(tx: &mut Tx, by: i64, id: i64, at: DateTime<Utc>) -> Result<SheetRow> {
    let session = timetable::find_session(tx, id).await?;
    if session.is_cancelled() {
        return Err(Code::SessionCancelled.into());
    }
    if at < session.starts_at {
        return Err(Code::SessionNotBegun.into());
    }
    let marks = attendance::of_session(tx, id).await?;
    let counted = counted(&marks);
    let class = store::class(tx, id).await?;
    let is_marked = |id: i64| counted.iter().any(|mark| mark.subscription_id == id);
    let missing: Vec<i64> =
        class.iter().map(|member| member.subscription_id).filter(|id| !is_marked(*id)).collect();
    if !missing.is_empty() {
        return Err(Problem::new(Code::MarksMissing).with("subscriptionIds", missing).into());
    }
    let hash = sha256_hex(canonical(id, session.starts_at, session.minutes, &counted));
    store::close(tx, id, by, marks.last().map(|mark| mark.id), &hash, at).await?;
    let after = json!({ "marks": counted.len(), "hash": hash });
    tx.audit("class-session.closed", "class-session", id, None, Some(after)).await?;
    store::sheet(tx, id).await?.ok_or_else(|| Code::Internal.into())
}

/// The marks that count, one for each learner.
fn counted(marks: &[Mark]) -> Vec<Mark> {
    by_subscription(marks).values().filter_map(counting).cloned().collect()
}

/// The ids of the sessions whose closed sheet no longer has its hash.
pub(crate) async fn altered_sheets(conn: &mut Conn) -> Result<Vec<(i64,)>> {
    let mut altered = Vec::new();
    for sheet in store::all_sheets(conn).await? {
        let covered: Vec<Mark> = attendance::of_session(conn, sheet.session_id)
            .await?
            .into_iter()
            .filter(|mark| Some(mark.id) <= sheet.last_mark_id)
            .collect();
        let rows = canonical(sheet.session_id, sheet.starts_at, sheet.minutes, &counted(&covered));
        if sha256_hex(rows) != sheet.hash {
            altered.push((sheet.session_id,));
        }
    }
    Ok(altered)
}

/// Which sheet is wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Form {
    /// Without marks, to be signed by hand.
    #[serde(default)]
    blank: bool,
}

/// The attendance sheet of a session as PDF: name, status, minutes, and how each mark came about.
#[utoipa::path(get, path = "/class-sessions/{id}/sheet.pdf", tag = "attendance", params(("id" = i64, Path), Form),
    responses((status = 200, description = "The PDF.", content_type = "application/pdf")))]
pub(super) async fn sheet_pdf(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
    Query(form): Query<Form>,
) -> Result<Response> {
    let sheet = {
        let mut conn = app.db.read().await?;
        teaching::check_session(&mut conn, caller, id, app.clock.today()).await?;
        let session = timetable::find_session(&mut conn, id).await?;
        let school = Seller::from(school::store::read(&mut conn).await?);
        sheet(&mut conn, session, school, form.blank, app.clock.now()).await?
    };
    let name = format!("attachment; filename=\"feuille-{}-{id}.pdf\"", sheet.day);
    let logo = school::logo::for_document(&app, sheet.school.logo_url.as_deref()).await;
    let bytes = documents::attendance_sheet(sheet, logo).await?;
    let headers = [(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}

async fn sheet(
    conn: &mut Conn,
    session: ClassSession,
    school: Seller,
    blank: bool,
    now: DateTime<Utc>,
) -> Result<AttendanceSheet> {
    let closed = store::sheet(conn, session.id).await?.filter(|_| !blank);
    let marks = attendance::of_session(conn, session.id).await?;
    let last = closed.as_ref().and_then(|sheet| sheet.last_mark_id);
    let counted = counted(&marks);
    let lines = store::class(conn, session.id).await?.into_iter().map(|member| {
        let mark = counted.iter().find(|mark| mark.subscription_id == member.subscription_id);
        SheetLine {
            learner: format!("{} {}", member.first_name, member.last_name),
            mark: mark.filter(|_| !blank).map(|mark| (mark.status, mark.late, mark.manner)),
            corrected: closed.is_some() && mark.is_some_and(|mark| Some(mark.id) > last),
        }
    });
    Ok(AttendanceSheet {
        lines: lines.collect(),
        school,
        course: session.course_name,
        module: session.module_name,
        day: session.date,
        start_time: session.start_time,
        minutes: session.minutes,
        room: session.room_name,
        teacher: session.teacher_name,
        blank,
        printed_on: paris_day(now),
        closed: closed.map(|sheet| documents::ClosedSheet {
            number: sheet.number(),
            closed_on: paris_day(sheet.closed_at),
            closed_by: sheet.closed_by,
            hash: sheet.hash,
        }),
    })
}

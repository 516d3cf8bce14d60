//! The sessions of a class as its learner sees them: held and to come, as JSON and as a calendar file.

use std::collections::HashMap;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::attendance::{Mark, Rate};
use preau_core::course::CourseType;
use serde::Serialize;

use super::learning::{self, Learning};
use crate::calendar;
use crate::calendar::store::SessionRow;
use crate::catalogue::attendance::{self, Attended};
use crate::clock;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::http::owned::{Owned, owned};
use crate::ics::{self, Purpose};
use crate::people::accounts;

/// A session of a class, for one of its learners.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LearnerSession {
    pub id: i64,
    pub course_id: i64,
    pub course_name: String,
    pub course_type: CourseType,
    pub language_code: String,
    pub module_id: Option<i64>,
    pub module_name: Option<String>,
    /// In Paris.
    pub date: NaiveDate,
    /// `18:30`, in Paris.
    pub start_time: String,
    pub minutes: i64,
    #[serde(serialize_with = "clock::instant")]
    pub starts_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::instant")]
    pub ends_at: DateTime<Utc>,
    pub room_id: Option<i64>,
    pub room_name: Option<String>,
    pub room_address: Option<String>,
    /// The session's link, else the course's; only while the access lives.
    pub meeting_url: Option<String>,
    pub teacher_id: Option<i64>,
    pub teacher_name: Option<String>,
    /// `PLANNED` or `CANCELLED`.
    pub status: String,
    /// Why it was cancelled.
    pub reason: Option<String>,
    pub note: Option<String>,
    /// The learner's own, once the session's sheet is closed.
    pub attendance: Option<OwnAttendance>,
    pub sheet_closed: bool,
}

/// How a learner attended a session.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnAttendance {
    /// `PRESENT`, `LATE`, `EXCUSED` or `ABSENT`.
    pub status: String,
    pub minutes: Option<i64>,
    /// `TEACHER`, `SCAN` or `PAPER`.
    pub manner: String,
}

/// How much a learner attended of the sessions whose sheets are closed.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttendanceRate {
    pub attended_minutes: i64,
    pub held_minutes: i64,
    pub sessions: i64,
    pub attended: i64,
}

/// The sessions of one subscription, in order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LearnerSessions {
    pub sessions: Vec<LearnerSession>,
    /// Null while no sheet is closed.
    pub rate: Option<AttendanceRate>,
}

impl From<&Mark> for OwnAttendance {
    fn from(mark: &Mark) -> Self {
        let (status, manner) = (mark.status.as_str().to_owned(), mark.manner.as_str().to_owned());
        Self { status, minutes: mark.late, manner }
    }
}

impl AttendanceRate {
    fn of(closed: &HashMap<i64, Attended>) -> Option<Self> {
        let mut rate = Rate::default();
        for session in closed.values() {
            rate.add(session.minutes, session.mark.as_ref());
        }
        let Rate { attended_minutes, held_minutes, sessions, attended } = rate;
        (sessions > 0).then_some(Self { attended_minutes, held_minutes, sessions, attended })
    }
}

impl LearnerSession {
    fn of(row: SessionRow, live: bool, closed: Option<&Attended>) -> Self {
        Self {
            id: row.id,
            course_id: row.course_id,
            course_name: row.course_name,
            course_type: row.course_type,
            language_code: row.language_code,
            module_id: row.module_id,
            module_name: row.module_name,
            date: row.day,
            start_time: row.start_time,
            minutes: row.minutes,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            room_id: row.room_id,
            room_name: row.room_name,
            room_address: row.room_address,
            meeting_url: row.meeting_url.filter(|_| live),
            teacher_id: row.teacher_id,
            teacher_name: row.teacher_name,
            status: row.status,
            reason: row.reason,
            note: row.note,
            attendance: closed.and_then(|session| session.mark.as_ref()).map(OwnAttendance::from),
            sheet_closed: closed.is_some(),
        }
    }
}

/// A subscription, of which editors may see the class too.
struct InClass(Learning);

impl Owned for InClass {
    fn is_open_to(caller: SignedIn) -> bool {
        caller.is_staff()
    }

    async fn get(conn: &mut Conn, id: i64) -> Result<Self> {
        learning::get(conn, id).await.map(Self)
    }

    async fn belongs_to(&self, conn: &mut Conn, account_id: i64) -> Result<bool> {
        accounts::store::acts_for(conn, account_id, self.0.row.user_id).await
    }
}

/// The sessions in whose class a subscription is, and whether it is live; without links when it is not.
async fn sessions(app: &AppContext, caller: SignedIn, id: i64) -> Result<(Vec<SessionRow>, bool)> {
    let mut conn = app.db.read().await?;
    let InClass(learning) = owned(&mut conn, caller, id).await?;
    let live = learning.can_access(app.clock.today());
    Ok((calendar::store::of_subscription(&mut conn, id).await?, live))
}

/// The sessions held and to come of what a subscription covers, in order, with one's own attendance: from the day on
/// which the learner wished to start, until the subscription has ended.
#[utoipa::path(get, path = "/subscriptions/{id}/sessions", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 200, body = LearnerSessions)))]
pub(super) async fn subscription_sessions(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<LearnerSessions>> {
    let (rows, live) = sessions(&app, caller, id).await?;
    let closed = attendance::of_subscription(&mut app.db.read().await?, id).await?;
    let closed: HashMap<i64, Attended> = closed.into_iter().map(|one| (one.session_id, one)).collect();
    let sessions = rows.into_iter().map(|row| {
        let closed = closed.get(&row.id);
        LearnerSession::of(row, live, closed)
    });
    Ok(Json(LearnerSessions { sessions: sessions.collect(), rate: AttendanceRate::of(&closed) }))
}

/// The sessions of a subscription as a calendar file.
#[utoipa::path(get, path = "/subscriptions/{id}/calendar.ics", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 200, description = "The sessions.", body = String, content_type = "text/calendar")))]
pub(super) async fn subscription_calendar(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Response> {
    let (mut rows, live) = sessions(&app, caller, id).await?;
    if !live {
        for row in &mut rows {
            row.meeting_url = None;
        }
    }
    let headers = [
        (header::CONTENT_TYPE, ics::MEDIA_TYPE),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"seances.ics\""),
    ];
    Ok((headers, calendar::file(Purpose::File, &rows)).into_response())
}

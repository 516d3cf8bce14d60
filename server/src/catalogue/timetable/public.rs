//! The sessions of a course as everybody sees them: no link, and no room of an online course.

use crate::routes;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::class_session::SessionStatus;
use preau_core::course::CourseType;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::catalogue::access::CourseAccess;
use crate::catalogue::store::{Part, course_of};
use crate::clock;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::caller::Caller;
use crate::http::extract::{Json, Path};

use super::session::ClassSession;
use super::store;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(sessions_of_course))
}

/// A session of a course.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicSession {
    /// Its id.
    pub id: i64,
    /// Its module; null: the whole course.
    pub module_id: Option<i64>,
    /// The module's title.
    pub module_name: Option<String>,
    /// Its day in Paris.
    pub date: NaiveDate,
    /// Its local time: `18:30`.
    pub start_time: String,
    /// Its length.
    pub minutes: i64,
    /// Its first instant.
    #[serde(serialize_with = "clock::instant")]
    pub starts_at: DateTime<Utc>,
    /// When it is over.
    #[serde(serialize_with = "clock::instant")]
    pub ends_at: DateTime<Utc>,
    /// Whether it takes place.
    pub status: SessionStatus,
    /// Its room; of courses in person only.
    pub room_name: Option<String>,
    /// The room's address; null: at the school.
    pub room_address: Option<String>,
    /// Who gives it.
    pub teacher_name: Option<String>,
}

impl From<ClassSession> for PublicSession {
    fn from(session: ClassSession) -> Self {
        let in_person = session.course_type == CourseType::InPerson;
        Self {
            id: session.id,
            module_id: session.module_id,
            module_name: session.module_name,
            date: session.date,
            start_time: session.start_time,
            minutes: session.minutes,
            starts_at: session.starts_at,
            ends_at: session.ends_at,
            status: session.status,
            room_name: session.room_name.filter(|_| in_person),
            room_address: session.room_address.filter(|_| in_person),
            teacher_name: session.teacher_name,
        }
    }
}

/// Every session of a course, cancelled and past ones among them. Of an unpublished course only for staff and for its
/// subscribers.
#[utoipa::path(get, path = "/courses/{id}/sessions", tag = "timetable", params(("id" = i64, Path)),
    responses((status = 200, body = [PublicSession])))]
async fn sessions_of_course(
    State(app): State<AppContext>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Vec<PublicSession>>> {
    let mut conn = app.db.read().await?;
    let (_, status) = course_of(&mut conn, Part::Course, id).await?;
    CourseAccess::of(&mut conn, &caller, id, status, app.clock.today()).await?;
    let sessions = store::of_course(&mut conn, id).await?;
    Ok(Json(sessions.into_iter().map(PublicSession::from).collect()))
}

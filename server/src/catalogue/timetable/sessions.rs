//! Single sessions as staff reads, adds, changes, cancels and deletes them.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use preau_core::calendar::{add_days, start_of_paris_day};
use preau_core::clash::Occupation;
use preau_core::class_session::{self, ClassSessionInput, TeacherChoice, reason};
use preau_core::code::Code;
use preau_core::course::CourseStatus;
use preau_core::editing::New;
use preau_core::period::Period;
use preau_core::problem::Problem;
use serde::Deserialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use crate::answer;
use crate::context::AppContext;
use crate::db::Filter;
use crate::editing::{self, Content, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path, Query};
use crate::write::{Call, Tx, check_version};

use super::changed::changed;
use super::clash;
use super::course::{self, PlannedCourse, References};
use super::session::ClassSession;
use super::store::{self, Written};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_class_sessions, create_session))
        .routes(routes!(update_session, delete_session))
        .routes(routes!(cancel_session))
}

/// Longest period of a list, in days.
const LONGEST: u64 = 92;

/// Which sessions are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct SessionQuery {
    /// Of this course; then the days may be absent.
    course_id: Option<i64>,
    /// In this room.
    room_id: Option<i64>,
    /// Given by this teacher.
    teacher_id: Option<i64>,
    /// First day in Paris, `yyyy-mm-dd`.
    from: Option<String>,
    /// Last day, at most 92 days in all.
    to: Option<String>,
}

impl SessionQuery {
    fn filter(&self, of: Filter) -> Result<Filter> {
        let filter = of
            .when("s.course_id = $1", self.course_id)
            .when("s.room_id = $1", self.room_id)
            .when("s.teacher_id = $1", self.teacher_id);
        if self.course_id.is_some() && self.from.is_none() && self.to.is_none() {
            return Ok(filter);
        }
        for (name, day) in [("from", &self.from), ("to", &self.to)] {
            if day.is_none() {
                return Err(Error::field(name, Code::Required));
            }
        }
        let period = Period::open(self.from.as_deref(), self.to.as_deref())?;
        if period.days() > LONGEST {
            return Err(Problem::field("to", Code::RangeTooLong).into());
        }
        let after = start_of_paris_day(add_days(period.to, 1));
        Ok(filter.with("s.starts_at >= $1 AND s.starts_at < $2", (period.begins(), after)))
    }
}

/// The sessions that the caller may see: a teacher sees those of own courses, and those given in others.
fn own(caller: SignedIn) -> Filter {
    if caller.is_staff() {
        return Filter::new();
    }
    // No teacher has this id.
    Filter::new().with("(s.teacher_id = $1 OR c.teacher_id = $1)", caller.teacher_id.unwrap_or_default())
}

/// Sessions by their beginning, cancelled ones among them.
#[utoipa::path(get, path = "/class-sessions", tag = "timetable", params(SessionQuery),
    responses((status = 200, body = [ClassSession])))]
async fn list_class_sessions(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(query): Query<SessionQuery>,
) -> Result<Json<Vec<ClassSession>>> {
    let filter = query.filter(own(caller))?;
    store::sessions(&mut app.db.read().await?, &filter).await.map(Json)
}

/// Adds a session. 409 when its room or its teacher is elsewhere at that time (`params.session` is the other session), or
/// when it lies outside of the course's dates.
#[utoipa::path(post, path = "/class-sessions", tag = "timetable", request_body = ClassSessionInput,
    responses((status = 201, body = ClassSession),
        (status = 200, body = ClassSession, description = "This `clientId` has a session already."),
        (status = 410)))]
async fn create_session(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<ClassSessionInput>,
) -> Result<Response> {
    editing::create::<ClassSession>(&app, &call, form).await
}

/// Changes a session: absent fields stay. 409 as when one is added, and for a cancelled one.
#[utoipa::path(put, path = "/class-sessions/{id}", tag = "timetable", params(("id" = i64, Path)),
    request_body = ClassSessionInput, responses((status = 200, body = ClassSession), (status = 412)))]
async fn update_session(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<ClassSessionInput>,
) -> Result<Response> {
    editing::update::<ClassSession>(&app, &call, id, form).await
}

/// Deletes a session that has not begun.
#[utoipa::path(delete, path = "/class-sessions/{id}", tag = "timetable", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_session(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    editing::delete::<ClassSession>(&app, &call, id).await
}

/// The cancellation of a session.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct SessionCancellation {
    /// For learners; at most 500 characters.
    reason: Option<String>,
}

/// Cancels a session; a cancelled one is left as it is.
#[utoipa::path(patch, path = "/class-sessions/{id}/cancel", tag = "timetable", params(("id" = i64, Path)),
    request_body = SessionCancellation, responses((status = 200, body = ClassSession), (status = 412)))]
async fn cancel_session(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(cancellation): Json<SessionCancellation>,
) -> Result<Response> {
    let reason = reason(cancellation.reason.as_deref()).map_err(|fault| Error::field("reason", fault))?;
    answer!(&app, &call, StatusCode::OK, |tx| {
        let before = ClassSession::find(tx, &id).await?;
        check_version(&call, before.version, || json!(before))?;
        if before.is_cancelled() {
            return Ok(before);
        }
        refuse_marked(&before)?;
        store::cancel(tx, id, &reason).await?;
        let after = ClassSession::find(tx, &id).await?;
        changed(tx, Some(&before), Some(&after)).await?;
        let values = (Some(before.audit_values()), Some(after.audit_values()));
        tx.audit("class-session.cancelled", ClassSession::ENTITY, id, values.0, values.1).await?;
        Ok(after)
    })
}

impl Versioned for ClassSession {
    const ENTITY: &'static str = "class-session";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        store::session(tx, *id).await
    }
}

/// Refuses to move, cancel or delete a session whose roll was called.
fn refuse_marked(session: &ClassSession) -> Result<()> {
    if session.has_marks || session.sheet_closed_at.is_some() {
        return Err(Code::SessionMarked.into());
    }
    Ok(())
}

/// The course of a session, when all that it refers to exists.
async fn course_of(tx: &mut Tx, session: &class_session::ClassSession) -> Result<PlannedCourse> {
    let references = References {
        course_id: session.course_id,
        module_id: session.module_id,
        room_id: session.room_id,
        teacher_id: session.teacher.id(None),
    };
    PlannedCourse::of(tx, &references).await
}

/// What is written of a session, once its room, its teacher and its day are found to be free.
async fn written<'s>(
    tx: &mut Tx,
    session: &'s class_session::ClassSession,
    client_id: Option<&'s str>,
    own: Option<&ClassSession>,
) -> Result<Written<'s>> {
    let course = course_of(tx, session).await?;
    let teacher_id = session.teacher.id(course.teacher_id);
    let takes_place = course.status != CourseStatus::Archived || session.times.starts_at() <= tx.now;
    if takes_place {
        let wanted = Occupation { times: session.times, room_id: session.room_id, teacher_id };
        let but: Vec<i64> = own.map(|own| own.id).into_iter().collect();
        let now = tx.now;
        if let Some(clash) = clash::find(tx, &[wanted], &but, now).await?.into_iter().flatten().next() {
            return Err(clash.refusal().into());
        }
    }
    // One that lies outside already may stay where it is.
    let moved: Option<NaiveDate> =
        Some(session.times.day).filter(|day| own.is_none_or(|own| own.date != *day));
    course::fit(tx, &course, moved, session.extend_course).await?;
    Ok(Written {
        course_id: session.course_id,
        series_id: own.and_then(|own| own.series_id),
        module_id: session.module_id,
        times: session.times,
        room_id: session.room_id,
        meeting_url: session.meeting_url.as_deref(),
        teacher_id,
        note: session.note.as_deref(),
        client_id,
    })
}

impl Content for ClassSession {
    const TABLE: Table = content_table!("class_sessions");
    type Form = ClassSessionInput;

    fn checked(&self) -> Result<class_session::ClassSession> {
        Ok(class_session::ClassSession {
            course_id: self.course_id,
            module_id: self.module_id,
            times: self.times()?,
            room_id: self.room_id,
            meeting_url: self.meeting_url.clone(),
            teacher: TeacherChoice::Own(self.teacher_id),
            note: self.note.clone(),
            extend_course: false,
        })
    }

    async fn check(_: &mut Tx, _: &class_session::ClassSession) -> Result<()> {
        Ok(())
    }

    async fn insert(
        tx: &mut Tx,
        New { content, client_id }: &New<class_session::ClassSession>,
    ) -> Result<i64> {
        let written = written(tx, content, client_id.as_deref(), None).await?;
        let id = store::insert(tx, &written).await?;
        let after = store::session(tx, id).await?;
        changed(tx, None, Some(&after)).await?;
        Ok(id)
    }

    async fn update(tx: &mut Tx, id: i64, content: &class_session::ClassSession) -> Result<()> {
        let before = store::session(tx, id).await?;
        if before.is_cancelled() {
            return Err(Code::SessionCancelled.into());
        }
        let moved = before.times()? != content.times
            || (before.course_id, before.module_id) != (content.course_id, content.module_id);
        if moved {
            refuse_marked(&before)?;
        }
        let written = written(tx, content, None, Some(&before)).await?;
        let same =
            class_session::ClassSession { extend_course: false, ..content.clone() } == before.checked()?;
        let by_hand = before.by_hand || (before.series_id.is_some() && !same);
        store::update(tx, id, &written, by_hand).await?;
        let after = store::session(tx, id).await?;
        changed(tx, Some(&before), Some(&after)).await
    }

    async fn before_delete(&self, tx: &mut Tx) -> Result<()> {
        if self.starts_at <= tx.now {
            return Err(Code::SessionPast.into());
        }
        refuse_marked(self)?;
        changed(tx, Some(self), None).await
    }
}

//! Series of sessions as staff previews, writes and deletes them.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use preau_core::class_session::{SessionWarning, Times, time_text, warnings};
use preau_core::editing::Form as _;
use preau_core::series::{Skip, hours};
use preau_core::series_change::{Change, Step, Why};
use preau_core::series_form::SeriesInput;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::Versioned as _;
use crate::error::Result;
use crate::http::extract::{Json, Path};
use crate::write::{Call, Tx, check_version, json_response, store_empty_response, store_response};
use crate::{answer, change, fetch_optional};

use super::changed::changed;
use super::clash::Clash;
use super::plan::Plan;
use super::series::{self, SessionSeries};
use super::session::ClassSession;
use super::store;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(series_of_course))
        .routes(routes!(preview_series))
        .routes(routes!(create_series))
        .routes(routes!(update_series, delete_series))
}

/// What a rule would do.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeriesPreview {
    /// Every session and every skipped day, in order.
    pub dates: Vec<PreviewDate>,
    /// Hours of the planned sessions of the series.
    pub hours: f64,
    /// Hours of all planned sessions of the course.
    pub course_hours: f64,
    /// Hours that the course promises.
    pub total_hours: i64,
    /// What is odd about it, and yet allowed.
    pub warnings: Vec<SessionWarning>,
    /// Whether days lie outside of the course's dates.
    pub outside_course: bool,
}

/// A line of a preview.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewDate {
    /// The session that there is already.
    pub session_id: Option<i64>,
    /// Its day afterwards; of a session that is removed, its day.
    pub date: NaiveDate,
    /// Its local time.
    pub start_time: String,
    /// Its length.
    pub minutes: i64,
    /// What happens; null for a skipped day.
    pub change: Option<Change>,
    /// When a moved session was; the same time when only its room, teacher or module changes.
    pub from: Option<PreviewMoment>,
    /// Why the day has no session.
    pub skipped: Option<Skip>,
    /// Why the session is not touched.
    pub why: Option<Why>,
    /// What is in its way.
    pub clash: Option<Clash>,
}

/// When a session was.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewMoment {
    /// Its day.
    pub date: NaiveDate,
    /// Its local time.
    pub start_time: String,
    /// Its length.
    pub minutes: i64,
}

impl From<Times> for PreviewMoment {
    fn from(times: Times) -> Self {
        Self { date: times.day, start_time: time_text(times.start), minutes: times.minutes }
    }
}

/// A series with its sessions.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WrittenSeries {
    /// The series.
    pub series: SessionSeries,
    /// Its sessions, by their beginning.
    pub sessions: Vec<ClassSession>,
}

const ROOM_SEATS: &str = "SELECT seats FROM rooms WHERE id = $1";

impl SeriesPreview {
    async fn of(conn: &mut Conn, plan: Plan) -> Result<Self> {
        let seats = match plan.series.room_id {
            Some(room_id) => fetch_optional!(conn, (Option<i64>,), ROOM_SEATS, room_id)?,
            None => None,
        };
        let minutes = plan.minutes();
        let outside_course = plan.written_days().any(|day| plan.course.is_outside(day));
        let clashes = plan.clashes.iter().cloned();
        let dates = plan.steps.iter().zip(clashes).map(|(step, clash)| date(step, clash, &plan.existing));
        Ok(Self {
            dates: dates.collect(),
            hours: hours(minutes),
            course_hours: hours(minutes + plan.other_minutes),
            total_hours: plan.course.total_hours,
            warnings: warnings(seats.and_then(|(seats,)| seats), plan.course.capacity),
            outside_course,
        })
    }
}

fn date(step: &Step, clash: Option<Clash>, existing: &[ClassSession]) -> PreviewDate {
    PreviewDate {
        session_id: step.existing.map(|place| existing[place].id),
        date: step.times.day,
        start_time: time_text(step.times.start),
        minutes: step.times.minutes,
        change: step.change,
        from: step.from.map(PreviewMoment::from),
        skipped: step.skipped.clone(),
        why: step.why,
        clash,
    }
}

/// The series of a course, the earliest first.
#[utoipa::path(get, path = "/session-series/course/{courseId}", tag = "timetable",
    params(("courseId" = i64, Path)), responses((status = 200, body = [SessionSeries])))]
async fn series_of_course(
    State(app): State<AppContext>,
    Path(course_id): Path<i64>,
) -> Result<Json<Vec<SessionSeries>>> {
    series::of_course(&mut app.db.read().await?, course_id).await.map(Json)
}

/// What a new rule, or a change of the one with `id`, would do. Writes nothing.
#[utoipa::path(post, path = "/session-series/preview", tag = "timetable", request_body = SeriesInput,
    responses((status = 200, body = SeriesPreview), (status = 404)))]
async fn preview_series(
    State(app): State<AppContext>,
    Json(form): Json<SeriesInput>,
) -> Result<Json<SeriesPreview>> {
    let mut conn = app.db.read().await?;
    let series = match form.id {
        Some(id) => form.change(&series::find(&mut conn, id).await?.checked()?)?,
        None => form.create()?.content,
    };
    let plan = Plan::of(&mut conn, series, form.id, app.clock.now()).await?;
    SeriesPreview::of(&mut conn, plan).await.map(Json)
}

/// Adds a series with its sessions. 409 when a room or the teacher is elsewhere at one of the times (`params.session` is the
/// other session), or when days lie outside of the course's dates.
#[utoipa::path(post, path = "/session-series", tag = "timetable", request_body = SeriesInput,
    responses((status = 201, body = WrittenSeries),
        (status = 200, body = WrittenSeries, description = "This `clientId` has a series already.")))]
async fn create_series(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<SeriesInput>,
) -> Result<Response> {
    let new = form.create()?;
    let (status, text) = change!(app, Some(&call), |tx| {
        let (status, written) = create(tx, &new).await?;
        Ok((status, store_response(tx, &call, status, &written).await?))
    })?;
    Ok(json_response(status, text))
}

type NewSeries = preau_core::editing::New<preau_core::series_form::Series>;

async fn create(tx: &mut Tx, new: &NewSeries) -> Result<(StatusCode, WrittenSeries)> {
    if let Some(client_id) = &new.client_id
        && let Some(series) = series::by_client_id(tx, client_id).await?
    {
        let sessions = store::of_series(tx, series.id).await?;
        return Ok((StatusCode::OK, WrittenSeries { series, sessions }));
    }
    let (written, changes) = add_series(tx, new).await?;
    let after = noted(&written.series, Some(changes));
    tx.audit("session-series.created", SessionSeries::ENTITY, written.series.id, None, Some(after)).await?;
    Ok((StatusCode::CREATED, written))
}

/// Writes a series with its sessions; also answers what was written, for the audit log.
///
/// # Errors
/// `room_taken`, `teacher_taken`, `outside_course_dates`.
pub(crate) async fn add_series(tx: &mut Tx, new: &NewSeries) -> Result<(WrittenSeries, Value)> {
    let now = tx.now;
    let plan = Plan::of(tx, new.content.clone(), None, now).await?;
    plan.check(tx).await?;
    let id = series::insert(tx, &plan.series, plan.teacher_id, new.client_id.as_deref()).await?;
    let sessions = plan.write(tx, id).await?;
    let series = SessionSeries::find(tx, &id).await?;
    Ok((WrittenSeries { series, sessions }, plan.noted()))
}

fn noted(series: &SessionSeries, changes: Option<Value>) -> Value {
    let mut values = json!(series);
    if let Some(changes) = changes {
        values["sessions"] = changes;
    }
    values
}

/// Changes a rule: absent fields stay. Its sessions follow, except those that are past, cancelled or changed by hand. 409 as
/// when one is added.
#[utoipa::path(put, path = "/session-series/{id}", tag = "timetable", params(("id" = i64, Path)),
    request_body = SeriesInput, responses((status = 200, body = WrittenSeries), (status = 412)))]
async fn update_series(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<SeriesInput>,
) -> Result<Response> {
    answer!(&app, &call, StatusCode::OK, |tx| {
        let before = SessionSeries::find(tx, &id).await?;
        check_version(&call, before.version, || json!(before))?;
        let now = tx.now;
        let plan = Plan::of(tx, form.change(&before.checked()?)?, Some(id), now).await?;
        plan.check(tx).await?;
        series::update(tx, id, &plan.series, plan.teacher_id).await?;
        let sessions = plan.write(tx, id).await?;
        let series = SessionSeries::find(tx, &id).await?;
        let values = (Some(noted(&before, None)), Some(noted(&series, Some(plan.noted()))));
        tx.audit("session-series.updated", SessionSeries::ENTITY, id, values.0, values.1).await?;
        Ok(WrittenSeries { series, sessions })
    })
}

/// Deletes a series with its sessions to come, except those that are cancelled or changed by hand.
#[utoipa::path(delete, path = "/session-series/{id}", tag = "timetable", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_series(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    change!(app, Some(&call), |tx| {
        let before = SessionSeries::find(tx, &id).await?;
        check_version(&call, before.version, || json!(before))?;
        let mut removed = Vec::new();
        for session in store::of_series(tx, id).await? {
            if session.is_cancelled() || session.by_hand || session.has_marks || session.starts_at <= tx.now {
                continue;
            }
            changed(tx, Some(&session), None).await?;
            store::delete(tx, session.id).await?;
            removed.push(
                json!({ "change": Change::Remove, "date": session.date, "startTime": session.start_time }),
            );
        }
        series::delete(tx, id).await?;
        let values = noted(&before, Some(json!(removed)));
        tx.audit("session-series.deleted", SessionSeries::ENTITY, id, Some(values), None).await?;
        store_empty_response(tx, &call, StatusCode::NO_CONTENT).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

//! The attendance of a period as a file for a spreadsheet.

use std::collections::BTreeMap;

use crate::routes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use chrono::NaiveDate;
use preau_core::attendance::{Mark, counting};
use preau_core::attendance_file::{Entry, file};
use preau_core::period::Period;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use super::{by_subscription, store};
use crate::catalogue::{attendance, teaching};
use crate::context::AppContext;
use crate::db::{Conn, Filter, Order};
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::Query;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(export_attendance))
}

/// Which sessions are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Search {
    course_id: Option<i64>,
    /// First day in Paris, `yyyy-mm-dd`; absent: twelve weeks, the current one included.
    from: Option<String>,
    /// Last day, at most two years later; absent: today.
    to: Option<String>,
}

#[derive(preau_derive::FromRow)]
struct SessionRow {
    id: i64,
    course_name: String,
    day: NaiveDate,
    start_time: String,
    minutes: i64,
}

const SESSIONS: &str = "
    SELECT cs.id, c.name AS course_name, cs.day, cs.start_time, cs.minutes
    FROM class_sessions cs JOIN courses c ON c.id = cs.course_id";
const OWN: &str = "(c.teacher_id = $1 OR (cs.teacher_id = $1 AND cs.day >= $2))";

/// The attendance of held sessions: a row for each learner of each session. A teacher gets that of own classes.
#[utoipa::path(get, path = "/attendance/export.csv", tag = "attendance", params(Search),
    responses((status = 200, description = "The rows, separated by semicolons.", body = String, content_type = "text/csv")))]
async fn export_attendance(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(search): Query<Search>,
) -> Result<Response> {
    let today = app.clock.today();
    let period = Period::bounded(search.from.as_deref(), search.to.as_deref(), today)?;
    let own = (!caller.is_admin()).then(|| (caller.teacher_id.unwrap_or_default(), teaching::since(today)));
    let filter = Filter::new()
        .with("cs.status = 'PLANNED'", ())
        .with("cs.ends_at <= $1", app.clock.now())
        .with("cs.day >= $1", period.from)
        .with("cs.day <= $1", period.to)
        .when("cs.course_id = $1", search.course_id)
        .when(OWN, own);
    let mut conn = app.db.read().await?;
    let order = Order::ascending(&["cs.starts_at", "cs.id"]);
    let sessions = filter.fetch_all::<SessionRow>(&mut conn, SESSIONS, order).await?;
    let mut entries = Vec::new();
    for session in sessions {
        entries.extend(of_session(&mut conn, session).await?);
    }
    let name = format!("attachment; filename=\"presences-{today}.csv\"");
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, file(entries)?).into_response())
}

async fn of_session(conn: &mut Conn, session: SessionRow) -> Result<Vec<Entry>> {
    let marks: BTreeMap<i64, Vec<Mark>> = by_subscription(&attendance::of_session(conn, session.id).await?);
    let closed = store::sheet(conn, session.id).await?.is_some();
    let class = store::class(conn, session.id).await?;
    let entry = |member: store::Member| Entry {
        course: session.course_name.clone(),
        day: session.day,
        start_time: session.start_time.clone(),
        minutes: session.minutes,
        learner: format!("{} {}", member.first_name, member.last_name),
        mark: marks.get(&member.subscription_id).and_then(counting).cloned(),
        closed,
    };
    Ok(class.into_iter().map(entry).collect())
}

//! Statistics for administrators: sales, seats, abandoned checkouts, learners' progress, ending
//! subscriptions.
//!
//! The definitions are core's ([`preau_core::stats`]); a fixed number of statements reads the facts.

mod attendance;
mod store;

use std::collections::BTreeMap;

use crate::routes;
use axum::extract::State;
use chrono::NaiveDate;
use preau_core::course::CourseType;
use preau_core::period::Period;
use preau_core::stats::{Following, Funnel, Sales, SalesWeek, by_week, following};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

pub use attendance::{AbsentTwice, CourseAttendance};

use crate::context::AppContext;
use crate::db::Conn;
use crate::error::Result;
use crate::http::extract::{Json, Query};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(read_stats))
}

/// The school in figures. Sales, checkouts and learning are those of the period; seats and access are today's.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub sales: Sales,
    /// Of as many days right before.
    pub sales_before: Sales,
    /// Weeks in Paris, from Monday; the first and the last may be cut.
    pub weeks: Vec<SalesWeek>,
    pub funnel: Funnel,
    /// Of as many days right before.
    pub funnel_before: Funnel,
    pub waitlist: WaitlistStats,
    /// Published courses, by their beginning.
    pub courses: Vec<CourseSeats>,
    /// Modules of the courses in which somebody viewed a lesson, in their order.
    pub modules: Vec<ModuleFollowing>,
    /// Subscriptions whose access ends within sixty days, the first to end first.
    pub expiring: Vec<ExpiringAccess>,
    /// Courses with a sheet closed for a session in the period, by name.
    pub attendance: Vec<CourseAttendance>,
    /// Learners who missed their last two sessions without an excuse, today.
    pub absent_twice: Vec<AbsentTwice>,
}

/// The waiting lists in a period: offers of seats and what became of them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WaitlistStats {
    /// People who joined a list.
    pub joined: i64,
    /// Seats that were offered.
    pub offered: i64,
    pub accepted: i64,
    pub declined: i64,
    /// Offers that nobody answered in time.
    pub lapsed: i64,
    /// Seats that were sold to somebody from a list.
    pub filled: i64,
}

/// The seats of a course.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseSeats {
    pub id: i64,
    pub name: String,
    #[sqlx(rename = "type", try_from = "String")]
    pub r#type: CourseType,
    pub seats_taken: i64,
    /// Nothing: as many as want.
    pub capacity: Option<i64>,
}

/// How far learners came in a module.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModuleFollowing {
    pub id: i64,
    pub title: String,
    pub course_id: i64,
    pub course_name: String,
    #[serde(flatten)]
    pub following: Following,
    /// Of as many days right before, as it was at their end.
    pub before: Following,
}

/// A subscription that ends soon.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpiringAccess {
    pub subscription_id: i64,
    pub user_id: i64,
    pub learner: String,
    pub course_id: i64,
    pub course_name: String,
    pub access_expires_at: NaiveDate,
    /// Whether all of it was completed.
    pub completed: bool,
}

/// The requested period.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Days {
    /// First day in Paris, `yyyy-mm-dd`; absent: twelve weeks, the current one included.
    from: Option<String>,
    /// Last day, at most two years later; absent: today.
    to: Option<String>,
}

/// The school in figures.
#[utoipa::path(get, path = "/stats", tag = "stats", params(Days), responses((status = 200, body = Stats)))]
async fn read_stats(State(app): State<AppContext>, Query(days): Query<Days>) -> Result<Json<Stats>> {
    let today = app.clock.today();
    let period = Period::bounded(days.from.as_deref(), days.to.as_deref(), today)?;
    let mut conn = app.db.read().await?;
    let events = store::events(&mut conn, &period).await?;
    let funnel = Funnel::of(store::outcomes(&mut conn, &period).await?);
    let funnel_before = Funnel::of(store::outcomes(&mut conn, &period.before()).await?);
    let waitlist = store::waitlist(&mut conn, &period).await?;
    let courses = store::courses(&mut conn).await?;
    let modules = modules(&mut conn, &period).await?;
    let expiring = store::expiring(&mut conn, today).await?;
    let attendance = attendance::courses(&mut conn, &period).await?;
    let absent_twice = attendance::absent_twice(&mut conn, today).await?;
    Ok(Json(Stats {
        from: period.from,
        to: period.to,
        sales: Sales::of(&period, &events),
        sales_before: Sales::of(&period.before(), &events),
        weeks: by_week(&period, &events),
        funnel,
        funnel_before,
        waitlist,
        courses,
        modules,
        expiring,
        attendance,
        absent_twice,
    }))
}

/// How far learners came in each module in a period, and in the one before.
async fn modules(conn: &mut Conn, period: &Period) -> Result<Vec<ModuleFollowing>> {
    let taught = store::modules(conn, period).await?;
    let tracks = store::tracks(conn, period).await?;
    let tracks_before = store::tracks(conn, &period.before()).await?;
    let lessons: BTreeMap<i64, u64> = taught.iter().map(|module| (module.id, module.lessons())).collect();
    let (mut now, mut before) = (following(&lessons, &tracks), following(&lessons, &tracks_before));
    Ok(taught.into_iter().map(|module| module.into_following(&mut now, &mut before)).collect())
}

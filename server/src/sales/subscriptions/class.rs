//! The class of a course: everybody with a seat or a live subscription and, listed apart, the held seats whose payment
//! is pending. Editors see names and levels; amounts, contact data and needs are for ADMIN.

use std::collections::HashMap;

use crate::people::accounts::store::international_phone;
use crate::routes;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::course::CourseType;
use preau_core::money::Cents;
use preau_core::subscription::SubscriptionStatus;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use super::learning::{self, Learning, SubscriptionFilter};
use crate::clock;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::http::paging::Window;
use crate::sales::checkout::draft::Draft;
use crate::sales::reservations::history::full_name;
use crate::{fetch_all, fetch_optional};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(class_of_course))
}

/// A course and its class.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Class {
    course: ClassCourse,
    /// By last name.
    learners: Vec<ClassLearner>,
    holds: Vec<ClassHold>,
}

/// Header of a class list.
#[derive(Debug, Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct ClassCourse {
    id: i64,
    name: String,
    #[serde(rename = "type")]
    #[sqlx(rename = "type", try_from = "String")]
    kind: CourseType,
    language_code: String,
    level: String,
    teacher_name: Option<String>,
    start_date: NaiveDate,
    end_date: NaiveDate,
    location: Option<String>,
    schedule: Option<String>,
    /// Absent: no limit.
    capacity: Option<i64>,
    seats_taken: i64,
}

/// Somebody with a seat or a live subscription.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClassLearner {
    subscription_id: i64,
    first_name: String,
    last_name: String,
    /// Empty: the whole course.
    module_titles: Vec<String>,
    /// The learner's requested start date.
    start_date: NaiveDate,
    /// Since when they have the seat.
    since: NaiveDate,
    status: SubscriptionStatus,
    /// Last day of access.
    access_expires_at: NaiveDate,
    progression_percentage: u8,
    /// As the latest test or the school sees it.
    level: Option<String>,
    /// What the learner agreed to say of their needs; for ADMIN.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<String>,
    /// For ADMIN.
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<ClassContact>,
}

/// How to reach a learner, and who pays.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClassContact {
    user_id: i64,
    /// None for a child without e-mail: contact the payer.
    email: Option<String>,
    phone: Option<String>,
    payer_name: Option<String>,
    payer_email: Option<String>,
    /// Euros of everything sold to them in this course; absent where nothing was sold.
    #[schema(value_type = Option<f64>)]
    amount: Option<Cents>,
}

/// A held seat whose payment is pending.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClassHold {
    reservation_id: i64,
    /// Name of the learner, if known.
    name: Option<String>,
    start_date: NaiveDate,
    #[serde(serialize_with = "clock::instant")]
    since: DateTime<Utc>,
    #[serde(serialize_with = "clock::instant")]
    until: DateTime<Utc>,
    /// For ADMIN.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    /// Euros; for ADMIN.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    amount: Option<Cents>,
}

/// The class list of a course.
#[utoipa::path(get, path = "/courses/admin/{id}/learners", tag = "courses", params(("id" = i64, Path)),
    responses((status = 200, body = Class)))]
async fn class_of_course(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Class>> {
    let today = app.clock.today();
    let whole = caller.is_admin();
    let mut conn = app.db.read().await?;
    let course = course(&mut conn, id).await?;
    let filter = SubscriptionFilter { course_id: Some(id), ..SubscriptionFilter::default() };
    let mut present = learning::load(&mut conn, &filter, Window::ALL).await?;
    present.retain(|learning| learning.row.holds_seat || learning.can_access(today));
    present.sort_by_cached_key(|learning| {
        let row = &learning.row;
        preau_core::text::fold(&format!("{} {}", row.learner_last_name, row.learner_first_name))
    });
    let mut enrolments = enrolments(&mut conn, id).await?;
    let learner = |learning: Learning| {
        let place = enrolments.remove(&learning.row.id).ok_or_else(Error::not_found)?;
        Ok(listed(learning, place, whole, today))
    };
    let learners = present.into_iter().map(learner).collect::<Result<_>>()?;
    Ok(Json(Class { course, learners, holds: holds(&mut conn, id, whole).await? }))
}

fn listed(learning: Learning, place: Enrolment, whole: bool, today: NaiveDate) -> ClassLearner {
    let row = &learning.row;
    let contact = whole.then(|| ClassContact {
        user_id: row.user_id,
        email: row.learner_email.clone(),
        phone: place.phone,
        payer_name: place.payer_name,
        payer_email: place.payer_email,
        amount: place.amount_cents.map(Cents),
    });
    let (first_name, last_name) = (row.learner_first_name.clone(), row.learner_last_name.clone());
    let subscription = learning.view(today);
    ClassLearner {
        subscription_id: subscription.id,
        first_name,
        last_name,
        module_titles: subscription.module_titles,
        start_date: place.start_date,
        since: subscription.subscription_date,
        status: subscription.status,
        access_expires_at: subscription.access_expires_at,
        progression_percentage: subscription.progression_percentage,
        level: place.level,
        needs: place.needs.filter(|_| whole),
        contact,
    }
}

const COURSE: &str = "
    SELECT c.id, c.name, c.type, g.code AS language_code, v.name AS level,
        t.first_name || ' ' || t.last_name AS teacher_name, c.start_date, c.end_date, c.location, c.schedule,
        c.capacity, c.seats_taken
    FROM courses c JOIN languages g ON g.id = c.language_id JOIN levels v ON v.id = c.level_id
    LEFT JOIN teachers t ON t.id = c.teacher_id
    WHERE c.id = $1";

async fn course(conn: &mut Conn, id: i64) -> Result<ClassCourse> {
    fetch_optional!(conn, ClassCourse, COURSE, id)?.ok_or_else(Error::not_found)
}

/// What a learner's reservations state about their seat.
#[derive(preau_derive::FromRow)]
struct Enrolment {
    id: i64,
    start_date: NaiveDate,
    level: Option<String>,
    needs: Option<String>,
    phone: Option<String>,
    payer_name: Option<String>,
    payer_email: Option<String>,
    amount_cents: Option<i64>,
}

const PLACES: &str = concat!(
    "
    SELECT s.id, COALESCE(r.start_date, s.subscription_date) AS start_date, s.level, n.text AS needs,
        ",
    international_phone!("u"),
    " AS phone,
        payer.first_name || ' ' || payer.last_name AS payer_name, r.payer_email,
        (SELECT CAST(SUM(paid.amount_cents) AS BIGINT) FROM subscription_reservations sr
            JOIN reservations paid ON paid.id = sr.reservation_id AND paid.status = 'CONFIRMED'
            WHERE sr.subscription_id = s.id) AS amount_cents
    FROM subscriptions s JOIN users u ON u.id = s.user_id LEFT JOIN learner_needs n ON n.user_id = u.id
    LEFT JOIN reservations r ON r.id = s.reservation_origin_id LEFT JOIN users payer ON payer.id = r.payer_id
    WHERE s.course_id = $1"
);

async fn enrolments(conn: &mut Conn, course_id: i64) -> Result<HashMap<i64, Enrolment>> {
    let rows = fetch_all!(conn, Enrolment, PLACES, course_id)?;
    Ok(rows.into_iter().map(|place| (place.id, place)).collect())
}

#[derive(preau_derive::FromRow)]
struct HoldRow {
    id: i64,
    draft: Option<String>,
    learner_name: Option<String>,
    learner_email: String,
    start_date: NaiveDate,
    amount_cents: i64,
    created_at: DateTime<Utc>,
    hold_until: DateTime<Utc>,
}

const HOLDS: &str = "
    SELECT r.id, r.draft, u.first_name || ' ' || u.last_name AS learner_name, r.learner_email, r.start_date,
        r.amount_cents, r.created_at, r.hold_until
    FROM reservations r LEFT JOIN users u ON u.id = r.learner_id
    WHERE r.course_id = $1 AND r.status = 'HELD' AND r.holds_seat ORDER BY r.id";

async fn holds(conn: &mut Conn, course_id: i64, whole: bool) -> Result<Vec<ClassHold>> {
    let rows = fetch_all!(conn, HoldRow, HOLDS, course_id)?;
    let hold = |row: HoldRow| {
        let draft = row.draft.as_deref().map(Draft::parse).transpose()?;
        let typed =
            draft.as_ref().map(|draft| full_name(draft.beneficiary.as_ref().unwrap_or(&draft.booker)));
        Ok(ClassHold {
            reservation_id: row.id,
            name: row.learner_name.or(typed),
            start_date: row.start_date,
            since: row.created_at,
            until: row.hold_until,
            email: whole.then_some(row.learner_email).filter(|email| !email.is_empty()),
            amount: whole.then_some(Cents(row.amount_cents)),
        })
    };
    rows.into_iter().map(hold).collect()
}

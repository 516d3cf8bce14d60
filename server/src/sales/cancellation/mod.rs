//! Cancellation of a course by the school, in two steps: a preview of whom it affects, then the cancellation: refunds,
//! end of access and seats, archiving and mails.
//!
//! The preview has a fingerprint that the cancellation repeats, so that exactly what was previewed is done.

mod done;
mod store;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use preau_core::code::Code;
use preau_core::course::CourseStatus;
use preau_core::money::Cents;
use preau_core::payment::Provider;
use preau_core::problem::{Fault, Fields};
use preau_core::reservation::ReservationStatus;
use preau_core::text;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

pub(super) use self::done::{cancel, close, people, refund_and_end};
pub(super) use self::store::{AffectedReservation, CourseRow, Granted, Waiting, refuse_kept_seats};
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::sales::checkout::intent;
use crate::write::Call;
use crate::{answer, crash_point};

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 1000;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(preview_cancellation, cancel_course))
}

/// The effects of cancelling a course.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CancellationPreview {
    course_id: i64,
    course_name: String,
    start_date: NaiveDate,
    status: CourseStatus,
    /// To be sent with the cancellation, so that exactly what was previewed is done.
    fingerprint: String,
    /// Confirmed reservations.
    reservations: Vec<TouchedReservation>,
    /// Seats that are held and not paid.
    holds: Vec<TouchedReservation>,
    /// Learners whose subscription was granted, not bought.
    granted: Vec<ToldPerson>,
    /// Euros to refund through the providers.
    #[schema(value_type = f64)]
    to_refund: Cents,
    /// Euros to refund by hand.
    #[schema(value_type = f64)]
    by_hand: Cents,
    /// Number of people to notify.
    people: usize,
}

/// A reservation that the cancellation ends.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct TouchedReservation {
    id: i64,
    payer: ToldPerson,
    learner: ToldPerson,
    /// Euros received.
    #[schema(value_type = f64)]
    paid: Cents,
    /// Euros to refund: what is left of the payment.
    #[schema(value_type = f64)]
    to_refund: Cents,
    /// Paid at the desk: refunded by hand.
    by_hand: bool,
}

/// A person to notify.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct ToldPerson {
    name: Option<String>,
    email: String,
}

impl From<&AffectedReservation> for TouchedReservation {
    fn from(row: &AffectedReservation) -> Self {
        Self {
            id: row.id,
            payer: ToldPerson { name: row.payer_name.clone(), email: row.payer_email.clone() },
            learner: ToldPerson { name: row.learner_name.clone(), email: row.learner_email.clone() },
            paid: Cents(row.received_cents),
            to_refund: row.left(),
            by_hand: row.by_hand(),
        }
    }
}

/// Everything a cancellation affects, at this time.
pub(super) struct Scope {
    pub(super) course: CourseRow,
    pub(super) touched: Vec<AffectedReservation>,
    pub(super) granted: Vec<Granted>,
    pub(super) waiting: Vec<Waiting>,
}

impl Scope {
    pub(super) async fn of(conn: &mut Conn, course_id: i64) -> Result<Self> {
        let course = store::course(conn, course_id).await?;
        let touched = store::touched(conn, course_id).await?;
        let granted = store::granted(conn, course_id).await?;
        let waiting = store::waiting(conn, course_id).await?;
        Ok(Self { course, touched, granted, waiting })
    }

    pub(super) fn with(&self, status: ReservationStatus) -> impl Iterator<Item = &AffectedReservation> {
        self.touched.iter().filter(move |row| row.status == status)
    }

    /// Changes whenever the effect of the cancellation would change.
    pub(super) fn fingerprint(&self) -> String {
        let touched = self.touched.iter().map(|row| format!("{} {} {}", row.id, row.status, row.left().0));
        let granted = self.granted.iter().map(|row| format!("granted {}", row.id));
        sha256_hex(touched.chain(granted).collect::<Vec<_>>().join("\n"))
    }

    fn preview(self) -> CancellationPreview {
        let sum = |by_hand: bool| {
            let rows = self.with(ReservationStatus::Confirmed).filter(|row| row.by_hand() == by_hand);
            Cents(rows.map(|row| row.left().0).sum())
        };
        CancellationPreview {
            course_id: self.course.id,
            start_date: self.course.start_date,
            status: self.course.status,
            fingerprint: self.fingerprint(),
            reservations: self.with(ReservationStatus::Confirmed).map(TouchedReservation::from).collect(),
            holds: self.with(ReservationStatus::Held).map(TouchedReservation::from).collect(),
            to_refund: sum(false),
            by_hand: sum(true),
            people: done::people(&self).len(),
            granted: self
                .granted
                .into_iter()
                .map(|row| ToldPerson { name: Some(row.name), email: row.email })
                .collect(),
            course_name: self.course.name,
        }
    }
}

impl AffectedReservation {
    /// What of the payment is still with the school.
    pub(super) fn left(&self) -> Cents {
        Cents((self.received_cents - self.returned_cents).max(0))
    }

    pub(super) fn by_hand(&self) -> bool {
        self.provider.as_deref() == Some(Provider::Desk.as_str())
    }
}

/// Preview of cancelling this course: the people concerned and the refunds.
#[utoipa::path(get, path = "/courses/admin/{id}/cancel", tag = "courses", params(("id" = i64, Path)),
    responses((status = 200, body = CancellationPreview)))]
async fn preview_cancellation(
    State(app): State<AppContext>,
    Path(id): Path<i64>,
) -> Result<Json<CancellationPreview>> {
    let mut conn = app.db.read().await?;
    Ok(Json(Scope::of(&mut conn, id).await?.preview()))
}

/// A cancellation after its preview.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct CourseCancellation {
    /// The reason stated in the mails.
    reason: Option<String>,
    /// The fingerprint of the preview.
    fingerprint: Option<String>,
}

/// Cancels a course: refunds, ends access, archives it and notifies everybody. 409 when anything has changed since the
/// preview.
#[utoipa::path(post, path = "/courses/admin/{id}/cancel", tag = "courses", params(("id" = i64, Path)),
    request_body = CourseCancellation, responses((status = 200, body = CancellationPreview)))]
async fn cancel_course(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(cancellation): Json<CourseCancellation>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let reason = text::required_lines(cancellation.reason.as_deref().unwrap_or_default(), MAX_REASON);
    let reason = fields.check("reason", reason);
    let seen = fields.require("fingerprint", cancellation.fingerprint.map(Ok::<_, Fault>));
    let (Some(reason), Some(seen)) = (reason, seen) else { return Err(fields.into_problem().into()) };
    let mut released = Vec::new();
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        let scope = Scope::of(tx, id).await?;
        if scope.fingerprint() != seen {
            return Err(Error::from(Code::PreviewChanged));
        }
        refuse_kept_seats(tx, id).await?;
        released = done::cancel(tx, &scope, &reason).await?;
        crash_point!("course.cancelled");
        Ok(Scope::of(tx, id).await?.preview())
    })?;
    crash_point!("course.cancelled.committed");
    app.mail_queued.notify_one();
    intent::close_all(&app, &released).await;
    Ok(answer)
}

//! Reservations: read by payers and learners; made, confirmed and cancelled by signed-in callers and at the desk.
//!
//! Holding and paying use the functions of [`crate::sales::checkout`].

mod change;
mod desk;
mod ending;
pub mod history;
mod notify;
pub mod reading;
pub mod seat;
pub mod store;
pub mod view;

use crate::routes;
use axum::extract::State;
use preau_core::calendar::{add_days, parse_date, start_of_paris_day};
use preau_core::problem::Fields;
use preau_core::reservation::ReservationStatus;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use self::history::ReservationDetail;
use self::reading::ReservationFilter;
use self::view::Reservation;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path, Query};
use crate::http::paging::{List, Window, search_words};
use crate::people::accounts;
use crate::sales::withdrawals;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_reservations))
        .routes(routes!(my_reservations))
        .routes(routes!(reservations_of_student))
        .routes(routes!(get_reservation))
        .merge(change::routes())
        .merge(ending::routes())
        .merge(notify::routes())
        .merge(desk::routes())
}

/// Which reservations are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Search {
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// Rows of a page, at most 100.
    size: Option<i64>,
    status: Option<ReservationStatus>,
    course_id: Option<i64>,
    /// Payer or learner.
    user_id: Option<i64>,
    /// Words of a name, an e-mail or a payment reference, or the number of a reservation.
    q: Option<String>,
    /// First day on which it was made, `yyyy-mm-dd`.
    from: Option<String>,
    /// Last day on which it was made, `yyyy-mm-dd`.
    to: Option<String>,
    /// Those of which the school must still give money back by hand.
    refund_by_hand: Option<bool>,
}

impl Search {
    fn parse(self) -> Result<(ReservationFilter, Window)> {
        let window = Window::parse(self.page, self.size)?;
        let mut fields = Fields::default();
        let mut day = |name, text: Option<String>| {
            let text = text.filter(|text| !text.is_empty());
            text.and_then(|text| fields.check(name, parse_date(&text)))
        };
        let (from, to) = (day("from", self.from), day("to", self.to));
        fields.finish()?;
        let filter = ReservationFilter {
            status: self.status,
            course_id: self.course_id,
            concerning: self.user_id,
            words: search_words(self.q.as_deref())?,
            refund_by_hand: self.refund_by_hand.unwrap_or_default(),
            from: from.map(start_of_paris_day),
            before: to.map(|day| start_of_paris_day(add_days(day, 1))),
            ..ReservationFilter::default()
        };
        Ok((filter, window))
    }
}

/// Every reservation, the newest first.
#[utoipa::path(get, path = "/reservations", tag = "reservations", params(Search),
    responses((status = 200, body = List<Reservation>)))]
async fn list_reservations(
    State(app): State<AppContext>,
    Query(search): Query<Search>,
) -> Result<List<Reservation>> {
    let (filter, window) = search.parse()?;
    let mut conn = app.db.read().await?;
    let total = reading::count(&mut conn, &filter).await?;
    let items = reading::load(&mut conn, &filter, window.from_nearer_end(total)).await?;
    Ok(window.list(items, total))
}

/// The caller's reservations: those they pay, and confirmed ones as a learner.
#[utoipa::path(get, path = "/reservations/me", tag = "reservations",
    responses((status = 200, body = Vec<Reservation>)))]
async fn my_reservations(State(app): State<AppContext>, caller: SignedIn) -> Result<Json<Vec<Reservation>>> {
    let filter = ReservationFilter { of_user: Some(caller.id), ..ReservationFilter::default() };
    let mut conn = app.db.read().await?;
    let found = reading::load(&mut conn, &filter, Window::ALL).await?;
    let mut mine: Vec<_> = found.into_iter().map(|reservation| reservation.for_user(caller.id)).collect();
    for reservation in &mut mine {
        withdrawals::add_withdrawal_view(&mut conn, reservation, app.clock.today()).await?;
    }
    Ok(Json(mine))
}

/// The reservations of a learner: confirmed ones, and those they pay themselves.
#[utoipa::path(get, path = "/reservations/student/{id}", tag = "reservations", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<Reservation>)))]
async fn reservations_of_student(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Vec<Reservation>>> {
    let mut conn = app.db.read().await?;
    accounts::check_acts_for(&mut conn, caller, id).await?;
    let filter = ReservationFilter { of_learner: Some(id), ..ReservationFilter::default() };
    let found = reading::load(&mut conn, &filter, Window::ALL).await?;
    Ok(Json(found.into_iter().map(|reservation| seen_by(caller, reservation)).collect()))
}

/// A reservation: complete for its payer, partial for its learner, with its history for ADMIN.
#[utoipa::path(get, path = "/reservations/{id}", tag = "reservations", params(("id" = i64, Path)),
    responses((status = 200, body = ReservationDetail)))]
async fn get_reservation(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<ReservationDetail>> {
    let mut conn = app.db.read().await?;
    let row = store::get(&mut conn, id).await?;
    let takes_part = row.payer_id == Some(caller.id)
        || match row.learner_id {
            Some(learner) => accounts::store::acts_for(&mut conn, caller.id, learner).await?,
            None => false,
        };
    if !takes_part && !caller.is_admin() {
        return Err(Error::not_found());
    }
    let mut reservation = seen_by(caller, reading::get(&mut conn, id).await?);
    withdrawals::add_withdrawal_view(&mut conn, &mut reservation, app.clock.today()).await?;
    let mut history = None;
    if caller.is_admin() {
        let in_use = app.payments().provider();
        history = Some(history::of(&mut conn, id, app.clock.today(), in_use).await?);
    }
    Ok(Json(ReservationDetail { reservation, history }))
}

fn seen_by(caller: SignedIn, reservation: Reservation) -> Reservation {
    if caller.is_admin() { reservation } else { reservation.for_user(caller.id) }
}

//! Reservations: read by their payers and learners, made, confirmed and cancelled by signed-in calls and
//! at the desk.
//!
//! Holding and paying are the same functions as in [`crate::checkout`].

mod change;
pub mod seat;
pub mod store;
pub mod view;

use axum::extract::State;
use preau_core::reservation::ReservationStatus;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::view::{Reservation, Wanted};
use crate::app::App;
use crate::caller::SignedIn;
use crate::error::{Error, Result};
use crate::extract::{Json, Path, Query};
use crate::paging::{List, Window};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_reservations))
        .routes(routes!(my_reservations))
        .routes(routes!(reservations_of_student))
        .routes(routes!(get_reservation))
        .merge(change::routes())
}

/// Which reservations are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Search {
    /// From 1; absent: the whole list.
    page: Option<i64>,
    /// Rows of a page, at most 100.
    size: Option<i64>,
    status: Option<ReservationStatus>,
    course_id: Option<i64>,
}

/// Every reservation, the newest first.
#[utoipa::path(get, path = "/reservations", tag = "reservations", params(Search),
    responses((status = 200, body = List<Reservation>)))]
async fn list_reservations(
    State(app): State<App>,
    Query(search): Query<Search>,
) -> Result<Json<List<Reservation>>> {
    let window = Window::parse(search.page, search.size)?;
    let wanted = Wanted { status: search.status, course_id: search.course_id, window, ..Wanted::default() };
    let mut conn = app.db.read().await?;
    let items = view::load(&mut conn, &wanted).await?;
    let total = if window.is_page() { view::count(&mut conn, &wanted).await? } else { 0 };
    Ok(Json(window.list(items, total)))
}

/// The caller's reservations: those they pay, and as learner those that are confirmed.
#[utoipa::path(get, path = "/reservations/me", tag = "reservations",
    responses((status = 200, body = Vec<Reservation>)))]
async fn my_reservations(State(app): State<App>, caller: SignedIn) -> Result<Json<Vec<Reservation>>> {
    let wanted = Wanted { of_user: Some(caller.id), ..Wanted::default() };
    let mut conn = app.db.read().await?;
    let found = view::load(&mut conn, &wanted).await?;
    Ok(Json(found.into_iter().map(|reservation| reservation.for_user(caller.id)).collect()))
}

/// The reservations of a learner: confirmed ones, and those they pay themselves.
#[utoipa::path(get, path = "/reservations/student/{id}", tag = "reservations", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<Reservation>)))]
async fn reservations_of_student(
    State(app): State<App>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Vec<Reservation>>> {
    if caller.id != id && !caller.is_admin() {
        return Err(Error::not_found());
    }
    let wanted = Wanted { of_learner: Some(id), ..Wanted::default() };
    let mut conn = app.db.read().await?;
    let found = view::load(&mut conn, &wanted).await?;
    Ok(Json(found.into_iter().map(|reservation| seen_by(caller, reservation)).collect()))
}

/// A reservation: whole for its payer, in part for its learner.
#[utoipa::path(get, path = "/reservations/{id}", tag = "reservations", params(("id" = i64, Path)),
    responses((status = 200, body = Reservation)))]
async fn get_reservation(
    State(app): State<App>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Reservation>> {
    let mut conn = app.db.read().await?;
    let row = store::get(&mut conn, id).await?;
    let takes_part = [row.payer_id, row.learner_id].contains(&Some(caller.id));
    if !takes_part && !caller.is_admin() {
        return Err(Error::not_found());
    }
    Ok(Json(seen_by(caller, view::get(&mut conn, id).await?)))
}

fn seen_by(caller: SignedIn, reservation: Reservation) -> Reservation {
    if caller.is_admin() { reservation } else { reservation.for_user(caller.id) }
}

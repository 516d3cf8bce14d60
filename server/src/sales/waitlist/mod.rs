//! The waiting lists of full courses.
//!
//! The states of an entry and the time to answer are in `preau_core::waitlist`. An offer is a reservation that keeps its
//! seat ([`offers`]); accepting it makes it an ordinary hold, which checkout goes on with.

mod answering;
pub mod jobs;
mod joining;
mod mails;
pub mod offers;
mod ordering;
pub mod store;
pub mod view;

use crate::routes;
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use self::view::{AcceptedOffer, Joined, WaitlistEntry};
use crate::context::AppContext;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, OptionalJson, Path, Query};
use crate::http::paging::{List, Window};
use crate::write::Call;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(join))
        .routes(routes!(confirm))
        .routes(routes!(leave))
        .routes(routes!(accept))
        .routes(routes!(decline))
        .routes(routes!(my_entries))
        .routes(routes!(entries_of_course))
        .routes(routes!(move_entry))
        .routes(routes!(offer_seat))
}

/// A wish to wait for a seat.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewEntry {
    course_id: Option<i64>,
    /// Empty or absent: the whole course.
    reserved_module_ids: Option<Vec<i64>>,
    /// `yyyy-mm-dd`; absent: as soon as possible.
    requested_start_date: Option<String>,
    /// Required without an account.
    first_name: Option<String>,
    /// Required without an account; a link is sent there.
    email: Option<String>,
    /// Somebody the caller has booked for before, or a ward of theirs; absent: the caller.
    beneficiary_id: Option<i64>,
}

/// The token of a mail's link; absent for whoever is signed in.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
struct EntryToken {
    token: Option<String>,
}

/// A new place in the list.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
struct NewPlace {
    /// The entry it is to stand before; absent: at the end.
    before: Option<i64>,
    /// Why; kept in the audit log.
    reason: Option<String>,
}

/// Puts somebody on the waiting list of a full course. Without an account, a mail with a link confirms it.
#[utoipa::path(post, path = "/waitlist", tag = "waitlist", request_body = NewEntry,
    responses((status = 201, body = Joined), (status = 404), (status = 429)))]
async fn join(State(app): State<AppContext>, call: Call, Json(input): Json<NewEntry>) -> Result<Response> {
    joining::join(&app, &call, input).await
}

/// Confirms an entry by the link of a mail. Idempotent: the link shows the entry as long as there is one.
#[utoipa::path(post, path = "/waitlist/confirm", tag = "waitlist", request_body = EntryToken,
    responses((status = 200, body = WaitlistEntry), (status = 404)))]
async fn confirm(
    State(app): State<AppContext>,
    call: Call,
    Json(EntryToken { token }): Json<EntryToken>,
) -> Result<Response> {
    joining::confirm(&app, &call, token).await
}

/// Leaves the list.
#[utoipa::path(post, path = "/waitlist/{id}/leave", tag = "waitlist", params(("id" = i64, Path)),
    request_body(content = Option<EntryToken>), responses((status = 200, body = WaitlistEntry), (status = 404), (status = 409)))]
async fn leave(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    OptionalJson(EntryToken { token }): OptionalJson<EntryToken>,
) -> Result<Response> {
    answering::leave(&app, &call, id, token).await
}

/// Takes the offered seat: it is held for a quarter of an hour, to be paid. Safe to repeat.
#[utoipa::path(post, path = "/waitlist/{id}/accept", tag = "waitlist", params(("id" = i64, Path)),
    request_body(content = Option<EntryToken>), responses((status = 200, body = AcceptedOffer), (status = 404), (status = 409),
        (status = 410)))]
async fn accept(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    OptionalJson(EntryToken { token }): OptionalJson<EntryToken>,
) -> Result<Response> {
    answering::accept(&app, &call, id, token).await
}

/// Lets the offered seat pass to the next one, and leaves the list.
#[utoipa::path(post, path = "/waitlist/{id}/decline", tag = "waitlist", params(("id" = i64, Path)),
    request_body(content = Option<EntryToken>), responses((status = 200, body = WaitlistEntry), (status = 404), (status = 409),
        (status = 410)))]
async fn decline(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    OptionalJson(EntryToken { token }): OptionalJson<EntryToken>,
) -> Result<Response> {
    answering::decline(&app, &call, id, token).await
}

/// The caller's own entries, the newest first: those on a list, and those that ended within a month.
#[utoipa::path(get, path = "/waitlist/me", tag = "waitlist", responses((status = 200, body = Vec<WaitlistEntry>)))]
async fn my_entries(State(app): State<AppContext>, caller: SignedIn) -> Result<Json<Vec<WaitlistEntry>>> {
    let mut conn = app.db.read().await?;
    Ok(Json(store::of_user(&mut conn, caller.id, app.clock.now()).await?))
}

/// Which rows of a list are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Rows {
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// Rows of a page, at most 100.
    size: Option<i64>,
}

/// The waiting list of a course: offers, then those who wait in their order, then addresses not confirmed yet. EDITOR sees
/// names only.
#[utoipa::path(get, path = "/waitlist/course/{id}", tag = "waitlist", params(("id" = i64, Path), Rows),
    responses((status = 200, body = List<WaitlistEntry>), (status = 404)))]
async fn entries_of_course(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
    Query(rows): Query<Rows>,
) -> Result<List<WaitlistEntry>> {
    let window = Window::parse(rows.page, rows.size)?;
    let mut conn = app.db.read().await?;
    let (entries, total) = store::of_course(&mut conn, id, window).await?;
    let shown = |entry: WaitlistEntry| if caller.is_admin() { entry } else { entry.names_only() };
    Ok(window.list(entries.into_iter().map(shown).collect(), total))
}

/// Puts somebody who waits before another, for a reason.
#[utoipa::path(patch, path = "/waitlist/{id}/position", tag = "waitlist", params(("id" = i64, Path)),
    request_body = NewPlace, responses((status = 200, body = WaitlistEntry), (status = 404), (status = 409), (status = 412)))]
async fn move_entry(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(place): Json<NewPlace>,
) -> Result<Response> {
    ordering::put_before(&app, &call, id, place).await
}

/// Offers a free seat to somebody out of the order, or again to who let an offer pass.
#[utoipa::path(post, path = "/waitlist/{id}/offer", tag = "waitlist", params(("id" = i64, Path)),
    responses((status = 200, body = WaitlistEntry), (status = 404), (status = 409)))]
async fn offer_seat(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<Response> {
    ordering::offer_now(&app, &call, id).await
}

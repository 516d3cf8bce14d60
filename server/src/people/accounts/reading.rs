//! Reading accounts: one's own, by id, by address, and the list for ADMIN.

use crate::routes;
use axum::extract::State;
use chrono::NaiveDate;
use preau_core::email::Email;
use preau_core::role::Role;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path, Query};
use crate::http::owned::owned;
use crate::http::paging::{List, Window, search_words};
use crate::people::accounts::User;
use crate::people::accounts::store::{self, Account};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_users))
        .routes(routes!(get_me))
        .routes(routes!(my_learners))
        .routes(routes!(get_user))
        .routes(routes!(get_user_by_email))
}

/// Which accounts are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Search {
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// Rows of a page, at most 100.
    size: Option<i64>,
    /// A part of the name or address.
    q: Option<String>,
    role: Option<Role>,
}

/// Every account.
#[utoipa::path(get, path = "/users", tag = "users", params(Search), responses((status = 200, body = List<User>)))]
async fn list_users(State(app): State<AppContext>, Query(search): Query<Search>) -> Result<List<User>> {
    let window = Window::parse(search.page, search.size)?;
    let words = search_words(search.q.as_deref())?;
    let mut conn = app.db.read().await?;
    let (accounts, total) = store::list(&mut conn, words.as_deref(), search.role, window).await?;
    Ok(window.list(accounts.iter().map(User::from).collect(), total))
}

/// The caller's own account.
#[utoipa::path(get, path = "/users/me", tag = "users", responses((status = 200, body = User)))]
async fn get_me(State(app): State<AppContext>, caller: SignedIn) -> Result<Json<User>> {
    let mut conn = app.db.read().await?;
    Ok(Json(User::from(&store::get(&mut conn, caller.id).await?)))
}

/// Somebody the caller may book for.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Learner {
    id: i64,
    first_name: String,
    last_name: String,
    /// For a ward only, for whom the caller acts.
    birth_date: Option<NaiveDate>,
    /// For a ward only; for `If-Match`.
    version: Option<i64>,
}

/// The people the caller may book for: their wards, then those they have booked for.
#[utoipa::path(get, path = "/users/me/learners", tag = "users", responses((status = 200, body = Vec<Learner>)))]
async fn my_learners(State(app): State<AppContext>, caller: SignedIn) -> Result<Json<Vec<Learner>>> {
    let mut conn = app.db.read().await?;
    let mut learners = store::wards(&mut conn, caller.id).await?;
    learners.extend(store::booked_for(&mut conn, caller.id).await?);
    let learner = |account: Account| {
        let is_ward = account.email.is_none();
        Learner {
            id: account.id,
            first_name: account.first_name,
            last_name: account.last_name,
            birth_date: account.birth_date.filter(|_| is_ward),
            version: is_ward.then_some(account.version),
        }
    };
    Ok(Json(learners.into_iter().map(learner).collect()))
}

/// An account: one's own, one's ward's, for ADMIN any.
#[utoipa::path(get, path = "/users/{id}", tag = "users", params(("id" = i64, Path)), responses((status = 200, body = User)))]
async fn get_user(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<User>> {
    let mut conn = app.db.read().await?;
    let account: Account = owned(&mut conn, caller, id).await?;
    Ok(Json(User::from(&account)))
}

/// An account found by its address.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(untagged)]
enum Found {
    /// One's own; any for ADMIN.
    Whole(Box<User>),
    /// A beneficiary just named by the caller.
    Part(FoundPart),
}

/// What is revealed of another account.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct FoundPart {
    id: i64,
    email: String,
}

/// An account by its address: one's own in full, `id` and `email` of a beneficiary just named, for ADMIN any.
#[utoipa::path(get, path = "/users/email/{email}", tag = "users", params(("email" = String, Path)), responses((status = 200, body = Found)))]
async fn get_user_by_email(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(email): Path<String>,
) -> Result<Json<Found>> {
    let email = Email::parse(&email).map_err(|_| Error::not_found())?;
    let mut conn = app.db.read().await?;
    let account = store::find_by_email(&mut conn, email.as_str()).await?.ok_or_else(Error::not_found)?;
    if caller.is_admin() || caller.id == account.id {
        return Ok(Json(Found::Whole(Box::new(User::from(&account)))));
    }
    if !store::may_look_up(&mut conn, caller.id, email.as_str(), app.clock.now()).await? {
        return Err(Error::not_found());
    }
    Ok(Json(Found::Part(FoundPart { id: account.id, email: email.to_string() })))
}

//! Subscriptions: what a learner bought or was given of a course, and how far they have come.
//!
//! Here stand the reads and what a learner may do; ADMIN's part is in [`admin`], claiming a paid
//! reservation in [`claim`]. A purchase itself is [`crate::checkout`]'s.

pub mod access;
mod admin;
mod claim;
pub mod store;
pub mod view;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::progress;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::view::{Learning, Subscription, Wanted};
use crate::answer;
use crate::app::App;
use crate::caller::SignedIn;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::extract::{Json, Path, Query};
use crate::write::{Call, check_version};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(subscriptions_of_user))
        .routes(routes!(check_access))
        .routes(routes!(get_subscription))
        .routes(routes!(next_module))
        .routes(routes!(complete_subscription))
        .routes(routes!(complete_subscription_module))
        .merge(admin::routes())
        .merge(claim::routes())
}

/// The subscriptions of a learner, the newest first, with all their list shows.
#[utoipa::path(get, path = "/subscriptions/user/{userId}", tag = "subscriptions", params(("userId" = i64, Path)),
    responses((status = 200, body = Vec<Subscription>)))]
async fn subscriptions_of_user(
    State(app): State<App>,
    caller: SignedIn,
    Path(user_id): Path<i64>,
) -> Result<Json<Vec<Subscription>>> {
    own(caller, user_id)?;
    let today = app.clock.today();
    let mut conn = app.db.read().await?;
    let found = view::load(&mut conn, &Wanted { user_id: Some(user_id), ..Wanted::default() }).await?;
    Ok(Json(found.into_iter().map(|learning| learning.view(today)).collect()))
}

/// Whose access to what.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct AccessQuery {
    user_id: i64,
    course_id: i64,
}

/// Whether a live subscription of this learner opens anything of the course.
#[utoipa::path(get, path = "/subscriptions/check-access", tag = "subscriptions", params(AccessQuery),
    responses((status = 200, body = bool)))]
async fn check_access(
    State(app): State<App>,
    caller: SignedIn,
    Query(query): Query<AccessQuery>,
) -> Result<Json<bool>> {
    own(caller, query.user_id)?;
    let today = app.clock.today();
    let mut conn = app.db.read().await?;
    let access = access::to_course(&mut conn, query.user_id, query.course_id, today).await?;
    Ok(Json(access.live().is_some()))
}

/// A subscription.
#[utoipa::path(get, path = "/subscriptions/{id}", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 200, body = Subscription)))]
async fn get_subscription(
    State(app): State<App>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Subscription>> {
    let mut conn = app.db.read().await?;
    Ok(Json(get_own(&mut conn, caller, id).await?.view(app.clock.today())))
}

/// What to do next.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct NextModule {
    module_id: i64,
    title: String,
}

/// The first module that is not complete, or null.
#[utoipa::path(get, path = "/subscriptions/{id}/next-module", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 200, body = Option<NextModule>)))]
async fn next_module(
    State(app): State<App>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Option<NextModule>>> {
    let mut conn = app.db.read().await?;
    let learning = get_own(&mut conn, caller, id).await?;
    let next = learning.next_module();
    Ok(Json(next.map(|module| NextModule { module_id: module.id, title: module.title.clone() })))
}

/// Marks a subscription complete, once every lesson was viewed; else 409 with those that are missing.
#[utoipa::path(patch, path = "/subscriptions/{id}/complete", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 200, body = Subscription)))]
async fn complete_subscription(State(app): State<App>, call: Call, Path(id): Path<i64>) -> Result<Response> {
    let caller = call.caller.user()?;
    answer!(app, &call, StatusCode::OK, |tx| {
        let today = tx.today;
        let learning = get_own(tx, caller, id).await?;
        check_version(&call, learning.row.version, || json!(learning.clone().view(today)))?;
        let before = learning.row.completed_at.is_some();
        progress::check_complete(&learning.lessons(), &learning.viewed, before)?;
        store::complete(tx, id).await?;
        Ok(view::get(tx, id).await?.view(today))
    })
}

/// Marks one module complete, once each of its lessons was viewed; else 409 with those that are missing.
#[utoipa::path(patch, path = "/subscriptions/{id}/modules/{moduleId}/complete", tag = "subscriptions",
    params(("id" = i64, Path), ("moduleId" = i64, Path)), responses((status = 200, body = Subscription)))]
async fn complete_subscription_module(
    State(app): State<App>,
    call: Call,
    Path((id, module_id)): Path<(i64, i64)>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    answer!(app, &call, StatusCode::OK, |tx| {
        let today = tx.today;
        let learning = get_own(tx, caller, id).await?;
        let module = learning.granted.iter().find(|module| module.id == module_id);
        let module = module.ok_or_else(Error::not_found)?;
        progress::check_complete(&module.lessons, &learning.viewed, module.completed_before)?;
        store::complete_module(tx, id, module_id).await?;
        Ok(view::get(tx, id).await?.view(today))
    })
}

async fn get_own(conn: &mut Conn, caller: SignedIn, id: i64) -> Result<Learning> {
    let learning = view::get(conn, id).await?;
    own(caller, learning.row.user_id)?;
    Ok(learning)
}

fn own(caller: SignedIn, user_id: i64) -> Result<()> {
    if caller.id == user_id || caller.is_admin() { Ok(()) } else { Err(Error::not_found()) }
}

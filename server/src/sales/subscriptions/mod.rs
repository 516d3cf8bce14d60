//! Subscriptions: what a learner bought or was granted of a course, and their progress.
//!
//! This module has the reads and the learner's own actions; ADMIN's are in [`admin`], claiming a paid reservation in
//! [`claim`], the class list in [`class`]. Purchases are in [`crate::sales::checkout`], progress in
//! [`crate::learning::progress`].

mod admin;
mod claim;
mod class;
pub mod learning;
mod level;
mod sessions;
pub mod store;
pub mod view;

pub(crate) use admin::{NewGrant, grant};

use crate::routes;
use axum::extract::State;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use self::learning::{Learning, SubscriptionFilter};
use self::view::{ModuleLink, Subscription};
use crate::catalogue::subscribed;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path, Query};
use crate::http::owned::{Owned, owned};
use crate::http::paging::Window;
use crate::people::accounts;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(subscriptions_of_user))
        .routes(routes!(check_access))
        .routes(routes!(get_subscription))
        .routes(routes!(next_module))
        .routes(routes!(sessions::subscription_sessions))
        .routes(routes!(sessions::subscription_calendar))
        .merge(admin::routes())
        .merge(claim::routes())
        .merge(class::routes())
        .merge(level::routes())
}

/// The subscriptions of a learner and of their wards, newest first, with everything their list displays.
#[utoipa::path(get, path = "/subscriptions/user/{userId}", tag = "subscriptions", params(("userId" = i64, Path)),
    responses((status = 200, body = Vec<Subscription>)))]
async fn subscriptions_of_user(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(user_id): Path<i64>,
) -> Result<Json<Vec<Subscription>>> {
    let today = app.clock.today();
    let mut conn = app.db.read().await?;
    accounts::check_acts_for(&mut conn, caller, user_id).await?;
    let filter = SubscriptionFilter { user_id: Some(user_id), ..SubscriptionFilter::default() };
    let found = learning::load(&mut conn, &filter, Window::ALL).await?;
    let mut subscriptions: Vec<_> = found.into_iter().map(|learning| learning.view(today)).collect();
    view::name_lessons(&mut conn, &mut subscriptions).await?;
    Ok(Json(subscriptions))
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
    responses((status = 200, description = "Whether the account has access to the course.",
        content_type = "application/json", body = bool), (status = 404)))]
async fn check_access(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(query): Query<AccessQuery>,
) -> Result<Json<bool>> {
    let today = app.clock.today();
    let mut conn = app.db.read().await?;
    accounts::check_acts_for(&mut conn, caller, query.user_id).await?;
    let access = subscribed::to_course(&mut conn, query.user_id, query.course_id, today).await?;
    Ok(Json(access.live().is_some()))
}

/// A subscription.
#[utoipa::path(get, path = "/subscriptions/{id}", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 200, body = Subscription)))]
async fn get_subscription(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Subscription>> {
    let mut conn = app.db.read().await?;
    let mut subscription = owned::<Learning>(&mut conn, caller, id).await?.view(app.clock.today());
    view::name_lessons(&mut conn, std::slice::from_mut(&mut subscription)).await?;
    Ok(Json(subscription))
}

/// The first module that is not complete, or null.
#[utoipa::path(get, path = "/subscriptions/{id}/next-module", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 200, description = "The module, or null when there is none.", body = Option<ModuleLink>)))]
async fn next_module(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Option<ModuleLink>>> {
    let mut conn = app.db.read().await?;
    let learning = owned::<Learning>(&mut conn, caller, id).await?;
    Ok(Json(learning.journey.next_module().map(ModuleLink::from)))
}

impl Owned for Learning {
    async fn get(conn: &mut Conn, id: i64) -> Result<Self> {
        learning::get(conn, id).await
    }

    async fn belongs_to(&self, conn: &mut Conn, account_id: i64) -> Result<bool> {
        accounts::store::acts_for(conn, account_id, self.row.user_id).await
    }
}

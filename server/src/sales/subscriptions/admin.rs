//! ADMIN's actions on subscriptions: list, grant, extend, end and delete.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::order::MAX_MODULES;
use preau_core::price::{PricedCourse, quote};
use preau_core::problem::{Fault, Fields, Problem};
use preau_core::subscription::{Standing, extend};
use preau_core::text;
use serde::Deserialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::learning::{self, SubscriptionFilter};
use super::store::{self, Addition, Source};
use super::view::{LearnerSubscription, Subscription};
use crate::catalogue::attendance;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path, Query};
use crate::http::paging::{List, Window, search_words};
use crate::people::accounts;
use crate::sales::checkout::{course, hold};
use crate::sales::reservations::seat;
use crate::sales::waitlist::offers;
use crate::write::{Call, Tx, check_version};
use crate::{answer, change};

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 500;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_subscriptions))
        .routes(routes!(grant_subscription))
        .routes(routes!(extend_subscription))
        .routes(routes!(deactivate_subscription))
        .routes(routes!(delete_subscription))
}

/// Which subscriptions are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct Search {
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// Rows of a page, at most 100.
    size: Option<i64>,
    user_id: Option<i64>,
    course_id: Option<i64>,
    /// Words of the learner's name or e-mail.
    q: Option<String>,
    #[param(inline)]
    state: Option<Standing>,
}

/// Every subscription, the newest first.
#[utoipa::path(get, path = "/subscriptions", tag = "subscriptions", params(Search),
    responses((status = 200, body = List<LearnerSubscription>)))]
async fn list_subscriptions(
    State(app): State<AppContext>,
    Query(search): Query<Search>,
) -> Result<List<LearnerSubscription>> {
    let window = Window::parse(search.page, search.size)?;
    let today = app.clock.today();
    let filter = SubscriptionFilter {
        user_id: search.user_id,
        course_id: search.course_id,
        words: search_words(search.q.as_deref())?,
        standing: search.state.map(|standing| (standing, today)),
    };
    let mut conn = app.db.read().await?;
    let total = learning::count(&mut conn, &filter).await?;
    let items = learning::load(&mut conn, &filter, window.from_nearer_end(total)).await?;
    Ok(window.list(items.into_iter().map(|learning| learning.with_learner(today)).collect(), total))
}

/// A subscription to be granted.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Gift {
    /// The learner.
    user_id: Option<i64>,
    course_id: Option<i64>,
    /// Empty or absent: the whole course.
    module_ids: Option<Vec<i64>>,
    /// Reason of the grant.
    reason: Option<String>,
}

/// A grant by the school.
#[derive(Clone, Debug)]
pub(crate) struct NewGrant {
    pub(crate) user_id: i64,
    pub(crate) course_id: i64,
    /// Empty: the whole course.
    pub(crate) modules: Vec<i64>,
    pub(crate) reason: String,
}

impl Gift {
    fn parse(self) -> Result<NewGrant> {
        let mut fields = Fields::default();
        let user_id = fields.require("userId", self.user_id.map(Ok::<_, Fault>));
        let course_id = fields.require("courseId", self.course_id.map(Ok::<_, Fault>));
        let modules = self.module_ids.unwrap_or_default();
        if modules.len() > MAX_MODULES {
            fields.refuse("moduleIds", Fault::new(Code::TooMany).with("max", MAX_MODULES));
        }
        let reason = text::required_line(self.reason.as_deref().unwrap_or_default(), MAX_REASON);
        let reason = fields.check(
            "reason",
            reason.map_err(|fault| match fault.code {
                Code::Required => Code::ReasonRequired.into(),
                _ => fault,
            }),
        );
        match (fields.is_empty(), user_id, course_id, reason) {
            (true, Some(user_id), Some(course_id), Some(reason)) => {
                Ok(NewGrant { user_id, course_id, modules, reason })
            }
            _ => Err(fields.into_problem().into()),
        }
    }
}

/// Grants a subscription, or adds to a live one. It takes a seat.
#[utoipa::path(post, path = "/subscriptions", tag = "subscriptions", request_body = Gift,
    responses((status = 201, body = Subscription)))]
async fn grant_subscription(
    State(app): State<AppContext>,
    call: Call,
    Json(gift): Json<Gift>,
) -> Result<Response> {
    let gift = gift.parse()?;
    answer!(app, &call, StatusCode::CREATED, |tx| {
        let today = tx.today;
        let id = grant(tx, &gift).await?;
        Ok(learning::get(tx, id).await?.view(today))
    })
}

/// Grants a subscription, or adds to a live one, and takes a seat. Returns its id.
///
/// # Errors
/// `unknown_reference`, `full`, and the refusals of the selection.
pub(crate) async fn grant(tx: &mut Tx, gift: &NewGrant) -> Result<i64> {
    let unknown = |name: &str| Error::from(Problem::field(name, Code::UnknownReference));
    accounts::store::find(tx, gift.user_id).await?.ok_or_else(|| unknown("userId"))?;
    let course = match course::get(tx, gift.course_id).await {
        Err(Error::Rule(problem)) if problem.code == Code::NotFound => return Err(unknown("courseId")),
        other => other?,
    };
    let today = tx.today;
    let (owned, has_seat) = hold::holdings(tx, Some(gift.user_id), &course, today).await?;
    // Checks the selection as for a purchase, at no price.
    let given = PricedCourse { free: true, ..course.priced };
    let quote = quote(&given, &gift.modules, &owned)?;
    if !has_seat && !seat::take(tx, gift.course_id).await? {
        return Err(Code::Full.into());
    }
    let modules: Vec<i64> = quote.lines.iter().filter_map(|line| line.module_id).collect();
    let addition = Addition {
        user_id: gift.user_id,
        course_id: gift.course_id,
        course_end: course.end_date,
        opens_on: None,
        scope: quote.scope,
        modules: &modules,
        has_seat,
        source: Source::Gift { reason: &gift.reason },
    };
    let id = store::add(tx, &addition).await?;
    if course.has_list {
        offers::learner_enrolled(tx, gift.course_id, gift.user_id).await?;
    }
    Ok(id)
}

/// How much longer.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Extension {
    /// 1 to 366, counted from the later of today and the present end.
    days: i64,
}

/// Extends the access of a subscription.
#[utoipa::path(patch, path = "/subscriptions/{id}/extend", tag = "subscriptions",
    params(("id" = i64, Path), Extension), responses((status = 200, body = Subscription), (status = 412)))]
async fn extend_subscription(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Query(extension): Query<Extension>,
) -> Result<Response> {
    answer!(app, &call, StatusCode::OK, |tx| {
        let today = tx.today;
        let learning = learning::get(tx, id).await?;
        check_version(&call, learning.row.version, || json!(learning.clone().view(today)))?;
        let present = learning.row.access_expires_at;
        let end = extend(extension.days, present, today).map_err(|fault| Problem::field("days", fault))?;
        if !learning.row.active {
            return Err(Code::Conflict.into());
        }
        store::set_last_day(tx, id, present, end).await?;
        Ok(learning::get(tx, id).await?.view(today))
    })
}

/// Ends a subscription and frees its seat. Idempotent.
#[utoipa::path(patch, path = "/subscriptions/{id}/deactivate", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 200, body = Subscription), (status = 412)))]
async fn deactivate_subscription(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<Response> {
    answer!(app, &call, StatusCode::OK, |tx| {
        let today = tx.today;
        let learning = learning::get(tx, id).await?;
        check_version(&call, learning.row.version, || json!(learning.clone().view(today)))?;
        if learning.row.active {
            store::deactivate(tx, id, learning.row.course_id, learning.row.holds_seat).await?;
        }
        Ok(learning::get(tx, id).await?.view(today))
    })
}

/// Deletes a granted subscription; one that was sold, or whose learner was marked in a session, cannot be deleted.
#[utoipa::path(delete, path = "/subscriptions/{id}", tag = "subscriptions", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_subscription(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    change!(app, Some(&call), |tx| {
        let today = tx.today;
        let learning = learning::get(tx, id).await?;
        check_version(&call, learning.row.version, || json!(learning.clone().view(today)))?;
        if store::is_sold(tx, id).await? {
            return Err(Code::HasMoney.into());
        }
        if attendance::subscription_has_marks(tx, id).await? {
            return Err(Code::InUse.into());
        }
        store::delete(tx, id, learning.row.course_id, learning.row.holds_seat).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

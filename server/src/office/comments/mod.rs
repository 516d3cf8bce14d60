//! Comments (testimonials): written by people with an account, published once staff has approved them.
//!
//! Validation, the signature and visibility are core's rules. A comment about a course is written by one of
//! its subscribers, at most once each: the site displays it as verified.

mod store;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use preau_core::code::Code;
use preau_core::comment::{self, CommentInput};
use preau_core::course::CourseType;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;

use self::store::{CommentFilter, New};
use crate::catalogue::access::CourseAccess;
use crate::catalogue::store::{Part, course_of};
use crate::catalogue::subscribed;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::{Caller, SignedIn};
use crate::http::extract::{Json, Path, Query};
use crate::http::limits::Limit;
use crate::http::owned::owned;
use crate::http::paging::{List, Window};
use crate::write::{Call, Tx, check_version, json_response, store_response};
use crate::{answer, change, clock};

/// Limit of comments by one account; does not apply to staff.
const LIMIT: Limit = Limit::per_minutes(10, 60);

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_comments, create_comment))
        .routes(routes!(get_comment, update_comment, delete_comment))
        .routes(routes!(comments_of_course))
        .routes(routes!(rating_of_course))
        .routes(routes!(comments_of_user))
        .routes(routes!(set_comment_status))
}

/// A comment; its author and staff see whose it is and whether it is shown.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    pub id: i64,
    /// 1 to 5 stars.
    pub rating: i64,
    pub message: String,
    /// First name and initial.
    pub author: String,
    /// The course it is about.
    pub course_id: Option<i64>,
    pub course_name: Option<String>,
    pub course_type: Option<CourseType>,
    /// Code of the language of the course.
    pub language: Option<String>,
    /// Level of the course.
    pub level: Option<String>,
    /// Whether its author subscribed to the course.
    pub verified: bool,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    /// Whether the public sees it; told to staff and the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    /// Its author, nobody's when it was planted; told to staff and the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    /// Raised by each write; told to staff and the author.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
}

/// The query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Search {
    /// For staff: only those shown, or only those hidden. Others see what is shown.
    active: Option<bool>,
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// At most 100.
    size: Option<i64>,
}

impl Search {
    fn filter(&self, caller: &Caller) -> Result<(CommentFilter, Window)> {
        let active = if caller.is_staff() { self.active } else { Some(true) };
        Ok((CommentFilter { active, ..CommentFilter::default() }, Window::parse(self.page, self.size)?))
    }
}

async fn fetch_page(
    app: &AppContext,
    caller: &Caller,
    filter: CommentFilter,
    window: Window,
) -> Result<List<Comment>> {
    let mut conn = app.db.read().await?;
    let total = store::count(&mut conn, &filter).await?;
    let rows = store::list(&mut conn, &filter, window.from_nearer_end(total)).await?;
    let comments = rows.into_iter().map(|row| row.for_caller(caller)).collect::<Result<_>>()?;
    Ok(window.list(comments, total))
}

/// Comments, the newest first; the public sees those that are shown.
#[utoipa::path(get, path = "/comments", tag = "comments", params(Search),
    responses((status = 200, body = List<Comment>)))]
async fn list_comments(
    State(app): State<AppContext>,
    caller: Caller,
    Query(search): Query<Search>,
) -> Result<List<Comment>> {
    let (filter, window) = search.filter(&caller)?;
    fetch_page(&app, &caller, filter, window).await
}

/// Comments about a course, the newest first.
#[utoipa::path(get, path = "/comments/course/{id}", tag = "comments", params(("id" = i64, Path), Search),
    responses((status = 200, body = List<Comment>)))]
async fn comments_of_course(
    State(app): State<AppContext>,
    caller: Caller,
    Path(id): Path<i64>,
    Query(search): Query<Search>,
) -> Result<List<Comment>> {
    let mut conn = app.db.read().await?;
    let (course_id, status) = course_of(&mut conn, Part::Course, id).await?;
    CourseAccess::of(&mut conn, &caller, course_id, status, app.clock.today()).await?;
    drop(conn);
    let (filter, window) = search.filter(&caller)?;
    fetch_page(&app, &caller, CommentFilter { course_id: Some(course_id), ..filter }, window).await
}

/// What the comments about a course that the public sees come to.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CourseRating {
    /// How many comments are shown.
    count: i64,
    /// Their stars on average, with one decimal; null without a comment.
    average: Option<f64>,
}

/// How many comments about a course are shown, and their stars on average.
#[utoipa::path(get, path = "/comments/course/{id}/rating", tag = "comments", params(("id" = i64, Path)),
    responses((status = 200, body = CourseRating)))]
async fn rating_of_course(
    State(app): State<AppContext>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<CourseRating>> {
    let mut conn = app.db.read().await?;
    let (course_id, status) = course_of(&mut conn, Part::Course, id).await?;
    CourseAccess::of(&mut conn, &caller, course_id, status, app.clock.today()).await?;
    let (count, stars) = store::stars_of_course(&mut conn, course_id).await?;
    Ok(Json(CourseRating { count, average: comment::average(stars, count) }))
}

/// Comments somebody wrote, shown or not: one's own, or for staff.
#[utoipa::path(get, path = "/comments/user/{id}", tag = "comments", params(("id" = i64, Path)),
    responses((status = 200, body = [Comment])))]
async fn comments_of_user(
    State(app): State<AppContext>,
    caller: Caller,
    user: SignedIn,
    Path(id): Path<i64>,
) -> Result<List<Comment>> {
    if user.id != id && !user.is_staff() {
        return Err(Error::not_found());
    }
    let filter = CommentFilter { user_id: Some(id), ..CommentFilter::default() };
    fetch_page(&app, &caller, filter, Window::ALL).await
}

/// One comment.
#[utoipa::path(get, path = "/comments/{id}", tag = "comments", params(("id" = i64, Path)),
    responses((status = 200, body = Comment)))]
async fn get_comment(
    State(app): State<AppContext>,
    caller: Caller,
    Path(id): Path<i64>,
) -> Result<Json<Comment>> {
    let row = store::find(&mut app.db.read().await?, id).await?;
    if !row.active && !row.is_visible_to(&caller) {
        return Err(Error::not_found());
    }
    row.for_caller(&caller).map(Json)
}

/// Writes a comment. The public sees it once staff has, or at once when staff wrote it.
#[utoipa::path(post, path = "/comments", tag = "comments", request_body = CommentInput,
    responses((status = 201, body = Comment),
        (status = 200, body = Comment, description = "This `clientId` has a comment already."),
        (status = 404), (status = 429)))]
async fn create_comment(
    State(app): State<AppContext>,
    call: Call,
    Json(input): Json<CommentInput>,
) -> Result<Response> {
    let (comment, client_id) = input.create()?;
    let user = call.caller.user()?;
    if !user.is_staff() {
        app.limit(&format!("comments {}", user.id), LIMIT).await?;
    }
    let (status, text) = change!(app, Some(&call), |tx| {
        let existing = store::by_client_id(tx, client_id.as_deref()).await?;
        let (status, id) = if let Some(id) = existing {
            (StatusCode::OK, id)
        } else {
            let new = New { comment: &comment, course_id: input.course_id, client_id: client_id.as_deref() };
            (StatusCode::CREATED, create(tx, user, &new).await?)
        };
        let made = owned::<store::Row>(tx, user, id).await?.for_caller(&call.caller)?;
        Ok((status, store_response(tx, &call, status, &made).await?))
    })?;
    Ok(json_response(status, text))
}

async fn create(tx: &mut Tx, author: SignedIn, new: &New<'_>) -> Result<i64> {
    if let Some(course_id) = new.course_id {
        course_of(tx, Part::Course, course_id).await.map_err(|error| match error.code() {
            Code::NotFound => Error::field("courseId", Code::UnknownReference),
            _ => error,
        })?;
        let today = tx.today;
        if !subscribed::to_course(tx, author.id, course_id, today).await?.subscribed() {
            return Err(Error::field("courseId", Code::NotSubscribed));
        }
        if store::has_commented(tx, author.id, course_id).await? {
            return Err(Code::AlreadyCommented.into());
        }
    }
    let active = comment::is_active_after(author.is_staff(), None);
    let id = store::insert(tx, author.id, new, active).await?;
    let after = json!({ "courseId": new.course_id, "rating": new.comment.rating, "active": active });
    tx.audit("comment.created", "comment", id, None, Some(after)).await?;
    Ok(id)
}

fn current_for(row: &store::Row, call: &Call) -> Value {
    row.clone().for_caller(&call.caller).map_or(Value::Null, |comment| json!(comment))
}

/// Changes a comment: what is absent stays. An edit by its author hides it until staff has seen it.
#[utoipa::path(put, path = "/comments/{id}", tag = "comments", params(("id" = i64, Path)), request_body = CommentInput,
    responses((status = 200, body = Comment), (status = 412)))]
async fn update_comment(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(input): Json<CommentInput>,
) -> Result<Response> {
    answer!(app, &call, StatusCode::OK, |tx| {
        let before: store::Row = owned(tx, call.caller.user()?, id).await?;
        check_version(&call, before.version, || current_for(&before, &call))?;
        let after = input.change(before.content())?;
        let active = comment::is_active_after(call.caller.is_staff(), Some(before.active));
        store::update(tx, id, &after, active).await?;
        let (was, is) = (
            json!({ "rating": before.rating, "active": before.active }),
            json!({ "rating": after.rating, "active": active }),
        );
        tx.audit("comment.updated", "comment", id, Some(was), Some(is)).await?;
        store::find(tx, id).await?.for_caller(&call.caller)
    })
}

/// Deletes a comment: one's own, or for staff.
#[utoipa::path(delete, path = "/comments/{id}", tag = "comments", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_comment(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    change!(app, Some(&call), |tx| {
        let before: store::Row = owned(tx, call.caller.user()?, id).await?;
        check_version(&call, before.version, || current_for(&before, &call))?;
        store::delete(tx, id).await?;
        let was = json!({ "rating": before.rating, "active": before.active });
        tx.audit("comment.deleted", "comment", id, Some(was), None).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether the public is to see a comment.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CommentStatus {
    active: bool,
}

/// Shows a comment to the public, or hides it.
#[utoipa::path(patch, path = "/comments/{id}/status", tag = "comments", params(("id" = i64, Path)),
    request_body = CommentStatus, responses((status = 200, body = Comment), (status = 412)))]
async fn set_comment_status(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(CommentStatus { active }): Json<CommentStatus>,
) -> Result<Response> {
    answer!(app, &call, StatusCode::OK, |tx| {
        let before = store::find(tx, id).await?;
        check_version(&call, before.version, || current_for(&before, &call))?;
        store::set_active(tx, id, active).await?;
        let (was, is) = (json!({ "active": before.active }), json!({ "active": active }));
        tx.audit("comment.status", "comment", id, Some(was), Some(is)).await?;
        store::find(tx, id).await?.for_caller(&call.caller)
    })
}

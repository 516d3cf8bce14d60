//! Decisions about courses that have too few learners: the school confirms the start, proposes other dates or another
//! course, or cancels.
//!
//! The rules are in `preau_core::minimum`. A decision is previewed ([`plan`]) and made ([`apply`]) in one transaction; whoever
//! paid is asked by a proposal, and answers it ([`answers`]). Nothing is decided without the school.

mod answers;
mod apply;
pub mod jobs;
mod mails;
mod moving;
mod plan;
pub mod store;
mod view;

pub use self::answers::learner_left;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use preau_core::calendar::add_days;
use preau_core::code::Code;
use preau_core::minimum::{Choice, LISTED_BEFORE, ProposalStatus};
use preau_core::problem::{Fault, Fields};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use self::plan::{DecisionInput, Plan};
use self::view::{CourseDecision, DecisionPreview, DueDecision, Proposal};
use crate::catalogue::courses;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, OptionalJson, Path};
use crate::sales::checkout::intent;
use crate::write::Call;
use crate::{answer, crash_point};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(due_decisions))
        .routes(routes!(course_decision, decide))
        .routes(routes!(preview_decision))
        .routes(routes!(open_proposal))
        .routes(routes!(my_proposals))
        .routes(routes!(accept_proposal))
        .routes(routes!(refuse_proposal))
}

/// The courses below their minimum that are to be decided about within a week, the earliest first.
#[utoipa::path(get, path = "/courses/admin/decisions", tag = "decisions",
    responses((status = 200, body = Vec<DueDecision>)))]
async fn due_decisions(State(app): State<AppContext>) -> Result<Json<Vec<DueDecision>>> {
    let today = app.clock.today();
    let mut conn = app.db.read().await?;
    Ok(Json(store::due(&mut conn, add_days(today, LISTED_BEFORE), today).await?))
}

/// Whether a course starts, and the latest decision about it with the answers. EDITOR sees names only.
#[utoipa::path(get, path = "/courses/admin/{id}/decision", tag = "decisions", params(("id" = i64, Path)),
    responses((status = 200, body = CourseDecision), (status = 404)))]
async fn course_decision(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<CourseDecision>> {
    let mut conn = app.db.read().await?;
    let state = state(&mut conn, id, app.clock.today()).await?;
    Ok(Json(if caller.is_admin() { state } else { state.names_only() }))
}

async fn state(conn: &mut Conn, id: i64, today: NaiveDate) -> Result<CourseDecision> {
    let course = courses::editable(conn, id, today).await?.facts;
    let open_answers = store::open_in(conn, id).await?;
    Ok(CourseDecision {
        course_id: id,
        minimum_learners: course.minimum_learners,
        decision_day: course.decision_day,
        enrolled: course.enrolled,
        start_confirmed: course.start_confirmed,
        needs_decision: plan::needs_decision(&course, course.minimum(), today),
        decidable: plan::decidable(&course, open_answers, today),
        last: store::last(conn, id).await?,
    })
}

/// Preview of a decision: whom it concerns, the refunds, and the sessions that move.
#[utoipa::path(post, path = "/courses/admin/{id}/decision/preview", tag = "decisions", params(("id" = i64, Path)),
    request_body = DecisionInput,
    responses((status = 200, body = DecisionPreview), (status = 404), (status = 409)))]
async fn preview_decision(
    State(app): State<AppContext>,
    Path(id): Path<i64>,
    Json(input): Json<DecisionInput>,
) -> Result<Json<DecisionPreview>> {
    let (now, today) = (app.clock.now(), app.clock.today());
    let mut fields = Fields::default();
    input.reason(&mut fields);
    let decided = input.decided(today, &mut fields);
    fields.finish()?;
    let Some(decided) = decided else { return Err(Code::Invalid.into()) };
    let mut conn = app.db.read().await?;
    Ok(Json(Plan::of(&mut conn, id, decided, (today, now)).await?.preview()))
}

/// Decides about a course: confirms its start, proposes other dates or another course, or cancels it. 409 when anything has
/// changed since the preview.
#[utoipa::path(post, path = "/courses/admin/{id}/decision", tag = "decisions", params(("id" = i64, Path)),
    request_body = DecisionInput,
    responses((status = 200, body = CourseDecision), (status = 404), (status = 409)))]
async fn decide(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(input): Json<DecisionInput>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let reason = input.reason(&mut fields);
    let decided = input.decided(app.clock.today(), &mut fields);
    if reason.is_none() && decided.as_ref().is_some_and(|decided| decided.choice() == Choice::Cancel) {
        fields.refuse("reason", Code::Required);
    }
    let seen = fields.require("fingerprint", input.fingerprint.clone().map(Ok::<_, Fault>));
    fields.finish()?;
    let (Some(decided), Some(seen)) = (decided, seen) else { return Err(Code::Invalid.into()) };
    let mut released = Vec::new();
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        let (today, now) = (tx.today, tx.now);
        let mut plan = Plan::of(tx, id, decided.clone(), (today, now)).await?;
        plan.check_seen(&seen)?;
        let decided_by = call.caller.user.map(|user| user.id);
        released = apply::decide(tx, &mut plan, decided_by, reason.as_deref()).await?;
        crash_point!("course.decided");
        state(tx, id, today).await
    })?;
    crash_point!("course.decided.committed");
    app.mail_queued.notify_one();
    intent::close_all(&app, &released).await;
    Ok(answer)
}

/// The token of a mail's link; absent for whoever is signed in.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
struct ProposalToken {
    token: Option<String>,
}

/// The proposal that the link of a mail is for.
#[utoipa::path(post, path = "/proposals/open", tag = "decisions", request_body = ProposalToken,
    responses((status = 200, body = Proposal), (status = 404)))]
async fn open_proposal(
    State(app): State<AppContext>,
    Json(ProposalToken { token }): Json<ProposalToken>,
) -> Result<Json<Proposal>> {
    let mut conn = app.db.read().await?;
    answers::by_token(&mut conn, token).await.map(Json)
}

/// The proposals to the caller as a payer, the newest first: open ones, and those answered within a month.
#[utoipa::path(get, path = "/proposals/me", tag = "decisions", responses((status = 200, body = Vec<Proposal>)))]
async fn my_proposals(State(app): State<AppContext>, caller: SignedIn) -> Result<Json<Vec<Proposal>>> {
    let mut conn = app.db.read().await?;
    Ok(Json(store::of_user(&mut conn, caller.id, app.clock.now()).await?))
}

/// Accepts what is proposed. Safe to repeat.
#[utoipa::path(post, path = "/proposals/{id}/accept", tag = "decisions", params(("id" = i64, Path)),
    request_body(content = Option<ProposalToken>),
    responses((status = 200, body = Proposal), (status = 404), (status = 409), (status = 410)))]
async fn accept_proposal(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    OptionalJson(ProposalToken { token }): OptionalJson<ProposalToken>,
) -> Result<Response> {
    answers::answer(&app, &call, id, token, ProposalStatus::Accepted).await
}

/// Refuses what is proposed: the reservation ends, and what is left of its payment goes back. Safe to repeat.
#[utoipa::path(post, path = "/proposals/{id}/refuse", tag = "decisions", params(("id" = i64, Path)),
    request_body(content = Option<ProposalToken>),
    responses((status = 200, body = Proposal), (status = 404), (status = 410)))]
async fn refuse_proposal(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    OptionalJson(ProposalToken { token }): OptionalJson<ProposalToken>,
) -> Result<Response> {
    answers::answer(&app, &call, id, token, ProposalStatus::Refused).await
}

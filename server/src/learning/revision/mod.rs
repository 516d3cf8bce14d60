//! Revision: cards of questions that a learner answered wrong, and of words marked in lessons.
//!
//! When a card comes back is decided by `preau_core::revision`; nobody but its learner reads it. What a class misses is
//! counted without names ([`missed`]).

mod cards;
mod missed;
mod reviews;
mod store;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::problem::Fault;
use preau_core::revision::{MAX_WORDS, Review, Word, WordInput, parse_reviews};
use utoipa_axum::router::OpenApiRouter;

use self::cards::{RevisionCard, RevisionDue};
use self::reviews::ReviewOutcome;
pub(super) use self::store::upsert_missed_cards;
use super::access::{self, ContentRow};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::http::limits::Limit;
use crate::write::{Call, Tx, json_response, store_empty_response, store_response};
use crate::{answer, change, routes};

/// Requests with reviews, and words, of one account.
const REVIEWED: Limit = Limit::per_minutes(60, 10);
const WORDS: Limit = Limit::per_minutes(100, 10);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(revision_due))
        .routes(routes!(add_reviews))
        .routes(routes!(add_revision_card))
        .routes(routes!(delete_revision_card))
        .routes(routes!(missed::missed_questions))
}

/// What the caller revises today: at most 20 cards, over all courses whose lessons they may read.
#[utoipa::path(get, path = "/revision/due", tag = "revision", responses((status = 200, body = RevisionDue)))]
async fn revision_due(State(app): State<AppContext>, caller: SignedIn) -> Result<Json<RevisionDue>> {
    let mut conn = app.db.read().await?;
    cards::due(&mut conn, &app, caller).await.map(Json)
}

/// Adds reviews, made on any device and in any order: each `clientId` counts once, so that all may be sent again.
#[utoipa::path(post, path = "/revision/reviews", tag = "revision", request_body = Vec<Review>,
    responses((status = 200, body = Vec<ReviewOutcome>), (status = 429)))]
async fn add_reviews(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<Vec<Review>>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    app.limit(&format!("reviews {}", caller.id), REVIEWED).await?;
    let made = parse_reviews(&sent, app.clock.now())?;
    answer!(app, &call, StatusCode::OK, |tx| reviews::add(tx, caller.id, &made).await)
}

/// Keeps a word of a lesson, to be revised from today on; at most 2000.
#[utoipa::path(post, path = "/revision/cards", tag = "revision", request_body = WordInput,
    responses((status = 201, body = RevisionCard),
        (status = 200, body = RevisionCard, description = "This `clientId` has a card already."), (status = 404),
        (status = 429)))]
async fn add_revision_card(
    State(app): State<AppContext>,
    call: Call,
    Json(input): Json<WordInput>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    app.limit(&format!("revision-words {}", caller.id), WORDS).await?;
    let word = input.parse()?;
    let (status, text) = change!(app, Some(&call), |tx| {
        let (status, id) = match store::word(tx, caller.id, &word.client_id).await? {
            Some(id) => (StatusCode::OK, id),
            None => (StatusCode::CREATED, insert_word(tx, caller, &word).await?),
        };
        let card = cards::word(tx, id).await?;
        let text = store_response(tx, &call, status, &card).await?;
        Ok((status, text))
    })?;
    Ok(json_response(status, text))
}

async fn insert_word(tx: &mut Tx, caller: SignedIn, word: &Word) -> Result<i64> {
    let today = tx.today;
    access::check(tx, caller, ContentRow::Lesson(word.lesson_id), today).await?;
    if store::words(tx, caller.id).await? >= MAX_WORDS {
        return Err(Fault::new(Code::TooMany).with("max", MAX_WORDS).into());
    }
    store::add_word(tx, caller.id, word).await
}

/// Deletes an own card with its reviews. That of a question comes back with the next wrong answer.
#[utoipa::path(delete, path = "/revision/cards/{id}", tag = "revision", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn delete_revision_card(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    let caller = call.caller.user()?;
    change!(app, Some(&call), |tx| {
        if !store::delete(tx, caller.id, id).await? {
            return Err(Error::not_found());
        }
        store_empty_response(tx, &call, StatusCode::NO_CONTENT).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

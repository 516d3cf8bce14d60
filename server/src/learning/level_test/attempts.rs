//! Attempts at the adaptive test: one question after the other, and the level at the end.
//!
//! A learner reads a question only once it is asked, and never its level, its difficulty or the right answer. The attempt of
//! whoever is signed in goes on where it was left, on any device; the others' ends with the page that knows its token.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chrono::Duration;
use preau_core::adaptive::Item;
use preau_core::attempt::{AttemptAnswer, TestAttemptInput};
use preau_core::code::Code;
use utoipa_axum::router::OpenApiRouter;

use super::attempt_state::{AttemptState, finished, proceed, with_courses};
use super::attempt_store::{self, AskedRow, AttemptRow};
use super::{LanguageQuery, TestQuestion, bank, language};
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::editing::Versioned as _;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::{Json, Path, Query};
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::write::{Call, Tx};
use crate::{change, routes, translations};

/// Attempts begun or gone on with from one address: a whole class takes the test in the same room.
const BEGUN: Limit = Limit::per_minutes(100, 10);
/// Attempts begun by one account.
const OWN: Limit = Limit::per_minutes(20, 24 * 60);
/// Answers from one address.
const ANSWERED: Limit = Limit::per_minutes(1500, 10);
/// An unfinished attempt goes on for so long; later, much may have been learnt.
pub(in crate::learning) const RESUMED: Duration = Duration::days(30);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(begin_attempt)).routes(routes!(answer_attempt))
}

/// Begins an attempt at the adaptive test of a language. Whoever is signed in goes on with an unfinished one of the last 30
/// days, unless `restart`.
#[utoipa::path(post, path = "/tests/{language}/attempts", tag = "tests", params(("language" = String, Path), LanguageQuery),
    request_body = TestAttemptInput, responses((status = 201, body = AttemptState),
        (status = 200, body = AttemptState, description = "An unfinished one goes on."), (status = 409), (status = 429)))]
async fn begin_attempt(
    State(app): State<AppContext>,
    call: Call,
    Path(wanted): Path<String>,
    Query(reader): Query<LanguageQuery>,
    Json(input): Json<TestAttemptInput>,
) -> Result<Response> {
    app.limit(&format!("attempt {}", sha256_hex(call.caller.address())), BEGUN).await?;
    let lang = translations::parse_language(reader.lang.as_deref())?;
    let user_id = call.caller.user.map(|user| user.id);
    let since = app.clock.now() - RESUMED;
    let resuming = user_id.filter(|_| !input.restart);
    let (language, items, found) = {
        let mut conn = app.db.read().await?;
        let language = language(&mut conn, &wanted).await?;
        let found = attempt_store::unfinished(&mut conn, resuming, language.id, since).await?;
        let items = bank::items(&mut conn, language.id).await?;
        (language, items, found)
    };
    if let Some(id) = user_id.filter(|_| found.is_none()) {
        app.limit(&format!("attempt of {id}"), OWN).await?;
    }
    let (status, state) = change!(app, Some(&call), |tx| {
        let found = attempt_store::unfinished(tx, resuming, language.id, since).await?;
        let token = user_id.is_none().then(|| app.ids.hex128());
        let (status, attempt) = match found {
            Some(attempt) => (StatusCode::OK, attempt),
            None => {
                (StatusCode::CREATED, begin(tx, &app, language.id, &items, user_id, token.as_deref()).await?)
            }
        };
        let mut state = proceed(tx, &attempt, &items, false, lang).await?;
        state.token = token;
        Ok((status, state))
    })?;
    let state = with_courses(&app, state).await?;
    Ok((status, Private(Json(state))).into_response())
}

async fn begin(
    tx: &mut Tx,
    app: &AppContext,
    language_id: i64,
    items: &[Item],
    user_id: Option<i64>,
    token: Option<&str>,
) -> Result<AttemptRow> {
    if !bank::is_offered(items.iter().map(|item| (item.level, 1))) {
        return Err(Code::TestNotOffered.into());
    }
    let token_hash = token.map(sha256_hex);
    let seed = i64::from_le_bytes(app.ids.random_bytes());
    attempt_store::begin(tx, language_id, user_id, token_hash.as_deref(), seed).await
}

/// Answers the question that is asked. A repeat of an answer changes nothing and returns where the attempt stands.
#[utoipa::path(post, path = "/attempts/{id}/answers", tag = "tests", params(("id" = i64, Path), LanguageQuery),
    request_body = AttemptAnswer, responses((status = 200, body = AttemptState), (status = 429)))]
async fn answer_attempt(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Query(reader): Query<LanguageQuery>,
    Json(sent): Json<AttemptAnswer>,
) -> Result<Private<Json<AttemptState>>> {
    app.limit(&format!("attempt-answer {}", sha256_hex(call.caller.address())), ANSWERED).await?;
    let lang = translations::parse_language(reader.lang.as_deref())?;
    let since = app.clock.now() - RESUMED;
    let items = {
        let mut conn = app.db.read().await?;
        let attempt = attempt_store::find(&mut conn, id).await?;
        if !is_own(&attempt, &call.caller, sent.token.as_deref()) || attempt.started_at <= since {
            return Err(Error::not_found());
        }
        // What is over is not written to again, however often the last answer is sent.
        if attempt.finished_at.is_some() {
            let answers = attempt_store::asked(&mut conn, id).await?.len();
            drop(conn);
            return Ok(Private(Json(with_courses(&app, finished(&attempt, answers)?).await?)));
        }
        bank::items(&mut conn, attempt.language_id).await?
    };
    let state = change!(app, Some(&call), |tx| {
        let attempt = attempt_store::find(tx, id).await?;
        let asked = attempt_store::asked(tx, id).await?;
        let replaced = match asked.last().filter(|row| row.outcome.is_none()) {
            Some(current) if current.question_id == Some(sent.question_id) => {
                !record(tx, &attempt, current, &sent).await?
            }
            // An answer that is sent again; or staff deleted the question while the learner looked at it.
            Some(_) | None => asked.iter().all(|row| row.question_id != Some(sent.question_id)),
        };
        proceed(tx, &attempt, &items, replaced, lang).await
    })?;
    Ok(Private(Json(with_courses(&app, state).await?)))
}

fn is_own(attempt: &AttemptRow, caller: &Caller, token: Option<&str>) -> bool {
    match (attempt.user_id, caller.user) {
        (Some(owner), Some(user)) => owner == user.id,
        (Some(_), None) => false,
        (None, _) => attempt.token_hash.is_some() && attempt.token_hash == token.map(sha256_hex),
    }
}

/// Records the answer to the current question. False when the learner saw another version of it.
async fn record(tx: &mut Tx, attempt: &AttemptRow, current: &AskedRow, sent: &AttemptAnswer) -> Result<bool> {
    let question = TestQuestion::find(tx, &sent.question_id).await?;
    let seen = current.question_version == sent.version && question.content_version == sent.version;
    if seen {
        let outcome = sent.grade(&question.parsed()?)?;
        attempt_store::answer(tx, attempt, current.position, sent, outcome).await?;
    }
    Ok(seen)
}

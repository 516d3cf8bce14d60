//! Attempts at the adaptive test: one question after the other, and the level at the end.
//!
//! A learner reads a question only once it is asked, and never its level, its difficulty or the right answer. The attempt of
//! whoever is signed in goes on where it was left, on any device; the others' ends with the page that knows its token.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chrono::Duration;
use preau_core::adaptive::rasch::middle;
use preau_core::adaptive::{AdaptiveTest, Item, MAX_QUESTIONS};
use preau_core::attempt::{AttemptAnswer, TestAttemptInput};
use preau_core::code::Code;
use preau_core::language::UiLanguage;
use preau_core::placement::LevelCode;
use preau_core::question::QuestionType;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use super::attempt_store::{self, AskedRow, AttemptRow};
use super::{LanguageQuery, TestQuestion, bank, bookable, language};
use crate::catalogue::course::Course;
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

/// Where an attempt stands: the next question, or the result.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AttemptState {
    id: i64,
    #[serde(skip)]
    language_id: i64,
    /// Of a new attempt without an account; it is sent once.
    token: Option<String>,
    /// Code of the language.
    language: String,
    /// Number of answers.
    answered: usize,
    /// The largest number of questions.
    at_most: usize,
    /// The question that was answered was changed or deleted meanwhile: nothing was recorded.
    replaced: bool,
    question: Option<AttemptQuestion>,
    result: Option<AttemptResult>,
}

/// A question as whoever takes the test reads it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AttemptQuestion {
    id: i64,
    /// Of its text and its answer; sent back with the answer.
    version: i64,
    /// The question; with `{{1}}`, `{{2}}` for gaps.
    question: String,
    /// Language of the question's text, when it is not the school's.
    lang: Option<UiLanguage>,
    type_code: QuestionType,
    options: Vec<String>,
    media_url: Option<String>,
    transcript: Option<String>,
}

/// The result of an attempt.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct AttemptResult {
    level: LevelCode,
    /// The probability that the learner is of this level, in whole percent.
    percent: i64,
    /// The next most probable level; null beyond the middle of the lowest and of the highest.
    neighbour: Option<LevelCode>,
    /// Number of answers.
    answered: usize,
    /// Courses of this language and level that can be booked today, the earliest first.
    courses: Vec<Course>,
    /// At most one course of the next higher level.
    next_level: Vec<Course>,
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
    let (language, items, is_new) = {
        let mut conn = app.db.read().await?;
        let language = language(&mut conn, &wanted).await?;
        let found = match user_id {
            Some(id) if !input.restart => {
                attempt_store::unfinished(&mut conn, id, language.id, since).await?
            }
            Some(_) | None => None,
        };
        let items = bank::items(&mut conn, language.id).await?;
        (language, items, found.is_none())
    };
    if let Some(id) = user_id.filter(|_| is_new) {
        app.limit(&format!("attempt of {id}"), OWN).await?;
    }
    let (status, state) = change!(app, Some(&call), |tx| {
        let found = match user_id {
            Some(id) if !input.restart => attempt_store::unfinished(tx, id, language.id, since).await?,
            Some(_) | None => None,
        };
        let token = user_id.is_none().then(|| app.ids.hex128());
        let (status, attempt) = match found {
            Some(attempt) => (StatusCode::OK, attempt),
            None => {
                (StatusCode::CREATED, begin(tx, &app, language.id, &items, user_id, token.as_deref()).await?)
            }
        };
        let state = proceed(tx, &attempt, &items, false, lang).await?;
        Ok((status, AttemptState { token, ..state }))
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
        bank::items(&mut conn, attempt.language_id).await?
    };
    let state = change!(app, Some(&call), |tx| {
        let attempt = attempt_store::find(tx, id).await?;
        if !is_own(&attempt, &call.caller, sent.token.as_deref()) || attempt.started_at <= since {
            return Err(Error::not_found());
        }
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

/// Where the attempt stands now; asks the next question, or ends it.
async fn proceed(
    tx: &mut Tx,
    attempt: &AttemptRow,
    items: &[Item],
    replaced: bool,
    lang: Option<UiLanguage>,
) -> Result<AttemptState> {
    let asked = attempt_store::asked(tx, attempt.id).await?;
    let answers = asked.iter().filter_map(|row| row.answer().transpose()).collect::<Result<Vec<_>>>()?;
    let state = AttemptState {
        id: attempt.id,
        language_id: attempt.language_id,
        token: None,
        language: attempt.language.clone(),
        answered: answers.len(),
        at_most: MAX_QUESTIONS,
        replaced,
        question: None,
        result: None,
    };
    if attempt.finished_at.is_some() {
        return Ok(AttemptState { result: Some(result(attempt, answers.len())?), ..state });
    }
    if let Some(question) = current(tx, &asked).await? {
        return Ok(AttemptState { question: Some(question.asked(lang)?), ..state });
    }
    let test: AdaptiveTest = answers.into_iter().collect();
    match test.next(items, attempt.seed.cast_unsigned()) {
        Some(item) => {
            let question = ask(tx, attempt, state.answered, item).await?;
            Ok(AttemptState { question: Some(question.asked(lang)?), ..state })
        }
        // Without an answer there is nothing to say: its questions were taken away.
        None if state.answered == 0 => Err(Code::TestNotOffered.into()),
        None => {
            attempt_store::finish(tx, attempt.id, &test.estimate(items)).await?;
            let attempt = attempt_store::find(tx, attempt.id).await?;
            Ok(AttemptState { result: Some(result(&attempt, state.answered)?), ..state })
        }
    }
}

/// The question that waits for its answer, unless it was changed or deleted since it was asked.
async fn current(tx: &mut Tx, asked: &[AskedRow]) -> Result<Option<TestQuestion>> {
    let Some(row) = asked.last().filter(|row| row.outcome.is_none()) else { return Ok(None) };
    let Some(id) = row.question_id else { return Ok(None) };
    let question = TestQuestion::find(tx, &id).await?;
    Ok(Some(question).filter(|question| question.content_version == row.question_version))
}

async fn ask(tx: &mut Tx, attempt: &AttemptRow, answered: usize, item: &Item) -> Result<TestQuestion> {
    let position = i64::try_from(answered + 1).map_err(|error| Error::internal(error.to_string()))?;
    attempt_store::ask(tx, attempt.id, position, item).await?;
    TestQuestion::find(tx, &item.id).await
}

impl TestQuestion {
    /// As whoever takes the test reads it.
    fn asked(self, lang: Option<UiLanguage>) -> Result<AttemptQuestion> {
        let Self { id, content_version, question, lang, type_code, options, media_url, transcript, .. } =
            self.localised(lang)?;
        Ok(AttemptQuestion {
            id,
            version: content_version,
            question,
            lang,
            type_code,
            options,
            media_url,
            transcript,
        })
    }
}

/// The result without its courses.
///
/// # Errors
/// `attempt_abandoned` when another attempt was begun instead.
fn result(attempt: &AttemptRow, answered: usize) -> Result<AttemptResult> {
    let (Some(level), Some(ability), Some(probability)) =
        (attempt.level()?, attempt.ability, attempt.probability)
    else {
        return Err(Code::AttemptAbandoned.into());
    };
    Ok(AttemptResult {
        level,
        percent: percent(probability),
        neighbour: neighbour(level, ability),
        answered,
        courses: Vec::new(),
        next_level: Vec::new(),
    })
}

/// The state with the courses that follow from its result, read outside of the write.
async fn with_courses(app: &AppContext, mut state: AttemptState) -> Result<AttemptState> {
    if let Some(result) = &mut state.result {
        let mut conn = app.db.read().await?;
        let now = app.clock.now();
        result.courses = bookable(&mut conn, state.language_id, Some(result.level), now).await?;
        result.next_level = bookable(&mut conn, state.language_id, result.level.next(), now).await?;
        result.next_level.truncate(1);
    }
    Ok(state)
}

/// A probability in whole percent.
#[allow(clippy::cast_possible_truncation, reason = "from 0 to 100")]
pub(in crate::learning) fn percent(probability: f64) -> i64 {
    (probability * 100.0).round() as i64
}

/// The level on the side of the middle on which the ability lies.
fn neighbour(level: LevelCode, ability: f64) -> Option<LevelCode> {
    if ability < middle(level) { level.previous() } else { level.next() }
}

//! Where an attempt at the adaptive test stands: what its learner reads of it.

use preau_core::adaptive::rasch::middle;
use preau_core::adaptive::{AdaptiveTest, Item, MAX_QUESTIONS};
use preau_core::code::Code;
use preau_core::language::UiLanguage;
use preau_core::placement::LevelCode;
use preau_core::question::QuestionType;
use serde::Serialize;

use super::attempt_store::{self, AskedRow, AttemptRow};
use super::{TestQuestion, bookable};
use crate::catalogue::course::Course;
use crate::context::AppContext;
use crate::editing::Versioned as _;
use crate::error::{Error, Result};
use crate::write::Tx;

/// Where an attempt stands: the next question, or the result.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AttemptState {
    id: i64,
    #[serde(skip)]
    language_id: i64,
    /// Of a new attempt without an account; it is sent once.
    pub(super) token: Option<String>,
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
pub(super) struct AttemptQuestion {
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
pub(super) struct AttemptResult {
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

/// The state of an attempt without its question or result.
fn state(attempt: &AttemptRow, answered: usize) -> AttemptState {
    AttemptState {
        id: attempt.id,
        language_id: attempt.language_id,
        token: None,
        language: attempt.language.clone(),
        answered,
        at_most: MAX_QUESTIONS,
        replaced: false,
        question: None,
        result: None,
    }
}

/// The state of an attempt that is over, without the courses of its result.
///
/// # Errors
/// `attempt_abandoned` when another attempt was begun instead.
pub(super) fn finished(attempt: &AttemptRow, answered: usize) -> Result<AttemptState> {
    Ok(AttemptState { result: Some(result(attempt, answered)?), ..state(attempt, answered) })
}

/// Where the attempt stands now; asks the next question, or ends it.
pub(super) async fn proceed(
    tx: &mut Tx,
    attempt: &AttemptRow,
    items: &[Item],
    replaced: bool,
    lang: Option<UiLanguage>,
) -> Result<AttemptState> {
    let asked = attempt_store::asked(tx, attempt.id).await?;
    let answers = asked.iter().filter_map(|row| row.answer().transpose()).collect::<Result<Vec<_>>>()?;
    let state = AttemptState { replaced, ..state(attempt, answers.len()) };
    if attempt.finished_at.is_some() {
        return Ok(AttemptState { replaced, ..finished(attempt, answers.len())? });
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
            Ok(AttemptState { replaced, ..finished(&attempt, state.answered)? })
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
pub(super) async fn with_courses(app: &AppContext, mut state: AttemptState) -> Result<AttemptState> {
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

//! Revision: the reviews of a card, and the day on which it comes back, by the FSRS scheduler with its own parameters.
//!
//! A card's state is always computed from all its reviews, in the order in which they were made: devices may send them
//! late and in any order. Days are days in Paris.

use crate::calendar::{add_days, paris_day};
use crate::code::Code;
use crate::editing::client_id;
use crate::keyword::keywords;
use crate::problem::{Fault, Fields, Problem};
use crate::text;
use chrono::{DateTime, NaiveDate, SubsecRound as _, TimeDelta, Utc};
use fsrs::{FSRS, ItemState, MemoryState, NextStates};
use serde::Deserialize;

/// Maximum number of cards that a learner revises in a day.
pub const MOST_A_DAY: i64 = 20;
/// Maximum number of reviews sent together.
pub const MAX_REVIEWS: usize = 200;
/// Maximum number of words that a learner keeps.
pub const MAX_WORDS: i64 = 2000;
/// Maximum lengths of a word and of what it means, in characters.
const MAX_FRONT: usize = 200;
const MAX_BACK: usize = 500;
/// The probability with which a card is to be remembered when it comes back.
const WANTED_RETENTION: f32 = 0.9;
/// The clock of a device may be ahead by this much.
const AHEAD: TimeDelta = TimeDelta::minutes(5);
/// Reviews are sent within this time.
const LATE: TimeDelta = TimeDelta::days(90);

keywords! {
    /// How well a learner remembered a card.
    ReviewRating {
        /// Not at all: it comes back the same day.
        Again = "AGAIN",
        Hard = "HARD",
        Good = "GOOD",
        Easy = "EASY",
    }
}

/// A review as a client sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The client's own id (UUID of version 7): a review that is sent again counts once.
    pub client_id: Option<String>,
    pub card_id: Option<i64>,
    /// `AGAIN`, `HARD`, `GOOD` or `EASY`.
    pub rating: Option<String>,
    /// When it was made, within the last 90 days. More than 5 minutes ahead of the school counts as now.
    pub reviewed_at: Option<DateTime<Utc>>,
}

/// A validated review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReview {
    pub card_id: i64,
    pub made: ReviewMade,
}

/// A review of a card; the order is that in which they were made.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReviewMade {
    pub reviewed_at: DateTime<Utc>,
    pub client_id: String,
    pub rating: ReviewRating,
}

impl Review {
    fn parse(&self, now: DateTime<Utc>) -> Result<NewReview, Problem> {
        let mut fields = Fields::default();
        let id = fields.require("clientId", self.client_id.as_deref().map(client_id));
        let card_id = fields.require("cardId", self.card_id.map(Ok::<_, Fault>));
        let rating = fields.require("rating", self.rating.as_deref().map(str::parse::<ReviewRating>));
        let reviewed_at = fields.require("reviewedAt", self.reviewed_at.map(|at| reviewed_at(at, now)));
        match (id, card_id, rating, reviewed_at) {
            (Some(client_id), Some(card_id), Some(rating), Some(reviewed_at)) => {
                Ok(NewReview { card_id, made: ReviewMade { reviewed_at, client_id, rating } })
            }
            _ => Err(fields.into_problem()),
        }
    }
}

/// The time of a review, to the millisecond.
fn reviewed_at(at: DateTime<Utc>, now: DateTime<Utc>) -> Result<DateTime<Utc>, Fault> {
    if at < now - LATE {
        return Err(Code::InvalidDate.into());
    }
    Ok(if at > now + AHEAD { now } else { at }.trunc_subsecs(3))
}

/// Validates the reviews of a call; problems are under `[n]`.
///
/// # Errors
/// One fault per field, `invalid_date` for a review that is too old; `too_few`, `too_many`.
pub fn parse_reviews(sent: &[Review], now: DateTime<Utc>) -> Result<Vec<NewReview>, Problem> {
    if sent.is_empty() {
        return Err(Fault::new(Code::TooFew).with("min", 1).into());
    }
    if sent.len() > MAX_REVIEWS {
        return Err(Fault::new(Code::TooMany).with("max", MAX_REVIEWS).into());
    }
    let mut fields = Fields::default();
    let reviews: Vec<NewReview> = sent
        .iter()
        .enumerate()
        .filter_map(|(n, review)| fields.nest(&format!("[{n}]"), review.parse(now)))
        .collect();
    fields.finish()?;
    Ok(reviews)
}

/// A word that a learner marked in a lesson.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct WordInput {
    /// The client's own id (UUID of version 7): a repeated request creates no second card.
    pub client_id: Option<String>,
    /// The lesson in which it stands.
    pub lesson_id: Option<i64>,
    /// The word, at most 200 characters.
    pub front: Option<String>,
    /// What it means, at most 500 characters; may be empty.
    pub back: Option<String>,
}

/// A validated word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub client_id: String,
    pub lesson_id: i64,
    pub front: String,
    pub back: String,
}

impl WordInput {
    /// Validates the word.
    ///
    /// # Errors
    /// One fault per field.
    pub fn parse(&self) -> Result<Word, Problem> {
        let mut fields = Fields::default();
        let id = fields.require("clientId", self.client_id.as_deref().map(client_id));
        let lesson_id = fields.require("lessonId", self.lesson_id.map(Ok::<_, Fault>));
        let front = self.front.as_deref().map(|front| text::required_line(front, MAX_FRONT));
        let front = fields.require("front", front);
        let back = fields.check("back", text::lines(self.back.as_deref().unwrap_or_default(), MAX_BACK));
        match (id, lesson_id, front, back) {
            (Some(client_id), Some(lesson_id), Some(front), Some(back)) => {
                Ok(Word { client_id, lesson_id, front, back })
            }
            _ => Err(fields.into_problem()),
        }
    }
}

/// The first day of a new question: the day after its answer.
pub fn first_day(answered_on: NaiveDate) -> NaiveDate {
    add_days(answered_on, 1)
}

/// What its reviews say of a card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardState {
    /// Their number.
    pub reviews: i64,
    pub last_reviewed_at: DateTime<Utc>,
    /// Days after which it is remembered with a probability of 90 %.
    pub stability: f64,
    /// From 1 to 10.
    pub difficulty: f64,
    /// The day on which it comes back.
    pub due_on: NaiveDate,
}

impl CardState {
    /// The day on which the card comes back when its question was answered wrong again: that day, unless it was reviewed
    /// since.
    pub fn due_on(&self, missed_at: Option<DateTime<Utc>>) -> NaiveDate {
        match missed_at {
            Some(at) if self.last_reviewed_at < at => self.due_on.min(paris_day(at)),
            Some(_) | None => self.due_on,
        }
    }
}

/// What the reviews of a card say of it, in whatever order they are given. Nothing without reviews.
///
/// # Errors
/// `internal` when the scheduler has no answer, which no review leads to.
pub fn replay(reviews: &[ReviewMade]) -> Result<Option<CardState>, Code> {
    let mut reviews: Vec<&ReviewMade> = reviews.iter().collect();
    reviews.sort_unstable();
    let scheduler = FSRS::default();
    let mut state: Option<(CardState, MemoryState)> = None;
    for review in reviews {
        let day = paris_day(review.reviewed_at);
        let elapsed = state.map_or(0, |(card, _)| (day - paris_day(card.last_reviewed_at)).num_days());
        let elapsed = u32::try_from(elapsed).map_err(|_| Code::Internal)?;
        let next = scheduler.next_states(state.map(|(_, memory)| memory), WANTED_RETENTION, elapsed);
        let next = chosen(next.map_err(|_| Code::Internal)?, review.rating);
        let card = CardState {
            reviews: state.map_or(0, |(card, _)| card.reviews) + 1,
            last_reviewed_at: review.reviewed_at,
            stability: f64::from(next.memory.stability),
            difficulty: f64::from(next.memory.difficulty),
            due_on: comes_back(day, review.rating, next.interval),
        };
        state = Some((card, next.memory));
    }
    Ok(state.map(|(card, _)| card))
}

fn chosen(next: NextStates, rating: ReviewRating) -> ItemState {
    match rating {
        ReviewRating::Again => next.again,
        ReviewRating::Hard => next.hard,
        ReviewRating::Good => next.good,
        ReviewRating::Easy => next.easy,
    }
}

/// The day that is an interval of the scheduler after a review, in whole days and at least one.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 36500")]
fn comes_back(day: NaiveDate, rating: ReviewRating, interval: f32) -> NaiveDate {
    match rating {
        ReviewRating::Again => day,
        ReviewRating::Hard | ReviewRating::Good | ReviewRating::Easy => {
            add_days(day, interval.round().max(1.0) as u64)
        }
    }
}

#[cfg(test)]
#[path = "revision_tests.rs"]
mod tests;

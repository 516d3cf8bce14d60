//! The adaptive level test: which question is asked next, and what the answers so far say about the level.
//!
//! Uses no clock, no database and no randomness: the caller passes the questions, the answers and a seed.
//! `docs/placement.md` explains it and says how well it works.

mod alignment;
pub mod calibration;
pub mod rasch;
#[cfg(test)]
mod simulation;

use crate::grading::Outcome;
use crate::placement::LevelCode;
use crate::question::QuestionType;
use rasch::{Posterior, information, level_of, middle};

/// A test has at least and at most so many questions.
pub const MIN_QUESTIONS: usize = 8;
pub const MAX_QUESTIONS: usize = 25;
/// The test ends when the standard error of the ability is not above this, in logits.
pub const ENOUGH_ERROR: f64 = 0.5;
/// The next question is chosen among the best ones, at least so many. Those that are as good as the last of them
/// are among them too.
pub const BEST: usize = 5;
/// Questions with this share of the information of the best one are among the best ones.
pub const NEARLY_BEST: f64 = 0.8;
/// A question that was asked in a larger share of the tests waits while others are as good. No question may be in
/// more than 0.40 of the tests; the rest is for the time until shares are counted again.
pub const MAX_EXPOSURE: f64 = 0.35;

/// A question of the bank, as the test sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Item {
    pub id: i64,
    pub type_code: QuestionType,
    pub level: LevelCode,
    /// Difficulty by [`calibration`], in logits. None until it has enough answers.
    pub fitted: Option<f64>,
    /// The share of recent tests in which it was asked; 0 when nothing is known.
    pub exposure: f64,
}

impl Item {
    /// Its difficulty: the fitted one, or the middle of its level.
    pub fn difficulty(&self) -> f64 {
        self.fitted.unwrap_or_else(|| middle(self.level))
    }
}

/// An answer to a question as the question was when it was asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    pub item: Item,
    pub outcome: Outcome,
}

impl Answer {
    /// A nearly right answer counts as wrong, as in the fixed test.
    pub fn is_right(&self) -> bool {
        self.outcome == Outcome::Right
    }
}

/// What a test says about a learner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// In logits; the border of B1 and B2 is 0.
    pub ability: f64,
    pub standard_error: f64,
    /// The level in which the ability lies.
    pub level: LevelCode,
    /// The probability that the learner is of this level, from 0 to 1.
    pub probability: f64,
    /// Whether the test is over.
    pub is_final: bool,
}

/// A test with its answers so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AdaptiveTest {
    asked: Vec<Item>,
    posterior: Posterior,
}

impl FromIterator<Answer> for AdaptiveTest {
    fn from_iter<T: IntoIterator<Item = Answer>>(answers: T) -> Self {
        let mut test = Self::default();
        answers.into_iter().for_each(|answer| test.record(&answer));
        test
    }
}

impl AdaptiveTest {
    /// Adds an answer.
    pub fn record(&mut self, answer: &Answer) {
        self.asked.push(answer.item);
        self.posterior.record(answer.item.difficulty(), answer.is_right());
    }

    /// The number of answers.
    pub fn len(&self) -> usize {
        self.asked.len()
    }

    /// Whether nothing was answered yet.
    pub fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }

    /// What the answers so far say. `bank` tells whether there is another question.
    pub fn estimate(&self, bank: &[Item]) -> Estimate {
        let (ability, standard_error) = self.posterior.estimate();
        let level = level_of(ability);
        let is_final = self.is_enough(standard_error) || bank.iter().all(|item| self.has_asked(item));
        Estimate {
            ability,
            standard_error,
            level,
            probability: self.posterior.probability_of(level),
            is_final,
        }
    }

    /// The next question; none when the test is over. The same seed gives the same question, so a request can be
    /// repeated; one seed is enough for a whole test.
    pub fn next<'a>(&self, bank: &'a [Item], seed: u64) -> Option<&'a Item> {
        let (ability, standard_error) = self.posterior.estimate();
        if self.is_enough(standard_error) {
            return None;
        }
        let fresh = bank.iter().filter(|item| !self.has_asked(item)).collect();
        let best = most_informative(fresh, ability);
        let rested = prefer(best, |item| item.exposure <= MAX_EXPOSURE);
        let balanced = prefer(rested, |item| self.is_type_due(bank, item.type_code));
        let count = u64::try_from(balanced.len()).ok()?;
        let number = u64::try_from(self.len()).ok()?;
        let chosen = mix(mix(seed).wrapping_add(number)).checked_rem(count)?;
        balanced.get(usize::try_from(chosen).ok()?).copied()
    }

    fn has_asked(&self, item: &Item) -> bool {
        self.asked.iter().any(|asked| asked.id == item.id)
    }

    fn is_enough(&self, standard_error: f64) -> bool {
        self.len() >= MAX_QUESTIONS || (self.len() >= MIN_QUESTIONS && standard_error <= ENOUGH_ERROR)
    }

    /// Whether the type is not asked more often than its share of the bank.
    fn is_type_due(&self, bank: &[Item], type_code: QuestionType) -> bool {
        let of_type = |items: &[Item]| items.iter().filter(|item| item.type_code == type_code).count();
        of_type(&self.asked) * bank.len() <= of_type(bank) * (self.len() + 1)
    }
}

/// The questions that say most about somebody of this ability.
fn most_informative(items: Vec<&Item>, ability: f64) -> Vec<&Item> {
    let rated: Vec<_> =
        items.into_iter().map(|item| (information(ability, item.difficulty()), item)).collect();
    let mut ratings: Vec<f64> = rated.iter().map(|(rating, _)| *rating).collect();
    ratings.sort_by(|a, b| b.total_cmp(a));
    let Some(first) = ratings.first() else { return Vec::new() };
    let last = ratings.get(BEST - 1).unwrap_or(&0.0);
    let enough = last.min(first * NEARLY_BEST);
    rated.into_iter().filter(|(rating, _)| *rating >= enough).map(|(_, item)| item).collect()
}

/// The items of which something is true, or all when it is true of none.
fn prefer(items: Vec<&Item>, is_preferred: impl Fn(&Item) -> bool) -> Vec<&Item> {
    let preferred: Vec<_> = items.iter().copied().filter(|item| is_preferred(item)).collect();
    if preferred.is_empty() { items } else { preferred }
}

/// `SplitMix64`: neighbouring seeds give unrelated numbers.
fn mix(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
#[path = "adaptive_tests.rs"]
mod tests;

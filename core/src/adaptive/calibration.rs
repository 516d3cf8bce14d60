//! Difficulties fitted to answers, and questions that mislead.
//!
//! Difficulties are those that make the answers most probable when abilities are not known but normally distributed
//! (marginal maximum likelihood, by the EM algorithm). Each learner counts with all answers, so it does not matter
//! that the test asks able learners difficult questions. Mean and deviation of the abilities are fitted too: a school
//! of beginners does not make its questions look difficult. At the end the scale is put where the levels are
//! ([`super::alignment`]).

use super::alignment::{align, median};
use super::rasch::{LEVEL_WIDTH, PRIOR_DEVIATION, log_normal, middle, probability, scale};
use super::{Answer, Item};
use std::collections::HashMap;

/// A question needs so many answers until its difficulty is fitted and it can be called misleading.
pub const MIN_ANSWERS: u32 = 200;
/// A question of less discrimination is misleading: knowing more does not help to answer it.
pub const MIN_DISCRIMINATION: f64 = 0.0;
/// Before its answers are known, a difficulty lies around the middle of its level with this deviation. It binds
/// questions with few answers to their level.
const DIFFICULTY_DEVIATION: f64 = LEVEL_WIDTH;
/// Coarser than the scale of a test: many answers are summed, and a standard error is still several points.
const PRECISION: i32 = 2;
const MAX_ROUNDS: usize = 100;
/// The fit ends when no difficulty changes by more, in logits.
const SETTLED: f64 = 0.002;
/// The longest change of a difficulty in one round: Newton's method may go too far when nearly all answers are equal.
const MAX_STEP: f64 = 1.0;

/// What the answers say about a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ItemStatistics {
    pub id: i64,
    pub asked: u32,
    pub right: u32,
    /// In logits. None with fewer answers than [`MIN_ANSWERS`], and of misleading questions, for which it says nothing.
    pub difficulty: Option<f64>,
    /// Point-biserial correlation of right answers with the abilities that the other answers of the same learners
    /// indicate, from -1 to 1. None when all answers are right, or all wrong.
    pub discrimination: Option<f64>,
    /// Whether able learners answer it wrong as often as others or more often, by at least [`MIN_ANSWERS`] answers.
    pub is_misleading: bool,
}

/// Fits the difficulties of a bank to the tests that were taken. Answers to other questions, or to former versions
/// of a question, must not be among them: those of questions outside of the bank are ignored.
pub fn calibrate(bank: &[Item], tests: &[Vec<Answer>]) -> Vec<ItemStatistics> {
    let indices: HashMap<i64, usize> =
        bank.iter().enumerate().map(|(index, item)| (item.id, index)).collect();
    let known = |answer: &Answer| Some((*indices.get(&answer.item.id)?, answer.is_right()));
    let tests: Vec<Marks> = tests.iter().map(|answers| answers.iter().filter_map(known).collect()).collect();
    let mut fit = Fit::new(bank);
    for _ in 0..MAX_ROUNDS {
        if fit.improve(bank, &tests) <= SETTLED {
            break;
        }
    }
    let correlations = fit.correlations(&tests);
    let has_enough: Vec<bool> = correlations.iter().map(|of_item| of_item.count() >= MIN_ANSWERS).collect();
    align(&mut fit.difficulties, bank, &has_enough);
    bank.iter().zip(fit.difficulties).zip(correlations).map(statistics).collect()
}

/// Indices of the questions of one test, and whether their answers are right.
type Marks = Vec<(usize, bool)>;

fn statistics(((item, difficulty), correlation): ((&Item, f64), Correlation)) -> ItemStatistics {
    let asked = correlation.count();
    let has_enough = asked >= MIN_ANSWERS;
    let discrimination = correlation.value();
    let is_misleading = has_enough && discrimination.is_some_and(|value| value < MIN_DISCRIMINATION);
    ItemStatistics {
        id: item.id,
        asked,
        right: correlation.right,
        difficulty: (has_enough && !is_misleading).then_some(difficulty),
        discrimination,
        is_misleading,
    }
}

/// The parameters that are fitted.
struct Fit {
    difficulties: Vec<f64>,
    /// Mean and standard deviation of the abilities of those who took tests.
    mean: f64,
    deviation: f64,
}

/// What is expected of the learners who answered one question.
#[derive(Clone)]
struct Expected {
    /// How many there are at each point of the scale.
    learners: Vec<f64>,
    right: f64,
}

impl Fit {
    fn new(bank: &[Item]) -> Self {
        Self {
            difficulties: bank.iter().map(Item::difficulty).collect(),
            mean: 0.0,
            deviation: PRIOR_DEVIATION,
        }
    }

    /// One round of the EM algorithm. Returns the largest change of a difficulty.
    fn improve(&mut self, bank: &[Item], tests: &[Marks]) -> f64 {
        let expected = self.expect(bank.len(), tests);
        let before = self.difficulties.clone();
        for ((difficulty, item), expected) in self.difficulties.iter_mut().zip(bank).zip(&expected) {
            *difficulty += newton_step(*difficulty, middle(item.level), expected);
        }
        self.centre(bank, &expected);
        let changes = self.difficulties.iter().zip(before).map(|(now, before)| (now - before).abs());
        changes.fold(0.0, f64::max)
    }

    /// Distributes each learner over the scale by the present parameters, and fits mean and deviation to that.
    fn expect(&mut self, count: usize, tests: &[Marks]) -> Vec<Expected> {
        let none = Expected { learners: vec![0.0; scale(PRECISION).count()], right: 0.0 };
        let mut expected = vec![none; count];
        let table = self.table();
        let (mut total, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for marks in tests.iter().filter(|marks| !marks.is_empty()) {
            let weights = normalised(&self.log_weights(&table, marks));
            for (ability, weight) in scale(PRECISION).zip(&weights) {
                total += weight;
                sum += weight * ability;
                squares += weight * ability * ability;
            }
            for (index, is_right) in marks {
                let of_item = &mut expected[*index];
                of_item.right += f64::from(u8::from(*is_right));
                of_item.learners.iter_mut().zip(&weights).for_each(|(learners, weight)| *learners += weight);
            }
        }
        if total > 0.0 {
            self.mean = sum / total;
            self.deviation = (squares / total - self.mean * self.mean).sqrt().max(1.0 / f64::from(PRECISION));
        }
        expected
    }

    /// Moves the whole scale so that the median deviation of difficulties from their levels is 0. Questions that
    /// mislead deviate far, and a median does not follow them as a mean does.
    fn centre(&mut self, bank: &[Item], expected: &[Expected]) {
        let deviations = self.difficulties.iter().zip(bank).zip(expected);
        let answered =
            deviations.filter(|(_, expected)| expected.learners.iter().any(|learners| *learners > 0.0));
        let shift = median(answered.map(|((difficulty, item), _)| difficulty - middle(item.level)).collect());
        self.difficulties.iter_mut().for_each(|difficulty| *difficulty -= shift);
        self.mean -= shift;
    }

    /// The logarithms of the probabilities of a wrong and of a right answer: per question and point of the scale.
    fn table(&self) -> Vec<[Vec<f64>; 2]> {
        let logs = |difficulty: f64| {
            let right = scale(PRECISION).map(|ability| probability(ability, difficulty).ln()).collect();
            let wrong = scale(PRECISION).map(|ability| probability(difficulty, ability).ln()).collect();
            [wrong, right]
        };
        self.difficulties.iter().map(|difficulty| logs(*difficulty)).collect()
    }

    /// How probable each point of the scale is for whoever gave these answers, as logarithms.
    fn log_weights(&self, table: &[[Vec<f64>; 2]], marks: &Marks) -> Vec<f64> {
        let mut logs: Vec<f64> =
            scale(PRECISION).map(|ability| log_normal(ability, self.mean, self.deviation)).collect();
        for (index, is_right) in marks {
            let of_answer = &table[*index][usize::from(*is_right)];
            logs.iter_mut().zip(of_answer).for_each(|(log, of_answer)| *log += of_answer);
        }
        logs
    }

    /// Of each question: how right answers go with abilities. An ability is estimated without the answer itself,
    /// which would correlate with it in any case.
    fn correlations(&self, tests: &[Marks]) -> Vec<Correlation> {
        let table = self.table();
        let mut correlations = vec![Correlation::default(); self.difficulties.len()];
        for marks in tests {
            let all = self.log_weights(&table, marks);
            for (index, is_right) in marks {
                let own = &table[*index][usize::from(*is_right)];
                let others: Vec<f64> = all.iter().zip(own).map(|(all, own)| all - own).collect();
                let ability =
                    scale(PRECISION).zip(normalised(&others)).map(|(ability, weight)| ability * weight);
                correlations[*index].add(ability.sum(), *is_right);
            }
        }
        correlations
    }
}

/// Probabilities from logarithms without their constant.
fn normalised(logs: &[f64]) -> Vec<f64> {
    let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| (log - highest).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// The change of a difficulty towards the most probable one.
fn newton_step(difficulty: f64, middle: f64, expected: &Expected) -> f64 {
    let binding = 1.0 / (DIFFICULTY_DEVIATION * DIFFICULTY_DEVIATION);
    let (mut slope, mut curvature) = (-expected.right - binding * (difficulty - middle), binding);
    for (ability, learners) in scale(PRECISION).zip(&expected.learners) {
        let right = probability(ability, difficulty);
        slope += learners * right;
        curvature += learners * right * (1.0 - right);
    }
    (slope / curvature).clamp(-MAX_STEP, MAX_STEP)
}

/// Sums for the correlation of a mark with an ability.
#[derive(Debug, Clone, Copy, Default)]
struct Correlation {
    right: u32,
    wrong: u32,
    abilities_right: f64,
    abilities_wrong: f64,
    squares: f64,
}

impl Correlation {
    fn count(&self) -> u32 {
        self.right + self.wrong
    }

    fn add(&mut self, ability: f64, is_right: bool) {
        self.squares += ability * ability;
        if is_right {
            self.right += 1;
            self.abilities_right += ability;
        } else {
            self.wrong += 1;
            self.abilities_wrong += ability;
        }
    }

    /// Point-biserial: the distance of both means in standard deviations, weighted by how evenly answers are split.
    fn value(&self) -> Option<f64> {
        let (right, wrong) = (f64::from(self.right), f64::from(self.wrong));
        let all = right + wrong;
        let mean = (self.abilities_right + self.abilities_wrong) / all;
        let variance = self.squares / all - mean * mean;
        if self.right == 0 || self.wrong == 0 || variance <= f64::EPSILON {
            return None;
        }
        let distance = self.abilities_right / right - self.abilities_wrong / wrong;
        Some(distance / variance.sqrt() * (right * wrong).sqrt() / all)
    }
}

#[cfg(test)]
#[path = "calibration_tests.rs"]
mod tests;

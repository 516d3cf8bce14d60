//! Puts fitted difficulties on the scale of the levels.
//!
//! Answers say how far questions are apart, not where they are; and guesses and bad questions make all differences look
//! smaller than they are. The levels that editors give to questions are the reference: as many questions are more
//! difficult than the middle of their level as are easier, and levels are as far apart as the test supposes. Questions
//! without options are the reference where there are enough: nobody finds their answers by guessing.

use super::Item;
use super::rasch::{LEVEL_WIDTH, middle};
use crate::question::QuestionType;

/// So many pairs of questions of different levels are needed to compare the distances of levels.
const MIN_PAIRS: usize = 100;
/// If levels differ less than that, relatively, their questions are in wrong levels, and the scale is not stretched more.
const MIN_SLOPE: f64 = 0.4;

/// Moves and stretches the difficulties of a bank. Those without enough answers move too, but are no reference.
/// Nothing happens when there are too few to compare.
pub fn align(difficulties: &mut [f64], bank: &[Item], has_enough: &[bool]) {
    let answered = difficulties.iter().zip(bank).zip(has_enough).filter(|(_, has_enough)| **has_enough);
    let answered: Vec<(f64, &Item)> = answered.map(|((difficulty, item), _)| (*difficulty, item)).collect();
    let free = answered.iter().copied().filter(|(_, item)| has_no_options(item.type_code)).collect();
    let Some((slope, offset)) = line(free).or_else(|| line(answered)) else { return };
    for difficulty in difficulties {
        *difficulty = (*difficulty - offset) / slope;
    }
}

/// A listening question may have options or not: it is no reference.
fn has_no_options(type_code: QuestionType) -> bool {
    matches!(type_code, QuestionType::Text | QuestionType::Cloze)
}

/// Slope and offset of difficulties over the middles of their levels, as medians (Theil-Sen): single questions that
/// mislead are far off and do not move it. None when there are too few pairs.
fn line(questions: Vec<(f64, &Item)>) -> Option<(f64, f64)> {
    let points: Vec<(f64, f64)> =
        questions.into_iter().map(|(difficulty, item)| (middle(item.level), difficulty)).collect();
    let pairs =
        points.iter().enumerate().flat_map(|(n, one)| points[..n].iter().map(move |other| (one, other)));
    let apart = pairs.filter(|(one, other)| (one.0 - other.0).abs() > LEVEL_WIDTH / 2.0);
    let slopes: Vec<f64> = apart.map(|(one, other)| (one.1 - other.1) / (one.0 - other.0)).collect();
    if slopes.len() < MIN_PAIRS {
        return None;
    }
    let slope = median(slopes).max(MIN_SLOPE);
    Some((slope, median(points.iter().map(|(middle, difficulty)| difficulty - slope * middle).collect())))
}

/// 0 of no values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let upper = values.len() / 2;
    let lower = values.len().saturating_sub(1) / 2;
    let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
    f64::midpoint(at(lower), at(upper))
}

#[cfg(test)]
mod tests {
    use super::super::simulation::{Chance, USUAL, questions};
    use super::*;

    /// The largest difference from the middle of a level, among questions of which something is true.
    fn largest(difficulties: &[f64], bank: &[Item], of: impl Fn(&Item) -> bool) -> f64 {
        let pairs = difficulties.iter().zip(bank).filter(|(_, item)| of(item));
        pairs.map(|(difficulty, item)| (difficulty - middle(item.level)).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn questions_without_options_say_where_the_scale_is_and_how_wide() {
        let bank: Vec<Item> =
            questions(&USUAL, &mut Chance::new(1)).iter().map(|question| question.item).collect();
        let easier = |item: &Item| if has_no_options(item.type_code) { 0.0 } else { 1.0 };
        let mut fitted: Vec<f64> =
            bank.iter().map(|item| 0.6 * (middle(item.level) - easier(item)) + 0.7).collect();
        // One of them misleads.
        let wrong = bank.iter().position(|item| has_no_options(item.type_code)).unwrap();
        fitted[wrong] = 8.0;
        align(&mut fitted, &bank, &vec![true; bank.len()]);
        let others = |item: &Item| item.id != bank[wrong].id;
        assert!(largest(&fitted, &bank, |item| others(item) && has_no_options(item.type_code)) < 1e-9);
        assert!((largest(&fitted, &bank, |item| !has_no_options(item.type_code)) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn all_questions_are_the_reference_where_few_are_without_options_and_few_questions_are_none() {
        let bank: Vec<Item> =
            questions(&USUAL, &mut Chance::new(1)).iter().map(|question| question.item).collect();
        let shifted: Vec<f64> = bank.iter().map(|item| 0.5 * middle(item.level) - 0.4).collect();
        let mut fitted = shifted.clone();
        let answered: Vec<bool> = bank.iter().map(|item| !has_no_options(item.type_code)).collect();
        align(&mut fitted, &bank, &answered);
        assert!(largest(&fitted, &bank, |_| true) < 1e-9);
        let mut fitted = shifted.clone();
        align(&mut fitted, &bank, &vec![false; bank.len()]);
        assert_eq!(fitted, shifted);
    }

    #[test]
    fn a_median_is_the_middle_value() {
        let close = |values: &[f64], expected: f64| (median(values.to_vec()) - expected).abs() < 1e-9;
        assert!(
            close(&[], 0.0) && close(&[3.0], 3.0) && close(&[9.0, 1.0], 5.0) && close(&[9.0, 1.0, 2.0], 2.0)
        );
    }
}

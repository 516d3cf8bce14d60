use super::super::simulation::{Chance, Question, Setting, USUAL, questions, take};
use super::*;
use crate::grading::Outcome;

const SCHOOL: Setting = Setting { sizes: [6; 6], abilities: (-1.0, 2.0), ..USUAL };

/// Adaptive tests of learners who are weaker than the prior says. `spoil` may change what was answered.
fn tests_of(
    questions: &[Question],
    learners: u32,
    spoil: impl Fn(Answer, &mut Chance) -> Answer,
) -> Vec<Vec<Answer>> {
    let bank: Vec<Item> = questions.iter().map(|question| question.item).collect();
    let mut chance = Chance::new(3);
    let mut taken = Vec::new();
    for _ in 0..learners {
        let ability = chance.normal(SCHOOL.abilities.0, SCHOOL.abilities.1);
        let answers = take(questions, &bank, ability, false, &mut chance);
        taken.push(answers.into_iter().map(|answer| spoil(answer, &mut chance)).collect());
    }
    taken
}

fn calibrated(
    learners: u32,
    spoil: impl Fn(Answer, &mut Chance) -> Answer,
) -> (Vec<Question>, Vec<ItemStatistics>) {
    let questions = questions(&SCHOOL, &mut Chance::new(2));
    let bank: Vec<Item> = questions.iter().map(|question| question.item).collect();
    let statistics = calibrate(&bank, &tests_of(&questions, learners, spoil));
    (questions, statistics)
}

#[test]
fn fitted_difficulties_are_near_the_true_ones_and_good_questions_do_not_mislead() {
    let (questions, statistics) = calibrated(500, |answer, _| answer);
    // The scale is where the levels put it: only differences can be found.
    let shift: f64 = questions.iter().map(|question| question.difficulty - middle(question.item.level)).sum();
    let shift = shift / f64::from(u32::try_from(questions.len()).unwrap());
    let (mut fitted, mut squares) = (0.0, 0.0);
    for (question, found) in questions.iter().zip(&statistics) {
        println!("{:.2} {found:?}", question.difficulty);
        assert!(!found.is_misleading, "{found:?}");
        assert_eq!(found.difficulty.is_some(), found.asked >= MIN_ANSWERS);
        if let Some(difficulty) = found.difficulty {
            fitted += 1.0;
            squares += (difficulty - (question.difficulty - shift)).powi(2);
        }
    }
    assert!(fitted > 20.0, "{fitted}");
    let error = f64::sqrt(squares / fitted);
    assert!(error < 0.2, "{error}");
}

#[test]
fn questions_that_able_learners_answer_wrong_mislead() {
    let is_reversed = |id: i64| id % 12 == 4;
    let is_random = |id: i64| id % 12 == 9;
    let (_, statistics) = calibrated(500, |answer, chance| {
        let is_right = match answer.item.id {
            id if is_reversed(id) => !answer.is_right(),
            id if is_random(id) => chance.uniform() < 0.5,
            _ => return answer,
        };
        Answer { outcome: if is_right { Outcome::Right } else { Outcome::Wrong }, ..answer }
    });
    for found in statistics {
        println!("{} {} {found:?}", is_reversed(found.id), is_random(found.id));
    }
}

use super::super::simulation::{Chance, Question, Setting, USUAL, questions, take};
use super::*;
use crate::grading::Outcome;
use crate::placement::LevelCode;
use crate::question::QuestionType;

/// Weaker learners than the prior supposes.
const SCHOOL: Setting = Setting { sizes: [4; 6], abilities: (-1.0, 2.0), ..USUAL };

/// Statistics of a school's questions after adaptive tests. `spoil` may replace what was answered.
fn calibrated(spoil: impl Fn(i64, bool, &mut Chance) -> bool) -> (Vec<Question>, Vec<ItemStatistics>) {
    let questions = questions(&SCHOOL, &mut Chance::new(2));
    let bank: Vec<Item> = questions.iter().map(|question| question.item).collect();
    let mut chance = Chance::new(3);
    let mut tests = Vec::new();
    for _ in 0..320 {
        let ability = chance.normal(SCHOOL.abilities.0, SCHOOL.abilities.1);
        let mut answers = take(&questions, &bank, ability, false, &mut chance);
        for answer in &mut answers {
            let is_right = spoil(answer.item.id, answer.is_right(), &mut chance);
            answer.outcome = if is_right { Outcome::Right } else { Outcome::Wrong };
        }
        tests.push(answers);
    }
    let statistics = calibrate(&bank, &tests);
    (questions, statistics)
}

/// Root of the mean square difference from the true difficulties, and the number of fitted ones.
fn error(questions: &[Question], statistics: &[ItemStatistics]) -> (f64, f64) {
    // Only differences can be found: the scale is where the levels put it.
    let deviations = questions.iter().map(|question| question.difficulty - middle(question.item.level));
    let shift = median(deviations.collect());
    let pairs = questions.iter().zip(statistics);
    let errors = pairs.filter_map(|(question, found)| Some(found.difficulty? + shift - question.difficulty));
    let (count, squares) =
        errors.fold((0.0, 0.0), |(count, squares), error| (count + 1.0, squares + error * error));
    (f64::sqrt(squares / count), count)
}

#[test]
fn fitted_difficulties_are_near_the_true_ones() {
    let (questions, statistics) = calibrated(|_, is_right, _| is_right);
    for found in &statistics {
        assert_eq!(found.difficulty.is_some(), found.asked >= MIN_ANSWERS, "{found:?}");
        assert!(!found.is_misleading && found.discrimination > Some(0.1), "{found:?}");
    }
    let (error, count) = error(&questions, &statistics);
    assert!(error < 0.3 && count > 12.0, "{error} of {count}");
}

#[test]
fn questions_that_able_learners_answer_wrong_mislead_and_do_not_spoil_the_scale() {
    const REVERSED: i64 = 9;
    const RANDOM: i64 = 14;
    let (questions, statistics) = calibrated(|id, is_right, chance| match id {
        REVERSED => !is_right,
        RANDOM => chance.uniform() < 0.5,
        _ => is_right,
    });
    for found in &statistics {
        assert_eq!(found.is_misleading, found.id == REVERSED, "{found:?}");
        let discriminates = found.discrimination > Some(0.1);
        assert_eq!(discriminates, ![REVERSED, RANDOM].contains(&found.id), "{found:?}");
    }
    let others = statistics.into_iter().filter(|found| found.id != RANDOM).collect::<Vec<_>>();
    let questions: Vec<_> = questions.into_iter().filter(|question| question.item.id != RANDOM).collect();
    let (error, count) = error(&questions, &others);
    assert!(error < 0.4 && count > 12.0, "{error} of {count}");
}

#[test]
fn few_answers_leave_a_question_at_its_level() {
    let item =
        |id| Item { id, type_code: QuestionType::Choice, level: LevelCode::B1, fitted: None, exposure: 0.0 };
    let of = |count: usize| {
        let answer = |(id, outcome)| Answer { item: item(id), outcome };
        let test =
            vec![answer((1, Outcome::Right)), answer((2, Outcome::Wrong)), answer((9, Outcome::Wrong))];
        calibrate(&[item(1), item(2), item(3)], &vec![test; count])
    };
    let counts = |found: &ItemStatistics| (found.asked, found.right, found.difficulty.is_some());
    assert_eq!(
        of(199).iter().map(counts).collect::<Vec<_>>(),
        [(199, 199, false), (199, 0, false), (0, 0, false)]
    );
    let found = of(200);
    assert_eq!(
        found.iter().map(counts).collect::<Vec<_>>(),
        [(200, 200, true), (200, 0, true), (0, 0, false)]
    );
    assert!(found[0].difficulty < Some(-2.0) && found[1].difficulty > Some(0.5), "{found:?}");
    assert!(found.iter().all(|found| found.discrimination.is_none() && !found.is_misleading));
    assert_eq!(calibrate(&[], &[]), []);
    assert_eq!(of(0)[0].asked, 0);
}

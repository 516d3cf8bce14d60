use super::simulation::{Chance, Setting, USUAL, questions, take};
use super::*;
use proptest::prelude::*;
use std::time::{Duration, Instant};

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    answers: Vec<(f64, bool)>,
    ability: f64,
    standard_error: f64,
    level: LevelCode,
    probability: f64,
}

fn item(id: i64, level: LevelCode) -> Item {
    Item { id, type_code: QuestionType::Choice, level, fitted: None, exposure: 0.0 }
}

fn answer(item: Item, is_right: bool) -> Answer {
    Answer { item, outcome: if is_right { Outcome::Right } else { Outcome::Wrong } }
}

fn bank_of(sizes: [usize; 6]) -> Vec<Item> {
    let questions = questions(&Setting { sizes, ..USUAL }, &mut Chance::new(1));
    questions.into_iter().map(|question| question.item).collect()
}

/// A test in which everything, or nothing, is answered right.
fn taken(bank: &[Item], is_right: bool, seed: u64) -> Vec<Item> {
    let mut test = AdaptiveTest::default();
    while let Some(item) = test.next(bank, seed) {
        test.record(&answer(*item, is_right));
    }
    test.asked
}

#[test]
fn estimates_agree_with_another_implementation() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/placement.json")).unwrap();
    assert!(cases.len() > 50);
    for case in cases {
        let answers = case.answers.iter().zip(0..).map(|((difficulty, is_right), id)| {
            answer(Item { fitted: Some(*difficulty), ..item(id, LevelCode::A1) }, *is_right)
        });
        let found = answers.collect::<AdaptiveTest>().estimate(&[]);
        let differences = [
            found.ability - case.ability,
            found.standard_error - case.standard_error,
            found.probability - case.probability,
        ];
        assert!(differences.iter().all(|difference| difference.abs() < 0.01), "{:?} {found:?}", case.answers);
        assert_eq!(found.level, case.level, "{:?}", case.answers);
    }
}

#[test]
fn levels_are_one_and_a_half_logits_apart_around_the_border_of_b1_and_b2() {
    let borders = [-3.0, -1.5, 0.0, 1.5, 3.0];
    for (border, levels) in borders.iter().zip(LevelCode::ALL.windows(2)) {
        assert_eq!([level_of(border - 0.01), level_of(border + 0.01)], levels);
        assert!((middle(levels[0]) + 0.75 - border).abs() < 1e-9);
    }
    assert_eq!([level_of(-50.0), level_of(50.0)], [LevelCode::A1, LevelCode::C2]);
}

#[test]
fn the_probabilities_of_all_levels_add_up_to_one() {
    let mut posterior = Posterior::default();
    posterior.record(0.3, true);
    posterior.record(1.1, false);
    let total: f64 = LevelCode::ALL.iter().map(|level| posterior.probability_of(*level)).sum();
    assert!((total - 1.0).abs() < 1e-9);
}

#[test]
fn a_test_ends_between_eight_and_twenty_five_questions_or_with_the_bank() {
    let large = bank_of([66; 6]);
    assert_eq!(taken(&large, true, 1).len(), MAX_QUESTIONS, "the most difficult questions are too easy");
    let small = bank_of([1; 6]);
    assert_eq!(taken(&small, false, 1).len(), 6);
    let mut test = AdaptiveTest::default();
    assert!(!test.estimate(&small).is_final);
    for item in &small {
        test.record(&answer(*item, true));
    }
    assert!(test.estimate(&small).is_final);
    assert_eq!(AdaptiveTest::default().next(&[], 1), None);
}

#[test]
fn a_certain_result_ends_the_test_after_eight_questions() {
    let sure = |count: i64| {
        let mut test: AdaptiveTest =
            (0..count).map(|id| answer(item(id, LevelCode::B1), id % 2 == 0)).collect();
        test.posterior = Posterior::default();
        (0..100).for_each(|n| test.posterior.record(0.0, n % 2 == 0));
        test
    };
    let bank = bank_of([5; 6]);
    assert!(sure(7).next(&bank_of([9; 6]), 1).is_some());
    assert_eq!(sure(8).next(&bank, 1), None);
    assert!(sure(8).estimate(&bank).is_final);
}

#[test]
fn the_next_question_suits_the_ability() {
    let bank = bank_of([10; 6]);
    let first: Vec<_> = (0..50).filter_map(|seed| AdaptiveTest::default().next(&bank, seed)).collect();
    assert!(first.iter().all(|item| [LevelCode::B1, LevelCode::B2].contains(&item.level)));
    let different = first.iter().map(|item| item.id).collect::<std::collections::BTreeSet<_>>();
    assert!(different.len() > 10, "tests begin with different questions");
    let last = taken(&bank, true, 1).into_iter().take(6).next_back().unwrap();
    assert_eq!(last.level, LevelCode::C2);
}

#[test]
fn types_are_asked_as_often_as_they_are_in_the_bank() {
    for seed in 0..20 {
        let asked = taken(&bank_of([15; 6]), seed % 2 == 0, seed);
        for type_code in QuestionType::ALL {
            let count = asked.iter().filter(|item| item.type_code == *type_code).count();
            assert!((3..=7).contains(&count), "{type_code}: {count} of {}", asked.len());
        }
    }
}

#[test]
fn a_question_that_was_asked_too_often_waits_while_others_are_as_good() {
    let mut bank: Vec<Item> = (0..10).map(|id| item(id, LevelCode::B1)).collect();
    bank.iter_mut().skip(2).for_each(|item| item.exposure = 0.36);
    assert!((0..50).all(|seed| AdaptiveTest::default().next(&bank, seed).unwrap().id < 2));
    for item in &mut bank {
        item.exposure = 0.36;
    }
    assert!(AdaptiveTest::default().next(&bank, 1).is_some());
}

#[test]
fn a_nearly_right_answer_counts_as_wrong() {
    let of = |outcome| {
        let answers = [Answer { item: item(1, LevelCode::B1), outcome }];
        answers.into_iter().collect::<AdaptiveTest>().estimate(&[])
    };
    assert_eq!(of(Outcome::Nearly), of(Outcome::Wrong));
    assert!(of(Outcome::Right).ability > of(Outcome::Wrong).ability);
}

#[test]
fn the_next_question_of_a_large_bank_is_found_in_twenty_milliseconds() {
    let bank = bank_of([67; 6]);
    let answers: Vec<Answer> =
        bank.iter().step_by(17).take(MAX_QUESTIONS - 1).map(|item| answer(*item, item.id < 200)).collect();
    // The fastest of some: others use the processor too.
    let durations = (0..5).map(|seed| {
        let start = Instant::now();
        let test: AdaptiveTest = answers.iter().copied().collect();
        let _ = std::hint::black_box((test.next(&bank, seed), test.estimate(&bank)));
        start.elapsed()
    });
    let fastest = durations.min().unwrap();
    assert!(fastest < Duration::from_millis(20), "{fastest:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn no_question_is_asked_twice_and_a_repeated_request_gets_the_same(seed in any::<u64>(), ability in -6.0..6.0) {
        let questions = questions(&USUAL, &mut Chance::new(1));
        let bank: Vec<Item> = questions.iter().map(|question| question.item).collect();
        let answers = take(&questions, &bank, ability, false, &mut Chance::new(seed));
        let ids: std::collections::BTreeSet<i64> = answers.iter().map(|answer| answer.item.id).collect();
        prop_assert_eq!(ids.len(), answers.len());
        prop_assert!((MIN_QUESTIONS..=MAX_QUESTIONS).contains(&answers.len()));
        prop_assert_eq!(taken(&bank, true, seed), taken(&bank, true, seed));
    }

    #[test]
    fn one_more_right_answer_raises_the_ability(
        marks in prop::collection::vec((0..6_usize, any::<bool>()), 1..25),
        which in any::<prop::sample::Index>(),
    ) {
        let ability = |marks: &[(usize, bool)]| {
            let answers = marks.iter().map(|(level, is_right)| answer(item(0, LevelCode::ALL[*level]), *is_right));
            answers.collect::<AdaptiveTest>().estimate(&[]).ability
        };
        let (mut worse, mut better) = (marks.clone(), marks);
        which.get_mut(&mut worse).1 = false;
        which.get_mut(&mut better).1 = true;
        prop_assert!(ability(&better) > ability(&worse));
    }
}

//! The level that the answers to a level test indicate.

use crate::code::Code;
use crate::editing::double_option;
use crate::grading::Outcome;
use crate::keyword::keywords;
use crate::problem::Problem;
use serde::Deserialize;
use std::collections::BTreeMap;

keywords! {
    /// A level of the European framework, easiest first.
    LevelCode { A1 = "A1", A2 = "A2", B1 = "B1", B2 = "B2", C1 = "C1", C2 = "C2" }
}

impl LevelCode {
    /// The next higher level.
    pub fn next(self) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| *level > self)
    }

    /// The next lower level.
    pub fn previous(self) -> Option<Self> {
        Self::ALL.iter().copied().rev().find(|level| *level < self)
    }
}

/// A learner's level as their teacher or the school sets it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LevelChange {
    /// Null: not set by the school.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<LevelCode>))]
    pub level: Option<Option<LevelCode>>,
}

impl LevelChange {
    /// The level; none clears it.
    ///
    /// # Errors
    /// `required` under `level`.
    pub fn parse(self) -> Result<Option<LevelCode>, Problem> {
        self.level.ok_or_else(|| Problem::field("level", Code::Required))
    }
}

/// The indicated level, starting from the easiest tested: a level is reached when at least half of its questions are
/// right, and at least three fifths of all questions up to it; the first level not reached stops the search. If none is
/// reached, the result is the easiest. None when no question has a level.
pub fn place(marks: impl IntoIterator<Item = (LevelCode, Outcome)>) -> Option<LevelCode> {
    let mut levels: BTreeMap<LevelCode, (usize, usize)> = BTreeMap::new();
    for (level, outcome) in marks {
        let (right, asked) = levels.entry(level).or_default();
        *right += usize::from(outcome == Outcome::Right);
        *asked += 1;
    }
    let mut shown = levels.keys().next().copied()?;
    let (mut right_so_far, mut asked_so_far) = (0, 0);
    for (level, (right, asked)) in levels {
        right_so_far += right;
        asked_so_far += asked;
        if right * 2 < asked || right_so_far * 5 < asked_so_far * 3 {
            break;
        }
        shown = level;
    }
    Some(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `A1+-` is level A1 with one right and one wrong answer.
    fn marks(text: &str) -> Vec<(LevelCode, Outcome)> {
        text.split_whitespace()
            .flat_map(|part| {
                let level: LevelCode = part[..2].parse().unwrap();
                part[2..].chars().map(move |c| {
                    (
                        level,
                        match c {
                            '+' => Outcome::Right,
                            '~' => Outcome::Nearly,
                            _ => Outcome::Wrong,
                        },
                    )
                })
            })
            .collect()
    }

    #[test]
    fn a_level_is_reached_by_half_of_its_questions_and_three_in_five_so_far() {
        use LevelCode::{A1, A2, B1, B2, C2};
        let cases = [
            ("", None),
            ("A1---", Some(A1)),
            ("A1+++ A2+- B1--", Some(A2)),
            ("A1+++ A2+-- B1+++", Some(A1)),
            ("A1++ A2++ B1++ B2++ C1++ C2++", Some(C2)),
            ("A1++ A2++ B1++ B2++ C1-- C2++", Some(B2)),
            ("A1+- A2++ B1++", Some(A1)),
            ("A1++- A2+- B1+-", Some(A2)),
            ("A1++- A2+- B1++", Some(B1)),
            ("A1~~~ A2++", Some(A1)),
            ("B1-- B2++", Some(B1)),
            ("B1++ B2+-", Some(B2)),
            ("B2+ A1+", Some(B2)),
            ("A1+ C2+", Some(C2)),
        ];
        for (text, expected) in cases {
            assert_eq!(place(marks(text)), expected, "{text}");
        }
    }

    #[test]
    fn above_each_level_is_another() {
        assert_eq!(LevelCode::A1.previous(), None);
        assert_eq!(LevelCode::C2.previous(), Some(LevelCode::C1));
        let climb: Vec<_> = std::iter::successors(Some(LevelCode::A1), |level| level.next()).collect();
        assert_eq!(climb, LevelCode::ALL);
    }

    fn any_marks() -> impl Strategy<Value = Vec<(LevelCode, Outcome)>> {
        let mark = (prop::sample::select(LevelCode::ALL), prop::sample::select(Outcome::ALL));
        prop::collection::vec(mark, 1..40)
    }

    proptest! {
        #[test]
        fn one_more_right_answer_never_lowers_the_level(marks in any_marks(), which in any::<prop::sample::Index>()) {
            let before = place(marks.clone());
            let mut better = marks;
            which.get_mut(&mut better).1 = Outcome::Right;
            prop_assert!(place(better) >= before);
        }

        #[test]
        fn the_level_is_one_that_was_tested_and_the_order_of_the_questions_says_nothing(marks in any_marks()) {
            let shown = place(marks.clone());
            prop_assert!(marks.iter().any(|(level, _)| Some(*level) == shown));
            prop_assert_eq!(place(marks.into_iter().rev()), shown);
        }
    }
}

//! Progress: how much of what a learner bought was viewed, what is complete, and what comes next.
//!
//! A lesson is viewed when it was opened. A chapter, a module and a course are complete when all their
//! lessons are; content added later does not take a completion away.

use crate::code::Code;
use crate::problem::Problem;
use std::collections::BTreeSet;

/// A module of the course, in its order, with the lessons of all its chapters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleLessons {
    pub id: i64,
    pub title: String,
    pub lessons: Vec<i64>,
    /// Was complete before, whatever was added since.
    pub completed_before: bool,
}

/// Viewed lessons out of all, floored, 0 to 100; nothing of nothing is 0.
pub fn percent(lessons: &[i64], viewed: &BTreeSet<i64>) -> u8 {
    let done = lessons.iter().filter(|lesson| viewed.contains(lesson)).count();
    // At most 100: `done` counts a part of the lessons.
    (done * 100).checked_div(lessons.len()).and_then(|percent| u8::try_from(percent).ok()).unwrap_or(0)
}

/// Whether all lessons of a scope were viewed; an empty scope is not complete.
pub fn is_complete(lessons: &[i64], viewed: &BTreeSet<i64>) -> bool {
    !lessons.is_empty() && lessons.iter().all(|lesson| viewed.contains(lesson))
}

/// The lessons of a scope that were not viewed, in their order.
pub fn missing(lessons: &[i64], viewed: &BTreeSet<i64>) -> Vec<i64> {
    lessons.iter().copied().filter(|lesson| !viewed.contains(lesson)).collect()
}

/// Completing a scope on request: allowed once everything was viewed, and again ever after.
///
/// # Errors
/// `not_complete` with the `missing` lesson ids.
pub fn check_complete(
    lessons: &[i64],
    viewed: &BTreeSet<i64>,
    completed_before: bool,
) -> Result<(), Problem> {
    if completed_before || is_complete(lessons, viewed) {
        Ok(())
    } else {
        Err(Problem::new(Code::NotComplete).with("missing", missing(lessons, viewed)))
    }
}

impl ModuleLessons {
    /// Complete now, or once before.
    pub fn is_complete(&self, viewed: &BTreeSet<i64>) -> bool {
        self.completed_before || is_complete(&self.lessons, viewed)
    }
}

/// How far a subscription has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Of the lessons of the granted modules, 0 to 100.
    pub percent: u8,
    pub completed: bool,
}

/// The progress of a subscription over the modules it grants. Once complete it counts as 100 percent.
pub fn of_subscription(
    granted: &[ModuleLessons],
    viewed: &BTreeSet<i64>,
    completed_before: bool,
) -> Progress {
    let lessons: Vec<i64> = granted.iter().flat_map(|module| module.lessons.iter().copied()).collect();
    let completed = completed_before || is_complete(&lessons, viewed);
    Progress { percent: if completed { 100 } else { percent(&lessons, viewed) }, completed }
}

/// The first granted module with lessons that is not complete.
pub fn next_module<'a>(granted: &'a [ModuleLessons], viewed: &BTreeSet<i64>) -> Option<&'a ModuleLessons> {
    granted.iter().find(|module| !module.lessons.is_empty() && !module.is_complete(viewed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn module(id: i64, lessons: &[i64]) -> ModuleLessons {
        ModuleLessons {
            id,
            title: format!("Module {id}"),
            lessons: lessons.to_vec(),
            completed_before: false,
        }
    }

    fn set(ids: &[i64]) -> BTreeSet<i64> {
        ids.iter().copied().collect()
    }

    #[test]
    fn percent_is_floored_and_nothing_of_nothing_is_zero() {
        let cases: [(&[i64], &[i64], u8, bool); 7] = [
            (&[], &[], 0, false),
            (&[], &[1], 0, false),
            (&[1, 2, 3], &[], 0, false),
            (&[1, 2, 3], &[1], 33, false),
            (&[1, 2, 3], &[1, 2], 66, false),
            (&[1, 2, 3], &[1, 2, 3], 100, true),
            (&[1, 2], &[1, 2, 9], 100, true),
        ];
        for (lessons, viewed, expected, complete) in cases {
            assert_eq!(percent(lessons, &set(viewed)), expected, "{lessons:?} {viewed:?}");
            assert_eq!(is_complete(lessons, &set(viewed)), complete, "{lessons:?} {viewed:?}");
        }
    }

    #[test]
    fn the_next_module_is_the_first_with_something_left() {
        let course = [module(1, &[1, 2]), module(2, &[]), module(3, &[3])];
        let cases: [(&[i64], Option<i64>); 4] =
            [(&[], Some(1)), (&[1], Some(1)), (&[1, 2], Some(3)), (&[1, 2, 3], None)];
        for (viewed, expected) in cases {
            assert_eq!(next_module(&course, &set(viewed)).map(|module| module.id), expected, "{viewed:?}");
        }
    }

    #[test]
    fn content_added_later_does_not_take_a_completion_away() {
        let grown = ModuleLessons { completed_before: true, ..module(1, &[1, 2]) };
        assert!(grown.is_complete(&set(&[1])));
        assert_eq!(next_module(std::slice::from_ref(&grown), &set(&[1])), None);
        assert_eq!(of_subscription(&[grown], &set(&[1]), true), Progress { percent: 100, completed: true });
        assert_eq!(check_complete(&[1, 2], &set(&[1]), true), Ok(()));
    }

    #[test]
    fn what_is_missing_is_listed() {
        let problem = check_complete(&[3, 1, 2], &set(&[1]), false).unwrap_err();
        assert_eq!(problem.params["missing"], serde_json::json!([3, 2]));
        assert_eq!(check_complete(&[], &set(&[]), false).unwrap_err().code, Code::NotComplete);
    }

    proptest! {
        #[test]
        fn viewing_more_never_lowers_the_percent(
            lessons in prop::collection::btree_set(0i64..60, 0..40),
            viewed in prop::collection::btree_set(0i64..60, 0..40),
            more in 0i64..60,
        ) {
            let lessons: Vec<_> = lessons.into_iter().collect();
            let before = percent(&lessons, &viewed);
            let mut viewed = viewed;
            viewed.insert(more);
            let after = percent(&lessons, &viewed);
            prop_assert!(before <= after && after <= 100);
            prop_assert_eq!(after == 100, is_complete(&lessons, &viewed));
            prop_assert_eq!(missing(&lessons, &viewed).is_empty(), after == 100 || lessons.is_empty());
        }
    }
}

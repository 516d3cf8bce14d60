//! Subscriptions: what a learner may read, until when, and their display status.
//!
//! "Live" means active and not expired. Views are in `progress`, payments in `reservation`.

use crate::calendar::{add_days, add_months_clamped};
use crate::code::Code;
use crate::keyword::keywords;
use crate::price::{Owned, Scope};
use crate::problem::Fault;
use chrono::NaiveDate;
use std::collections::BTreeSet;

/// Minimum duration of access, in calendar months.
pub const ACCESS_MONTHS: u32 = 6;
/// Range of one extension, in days.
pub const MIN_EXTENSION: i64 = 1;
pub const MAX_EXTENSION: i64 = 366;
/// An access expires soon from this many days before its last day.
pub const SOON: u64 = 30;

keywords! {
    SubscriptionStatus {
        Active = "ACTIVE",
        Completed = "COMPLETED",
        Expired = "EXPIRED",
    }
}

keywords! {
    /// What staff looks for among subscriptions; one may stand in several.
    Standing {
        Live = "LIVE",
        /// Live, and expiring within [`SOON`] days.
        Expiring = "EXPIRING",
        /// Cancelled, or past its last day.
        Ended = "ENDED",
        Completed = "COMPLETED",
    }
}

/// Last day of access: the later of six months after the creation and the course's end.
pub fn access_expires_at(created: NaiveDate, course_end: Option<NaiveDate>) -> NaiveDate {
    let months = add_months_clamped(created, ACCESS_MONTHS);
    course_end.map_or(months, |end| months.max(end))
}

/// Whether the subscription is live.
pub fn can_access(active: bool, expires: NaiveDate, today: NaiveDate) -> bool {
    active && today <= expires
}

/// The tab it is listed on: completed for good, else expired with the course or the access.
pub fn display_status(
    completed: bool,
    course_end: Option<NaiveDate>,
    can_access: bool,
    today: NaiveDate,
) -> SubscriptionStatus {
    if completed {
        SubscriptionStatus::Completed
    } else if !can_access || course_end.is_some_and(|end| end < today) {
        SubscriptionStatus::Expired
    } else {
        SubscriptionStatus::Active
    }
}

/// A later last day, counted from the later of today and the present last day.
///
/// # Errors
/// `extension_out_of_range` outside 1 to 366 days.
pub fn extend(days: i64, expires: NaiveDate, today: NaiveDate) -> Result<NaiveDate, Fault> {
    match u64::try_from(days) {
        Ok(days @ 1..=366) => Ok(add_days(expires.max(today), days)),
        Ok(_) | Err(_) => {
            Err(Fault::new(Code::ExtensionOutOfRange).with("min", MIN_EXTENSION).with("max", MAX_EXTENSION))
        }
    }
}

/// What a subscription opens of a course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Coverage {
    /// The whole course, including modules added later.
    Course,
    Modules(BTreeSet<i64>),
}

impl Coverage {
    pub fn covers(&self, module: i64) -> bool {
        match self {
            Self::Course => true,
            Self::Modules(modules) => modules.contains(&module),
        }
    }

    pub const fn scope(&self) -> Scope {
        match self {
            Self::Course => Scope::Course,
            Self::Modules(_) => Scope::Modules,
        }
    }

    /// The union of both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Modules(mut mine), Self::Modules(more)) => {
                mine.extend(more);
                Self::Modules(mine)
            }
            (Self::Course, Self::Course | Self::Modules(_)) | (Self::Modules(_), Self::Course) => {
                Self::Course
            }
        }
    }

    /// What lines of a reservation paid for: the named modules, or the whole course where none is named.
    pub fn paid_for(lines: impl IntoIterator<Item = Option<i64>>) -> Self {
        lines.into_iter().collect::<Option<_>>().map_or(Self::Course, Self::Modules)
    }

    /// Whether both open something in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Course, Self::Course) => true,
            (Self::Course, Self::Modules(modules)) | (Self::Modules(modules), Self::Course) => {
                !modules.is_empty()
            }
            (Self::Modules(mine), Self::Modules(theirs)) => !mine.is_disjoint(theirs),
        }
    }

    /// What remains when a reservation is cancelled: what the lines of the others paid for. A line for the whole course
    /// is `Course`; a learner who bought all modules of a course one by one keeps those modules.
    pub fn left(others: impl IntoIterator<Item = Self>) -> Option<Self> {
        others.into_iter().reduce(Self::with).filter(|left| *left != Self::Modules(BTreeSet::new()))
    }
}

impl From<&Coverage> for Owned {
    fn from(coverage: &Coverage) -> Self {
        match coverage {
            Coverage::Course => Self::Course,
            Coverage::Modules(modules) => Self::Modules(modules.clone()),
        }
    }
}

/// A live subscription, or one to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    pub coverage: Coverage,
    /// Last day of access.
    pub expires: NaiveDate,
}

impl Grant {
    /// What a purchase or grant made today gives.
    pub fn new(coverage: Coverage, today: NaiveDate, course_end: Option<NaiveDate>) -> Self {
        Self { coverage, expires: access_expires_at(today, course_end) }
    }

    /// Adds a purchase to the live subscription: the union of both coverages, the later end. Its status becomes active
    /// again.
    #[must_use]
    pub fn merge(self, purchase: Self) -> Self {
        Self { coverage: self.coverage.with(purchase.coverage), expires: self.expires.max(purchase.expires) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    fn modules(ids: &[i64]) -> Coverage {
        Coverage::Modules(ids.iter().copied().collect())
    }

    #[test]
    fn access_lasts_six_months_or_to_the_course_s_end() {
        let cases = [
            ("2026-11-21", None, "2027-05-21"),
            ("2026-11-21", Some("2027-01-01"), "2027-05-21"),
            ("2026-11-21", Some("2027-09-01"), "2027-09-01"),
            ("2026-08-31", None, "2027-02-28"),
        ];
        for (created, end, expected) in cases {
            assert_eq!(access_expires_at(day(created), end.map(day)), day(expected), "{created} {end:?}");
        }
    }

    #[test]
    fn the_last_day_is_a_day_of_access() {
        let last = day("2027-05-21");
        assert!(can_access(true, last, last));
        assert!(!can_access(true, last, add_days(last, 1)));
        assert!(!can_access(false, last, last));
    }

    #[test]
    fn the_tab_follows_completion_then_time() {
        let today = day("2026-11-21");
        let (past, future) = (Some(day("2026-11-20")), Some(day("2026-12-31")));
        let cases = [
            (true, past, false, SubscriptionStatus::Completed),
            (true, future, true, SubscriptionStatus::Completed),
            (false, past, true, SubscriptionStatus::Expired),
            (false, Some(today), true, SubscriptionStatus::Active),
            (false, future, true, SubscriptionStatus::Active),
            (false, future, false, SubscriptionStatus::Expired),
            (false, None, true, SubscriptionStatus::Active),
        ];
        for (completed, end, can_access, expected) in cases {
            assert_eq!(
                display_status(completed, end, can_access, today),
                expected,
                "{completed} {end:?} {can_access}"
            );
        }
    }

    #[test]
    fn an_extension_counts_from_the_later_day() {
        let today = day("2026-11-21");
        let cases = [
            (1, "2026-11-01", Ok("2026-11-22")),
            (30, "2026-12-01", Ok("2026-12-31")),
            (366, "2026-11-21", Ok("2027-11-22")),
            (0, "2026-12-01", Err(Code::ExtensionOutOfRange)),
            (367, "2026-12-01", Err(Code::ExtensionOutOfRange)),
            (-1, "2026-12-01", Err(Code::ExtensionOutOfRange)),
            (i64::MAX, "2026-12-01", Err(Code::ExtensionOutOfRange)),
        ];
        for (days, expires, expected) in cases {
            assert_eq!(
                extend(days, day(expires), today).map_err(|f| f.code),
                expected.map(day),
                "{days} {expires}"
            );
        }
    }

    #[test]
    fn a_purchase_is_added_to_what_is_there() {
        let owned = Grant { coverage: modules(&[1]), expires: day("2027-05-21") };
        let more = Grant::new(modules(&[2]), day("2026-12-21"), None);
        let merged = owned.clone().merge(more);
        assert_eq!(merged, Grant { coverage: modules(&[1, 2]), expires: day("2027-06-21") });
        let whole = Grant { coverage: Coverage::Course, expires: day("2027-01-01") };
        assert_eq!(owned.merge(whole), Grant { coverage: Coverage::Course, expires: day("2027-05-21") });
    }

    #[test]
    fn lines_pay_for_modules_or_for_the_course() {
        let cases = [
            (vec![Some(2), Some(3)], modules(&[2, 3])),
            (vec![None], Coverage::Course),
            (vec![Some(2), None], Coverage::Course),
            (vec![], modules(&[])),
        ];
        for (lines, expected) in cases {
            assert_eq!(Coverage::paid_for(lines), expected);
        }
    }

    #[test]
    fn taking_one_reservation_back_leaves_the_others() {
        let cases = [
            (vec![], None),
            (vec![modules(&[2]), modules(&[3])], Some(modules(&[2, 3]))),
            (vec![modules(&[]), Coverage::Course], Some(Coverage::Course)),
            (vec![modules(&[])], None),
        ];
        for (others, expected) in cases {
            assert_eq!(Coverage::left(others), expected);
        }
    }

    fn coverage() -> impl Strategy<Value = Coverage> {
        prop_oneof![
            1 => Just(Coverage::Course),
            4 => prop::collection::btree_set(0i64..8, 0..5).prop_map(Coverage::Modules),
        ]
    }

    proptest! {
        #[test]
        fn adding_never_takes_away(one in coverage(), other in coverage(), module in 0i64..8) {
            let both = one.clone().with(other.clone());
            prop_assert_eq!(both.covers(module), one.covers(module) || other.covers(module));
            prop_assert_eq!(other.with(one), both);
        }

        #[test]
        fn what_overlaps_is_opened_by_both(one in coverage(), other in coverage()) {
            let shared = (0..8).any(|module| one.covers(module) && other.covers(module));
            prop_assert_eq!(one.overlaps(&other), shared);
            prop_assert_eq!(other.overlaps(&one), shared);
        }

        #[test]
        fn an_extension_is_never_shorter(days in any::<i64>(), expires in 0u64..1000, today in 0u64..1000) {
            let first = day("2026-01-01");
            let (expires, today) = (add_days(first, expires), add_days(first, today));
            if let Ok(longer) = extend(days, expires, today) {
                prop_assert!(longer > expires && longer > today);
            }
        }
    }
}

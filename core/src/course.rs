//! Courses: their statuses, seats, and whether one can be reserved today.
//!
//! Prices are in `price`, the requirements of publication in `publishing`.

use crate::calendar::{add_days, subtract_days};
use crate::code::Code;
use crate::keyword::keywords;
use crate::late_entry::LateEntry;
use crate::money::Cents;
use crate::problem::{Fault, Problem};
use chrono::NaiveDate;

keywords! {
    CourseType {
        Online = "ONLINE",
        InPerson = "IN_PERSON",
    }
}

impl CourseType {
    /// As displayed on the site.
    pub const fn french(self) -> &'static str {
        match self {
            Self::Online => "En ligne",
            Self::InPerson => "Présentiel",
        }
    }

    /// What a new course costs once sessions were held.
    pub const fn default_late_entry(self) -> LateEntry {
        match self {
            Self::Online => LateEntry::Full,
            Self::InPerson => LateEntry::ProRata,
        }
    }

    /// Default number of seats; none is unlimited.
    pub const fn default_capacity(self) -> Option<i64> {
        match self {
            Self::Online => None,
            Self::InPerson => Some(10),
        }
    }
}

keywords! {
    CourseStatus {
        Draft = "DRAFT",
        Published = "PUBLISHED",
        Archived = "ARCHIVED",
    }
}

keywords! {
    /// Why a course cannot be reserved.
    Refusal {
        NotPublished = "not_published",
        Ended = "ended",
        /// No day is both today or later and 14 days before the end.
        NoStartDate = "no_start_date",
        Full = "full",
    }
}

impl From<Refusal> for Code {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotPublished => Self::NotPublished,
            Refusal::Ended => Self::Ended,
            Refusal::NoStartDate => Self::NoStartDate,
            Refusal::Full => Self::Full,
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.into())
    }
}

/// Minimum number of days between a learner's start and the course's end.
pub const DAYS_BEFORE_END: u64 = 14;

/// What decides whether a course can be reserved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Availability {
    pub status: CourseStatus,
    /// Last day of the course; none is open-ended.
    pub end_date: Option<NaiveDate>,
    /// None is unlimited.
    pub capacity: Option<i64>,
    pub seats_taken: i64,
}

impl Availability {
    /// Why nobody can reserve it today; none when it can be reserved.
    pub fn refusal(&self, today: NaiveDate) -> Option<Refusal> {
        self.closed(today).or_else(|| match self.end_date {
            Some(end) if latest_start(end) < today => Some(Refusal::NoStartDate),
            Some(_) | None if self.seats_left() == Some(0) => Some(Refusal::Full),
            Some(_) | None => None,
        })
    }

    /// Why nobody gets a seat any more, not even learners whose start date was valid while it was on sale.
    pub fn closed(&self, today: NaiveDate) -> Option<Refusal> {
        match (self.status, self.end_date) {
            (CourseStatus::Draft | CourseStatus::Archived, _) => Some(Refusal::NotPublished),
            (CourseStatus::Published, Some(end)) if end < today => Some(Refusal::Ended),
            (CourseStatus::Published, Some(_) | None) => None,
        }
    }

    /// Why this learner cannot reserve it; one who already has a seat needs no other.
    pub fn refusal_for_learner(&self, today: NaiveDate, has_seat: bool) -> Option<Refusal> {
        self.refusal(today).filter(|refusal| !(has_seat && *refusal == Refusal::Full))
    }

    /// Number of free seats; none is unlimited.
    pub fn seats_left(&self) -> Option<i64> {
        self.capacity.map(|capacity| capacity.saturating_sub(self.seats_taken).max(0))
    }
}

/// The last day on which a learner can start.
pub fn latest_start(end: NaiveDate) -> NaiveDate {
    subtract_days(end, DAYS_BEFORE_END)
}

/// A requested start date: from today to 14 days before the end, both included.
///
/// # Errors
/// `start_date_past`, `start_date_too_late`.
pub fn check_start_date(date: NaiveDate, end: Option<NaiveDate>, today: NaiveDate) -> Result<(), Fault> {
    if date < today {
        return Err(Code::StartDatePast.into());
    }
    match end {
        Some(end) if date > latest_start(end) => Err(Code::StartDateTooLate.into()),
        Some(_) | None => Ok(()),
    }
}

/// Price per hour, rounded to the nearest cent; none without hours.
pub fn price_per_hour(price: Cents, total_hours: f64) -> Option<Cents> {
    if !total_hours.is_finite() || total_hours <= 0.0 {
        return None;
    }
    Cents::round(price.to_euros() * 100.0 / total_hours)
}

/// First and last day on which a learner can start; none when there is no such day. No last day without an end.
pub fn start_window(end: Option<NaiveDate>, today: NaiveDate) -> Option<(NaiveDate, Option<NaiveDate>)> {
    match end.map(latest_start) {
        Some(latest) if latest < today => None,
        latest => Some((today, latest)),
    }
}

/// Whether the course has started for a learner with this start date.
pub fn has_begun(course_start: Option<NaiveDate>, own_start: NaiveDate, today: NaiveDate) -> bool {
    course_start.map_or(own_start, |start| start.max(own_start)) < add_days(today, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    const OPEN: Availability =
        Availability { status: CourseStatus::Published, end_date: None, capacity: Some(10), seats_taken: 9 };

    #[test]
    fn a_course_says_why_it_cannot_be_reserved() {
        let today = day("2026-11-21");
        let ends = |text| Availability { end_date: Some(day(text)), ..OPEN };
        let cases = [
            (OPEN, None),
            (Availability { status: CourseStatus::Draft, ..OPEN }, Some(Refusal::NotPublished)),
            (Availability { status: CourseStatus::Archived, ..OPEN }, Some(Refusal::NotPublished)),
            (Availability { seats_taken: 10, ..OPEN }, Some(Refusal::Full)),
            (Availability { seats_taken: 11, ..OPEN }, Some(Refusal::Full)),
            (Availability { capacity: None, seats_taken: 1000, ..OPEN }, None),
            (ends("2026-11-20"), Some(Refusal::Ended)),
            (ends("2026-11-21"), Some(Refusal::NoStartDate)),
            (ends("2026-12-04"), Some(Refusal::NoStartDate)),
            (ends("2026-12-05"), None),
            (Availability { seats_taken: 10, ..ends("2026-11-20") }, Some(Refusal::Ended)),
        ];
        for (course, expected) in cases {
            assert_eq!(course.refusal(today), expected, "{course:?}");
        }
    }

    #[test]
    fn a_course_is_closed_when_it_is_not_on_sale_or_over() {
        let today = day("2026-11-21");
        let ends = |text| Availability { end_date: Some(day(text)), ..OPEN };
        let cases = [
            (OPEN, None),
            (Availability { status: CourseStatus::Draft, ..OPEN }, Some(Refusal::NotPublished)),
            (Availability { status: CourseStatus::Archived, ..OPEN }, Some(Refusal::NotPublished)),
            (Availability { seats_taken: 10, ..OPEN }, None),
            (ends("2026-11-20"), Some(Refusal::Ended)),
            (ends("2026-11-21"), None),
        ];
        for (course, expected) in cases {
            assert_eq!(course.closed(today), expected, "{course:?}");
        }
    }

    #[test]
    fn who_has_a_seat_needs_no_other() {
        let full = Availability { seats_taken: 10, ..OPEN };
        assert_eq!(full.refusal_for_learner(day("2026-11-21"), true), None);
        assert_eq!(full.refusal_for_learner(day("2026-11-21"), false), Some(Refusal::Full));
    }

    #[test]
    fn both_bounds_of_the_start_date_are_included() {
        #[derive(Debug, serde::Deserialize)]
        struct Case {
            today: NaiveDate,
            end: Option<NaiveDate>,
            date: NaiveDate,
            code: Option<Code>,
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/start_date.json")).unwrap();
        for case in cases {
            let checked = check_start_date(case.date, case.end, case.today);
            assert_eq!(checked.err().map(|fault| fault.code), case.code, "{case:?}");
        }
    }

    #[test]
    fn an_hour_has_a_price() {
        let cases = [
            (Cents(12_000), 20.0, Some(Cents(600))),
            (Cents(10_000), 30.0, Some(Cents(333))),
            (Cents(10_000), 0.0, None),
            (Cents(10_000), f64::NAN, None),
            (Cents(10_000), 1e-300, None),
        ];
        for (price, hours, expected) in cases {
            assert_eq!(price_per_hour(price, hours), expected);
        }
    }

    proptest! {
        #[test]
        fn a_course_that_can_be_reserved_has_a_start_date_and_a_seat(
            end in proptest::option::of(0u64..200),
            capacity in proptest::option::of(0i64..20),
            seats_taken in 0i64..30,
            today in 0u64..200,
        ) {
            let first = day("2026-01-01");
            let today = add_days(first, today);
            let course = Availability { end_date: end.map(|n| add_days(first, n)), capacity, seats_taken, ..OPEN };
            if course.refusal(today).is_none() {
                prop_assert_eq!(check_start_date(today, course.end_date, today), Ok(()));
                prop_assert!(start_window(course.end_date, today).is_some());
                prop_assert!(course.seats_left().is_none_or(|left| left > 0));
            }
        }
    }
}

//! The right to withdraw from a distance contract: until when it lasts, and what is refunded.
//!
//! Days are counted according to règlement (CEE) 1182/71: the day of the contract does not count, and a period that
//! would end on a Saturday, a Sunday or a public holiday ends on the next working day.

use crate::calendar::add_days;
use crate::code::Code;
use crate::holiday::is_public_holiday;
use crate::keyword::keywords;
use crate::money::Cents;
use crate::problem::Problem;
use crate::reservation::ReservationStatus;
use chrono::{Datelike, NaiveDate, Weekday};

/// The last day, until its end in Paris, on which the payer may withdraw from a contract made on this day.
pub fn last_day(contract: NaiveDate) -> NaiveDate {
    let mut day = add_days(contract, WITHDRAWAL_DAYS);
    while !is_working_day(day) && day < NaiveDate::MAX {
        day = add_days(day, 1);
    }
    day
}

/// What a withdrawing payer has used of the course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consumed {
    pub confirmed_on: NaiveDate,
    /// First day of the course for this learner; see `course::has_begun`.
    pub begins_on: NaiveDate,
    pub ends_on: Option<NaiveDate>,
    pub lessons_viewed: u64,
    pub lessons: u64,
    /// The payer expressly asked to start before the end of the withdrawal period; otherwise nothing is owed for what
    /// was used, art. L221-25 C. conso.
    pub early_start: bool,
}

/// Result of a withdrawal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withdrawal {
    /// Refunded at once, in full.
    Full(Cents),
    /// Pending decision of an administrator, with the proposed pro rata amount.
    Request { proposed: Cents },
}

keywords! {
    /// State of a withdrawal. Within the period it is never refused: only the amount of the refund is decided.
    WithdrawalOutcome {
        /// Refunded in full.
        Refunded = "REFUNDED",
        /// An administrator must decide the amount.
        Requested = "REQUESTED",
        /// An administrator has decided.
        Decided = "DECIDED",
    }
}

/// Days after the confirmation during which a payer may withdraw, the last one included.
pub const WITHDRAWAL_DAYS: u64 = 14;

/// Days after the declaration within which the refund must be made, art. L221-24 C. conso.
pub const REFUND_WITHIN_DAYS: u64 = 14;

/// Whether the right of withdrawal applies to this contract: made on the site, paid, and in force.
///
/// # Errors
/// `not_confirmed`; `not_online` for a sale at the desk; `nothing_paid` for a free reservation.
pub fn check_contract(status: ReservationStatus, desk: bool, amount: Cents) -> Result<(), Problem> {
    match status {
        ReservationStatus::Held | ReservationStatus::Expired | ReservationStatus::Cancelled => {
            Err(Code::NotConfirmed.into())
        }
        ReservationStatus::Confirmed if desk => Err(Code::NotOnline.into()),
        ReservationStatus::Confirmed if amount.is_zero() => Err(Code::NothingPaid.into()),
        ReservationStatus::Confirmed => Ok(()),
    }
}

/// Withdraws from a confirmed reservation, of whose payment `returned` is already refunded: this refund is that much
/// smaller. The pro rata amount of the whole price is the smaller of the shares of lessons and of days left.
///
/// # Errors
/// `withdrawal_over` after the last day.
pub fn withdraw(
    paid: Cents,
    returned: Cents,
    consumed: Consumed,
    today: NaiveDate,
) -> Result<Withdrawal, Problem> {
    if today > last_day(consumed.confirmed_on) {
        return Err(Code::WithdrawalOver.into());
    }
    let untouched = today < consumed.begins_on && consumed.lessons_viewed == 0;
    if untouched || !consumed.early_start {
        return Ok(Withdrawal::Full(less(paid, returned)));
    }
    let lessons_left = match consumed.lessons {
        0 => paid,
        lessons => paid.share(lessons.saturating_sub(consumed.lessons_viewed), lessons),
    };
    let days = |from: NaiveDate, to: NaiveDate| u64::try_from((to - from).num_days()).unwrap_or(0);
    let days_left = consumed.ends_on.map_or(paid, |end| {
        paid.share(days(today.max(consumed.begins_on), end), days(consumed.begins_on, end))
    });
    Ok(Withdrawal::Request { proposed: less(lessons_left.min(days_left), returned) })
}

/// The proposed amount when what is left of the payment has changed from `left_then` to `left_now`.
pub fn still_proposed(proposed: Cents, left_then: Cents, left_now: Cents) -> Cents {
    less(proposed, less(left_then, left_now)).min(left_now)
}

/// The day on which the lessons of a purchase open: the requested day but, without a requested early start, not before
/// the end of the withdrawal period. A purchase without the right of withdrawal does not wait.
pub fn opens_on(start: NaiveDate, contract: Option<NaiveDate>, early_start: bool) -> NaiveDate {
    match contract {
        Some(contract) if !early_start => start.max(add_days(last_day(contract), 1)),
        Some(_) | None => start,
    }
}

fn less(amount: Cents, returned: Cents) -> Cents {
    Cents((amount.0 - returned.0).max(0))
}

/// Whether a course that starts on `start` does so while the payer of a contract made on this day may still withdraw.
pub fn begins_early(contract: NaiveDate, start: NaiveDate) -> bool {
    start <= last_day(contract)
}

fn is_working_day(day: NaiveDate) -> bool {
    !matches!(day.weekday(), Weekday::Sat | Weekday::Sun) && !is_public_holiday(day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    #[test]
    fn fourteen_days_follow_the_day_of_the_contract() {
        let cases = [
            ("2026-11-02", "2026-11-16", "a Monday"),
            ("2026-11-07", "2026-11-23", "a Saturday becomes Monday"),
            ("2026-11-08", "2026-11-23", "a Sunday becomes Monday"),
            ("2026-10-28", "2026-11-12", "11 November, a Wednesday"),
            ("2026-12-11", "2026-12-28", "Christmas, a Friday, and the week-end after it"),
            ("2026-03-22", "2026-04-07", "Easter Sunday and Monday"),
            ("2026-04-30", "2026-05-15", "Ascension, a Thursday"),
            ("2026-05-09", "2026-05-26", "the Saturday before Whit Monday"),
            ("2026-12-18", "2027-01-04", "New Year's Day, a Friday"),
            ("2024-02-15", "2024-02-29", "the leap day"),
        ];
        for (contract, last, why) in cases {
            assert_eq!(last_day(day(contract)), day(last), "{why}");
        }
    }

    #[test]
    fn a_course_begins_early_until_the_last_day() {
        let contract = day("2026-11-02");
        assert!(begins_early(contract, contract));
        assert!(begins_early(contract, day("2026-11-16")));
        assert!(!begins_early(contract, day("2026-11-17")));
    }

    #[test]
    fn lessons_open_on_the_wished_day_or_after_the_withdrawal_period() {
        let contract = Some(day("2026-11-02"));
        let cases = [
            ("2026-11-02", contract, true, "2026-11-02"),
            ("2026-11-09", contract, true, "2026-11-09"),
            ("2026-11-02", contract, false, "2026-11-17"),
            ("2026-11-17", contract, false, "2026-11-17"),
            ("2026-12-01", contract, false, "2026-12-01"),
            ("2026-11-02", None, false, "2026-11-02"),
        ];
        for (start, contract, early, expected) in cases {
            assert_eq!(opens_on(day(start), contract, early), day(expected), "{start} {contract:?} {early}");
        }
    }

    proptest! {
        #[test]
        fn the_last_day_is_a_working_day_and_soon_enough(after in 0u64..40_000) {
            let contract = add_days(day("2000-01-01"), after);
            let last = last_day(contract);
            prop_assert!(is_working_day(last));
            // There are at most four consecutive days off.
            prop_assert!((14..=18).contains(&(last - contract).num_days()));
        }
    }

    #[test]
    fn withdrawing_gives_all_before_the_course_and_a_share_after() {
        let bought = Consumed {
            confirmed_on: day("2026-11-01"),
            begins_on: day("2026-11-10"),
            ends_on: Some(day("2026-11-30")),
            lessons_viewed: 0,
            lessons: 10,
            early_start: true,
        };
        let request = |cents| Ok(Withdrawal::Request { proposed: Cents(cents) });
        let cases = [
            (bought, "2026-11-01", Ok(Withdrawal::Full(Cents(10_000)))),
            (bought, "2026-11-09", Ok(Withdrawal::Full(Cents(10_000)))),
            (bought, "2026-11-10", request(10_000)),
            (bought, "2026-11-15", request(7_500)),
            (Consumed { lessons_viewed: 1, ..bought }, "2026-11-02", request(9_000)),
            (Consumed { lessons_viewed: 9, ..bought }, "2026-11-15", request(1_000)),
            (Consumed { lessons: 0, ends_on: None, ..bought }, "2026-11-12", request(10_000)),
            // No early start was requested: nothing is owed for what was used.
            (
                Consumed { lessons_viewed: 9, early_start: false, ..bought },
                "2026-11-15",
                Ok(Withdrawal::Full(Cents(10_000))),
            ),
            // The fourteenth day is a Sunday: Monday still counts.
            (bought, "2026-11-16", request(7_000)),
            (bought, "2026-11-17", Err(Code::WithdrawalOver)),
        ];
        for (consumed, today, expected) in cases {
            let given = withdraw(Cents(10_000), Cents::ZERO, consumed, day(today));
            assert_eq!(given.map_err(|problem| problem.code), expected, "{consumed:?} on {today}");
        }
    }

    #[test]
    fn what_went_back_before_is_taken_off_what_goes_back() {
        let bought = Consumed {
            confirmed_on: day("2026-11-01"),
            begins_on: day("2026-11-10"),
            ends_on: Some(day("2026-11-30")),
            lessons_viewed: 0,
            lessons: 10,
            early_start: true,
        };
        let half = Consumed { lessons_viewed: 5, ..bought };
        let (full, request) =
            (|cents| Withdrawal::Full(Cents(cents)), |cents| Withdrawal::Request { proposed: Cents(cents) });
        let cases = [
            (bought, 0, full(10_000)),
            (bought, 4_000, full(6_000)),
            (bought, 10_000, full(0)),
            (half, 0, request(5_000)),
            (half, 1_999, request(3_001)),
            (half, 5_000, request(0)),
            (half, 8_000, request(0)),
        ];
        for (consumed, returned, expected) in cases {
            let given = withdraw(Cents(10_000), Cents(returned), consumed, day("2026-11-02"));
            assert_eq!(given, Ok(expected), "{returned} of {consumed:?}");
        }
    }

    #[test]
    fn what_goes_back_while_a_decision_waits_is_no_longer_proposed() {
        let cases = [
            (6_000, 12_000, 12_000, 6_000),
            (6_000, 12_000, 8_000, 2_000),
            (6_000, 12_000, 5_000, 0),
            (12_000, 12_000, 5_000, 5_000),
            // A refund counted before has failed: the proposal stays.
            (2_000, 8_000, 12_000, 2_000),
        ];
        for (proposed, then, now, expected) in cases {
            let still = still_proposed(Cents(proposed), Cents(then), Cents(now));
            assert_eq!(still, Cents(expected), "{proposed} of {then}, {now} left");
        }
    }

    #[test]
    fn only_what_was_bought_on_the_site_is_withdrawn_from() {
        use ReservationStatus::{Cancelled, Confirmed, Expired, Held};
        let cases = [
            (Confirmed, false, 100, Ok(())),
            (Confirmed, true, 100, Err(Code::NotOnline)),
            (Confirmed, false, 0, Err(Code::NothingPaid)),
            (Held, false, 100, Err(Code::NotConfirmed)),
            (Expired, false, 100, Err(Code::NotConfirmed)),
            (Cancelled, false, 100, Err(Code::NotConfirmed)),
        ];
        for (status, desk, cents, expected) in cases {
            let checked = check_contract(status, desk, Cents(cents)).map_err(|problem| problem.code);
            assert_eq!(checked, expected, "{status} {desk} {cents}");
        }
    }

    proptest! {
        #[test]
        fn a_withdrawal_never_gives_more_than_is_left_of_what_was_paid(
            (paid, share) in (0..=Cents::MAX.0, 0u64..=100),
            (begins, length, today) in (0u64..30, 0u64..200, 0u64..40),
            (lessons_viewed, lessons, early_start) in (0u64..50, 0u64..50, any::<bool>()),
        ) {
            let confirmed_on = day("2026-11-01");
            let begins_on = add_days(confirmed_on, begins);
            let ends_on = Some(add_days(begins_on, length));
            let consumed = Consumed { confirmed_on, begins_on, ends_on, lessons_viewed, lessons, early_start };
            let returned = Cents(paid).share(share, 100);
            let left = Cents(paid - returned.0);
            match withdraw(Cents(paid), returned, consumed, add_days(confirmed_on, today)) {
                Ok(Withdrawal::Full(all)) => prop_assert_eq!(all, left),
                Ok(Withdrawal::Request { proposed }) => {
                    prop_assert!(proposed >= Cents::ZERO && proposed <= left);
                }
                Err(_) => prop_assert!(today > WITHDRAWAL_DAYS),
            }
        }
    }
}

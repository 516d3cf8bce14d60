//! What goes back to the payer: the reasons, the 14 days of withdrawal, and the school's own decision.
//!
//! Refunding is executed and recorded by the server; which money cannot be honoured is decided in
//! `reservation`.

use crate::calendar::add_days;
use crate::code::Code;
use crate::keyword::keywords;
use crate::money::Cents;
use crate::problem::{Fault, Problem};
use chrono::NaiveDate;

keywords! {
    /// Why money goes back.
    RefundReason {
        WrongAmount = "WRONG_AMOUNT",
        WrongCurrency = "WRONG_CURRENCY",
        SecondPayment = "SECOND_PAYMENT",
        AfterCancellation = "AFTER_CANCELLATION",
        AlreadyCovered = "ALREADY_COVERED",
        NoSeatLeft = "NO_SEAT_LEFT",
        /// An amount-only payment that no reservation claimed in time.
        Unbound = "UNBOUND",
        /// The payer withdrew within 14 days.
        Withdrawal = "WITHDRAWAL",
        /// The school cancelled the reservation.
        Cancelled = "CANCELLED",
        /// The school cancelled the course.
        CourseCancelled = "COURSE_CANCELLED",
        /// Announced by the payment provider: made there, or a dispute.
        Provider = "PROVIDER",
    }
}

/// Days after the confirmation during which a payer may withdraw, the last one included.
pub const WITHDRAWAL_DAYS: u64 = 14;

/// What a payer who withdraws has had of the course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consumed {
    pub confirmed_on: NaiveDate,
    /// First day of the course for this learner; see `course::has_begun` for the same question.
    pub begins_on: NaiveDate,
    pub ends_on: Option<NaiveDate>,
    pub lessons_viewed: u64,
    pub lessons: u64,
}

/// What a withdrawal gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withdrawal {
    /// Refunded at once, in full.
    Full(Cents),
    /// A request to an administrator, with the pro rata that is proposed.
    Request { proposed: Cents },
}

/// Withdrawing from a confirmed reservation. The pro rata is the smaller of what is left of the lessons
/// and what is left of the days.
///
/// # Errors
/// `withdrawal_over` after the 14 days.
pub fn withdraw(paid: Cents, consumed: Consumed, today: NaiveDate) -> Result<Withdrawal, Problem> {
    if today > last_withdrawal_day(consumed.confirmed_on) {
        return Err(Code::WithdrawalOver.into());
    }
    if today < consumed.begins_on && consumed.lessons_viewed == 0 {
        return Ok(Withdrawal::Full(paid));
    }
    let lessons_left = match consumed.lessons {
        0 => paid,
        lessons => paid.share(lessons.saturating_sub(consumed.lessons_viewed), lessons),
    };
    let days = |from: NaiveDate, to: NaiveDate| u64::try_from((to - from).num_days()).unwrap_or(0);
    let days_left = consumed.ends_on.map_or(paid, |end| {
        paid.share(days(today.max(consumed.begins_on), end), days(consumed.begins_on, end))
    });
    Ok(Withdrawal::Request { proposed: lessons_left.min(days_left) })
}

/// The last day of the right to withdraw.
pub fn last_withdrawal_day(confirmed_on: NaiveDate) -> NaiveDate {
    add_days(confirmed_on, WITHDRAWAL_DAYS)
}

/// What an administrator gives back: 0 up to what was paid and not yet given back.
///
/// # Errors
/// `negative_amount`; `refund_too_high` with the `max`, in euros.
pub fn check_amount(amount: Cents, paid: Cents) -> Result<(), Fault> {
    if amount < Cents::ZERO {
        Err(Code::NegativeAmount.into())
    } else if amount > paid {
        Err(Fault::new(Code::RefundTooHigh).with("max", paid.to_euros()))
    } else {
        Ok(())
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

    #[test]
    fn withdrawing_gives_all_before_the_course_and_a_share_after() {
        let bought = Consumed {
            confirmed_on: day("2026-11-01"),
            begins_on: day("2026-11-10"),
            ends_on: Some(day("2026-11-30")),
            lessons_viewed: 0,
            lessons: 10,
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
            (bought, "2026-11-16", Err(Code::WithdrawalOver)),
        ];
        for (consumed, today, expected) in cases {
            let given = withdraw(Cents(10_000), consumed, day(today)).map_err(|problem| problem.code);
            assert_eq!(given, expected, "{consumed:?} on {today}");
        }
    }

    #[test]
    fn an_administrator_gives_back_at_most_what_was_paid() {
        let cases = [
            (-1, Err(Code::NegativeAmount)),
            (0, Ok(())),
            (10_000, Ok(())),
            (10_001, Err(Code::RefundTooHigh)),
        ];
        for (amount, expected) in cases {
            assert_eq!(check_amount(Cents(amount), Cents(10_000)).map_err(|f| f.code), expected, "{amount}");
        }
    }

    proptest! {
        #[test]
        fn a_withdrawal_never_gives_more_than_was_paid(
            paid in 0..=Cents::MAX.0,
            (begins, length, today) in (0u64..30, 0u64..200, 0u64..40),
            (lessons_viewed, lessons) in (0u64..50, 0u64..50),
        ) {
            let confirmed_on = day("2026-11-01");
            let begins_on = add_days(confirmed_on, begins);
            let ends_on = Some(add_days(begins_on, length));
            let consumed = Consumed { confirmed_on, begins_on, ends_on, lessons_viewed, lessons };
            match withdraw(Cents(paid), consumed, add_days(confirmed_on, today)) {
                Ok(Withdrawal::Full(all)) => prop_assert_eq!(all, Cents(paid)),
                Ok(Withdrawal::Request { proposed }) => {
                    prop_assert!(proposed >= Cents::ZERO && proposed <= Cents(paid));
                }
                Err(_) => prop_assert!(today > WITHDRAWAL_DAYS),
            }
        }
    }
}

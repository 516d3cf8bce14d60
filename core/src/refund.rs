//! Refunds: their reasons, and the amounts that the school may decide.
//!
//! The server executes and records them; which payments cannot be honoured is decided in `reservation`.

use crate::code::Code;
use crate::keyword::keywords;
use crate::money::Cents;
use crate::problem::Fault;

keywords! {
    /// Reason of a refund.
    RefundReason {
        WrongAmount = "WRONG_AMOUNT",
        WrongCurrency = "WRONG_CURRENCY",
        SecondPayment = "SECOND_PAYMENT",
        AfterCancellation = "AFTER_CANCELLATION",
        AlreadyCovered = "ALREADY_COVERED",
        NoSeatLeft = "NO_SEAT_LEFT",
        /// Late payment for a course that is no longer on sale or over.
        CourseClosed = "COURSE_CLOSED",
        /// An amount-only payment that was not bound to a reservation in time.
        Unbound = "UNBOUND",
        /// The payer withdrew within 14 days.
        Withdrawal = "WITHDRAWAL",
        /// The school cancelled the reservation.
        Cancelled = "CANCELLED",
        /// The school cancelled the course.
        CourseCancelled = "COURSE_CANCELLED",
        /// The course does not start as planned, and the payer did not accept what was proposed instead.
        NotStarted = "NOT_STARTED",
        /// The reservation moved to a course that costs less. Its credit note is for the whole former invoice.
        CourseMoved = "COURSE_MOVED",
        /// The school refunds part of the payment; the seat stays.
        Goodwill = "GOODWILL",
        /// Reported by the payment provider: made there, or a dispute.
        Provider = "PROVIDER",
    }
}

/// Checks a refund without cancellation by an administrator: at least one cent.
///
/// # Errors
/// `invalid_amount` for zero; those of [`check_amount`].
pub fn check_some(amount: Cents, left: Cents) -> Result<(), Fault> {
    if amount.is_zero() { Err(Code::InvalidAmount.into()) } else { check_amount(amount, left) }
}

/// Checks a refund by an administrator: from 0 to what was paid and not yet refunded.
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

    #[test]
    fn a_gesture_is_at_least_a_cent() {
        assert_eq!(check_some(Cents(0), Cents(100)).map_err(|f| f.code), Err(Code::InvalidAmount));
        assert_eq!(check_some(Cents(1), Cents(100)), Ok(()));
        assert_eq!(check_some(Cents(101), Cents(100)).map_err(|f| f.code), Err(Code::RefundTooHigh));
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
}

//! Payments and refunds as rows: provider, status, and the delay between attempts of a refund. What a payment buys is
//! decided in `reservation`, what is refunded in `refund`.

use crate::keyword::keywords;
use chrono::TimeDelta;

keywords! {
    /// The payment provider.
    Provider {
        Sandbox = "SANDBOX",
        Stripe = "STRIPE",
        /// The school itself: transfer, cheque or cash.
        Desk = "DESK",
        /// A free course.
        Free = "FREE",
    }
}

keywords! {
    /// Method of a payment or refund by hand.
    Method {
        Transfer = "TRANSFER",
        Cheque = "CHEQUE",
        Cash = "CASH",
    }
}

keywords! {
    /// State of a payment.
    PaymentStatus {
        /// Not paid yet.
        Open = "OPEN",
        /// The provider has received the money.
        Paid = "PAID",
        /// It can no longer be paid.
        Cancelled = "CANCELLED",
        /// It could not be opened.
        Failed = "FAILED",
    }
}

keywords! {
    /// State of a refund.
    RefundStatus {
        /// Decided, to be executed.
        Pending = "PENDING",
        /// The money was returned.
        Done = "DONE",
        /// Refused by the provider: an administrator must check it.
        Failed = "FAILED",
    }
}

/// Maximum delay between two attempts of a refund.
pub const LONGEST_REFUND_PAUSE: TimeDelta = TimeDelta::hours(1);

/// Delay after the `attempts`-th attempt without a response: one minute, doubled each time.
pub fn refund_pause(attempts: u32) -> TimeDelta {
    let minutes = 1_i32 << attempts.saturating_sub(1).min(6);
    (TimeDelta::minutes(1) * minutes).min(LONGEST_REFUND_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refund_is_tried_less_and_less_often() {
        let cases = [(0, 1), (1, 1), (2, 2), (3, 4), (6, 32), (7, 60), (8, 60), (u32::MAX, 60)];
        for (attempts, minutes) in cases {
            assert_eq!(refund_pause(attempts), TimeDelta::minutes(minutes), "after {attempts}");
        }
    }
}

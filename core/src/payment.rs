//! Payments and refunds as rows: who took the money, where it stands, how long a refund waits for
//! another try. What a payment buys is decided in `reservation`, what goes back in `refund`.

use crate::keyword::keywords;
use chrono::TimeDelta;

keywords! {
    /// Who takes the money.
    Provider {
        Sandbox = "SANDBOX",
        Stripe = "STRIPE",
        /// The school itself: transfer, cheque or cash.
        Desk = "DESK",
        /// A course that is given away.
        Free = "FREE",
    }
}

keywords! {
    /// How the school is paid, or pays back, by hand.
    Method {
        Transfer = "TRANSFER",
        Cheque = "CHEQUE",
        Cash = "CASH",
    }
}

keywords! {
    /// Where a payment stands.
    PaymentStatus {
        /// Not paid yet.
        Open = "OPEN",
        /// The provider has the money.
        Paid = "PAID",
        /// It can no longer be paid.
        Cancelled = "CANCELLED",
        /// It never came to be.
        Failed = "FAILED",
    }
}

keywords! {
    /// Where a refund stands.
    RefundStatus {
        /// Decided, to be executed.
        Pending = "PENDING",
        /// The provider gave it back.
        Done = "DONE",
        /// The provider refuses: an administrator must look.
        Failed = "FAILED",
    }
}

/// Longest pause between two tries of a refund.
pub const LONGEST_REFUND_PAUSE: TimeDelta = TimeDelta::hours(1);

/// How long a refund waits after its `attempts`-th try found no answer: one minute, doubled each time.
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

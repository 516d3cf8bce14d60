//! Reservations: from a held seat to a seat in the class.
//!
//! Uses no clock, database or payment provider: the caller passes the time and the data. Every step is idempotent: no
//! payment enrols twice, and none both enrols and is refunded.

use crate::code::Code;
use crate::course::Refusal;
use crate::keyword::keywords;
use crate::money::{CURRENCY, Cents};
use crate::problem::Problem;
use crate::refund::RefundReason;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// Duration of a hold for a card payment.
pub const CARD_HOLD: TimeDelta = TimeDelta::minutes(15);
/// Duration of a hold for a transfer, a cheque or cash.
pub const DESK_HOLD: TimeDelta = TimeDelta::days(7);
/// Added once to a hold whose payment is still being processed.
pub const PROCESSING_EXTENSION: TimeDelta = TimeDelta::minutes(10);
/// How long after its hold an open payment is cancelled at the provider.
pub const INTENT_AFTER_HOLD: TimeDelta = TimeDelta::hours(1);
/// How long after its hold a draft, with its personal data, is erased.
pub const DRAFT_AFTER_HOLD: TimeDelta = TimeDelta::hours(24);
/// After this time an amount-only payment bound to no reservation is refunded.
pub const UNBOUND_PAYMENT: TimeDelta = TimeDelta::minutes(30);
/// Maximum number of open holds of one address, account or e-mail.
pub const MAX_OPEN_HOLDS: i64 = 3;
/// Maximum number of holds that one network address may leave unpaid within a day.
pub const MAX_UNPAID_HOLDS: i64 = 10;

/// The school's reference of a payment: `PAY_REF_…`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PaymentRef(pub String);

/// Why a reservation is confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    By(PaymentRef),
    /// The course is free.
    Free,
}

/// State of a reservation. Source: decisions §3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reservation {
    Held {
        until: DateTime<Utc>,
        amount: Cents,
        extended: bool,
    },
    Confirmed {
        at: DateTime<Utc>,
        settled: Settled,
    },
    Expired {
        at: DateTime<Utc>,
        amount: Cents,
    },
    /// `settled` when it had been confirmed before.
    Cancelled {
        at: DateTime<Utc>,
        settled: Option<Settled>,
    },
}

keywords! {
    /// The state's name in rows and responses.
    ReservationStatus {
        Held = "HELD",
        Confirmed = "CONFIRMED",
        Expired = "EXPIRED",
        Cancelled = "CANCELLED",
    }
}

keywords! {
    /// Whether the seat is sold, or offered to somebody who waited.
    ReservationKind {
        Sale = "SALE",
        /// Kept until the answer of whoever waited.
        Offer = "OFFER",
        /// An offer that was taken: an ordinary hold that cannot be paid before checkout has replaced it by a sale, with the
        /// people and their consents.
        Accepted = "ACCEPTED",
    }
}

/// A received payment, as reported by the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedPayment {
    pub payment: PaymentRef,
    pub amount: Cents,
    /// Three-letter currency code, in any case.
    pub currency: String,
    /// A refund of this payment was already decided.
    pub refunded: bool,
}

/// State of the class when a payment is received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// A seat is free, or the learner has one by another purchase. A reservation that still holds a seat needs none.
    pub seat_left: bool,
    /// A live subscription of the learner covers part of the purchase: nothing is paid twice.
    pub learner_covered: bool,
    /// Why the course gives nobody a seat any more. A seat that is held stays promised.
    pub closed: Option<Refusal>,
}

/// Result of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentDecision {
    /// Enrol the learner and store this state.
    Enrol(Reservation),
    /// This payment has already enrolled: give the same response again.
    Already,
    /// It cannot be honoured: refund it in full. The reservation is unchanged.
    Refund(RefundReason),
    /// This payment was already handled and bought nothing that remains: refunded, or kept by agreement.
    Closed,
}

/// Result of checking a hold that may have run out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expiry {
    /// Nothing to do.
    Stays,
    /// The payment is still being processed: store this longer hold.
    Extended(Reservation),
    /// Free the seat and store this state.
    Expired(Reservation),
}

/// Who cancels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Canceller {
    Payer,
    Admin,
}

impl Reservation {
    /// A new hold, for a card payment or, longer, for the desk.
    pub fn hold(now: DateTime<Utc>, length: TimeDelta, amount: Cents) -> Self {
        Self::Held { until: now + length, amount, extended: false }
    }

    pub const fn status(&self) -> ReservationStatus {
        match self {
            Self::Held { .. } => ReservationStatus::Held,
            Self::Confirmed { .. } => ReservationStatus::Confirmed,
            Self::Expired { .. } => ReservationStatus::Expired,
            Self::Cancelled { .. } => ReservationStatus::Cancelled,
        }
    }

    /// Whether it occupies a seat.
    pub const fn takes_seat(&self) -> bool {
        match self {
            Self::Held { .. } | Self::Confirmed { .. } => true,
            Self::Expired { .. } | Self::Cancelled { .. } => false,
        }
    }

    /// Handles a received payment. A late one takes a seat if one is left in a course that is not closed; a payment
    /// that cannot be honoured is refunded in full.
    pub fn paid(&self, arrival: &ReceivedPayment, class: Class, now: DateTime<Utc>) -> PaymentDecision {
        match self {
            Self::Confirmed { settled: Settled::By(known), .. } if *known == arrival.payment => {
                PaymentDecision::Already
            }
            Self::Cancelled { settled: Some(Settled::By(known)), .. } if *known == arrival.payment => {
                PaymentDecision::Closed
            }
            Self::Held { .. } | Self::Confirmed { .. } | Self::Expired { .. } | Self::Cancelled { .. }
                if arrival.refunded =>
            {
                PaymentDecision::Closed
            }
            Self::Confirmed { .. } => PaymentDecision::Refund(RefundReason::SecondPayment),
            Self::Cancelled { .. } => PaymentDecision::Refund(RefundReason::AfterCancellation),
            Self::Held { amount, .. } => {
                enrol(arrival, *amount, Class { seat_left: true, closed: None, ..class }, now)
            }
            Self::Expired { amount, .. } => enrol(arrival, *amount, class, now),
        }
    }

    /// Confirms a hold of a free course, without a payment. Idempotent.
    ///
    /// # Errors
    /// `unpaid` when it costs something, `expired` when the hold ran out, `conflict` after a cancellation.
    pub fn confirm_free(self, now: DateTime<Utc>) -> Result<Self, Problem> {
        match self {
            Self::Held { amount, .. } if amount.is_zero() => {
                Ok(Self::Confirmed { at: now, settled: Settled::Free })
            }
            Self::Held { .. } => Err(Code::Unpaid.into()),
            Self::Confirmed { .. } => Ok(self),
            Self::Expired { .. } => Err(Code::Expired.into()),
            Self::Cancelled { .. } => Err(Code::Conflict.into()),
        }
    }

    /// Checks a hold on behalf of the job; `processing` when the provider has not decided yet.
    pub fn expire(&self, now: DateTime<Utc>, processing: bool) -> Expiry {
        match *self {
            Self::Held { until, .. } if now < until => Expiry::Stays,
            Self::Held { amount, extended: false, .. } if processing => {
                Expiry::Extended(Self::Held { until: now + PROCESSING_EXTENSION, amount, extended: true })
            }
            Self::Held { amount, .. } => Expiry::Expired(Self::Expired { at: now, amount }),
            Self::Confirmed { .. } | Self::Expired { .. } | Self::Cancelled { .. } => Expiry::Stays,
        }
    }

    /// Cancels and frees the seat: a hold by its payer, a confirmed reservation by an administrator. Idempotent.
    /// Refunds are decided in `refund`.
    ///
    /// # Errors
    /// `not_cancellable` for a payer after the confirmation, `expired` when the hold ran out before.
    pub fn cancel(self, by: Canceller, now: DateTime<Utc>) -> Result<Self, Problem> {
        match (self, by) {
            (Self::Held { .. }, Canceller::Payer | Canceller::Admin) => {
                Ok(Self::Cancelled { at: now, settled: None })
            }
            (Self::Confirmed { settled, .. }, Canceller::Admin) => {
                Ok(Self::Cancelled { at: now, settled: Some(settled) })
            }
            (Self::Confirmed { .. }, Canceller::Payer) => Err(Code::NotCancellable.into()),
            (Self::Expired { .. }, Canceller::Payer | Canceller::Admin) => Err(Code::Expired.into()),
            (cancelled @ Self::Cancelled { .. }, Canceller::Payer | Canceller::Admin) => Ok(cancelled),
        }
    }
}

fn enrol(arrival: &ReceivedPayment, amount: Cents, class: Class, now: DateTime<Utc>) -> PaymentDecision {
    if !arrival.currency.eq_ignore_ascii_case(CURRENCY) {
        PaymentDecision::Refund(RefundReason::WrongCurrency)
    } else if arrival.amount != amount {
        PaymentDecision::Refund(RefundReason::WrongAmount)
    } else if class.learner_covered {
        PaymentDecision::Refund(RefundReason::AlreadyCovered)
    } else if class.closed.is_some() {
        PaymentDecision::Refund(RefundReason::CourseClosed)
    } else if !class.seat_left {
        PaymentDecision::Refund(RefundReason::NoSeatLeft)
    } else {
        PaymentDecision::Enrol(Reservation::Confirmed {
            at: now,
            settled: Settled::By(arrival.payment.clone()),
        })
    }
}

#[cfg(test)]
#[path = "reservation_tests.rs"]
mod tests;

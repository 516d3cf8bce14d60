//! Sales: reservations, payments, subscriptions, refunds and invoices.

pub mod cancellation;
pub mod checkout;
pub mod decisions;
pub mod invoices;
pub mod payment;
pub mod refunds;
pub mod reservations;
pub mod subscriptions;
pub mod waitlist;
pub mod withdrawals;

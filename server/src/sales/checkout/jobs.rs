//! Scheduled work of checkout: expires holds, completes paid reservations, closes abandoned payments, executes refunds,
//! erases drafts.
//!
//! Each step can be repeated and run on several servers. The schedule is in the job table.

use chrono::{DateTime, TimeDelta, Utc};
use preau_core::money::Cents;
use preau_core::payment::{PaymentStatus, refund_pause};
use preau_core::refund::RefundReason;
use preau_core::reservation::{Expiry, INTENT_AFTER_HOLD, Reservation, UNBOUND_PAYMENT};

use super::intent;
use super::settle::{self, Settled};
use crate::context::AppContext;
use crate::error::Result;
use crate::sales::checkout::provider_events;
use crate::sales::payment::provider::RefundOutcome;
use crate::sales::payment::store::{self as payments, Payment};
use crate::sales::refunds::{self, How, Refund, decide};
use crate::sales::reservations::store;
use crate::{change, crash_point, execute, fetch_all};

/// A younger hold is left to the browser and the webhook.
const MIN_HOLD_AGE: TimeDelta = TimeDelta::minutes(1);
/// Maximum time a server may take to execute a refund.
const REFUND_LEASE: TimeDelta = TimeDelta::minutes(5);

/// Checks holds and their payments; every minute. A provider that does not respond only delays the work.
pub async fn run_holds(app: &AppContext) -> Result<()> {
    let now = app.clock.now();
    for id in holds(app, now - MIN_HOLD_AGE).await? {
        check_hold_or_log(app, id).await;
    }
    for payment in forgotten_payments(app, now).await? {
        log_failure(payment.id, intent::close(app, &payment).await);
    }
    refund_unbound(app, now).await?;
    erase_drafts(app, now).await
}

fn log_failure(id: i64, result: Result<()>) {
    if let Err(error) = result {
        tracing::warn!(id, %error, "left for the next minute");
    }
}

const HELD: &str = "
    SELECT id FROM reservations WHERE status = 'HELD' AND ((kind <> 'OFFER' AND created_at <= $1) OR hold_until <= $1)
    ORDER BY hold_until LIMIT 500";

async fn holds(app: &AppContext, before: DateTime<Utc>) -> Result<Vec<i64>> {
    let mut conn = app.db.read().await?;
    Ok(fetch_all!(conn, (i64,), HELD, before)?.into_iter().map(|(id,)| id).collect())
}

/// Checks a hold; failures are logged and retried at the next run.
pub(super) async fn check_hold_or_log(app: &AppContext, id: i64) {
    log_failure(id, check_hold(app, id).await);
}

/// Settles a paid hold; frees the seat of an overdue one that is unpaid.
async fn check_hold(app: &AppContext, id: i64) -> Result<()> {
    // The provider is asked before a hold expires: it may already have been paid.
    let processing = settle::reservation(app, id).await? == Settled::Processing;
    change!(app, None, |tx| {
        let row = store::get(tx, id).await?;
        match row.state()?.expire(tx.now, processing) {
            Expiry::Stays => Ok(()),
            Expiry::Expired(_) => store::expire(tx, &row).await,
            Expiry::Extended(longer) => match longer {
                Reservation::Held { until, .. } => store::extend(tx, id, until).await,
                Reservation::Confirmed { .. }
                | Reservation::Expired { .. }
                | Reservation::Cancelled { .. } => Ok(()),
            },
        }
    })
}

const FORGOTTEN: &str = "
    SELECT p.id FROM payments p JOIN reservations r ON r.id = p.reservation_id
    WHERE p.status = 'OPEN' AND r.status <> 'HELD' AND (r.hold_until <= $1 OR r.status = 'CANCELLED')
        AND (p.provider = $2 OR p.provider_id IS NULL)
    ORDER BY p.id LIMIT 200";

/// Open payments an hour after their hold, and those of cancelled reservations.
async fn forgotten_payments(app: &AppContext, now: DateTime<Utc>) -> Result<Vec<Payment>> {
    let provider = app.payments().provider().as_str();
    let mut conn = app.db.read().await?;
    let ids = fetch_all!(conn, (i64,), FORGOTTEN, now - INTENT_AFTER_HOLD, provider)?;
    let mut found = Vec::with_capacity(ids.len());
    for (id,) in ids {
        found.extend(payments::find(&mut conn, id).await?);
    }
    Ok(found)
}

/// Amount-only payments bound to no reservation: closed, or refunded when paid.
async fn refund_unbound(app: &AppContext, now: DateTime<Utc>) -> Result<()> {
    let unbound = {
        let mut conn = app.db.read().await?;
        payments::unbound(&mut conn, app.payments().provider(), now - UNBOUND_PAYMENT).await?
    };
    for payment in unbound {
        log_failure(payment.id, refund_one_unbound(app, &payment).await);
    }
    Ok(())
}

async fn refund_one_unbound(app: &AppContext, payment: &Payment) -> Result<()> {
    if payment.status == PaymentStatus::Open {
        return intent::close(app, payment).await;
    }
    change!(app, None, |tx| {
        // It may have been bound or refunded in the meantime.
        let Some(payment) = payments::find(tx, payment.id).await? else { return Ok(()) };
        if payment.reservation_id.is_some() || !refunds::of_payment(tx, payment.id).await?.is_empty() {
            return Ok(());
        }
        let amount = Cents(payment.received_cents);
        decide::decide_and_notify(tx, None, &payment, amount, RefundReason::Unbound).await.map(|_| ())
    })
}

const ERASE_DRAFTS: &str = "
    UPDATE reservations SET draft = NULL, draft_erase_at = NULL, address_key = NULL,
        payer_email = CASE WHEN payer_id IS NULL AND status <> 'HELD' THEN '' ELSE payer_email END,
        learner_email = CASE WHEN learner_id IS NULL AND status <> 'HELD' THEN '' ELSE learner_email END,
        child_key = CASE WHEN learner_id IS NULL AND status <> 'HELD' THEN '' ELSE child_key END
    WHERE draft_erase_at <= $1";

/// Erases drafts a day after their hold, and with them the e-mail addresses that have no account.
async fn erase_drafts(app: &AppContext, now: DateTime<Utc>) -> Result<()> {
    change!(app, None, |tx| execute!(tx, ERASE_DRAFTS, now)).map(|_| ())
}

/// Executes the refunds that are due; every minute. A provider that does not respond only delays the work.
pub async fn run_refunds(app: &AppContext) -> Result<()> {
    let due = {
        let mut conn = app.db.read().await?;
        refunds::due(&mut conn, app.clock.now()).await?
    };
    for refund in due {
        log_failure(refund.id, execute_refund(app, &refund).await);
    }
    Ok(())
}

async fn execute_refund(app: &AppContext, refund: &Refund) -> Result<()> {
    let looked = sync_provider_refunds(app, refund).await;
    let taken = change!(app, None, |tx| {
        let until = tx.now + REFUND_LEASE;
        let Some(refund) = refunds::lease(tx, refund.id, until).await? else { return Ok(None) };
        let payment = payments::find(tx, refund.payment_id).await?;
        Ok(payment.map(|payment| (refund, payment)))
    })?;
    let Some((refund, payment)) = taken else { return Ok(()) };
    if refund.amount_cents > 0 && payment.provider != app.payments().provider() {
        return change!(app, None, |tx| refunds::mark_unreachable(tx, refund.id, payment.provider).await);
    }
    let outcome = match looked {
        Ok(()) => ask(app, &refund, &payment).await,
        Err(error) => Err(error),
    };
    crash_point!("refund.executed");
    settle_refund(app, &refund, &outcome).await?;
    if matches!(outcome, Ok(RefundOutcome::Refused(_))) {
        // The money may have been returned in another way: then nothing is left to decide.
        sync_provider_refunds(app, &refund).await?;
    }
    Ok(())
}

/// Takes refunds made by the provider itself into account: a pending or failed refund shrinks by their amount or is
/// closed.
///
/// # Errors
/// `unavailable` when the provider fails.
pub(crate) async fn sync_provider_refunds(app: &AppContext, refund: &Refund) -> Result<()> {
    let payment = {
        let mut conn = app.db.read().await?;
        payments::find(&mut conn, refund.payment_id).await?
    };
    match payment.filter(|payment| payment.provider == app.payments().provider()) {
        Some(Payment { provider_id: Some(provider_id), .. }) if refund.amount_cents > 0 => {
            provider_events::returned(app, &provider_id).await
        }
        Some(_) | None => Ok(()),
    }
}

async fn settle_refund(app: &AppContext, refund: &Refund, outcome: &Result<RefundOutcome>) -> Result<()> {
    let tries = u32::try_from(refund.attempts).unwrap_or(u32::MAX);
    change!(app, None, |tx| {
        let again = tx.now + refund_pause(tries);
        match outcome {
            Ok(RefundOutcome::Done { provider_id }) => {
                refunds::done(tx, refund.id, How::Provider(provider_id)).await.map(|_| ())
            }
            Ok(RefundOutcome::Pending { provider_id }) => {
                refunds::postpone(tx, refund.id, Some(provider_id), None, again).await
            }
            Ok(RefundOutcome::Refused(why)) => refunds::failed(tx, refund.id, why).await,
            Err(error) => refunds::postpone(tx, refund.id, None, Some(&error.to_string()), again).await,
        }
    })
}

/// Asks the provider for a refund; idempotent.
async fn ask(app: &AppContext, refund: &Refund, payment: &Payment) -> Result<RefundOutcome> {
    if refund.amount_cents == 0 {
        // The school keeps the money by agreement: there is nothing to execute.
        return Ok(RefundOutcome::Done { provider_id: format!("nothing-{}", refund.id) });
    }
    if let Some(known) = &refund.provider_id {
        return app.payments().read_refund(app, known).await;
    }
    let Some(provider_id) = &payment.provider_id else {
        return Ok(RefundOutcome::Refused("the provider has no such payment".to_owned()));
    };
    let renewal = if refund.renewals == 0 { String::new() } else { format!("-{}", refund.renewals) };
    let key = format!("refund-{}-{}{renewal}", refund.id, payment.payment_ref);
    app.payments().refund(app, provider_id, Cents(refund.amount_cents), &key).await
}

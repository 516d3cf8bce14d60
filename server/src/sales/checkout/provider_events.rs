//! Handles events of the provider: reads the payment again at the provider and settles it.

use preau_core::money::Cents;
use preau_core::payment::RefundStatus;

use crate::change;
use crate::context::AppContext;
use crate::error::Result;
use crate::sales::checkout::settle;
use crate::sales::payment::provider::Returned;
use crate::sales::payment::store::{self, Payment};
use crate::sales::refunds::{self, Refund, decide};
use crate::write::Tx;

/// A payment succeeded or was cancelled. Returns whether the event was recorded with what followed from it.
pub(super) async fn payment(app: &AppContext, provider_id: &str, event: Option<&str>) -> Result<bool> {
    // The provider account may be shared: payments that are not the school's are not read.
    match find(app, provider_id).await? {
        Some(_) => settle::settle_event(app, provider_id, event).await.map(|(_, recorded)| recorded),
        None => Ok(false),
    }
}

/// The provider returned money by itself, or a refund that seemed executed has failed.
///
/// # Errors
/// `unavailable` when the provider fails.
pub async fn returned(app: &AppContext, provider_id: &str) -> Result<()> {
    // The event of the payment may come after that of its refund: without the payment there is nothing to refund.
    payment(app, provider_id, None).await?;
    let Some(payment) = find(app, provider_id).await? else { return Ok(()) };
    let all = app.payments().returned(app, provider_id).await?;
    change!(app, None, |tx| {
        for one in &all {
            record_returned(tx, &payment, one).await?;
        }
        Ok(())
    })
}

/// The row of a payment; none for payments of others who share the provider account.
async fn find(app: &AppContext, provider_id: &str) -> Result<Option<Payment>> {
    let mut conn = app.db.read().await?;
    store::find_by_provider_id(&mut conn, app.payments().provider(), provider_id).await
}

async fn record_returned(tx: &mut Tx, payment: &Payment, one: &Returned) -> Result<()> {
    if let Some(why) = &one.kept {
        if let Some(refund_id) = refunds::mark_reversed(tx, payment.id, &one.provider_id, why).await? {
            tx.audit("refund.failed", "refund", refund_id, None, None).await?;
        }
        return Ok(());
    }
    // A dispute may exceed what is left of the payment. Refunds that are only decided shrink in its favour, and so do
    // those that fail later.
    let left = payment.received_cents - refunds::executed(tx, payment.id).await?.0;
    let amount = Cents((one.amount.0 - recorded_cents(tx, payment, one).await?).min(left));
    if amount <= Cents::ZERO {
        return Ok(());
    }
    match refunds::add_returned(tx, payment, amount, &one.provider_id).await? {
        Some(refund_id) => {
            refunds::rebalance(tx, payment).await?;
            tx.audit("payment.returned", "payment", payment.id, None, None).await?;
            decide::money_returned(tx, payment, amount, refund_id).await
        }
        None => Ok(()),
    }
}

/// How many cents of this are already recorded as returned.
async fn recorded_cents(tx: &mut Tx, payment: &Payment, one: &Returned) -> Result<i64> {
    let all = refunds::of_payment(tx, payment.id).await?;
    let same = |refund: &&Refund| {
        refund.status == RefundStatus::Done && refund.provider_id.as_deref() == Some(&one.provider_id)
    };
    Ok(all.iter().find(same).map_or(0, |refund| refund.amount_cents))
}

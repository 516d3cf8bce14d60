//! Adjusts the refunds of one payment that together exceed the amount received: those not yet executed shrink.

use preau_core::money::Cents;
use preau_core::payment::RefundStatus;
use serde_json::json;

use super::{How, Refund, done, of_payment, retry};
use crate::error::Result;
use crate::execute;
use crate::sales::payment::store::Payment;
use crate::write::Tx;

const SHRINK: &str = "UPDATE refunds SET amount_cents = $2 WHERE id = $1";

/// Limits refunds to the amount received: failed ones, then those decided but not yet requested, shrink to what is left
/// of the payment, the latest first. One with nothing left is closed.
pub async fn rebalance(tx: &mut Tx, payment: &Payment) -> Result<()> {
    let all = of_payment(tx, payment.id).await?;
    let mut over = all.iter().map(|refund| refund.amount_cents).sum::<i64>() - payment.received_cents;
    let (failed, waiting): (Vec<_>, Vec<_>) =
        all.iter().rev().partition(|refund| refund.status == RefundStatus::Failed);
    for refund in failed.into_iter().chain(waiting).filter(|refund| refund.can_shrink()) {
        let less = over.clamp(0, refund.amount_cents);
        if less > 0 {
            over -= less;
            shrink(tx, refund, Cents(refund.amount_cents - less)).await?;
        }
    }
    Ok(())
}

async fn shrink(tx: &mut Tx, refund: &Refund, to: Cents) -> Result<()> {
    execute!(tx, SHRINK, refund.id, to.0)?;
    let (before, after) = (json!({ "amount": Cents(refund.amount_cents) }), json!({ "amount": to }));
    tx.audit("refund.reduced", "refund", refund.id, Some(before), Some(after)).await?;
    if to.is_zero() {
        if refund.status == RefundStatus::Failed {
            retry(tx, refund.id).await?;
        }
        done(tx, refund.id, How::Nothing).await?;
    }
    Ok(())
}

impl Refund {
    /// Whether it is certain that the provider has not returned this money.
    pub(super) fn can_shrink(&self) -> bool {
        match self.status {
            RefundStatus::Pending => self.provider_id.is_none() && self.attempts == 0,
            // A provider no longer in use may have accepted it.
            RefundStatus::Failed => !self.stranded,
            RefundStatus::Done => false,
        }
    }
}

//! Compares the school's payments with the provider's: a restored database may lack some.

use chrono::{DateTime, Duration, Utc};
use preau_core::money::Cents;

use super::{COMPARED_FOR, Finding};
use crate::context::AppContext;
use crate::error::Result;
use crate::restore_mode;
use crate::sales::payment::store as payments;
use crate::sales::payment::{Intent, IntentStatus, ReferencedIntent};
use crate::{change, fetch_all, fetch_one};

/// The provider's clock may differ from ours, and a payment is recorded before it is opened.
const BEFORE_NEWEST: Duration = Duration::hours(1);

/// Reports differences between the school's payments of the last half year and the provider's, and payments
/// of the provider that are unknown here. Changes nothing, except that a payment whose opening was
/// interrupted gets the provider's id.
pub async fn compare_payments(app: &AppContext) -> Result<Vec<Finding>> {
    let mut found = unknown_payments(app).await?;
    found.extend(known_payments(app).await?);
    Ok(found)
}

const NEWEST: &str = "SELECT MAX(created_at) FROM payments WHERE provider = $1";

/// Payments opened at the provider since the newest payment known here (or known when the backup was made).
async fn unknown_payments(app: &AppContext) -> Result<Vec<Finding>> {
    let newest = newest_payment(app).await?;
    let since = newest.map_or(app.clock.now() - COMPARED_FOR, |newest| newest - BEFORE_NEWEST);
    let opened = match app.payments().opened_since(app, since).await {
        Ok(opened) => opened,
        Err(error) => {
            return Ok(vec![Finding(format!(
                "the provider's payments since {since} were not read: {error}"
            ))]);
        }
    };
    let mut found = Vec::new();
    for named in opened {
        if !is_known(app, &named).await? {
            found.extend(unknown(&named));
        }
    }
    Ok(found)
}

async fn newest_payment(app: &AppContext) -> Result<Option<DateTime<Utc>>> {
    if let Some(known) = restore_mode::payments_known_until(app).await? {
        return Ok(Some(known));
    }
    let mut conn = app.db.read().await?;
    let newest = fetch_one!(conn, (Option<DateTime<Utc>>,), NEWEST, app.payments().provider().as_str())?;
    Ok(newest.0)
}

async fn is_known(app: &AppContext, named: &ReferencedIntent) -> Result<bool> {
    change!(app, None, |tx| {
        let Some(payment) = payments::find_by_ref(tx, &named.payment_ref.0).await? else { return Ok(false) };
        if payment.provider_id.is_none() {
            payments::set_provider_id(tx, payment.id, &named.intent.id).await?;
        }
        Ok(true)
    })
}

fn unknown(named: &ReferencedIntent) -> Option<Finding> {
    let Intent { id, amount, received, refunded, status, .. } = &named.intent;
    let left = Cents(received.0 - refunded.0);
    let what = match status {
        IntentStatus::Succeeded if left > Cents::ZERO => format!("{left} received at the provider"),
        IntentStatus::Open | IntentStatus::Processing => {
            format!("{amount} can still be paid at the provider")
        }
        IntentStatus::Succeeded | IntentStatus::Cancelled => return None,
    };
    Some(Finding(format!("{id} ({}): {what}, but nothing is known of it here", named.payment_ref.0)))
}

#[derive(preau_derive::FromRow)]
struct Row {
    id: i64,
    provider_id: String,
    status: String,
    received_cents: i64,
    returned_cents: i64,
}

// A refund that the provider has accepted counts as refunded there, though it may be pending here; the
// provider knows nothing of one made by hand.
const PAYMENTS: &str = "
    SELECT p.id, p.provider_id, p.status, p.received_cents, CAST(COALESCE((SELECT SUM(f.amount_cents) FROM refunds f
        WHERE f.payment_id = p.id AND f.by_hand IS NULL
            AND (f.status = 'DONE' OR f.status = 'PENDING' AND f.provider_id IS NOT NULL)), 0) AS BIGINT) AS returned_cents
    FROM payments p
    WHERE p.provider = $1 AND p.provider_id IS NOT NULL AND p.status IN ('OPEN', 'PAID') AND p.created_at > $2
    ORDER BY p.id";

async fn known_payments(app: &AppContext) -> Result<Vec<Finding>> {
    let since = app.clock.now() - COMPARED_FOR;
    let mut conn = app.db.read().await?;
    let rows = fetch_all!(conn, Row, PAYMENTS, app.payments().provider().as_str(), since)?;
    drop(conn);
    let mut found = Vec::new();
    for row in rows {
        match difference(app, &row).await {
            Ok(difference) => found.extend(difference),
            Err(error) => {
                found.push(Finding(format!("payment {}: not read at the provider: {error}", row.id)));
            }
        }
    }
    Ok(found)
}

async fn difference(app: &AppContext, row: &Row) -> Result<Option<Finding>> {
    let intent = app.payments().read(app, &row.provider_id).await?;
    let (received, returned) = (Cents(row.received_cents), Cents(row.returned_cents));
    let noted = row.status == "PAID";
    let made = intent.status == IntentStatus::Succeeded;
    let what = if made && !noted {
        format!("made at the provider ({}) but not noted here", intent.received)
    } else if noted && (!made || intent.received != received) {
        format!("{received} here but {} at the provider", intent.received)
    } else if noted && (intent.disputed || intent.refunded != returned) {
        let there = refunded_at_provider(app, &intent).await?;
        if there == returned {
            return Ok(None);
        }
        format!("{there} given back at the provider but {returned} here")
    } else {
        return Ok(None);
    };
    Ok(Some(Finding(format!("payment {}: {what}", row.id))))
}

/// Refunded, or lost in a dispute: at most the received amount.
async fn refunded_at_provider(app: &AppContext, intent: &Intent) -> Result<Cents> {
    let returned = app.payments().returned(app, &intent.id).await?;
    let disputed = returned.iter().filter(|one| one.disputed && one.kept.is_none());
    let all = intent.refunded.0 + disputed.map(|one| one.amount.0).sum::<i64>();
    Ok(Cents(all.min(intent.received.0)))
}

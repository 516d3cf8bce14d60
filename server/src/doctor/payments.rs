//! Our payments beside the provider's own books: what a restored database may have missed.

use chrono::Duration;
use preau_core::money::Cents;

use super::Finding;
use crate::app::App;
use crate::error::Result;
use crate::fetch_all;
use crate::payment::{Intent, IntentStatus};

/// Older payments can no longer change at a provider.
const COMPARED_FOR: Duration = Duration::days(180);

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    provider_id: String,
    status: String,
    received_cents: i64,
    refunded_cents: i64,
}

const PAYMENTS: &str = "
    SELECT p.id, p.provider_id, p.status, p.received_cents, CAST(COALESCE((SELECT SUM(f.amount_cents)
        FROM refunds f WHERE f.payment_id = p.id AND f.status = 'DONE'), 0) AS BIGINT) AS refunded_cents
    FROM payments p
    WHERE p.provider = $1 AND p.provider_id IS NOT NULL AND p.status IN ('OPEN', 'PAID') AND p.created_at > $2
    ORDER BY p.id";

/// Reads every payment of the last half year at the provider and tells what differs. Changes nothing.
///
/// # Errors
/// When the database does not answer.
pub async fn compare_payments(app: &App) -> Result<Vec<Finding>> {
    let since = app.clock.now() - COMPARED_FOR;
    let mut conn = app.db.read().await?;
    let rows = fetch_all!(conn, Row, PAYMENTS, app.payments.provider().as_str(), since)?;
    drop(conn);
    let mut found = Vec::new();
    for row in rows {
        match app.payments.read(app, &row.provider_id).await {
            Ok(intent) => found.extend(difference(&row, &intent)),
            Err(error) => {
                found.push(Finding(format!("payment {}: not read at the provider: {error}", row.id)));
            }
        }
    }
    Ok(found)
}

fn difference(row: &Row, intent: &Intent) -> Option<Finding> {
    let noted = row.status == "PAID";
    let made = intent.status == IntentStatus::Succeeded;
    let what = if made && !noted {
        format!("made at the provider ({}) but not noted here", intent.received)
    } else if noted && (!made || intent.received != Cents(row.received_cents)) {
        format!("{} here but {} at the provider", Cents(row.received_cents), intent.received)
    } else if intent.refunded > Cents(row.refunded_cents) {
        format!("{} given back at the provider but {} here", intent.refunded, Cents(row.refunded_cents))
    } else {
        return None;
    };
    Some(Finding(format!("payment {}: {what}", row.id)))
}

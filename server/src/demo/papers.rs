//! The papers of the demo school, issued in the order in which things happened: invoices and credit notes of its
//! sales, certificates of its completed courses.

use chrono::{DateTime, Utc};

use crate::error::Result;
use crate::fetch_all;
use crate::learning::certificates;
use crate::sales::invoices::issue;
use crate::sales::subscriptions::learning;
use crate::write::Tx;

const SALES: &str =
    "SELECT confirmed_at, id FROM reservations WHERE confirmed_at IS NOT NULL AND payment_id IS NOT NULL";
const REFUNDS: &str = "SELECT done_at, id FROM refunds WHERE done_at IS NOT NULL";
const COMPLETIONS: &str =
    "SELECT completed_at, id FROM subscriptions WHERE completed_at IS NOT NULL ORDER BY completed_at, id";

pub(super) async fn issue(tx: &mut Tx) -> Result<()> {
    type Fact = (DateTime<Utc>, i64);
    let sales = fetch_all!(tx, Fact, SALES)?.into_iter().map(|(at, id)| (at, false, id));
    let refunds = fetch_all!(tx, Fact, REFUNDS)?.into_iter().map(|(at, id)| (at, true, id));
    let mut facts: Vec<_> = sales.chain(refunds).collect();
    facts.sort_unstable();
    for (at, went_back, id) in facts {
        if went_back {
            issue::credit(tx, id, at).await?;
        } else {
            issue::invoice(tx, id, at, None).await?;
        }
    }
    for (at, id) in fetch_all!(tx, Fact, COMPLETIONS)? {
        let learning = learning::get(tx, id).await?;
        certificates::issue::afterwards(tx, &learning, at).await?;
    }
    Ok(())
}

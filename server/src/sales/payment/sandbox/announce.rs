//! Sends the event that a sandbox payment succeeded: like a real provider's, signed with the school's own key and
//! handled by the same function as the webhook.

use chrono::Duration;
use futures_util::future::BoxFuture;
use serde_json::json;

use super::store::{self, SandboxIntent};
use crate::change;
use crate::context::AppContext;
use crate::error::Result;
use crate::sales::payment::provider::Payments;
use crate::sales::payment::signature;

/// Receives a signed event: the function behind the webhook's address.
type Receive = for<'a> fn(&'a AppContext, &'a str, &'a [u8]) -> BoxFuture<'a, Result<()>>;

/// The webhook, as the checkout provides it.
pub(crate) struct Webhook(pub(crate) Receive);

/// An event not handled within this time is sent again: the server that took the card has crashed.
const OVERDUE: Duration = Duration::seconds(20);

/// Sends the event of a success in the background.
pub(super) fn spawn(app: &AppContext, paid: SandboxIntent) {
    let app = app.clone();
    tokio::spawn(async move {
        if let Err(error) = announce(&app, &paid).await {
            tracing::warn!(%error, "a sandbox payment could not be announced; the job will");
        }
    });
}

/// Sends the events of all successes not yet handled, of any server.
///
/// # Errors
/// The first failure, after all were tried.
pub async fn announce_due(app: &AppContext) -> Result<()> {
    let due = {
        let mut conn = app.db.read().await?;
        store::unannounced(&mut conn, app.clock.now() - OVERDUE).await?
    };
    let mut outcome = Ok(());
    for intent in due {
        let announced = announce(app, &intent).await;
        outcome = outcome.and(announced);
    }
    outcome
}

async fn announce(app: &AppContext, intent: &SandboxIntent) -> Result<()> {
    let Payments::Sandbox(sandbox) = app.payments() else { return Ok(()) };
    let body = event(intent).to_string();
    let header = signature::sign(sandbox.webhook_secret(), body.as_bytes(), app.clock.now())?;
    let Webhook(receive) = app.part();
    receive(app, &header, body.as_bytes()).await?;
    change!(app, None, |tx| store::mark_announced(tx, &intent.id).await)
}

/// One event id per success, so that a repetition is recognised.
fn event(intent: &SandboxIntent) -> serde_json::Value {
    let metadata: serde_json::Value = serde_json::from_str(&intent.metadata).unwrap_or_default();
    json!({
        "id": format!("evt_{}", intent.id),
        "object": "event",
        "type": "payment_intent.succeeded",
        "data": { "object": {
            "id": intent.id,
            "object": "payment_intent",
            "amount": intent.amount_cents,
            "amount_received": intent.amount_cents,
            "currency": intent.currency.to_lowercase(),
            "status": "succeeded",
            "metadata": metadata,
        } },
    })
}

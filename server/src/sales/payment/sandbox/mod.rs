//! The sandbox simulates a card network's test mode. Its tables are in the database; its results come through the same
//! signed webhook as a real provider's.
//!
//! Card numbers are checked in `confirm` and never stored.

mod announce;
mod confirm;
mod store;

use preau_core::money::Cents;

use crate::change;
use crate::clock::Ids;
use crate::config::Secret;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::sales::payment::provider::{Intent, NewIntent, RefundOutcome};
use crate::write::Tx;

pub(crate) use announce::Webhook;
pub use announce::announce_due;
pub(super) use confirm::*;

/// The sandbox.
#[derive(Clone, Debug)]
pub struct Sandbox {
    webhook_secret: Secret,
}

impl Sandbox {
    /// The sandbox whose events are signed with this secret.
    #[must_use]
    pub fn new(webhook_secret: &str) -> Self {
        Self { webhook_secret: webhook_secret.into() }
    }

    pub(super) fn webhook_secret(&self) -> &str {
        self.webhook_secret.expose()
    }

    pub(super) async fn open(&self, app: &AppContext, new: NewIntent) -> Result<Intent> {
        let id = format!("pi_sandbox_{}", app.ids.hex128());
        let client_secret = format!("{id}_secret_{}", app.ids.token());
        change!(app, None, |tx| store::open(tx, &id, &client_secret, &new).await)
    }

    pub(super) async fn read(&self, app: &AppContext, id: &str) -> Result<Intent> {
        let mut conn = app.db.read().await?;
        let found = store::find(&mut conn, id).await?.ok_or_else(|| unknown(id))?;
        Ok(found.into())
    }

    pub(super) async fn cancel(&self, app: &AppContext, id: &str) -> Result<()> {
        change!(app, None, |tx| store::cancel(tx, id).await)
    }

    pub(super) async fn refund(
        &self,
        app: &AppContext,
        id: &str,
        amount: Cents,
        key: &str,
    ) -> Result<RefundOutcome> {
        let refund_id = format!("re_sandbox_{}", app.ids.hex128());
        change!(app, None, |tx| refund(tx, &refund_id, id, amount, key).await)
    }
}

/// Refunds part of a paid intent as `refund_id`; a repetition with the same key returns the first refund.
async fn refund(tx: &mut Tx, refund_id: &str, id: &str, amount: Cents, key: &str) -> Result<RefundOutcome> {
    if let Some(provider_id) = store::refund_of_key(tx, key).await? {
        return Ok(RefundOutcome::Done { provider_id });
    }
    if !store::take_back(tx, id, amount).await? {
        return Ok(RefundOutcome::Refused("nothing left to refund".to_owned()));
    }
    store::note_refund(tx, refund_id, key, id, amount).await?;
    Ok(RefundOutcome::Done { provider_id: refund_id.to_owned() })
}

/// The card holders of the demo school: their payments and refunds succeed within the caller's transaction, where the
/// sandbox itself is asked between two.
pub(crate) mod demo {
    use super::{
        Cents, Ids, Intent, NewIntent, RefundOutcome, Result, Tx, refund as refund_intent, store, unknown,
    };

    /// Opens an intent and pays it; its event counts as handled.
    pub(crate) async fn pay(tx: &mut Tx, ids: &Ids, new: &NewIntent) -> Result<Intent> {
        let id = format!("pi_sandbox_{}", ids.hex128());
        let client_secret = format!("{id}_secret_{}", ids.token());
        store::open(tx, &id, &client_secret, new).await?;
        store::set_status(tx, &id, "SUCCEEDED").await?;
        store::mark_announced(tx, &id).await?;
        Ok(store::find(tx, &id).await?.ok_or_else(|| unknown(&id))?.into())
    }

    /// Refunds part of an intent; returns the refund's id at the sandbox.
    pub(crate) async fn refund(
        tx: &mut Tx,
        ids: &Ids,
        intent: &str,
        amount: Cents,
        key: &str,
    ) -> Result<String> {
        let refund_id = format!("re_sandbox_{}", ids.hex128());
        match refund_intent(tx, &refund_id, intent, amount, key).await? {
            RefundOutcome::Done { provider_id } | RefundOutcome::Pending { provider_id } => Ok(provider_id),
            RefundOutcome::Refused(why) => Err(super::Error::Provider(why)),
        }
    }
}

fn unknown(id: &str) -> Error {
    Error::Provider(format!("the sandbox knows no payment {id}"))
}

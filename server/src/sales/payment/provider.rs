//! The interface of the card payment providers: open, read, cancel and refund a payment.
//!
//! Every call uses the network or the sandbox's own tables, so never inside a transaction. A provider that fails to
//! respond correctly yields `unavailable`. Which reservation a payment belongs to is in `store`; what it buys is
//! decided in `preau_core`.

use chrono::{DateTime, Utc};
use preau_core::money::Cents;
use preau_core::payment::Provider;
use preau_core::reservation::PaymentRef;

use crate::clock::{Clock, Ids};
use crate::config::{self, PaymentProvider};
use crate::context::AppContext;
use crate::db::Db;
use crate::error::Result;
use crate::people::keys;
use crate::sales::payment::sandbox::Sandbox;
use crate::sales::payment::stripe::Stripe;

/// A payment to be opened.
#[derive(Clone, Debug)]
pub struct NewIntent {
    /// Amount to pay.
    pub amount: Cents,
    /// Three-letter currency code, in any case.
    pub currency: String,
    /// The school's reference of the payment.
    pub payment_ref: PaymentRef,
    /// Its reservation; none while it is unbound.
    pub reservation_id: Option<i64>,
    /// Opening twice with the same key opens one payment.
    pub idempotency_key: String,
}

/// A payment as reported by the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// The provider's id.
    pub id: String,
    /// Authorises the payer's browser to pay this payment, and nothing else.
    pub client_secret: String,
    /// Amount to pay.
    pub amount: Cents,
    /// Amount paid.
    pub received: Cents,
    /// Three-letter currency code, in capitals.
    pub currency: String,
    /// Its state.
    pub status: IntentStatus,
    /// Amount refunded, without disputes.
    pub refunded: Cents,
    /// The bank disputes the payment or has disputed it, whether or not this is decided.
    pub disputed: bool,
}

/// A payment that carries the school's reference at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferencedIntent {
    /// The school's reference of the payment.
    pub payment_ref: PaymentRef,
    /// The payment itself.
    pub intent: Intent,
}

/// State of a payment at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentStatus {
    /// The payer may still pay, or retry.
    Open,
    /// The provider has not decided yet.
    Processing,
    /// It is paid.
    Succeeded,
    /// It can no longer be paid.
    Cancelled,
}

/// Result of a refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundOutcome {
    /// The money is being returned.
    Done {
        /// The provider's id of the refund.
        provider_id: String,
    },
    /// Accepted by the provider but not decided; ask with [`Payments::read_refund`].
    Pending {
        /// The provider's id of the refund.
        provider_id: String,
    },
    /// Refused; the text is the provider's reason, for an administrator.
    Refused(String),
}

/// A movement of money that the school did not record: returned by the provider itself (a refund made in its dashboard,
/// or a dispute), or a refund, whoever made it, whose money came back to the school.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The provider's id of the refund or dispute.
    pub provider_id: String,
    /// Amount.
    pub amount: Cents,
    /// Taken by the card's bank in a dispute.
    pub disputed: bool,
    /// Why the money is back with the school: the refund failed after all, or the dispute was won.
    pub kept: Option<String>,
}

/// The payment provider, chosen by `PREAU_PAYMENT`.
#[derive(Clone, Debug)]
pub enum Payments {
    /// Test cards only.
    Sandbox(Sandbox),
    /// Stripe.
    Stripe(Stripe),
}

impl AppContext {
    /// The provider in use.
    #[must_use]
    pub fn payments(&self) -> &Payments {
        self.part()
    }
}

impl Payments {
    /// The provider of the settings.
    pub async fn from_config(settings: &config::Payment, db: &Db, clock: &Clock, ids: &Ids) -> Result<Self> {
        match settings.provider {
            PaymentProvider::Sandbox => {
                let key = keys::load_or_create(db, clock, ids, "sandbox-webhook").await?;
                Ok(Self::Sandbox(Sandbox::new(&key)))
            }
            PaymentProvider::Stripe => Stripe::from_config(settings).map(Self::Stripe),
        }
    }

    /// Checks that the provider of the settings responds and accepts the key; works without a running school.
    pub async fn test_connection(settings: &config::Payment, http: &reqwest::Client) -> Result<()> {
        match settings.provider {
            PaymentProvider::Sandbox => Ok(()),
            PaymentProvider::Stripe => Stripe::from_config(settings)?.test_connection(http).await,
        }
    }

    /// Its name in the database.
    #[must_use]
    pub const fn provider(&self) -> Provider {
        match self {
            Self::Sandbox(_) => Provider::Sandbox,
            Self::Stripe(_) => Provider::Stripe,
        }
    }

    /// Opens a payment, or returns the one opened with the same key.
    pub async fn open(&self, app: &AppContext, new: NewIntent) -> Result<Intent> {
        match self {
            Self::Sandbox(sandbox) => sandbox.open(app, new).await,
            Self::Stripe(stripe) => stripe.open(app, new).await,
        }
    }

    /// The current state of a payment.
    pub async fn read(&self, app: &AppContext, id: &str) -> Result<Intent> {
        match self {
            Self::Sandbox(sandbox) => sandbox.read(app, id).await,
            Self::Stripe(stripe) => stripe.read(app, id).await,
        }
    }

    /// Every payment of the school opened at the provider since then, whether or not it has a row.
    pub async fn opened_since(
        &self,
        app: &AppContext,
        since: DateTime<Utc>,
    ) -> Result<Vec<ReferencedIntent>> {
        match self {
            // The sandbox's tables are in the school's own database: a backup has both or neither.
            Self::Sandbox(_) => Ok(Vec::new()),
            Self::Stripe(stripe) => stripe.opened_since(app, since).await,
        }
    }

    /// Cancels an open payment. One that succeeded in the meantime stays so, and its event follows.
    pub async fn cancel(&self, app: &AppContext, id: &str) -> Result<()> {
        match self {
            Self::Sandbox(sandbox) => sandbox.cancel(app, id).await,
            Self::Stripe(stripe) => stripe.cancel(app, id).await,
        }
    }

    /// Refunds `amount` of the payment, once per key.
    ///
    /// # Errors
    /// `unavailable` when the provider fails: try again with the same key.
    pub async fn refund(
        &self,
        app: &AppContext,
        id: &str,
        amount: Cents,
        key: &str,
    ) -> Result<RefundOutcome> {
        match self {
            Self::Sandbox(sandbox) => sandbox.refund(app, id, amount, key).await,
            Self::Stripe(stripe) => stripe.refund(app, id, amount, key).await,
        }
    }

    /// The result of a pending refund.
    pub async fn read_refund(&self, app: &AppContext, refund_id: &str) -> Result<RefundOutcome> {
        match self {
            // The sandbox decides at once.
            Self::Sandbox(_) => Ok(RefundOutcome::Done { provider_id: refund_id.to_owned() }),
            Self::Stripe(stripe) => stripe.read_refund(app, refund_id).await,
        }
    }

    /// What the provider returned of this payment by itself, and which of its refunds failed. The school's own
    /// successful refunds are omitted.
    pub async fn returned(&self, app: &AppContext, id: &str) -> Result<Vec<Returned>> {
        match self {
            // In the sandbox only the school refunds.
            Self::Sandbox(_) => Ok(Vec::new()),
            Self::Stripe(stripe) => stripe.returned(app, id).await,
        }
    }

    /// Secrets with which webhooks may be signed.
    #[must_use]
    pub fn webhook_secrets(&self) -> Vec<&str> {
        match self {
            Self::Sandbox(sandbox) => vec![sandbox.webhook_secret()],
            Self::Stripe(stripe) => stripe.webhook_secrets(),
        }
    }
}

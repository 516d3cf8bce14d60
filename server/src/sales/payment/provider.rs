//! The one interface to whoever takes the cards: open, read, cancel and refund a payment.
//!
//! Every call goes over the network or into the sandbox's own books, so never inside a change. Which
//! payment belongs to what is in `store`; what money buys is decided in core.

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
    /// What is to be paid.
    pub amount: Cents,
    /// Three letters, in any case.
    pub currency: String,
    /// The school's name of the payment.
    pub payment_ref: PaymentRef,
    /// What it is for; nothing while it is unbound.
    pub reservation_id: Option<i64>,
    /// Opening twice with one key opens once.
    pub idempotency_key: String,
}

/// A payment as the provider tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// The provider's name of it.
    pub id: String,
    /// With this the payer's browser may pay it, and nothing else.
    pub client_secret: String,
    /// What is to be paid.
    pub amount: Cents,
    /// What has been paid.
    pub received: Cents,
    /// Three letters, in capitals.
    pub currency: String,
    /// Where it stands.
    pub status: IntentStatus,
    /// What has been given back, disputes left out.
    pub refunded: Cents,
    /// The card's bank takes or took it back, be it decided or not.
    pub disputed: bool,
}

/// A payment that bears the school's name of it at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The school's name of it.
    pub payment_ref: PaymentRef,
    /// The payment itself.
    pub intent: Intent,
}

/// Where a payment stands at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentStatus {
    /// The payer may still pay, or try again.
    Open,
    /// The provider has not decided yet.
    Processing,
    /// The money is there.
    Succeeded,
    /// It can no longer be paid.
    Cancelled,
}

/// What became of a refund.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefundOutcome {
    /// The money is on its way back.
    Done {
        /// The provider's name of the refund.
        provider_id: String,
    },
    /// The provider has taken it on and will say more; ask with [`Payments::read_refund`].
    Pending {
        /// The provider's name of the refund.
        provider_id: String,
    },
    /// It will not be done; the text is the provider's reason, for an administrator.
    Refused(String),
}

/// Money that went back otherwise than the school noted: given back by the provider itself (a refund made
/// in its dashboard, or a dispute), or of whoever's refund come to the school again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The provider's name of the refund or dispute.
    pub provider_id: String,
    /// How much.
    pub amount: Cents,
    /// The card's bank took it, in a dispute.
    pub disputed: bool,
    /// Why the money is the school's again: the refund failed after all, or the dispute was won.
    pub kept: Option<String>,
}

/// Who takes the cards, chosen by `PREAU_PAYMENT`.
#[derive(Clone, Debug)]
pub enum Payments {
    /// Test cards only.
    Sandbox(Sandbox),
    /// Stripe.
    Stripe(Stripe),
}

impl AppContext {
    /// Who takes the cards.
    #[must_use]
    pub fn payments(&self) -> &Payments {
        self.part()
    }
}

impl Payments {
    /// The provider of the settings.
    ///
    /// # Errors
    /// When the database does not answer or Stripe's settings are incomplete.
    pub async fn from_config(settings: &config::Payment, db: &Db, clock: &Clock, ids: &Ids) -> Result<Self> {
        match settings.provider {
            PaymentProvider::Sandbox => {
                let key = keys::load_or_make(db, clock, ids, "sandbox-webhook").await?;
                Ok(Self::Sandbox(Sandbox::new(&key)))
            }
            PaymentProvider::Stripe => Stripe::from_config(settings).map(Self::Stripe),
        }
    }

    /// Whether the provider of the settings answers and takes the key; needs no school.
    ///
    /// # Errors
    /// When it does not.
    pub async fn try_out(settings: &config::Payment, http: &reqwest::Client) -> Result<()> {
        match settings.provider {
            PaymentProvider::Sandbox => Ok(()),
            PaymentProvider::Stripe => Stripe::from_config(settings)?.try_out(http).await,
        }
    }

    /// Its name in rows.
    #[must_use]
    pub const fn provider(&self) -> Provider {
        match self {
            Self::Sandbox(_) => Provider::Sandbox,
            Self::Stripe(_) => Provider::Stripe,
        }
    }

    /// Opens a payment, or answers the one that was opened with the same key.
    ///
    /// # Errors
    /// `unavailable` when the provider does not answer as it should.
    pub async fn open(&self, app: &AppContext, new: NewIntent) -> Result<Intent> {
        match self {
            Self::Sandbox(sandbox) => sandbox.open(app, new).await,
            Self::Stripe(stripe) => stripe.open(app, new).await,
        }
    }

    /// The payment as it stands now.
    ///
    /// # Errors
    /// `unavailable` when the provider does not answer as it should.
    pub async fn read(&self, app: &AppContext, id: &str) -> Result<Intent> {
        match self {
            Self::Sandbox(sandbox) => sandbox.read(app, id).await,
            Self::Stripe(stripe) => stripe.read(app, id).await,
        }
    }

    /// Every payment of the school's that was opened at the provider since then, known here or not.
    ///
    /// # Errors
    /// `unavailable` when the provider does not answer as it should.
    pub async fn opened_since(&self, app: &AppContext, since: DateTime<Utc>) -> Result<Vec<Named>> {
        match self {
            // Its books stand in the school's own database: a copy holds both or neither.
            Self::Sandbox(_) => Ok(Vec::new()),
            Self::Stripe(stripe) => stripe.opened_since(app, since).await,
        }
    }

    /// Makes an open payment unpayable. One that went through meanwhile stays and will be announced.
    ///
    /// # Errors
    /// `unavailable` when the provider does not answer as it should.
    pub async fn cancel(&self, app: &AppContext, id: &str) -> Result<()> {
        match self {
            Self::Sandbox(sandbox) => sandbox.cancel(app, id).await,
            Self::Stripe(stripe) => stripe.cancel(app, id).await,
        }
    }

    /// Gives `amount` of the payment back, once per key.
    ///
    /// # Errors
    /// `unavailable` when the provider does not answer as it should: try again with the same key.
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

    /// What became of a refund that was pending.
    ///
    /// # Errors
    /// `unavailable` when the provider does not answer as it should.
    pub async fn read_refund(&self, app: &AppContext, refund_id: &str) -> Result<RefundOutcome> {
        match self {
            // The sandbox decides at once.
            Self::Sandbox(_) => Ok(RefundOutcome::Done { provider_id: refund_id.to_owned() }),
            Self::Stripe(stripe) => stripe.read_refund(app, refund_id).await,
        }
    }

    /// What the provider gave back of this payment by itself, and which refunds of it have failed. The
    /// school's own refunds that went well are left out.
    ///
    /// # Errors
    /// `unavailable` when the provider does not answer as it should.
    pub async fn returned(&self, app: &AppContext, id: &str) -> Result<Vec<Returned>> {
        match self {
            // Nobody but the school refunds in the sandbox.
            Self::Sandbox(_) => Ok(Vec::new()),
            Self::Stripe(stripe) => stripe.returned(app, id).await,
        }
    }

    /// Secrets that webhooks may be signed with.
    #[must_use]
    pub fn webhook_secrets(&self) -> Vec<&str> {
        match self {
            Self::Sandbox(sandbox) => vec![sandbox.webhook_secret()],
            Self::Stripe(stripe) => stripe.webhook_secrets(),
        }
    }
}

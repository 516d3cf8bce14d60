//! Stripe over plain HTTP: `PaymentIntents` and refunds. Sending and repeating a request is in `wire`.
//!
//! Cards only: the site shows Stripe's split card fields, which support nothing else, and a payment method that
//! redirects away from the site would outlast the hold.

mod wire;

use chrono::{DateTime, Utc};
use preau_core::money::Cents;
use preau_core::reservation::PaymentRef;

use crate::config::{self, Secret};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::sales::payment::provider::{
    Intent, IntentStatus, NewIntent, ReferencedIntent, RefundOutcome, Returned,
};
use wire::{Answer, Dispute, LatestCharge, List, Listed, PaymentIntent, Refund};

/// Metadata key that marks the school's own refunds.
const REFUND_KEY: &str = "preau_refund";
/// Metadata key of the school's payment reference.
const PAYMENT_REF: &str = "payment_ref";

/// An account at Stripe.
#[derive(Clone, Debug)]
pub struct Stripe {
    api_base: String,
    secret_key: Secret,
    webhook_secrets: Vec<Secret>,
}

impl Stripe {
    /// The Stripe account of the settings.
    pub fn from_config(settings: &config::Payment) -> Result<Self> {
        let missing = || Error::internal("Stripe's keys are missing");
        let secrets = settings.stripe_webhook_secret.as_ref().ok_or_else(missing)?;
        let parts = secrets.expose().split(',').map(str::trim);
        Ok(Self {
            api_base: settings.stripe_api_base.as_str().trim_end_matches('/').to_owned(),
            secret_key: settings.stripe_secret_key.clone().ok_or_else(missing)?,
            webhook_secrets: parts.filter(|part| !part.is_empty()).map(Secret::from).collect(),
        })
    }

    pub(super) fn webhook_secrets(&self) -> Vec<&str> {
        self.webhook_secrets.iter().map(Secret::expose).collect()
    }

    pub(super) async fn open(&self, app: &AppContext, new: NewIntent) -> Result<Intent> {
        let mut form = vec![
            ("amount", new.amount.0.to_string()),
            ("currency", new.currency.to_lowercase()),
            ("payment_method_types[]", "card".to_owned()),
            ("metadata[payment_ref]", new.payment_ref.0),
        ];
        if let Some(id) = new.reservation_id {
            form.push(("metadata[reservation_id]", id.to_string()));
        }
        let answer =
            self.post::<PaymentIntent>(app, "/v1/payment_intents", &form, &new.idempotency_key).await?;
        answer.or_fail().map(Intent::from)
    }

    pub(super) async fn read(&self, app: &AppContext, id: &str) -> Result<Intent> {
        let path = format!("/v1/payment_intents/{id}");
        let answer = self.get::<PaymentIntent>(app, &path, &[("expand[]", "latest_charge")]).await?;
        answer.or_fail().map(Intent::from)
    }

    pub(super) async fn opened_since(
        &self,
        app: &AppContext,
        since: DateTime<Utc>,
    ) -> Result<Vec<ReferencedIntent>> {
        let since = since.timestamp().to_string();
        let query = [("created[gte]", since.as_str()), ("expand[]", "data.latest_charge")];
        let all = self.all::<PaymentIntent>(app, "/v1/payment_intents", &query).await?;
        Ok(all.into_iter().filter_map(PaymentIntent::into_named).collect())
    }

    /// A complete list, page by page.
    async fn all<T: Listed>(&self, app: &AppContext, path: &str, of: &[(&str, &str)]) -> Result<Vec<T>> {
        let mut all: Vec<T> = Vec::new();
        loop {
            let mut query = vec![("limit", "100")];
            query.extend_from_slice(of);
            query.extend(all.last().map(|last| ("starting_after", last.id())));
            let page = self.get::<List<T>>(app, path, &query).await?.or_fail()?;
            let ends = !page.has_more || page.data.is_empty();
            all.extend(page.data);
            if ends {
                return Ok(all);
            }
        }
    }

    pub(super) async fn cancel(&self, app: &AppContext, id: &str) -> Result<()> {
        let path = format!("/v1/payment_intents/{id}/cancel");
        match self.post::<PaymentIntent>(app, &path, &[], &format!("cancel-{id}")).await? {
            Answer::Given(_) => Ok(()),
            // Already cancelled, or paid in the meantime.
            Answer::Refused(error) if error.code_is("payment_intent_unexpected_state") => Ok(()),
            Answer::Refused(error) => Err(error.into()),
        }
    }

    pub(super) async fn refund(
        &self,
        app: &AppContext,
        id: &str,
        amount: Cents,
        key: &str,
    ) -> Result<RefundOutcome> {
        // Stripe drops idempotency keys after a day; an earlier refund is found by the key in its metadata.
        let all = self.refunds_of(app, id).await?;
        if let Some(made) =
            all.into_iter().find(|refund| refund.metadata.get(REFUND_KEY).is_some_and(|of| of == key))
        {
            return Ok(made.into());
        }
        let form = [
            ("payment_intent", id.to_owned()),
            ("amount", amount.0.to_string()),
            ("metadata[preau_refund]", key.to_owned()),
        ];
        Ok(match self.post::<Refund>(app, "/v1/refunds", &form, key).await? {
            Answer::Given(refund) => refund.into(),
            Answer::Refused(error) => RefundOutcome::Refused(error.to_string()),
        })
    }

    pub(super) async fn read_refund(&self, app: &AppContext, refund_id: &str) -> Result<RefundOutcome> {
        let answer = self.get::<Refund>(app, &format!("/v1/refunds/{refund_id}"), &[]).await?;
        answer.or_fail().map(RefundOutcome::from)
    }

    pub(super) async fn returned(&self, app: &AppContext, id: &str) -> Result<Vec<Returned>> {
        let refunds = self.refunds_of(app, id).await?;
        let disputes = self.all::<Dispute>(app, "/v1/disputes", &[("payment_intent", id)]).await?;
        let refunds = refunds.into_iter().filter_map(Refund::into_returned);
        let disputes = disputes.into_iter().filter_map(Dispute::into_returned);
        Ok(refunds.chain(disputes).collect())
    }

    async fn refunds_of(&self, app: &AppContext, id: &str) -> Result<Vec<Refund>> {
        self.all(app, "/v1/refunds", &[("payment_intent", id)]).await
    }
}

impl PaymentIntent {
    /// None for a payment opened by others with the same account.
    fn into_named(mut self) -> Option<ReferencedIntent> {
        let payment_ref = self.metadata.remove(PAYMENT_REF)?;
        Some(ReferencedIntent { payment_ref: PaymentRef(payment_ref), intent: self.into() })
    }
}

impl From<PaymentIntent> for Intent {
    fn from(wire: PaymentIntent) -> Self {
        Self {
            status: match wire.status.as_str() {
                "succeeded" => IntentStatus::Succeeded,
                "canceled" => IntentStatus::Cancelled,
                "processing" | "requires_capture" => IntentStatus::Processing,
                _ => IntentStatus::Open,
            },
            amount: Cents(wire.amount),
            received: Cents(wire.amount_received),
            disputed: wire.latest_charge.as_ref().is_some_and(LatestCharge::disputed),
            refunded: Cents(wire.latest_charge.map_or(0, |charge| charge.amount_refunded())),
            currency: wire.currency.to_uppercase(),
            client_secret: wire.client_secret,
            id: wire.id,
        }
    }
}

impl From<Refund> for RefundOutcome {
    fn from(wire: Refund) -> Self {
        if let Some(why) = wire.failure() {
            return Self::Refused(why);
        }
        match wire.status.as_deref() {
            Some("pending" | "requires_action") => Self::Pending { provider_id: wire.id },
            Some(_) | None => Self::Done { provider_id: wire.id },
        }
    }
}

impl Refund {
    /// Why it was not executed, if it failed.
    fn failure(&self) -> Option<String> {
        let why = self.failure_reason.as_deref().unwrap_or("was not executed");
        matches!(self.status.as_deref(), Some("failed" | "canceled")).then(|| format!("{} {why}", self.id))
    }

    /// None for a successful refund of the school's: it was recorded when it was made.
    fn into_returned(self) -> Option<Returned> {
        let kept = self.failure();
        let ours = self.metadata.contains_key(REFUND_KEY);
        (kept.is_some() || !ours).then_some(Returned {
            provider_id: self.id,
            amount: Cents(self.amount),
            disputed: false,
            kept,
        })
    }
}

impl Dispute {
    /// None for an inquiry (`warning_…`): no money has moved.
    fn into_returned(self) -> Option<Returned> {
        let won = self.status == "won";
        (!self.status.starts_with("warning_")).then_some(Returned {
            provider_id: self.id,
            amount: Cents(self.amount),
            disputed: true,
            kept: won.then(|| "dispute won: the money is the school's again".to_owned()),
        })
    }
}

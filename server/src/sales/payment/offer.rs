//! Configuration of the card form for the browser: which provider takes the payment.

use axum::extract::State;
use serde::Serialize;

use crate::context::AppContext;
use crate::http::extract::Json;
use crate::sales::payment::provider::Payments;

/// The payment provider for cards.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardProvider {
    /// Test cards in the school's own form.
    Sandbox,
    /// Stripe's card fields.
    Stripe,
}

/// Configuration of the card form.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentConfig {
    /// Which card form to display.
    provider: CardProvider,
    /// Stripe's public key.
    #[schema(required)]
    publishable_key: Option<String>,
    /// No real money moves.
    test_mode: bool,
}

/// The payment provider for cards, and its public key.
#[utoipa::path(get, path = "/payment/config", tag = "payment", responses((status = 200, body = PaymentConfig)))]
pub(super) async fn payment_config(State(app): State<AppContext>) -> Json<PaymentConfig> {
    Json(match app.payments() {
        Payments::Sandbox(_) => {
            PaymentConfig { provider: CardProvider::Sandbox, publishable_key: None, test_mode: true }
        }
        Payments::Stripe(_) => {
            let publishable_key = app.config.payment.stripe_publishable_key.clone();
            let test_mode = publishable_key.as_deref().is_some_and(|key| key.starts_with("pk_test_"));
            PaymentConfig { provider: CardProvider::Stripe, publishable_key, test_mode }
        }
    })
}

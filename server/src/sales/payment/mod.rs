//! Payments: the providers behind one interface, their webhook, payment rows and refunds.
//!
//! What a payment buys is decided in core and carried out by checkout; nothing here enrols anybody.

pub mod announced;
mod intents;
mod offer;
pub mod provider;
pub mod refunds;
pub mod sandbox;
pub mod signature;
pub mod store;
pub mod stripe;
mod webhook;

pub use provider::{Intent, IntentStatus, Named, NewIntent, Payments, RefundOutcome};

use crate::routes;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(offer::payment_config))
        .routes(routes!(intents::create_payment_intent))
        .routes(routes!(sandbox::confirm_sandbox_payment))
        .routes(routes!(webhook::payment_webhook))
}

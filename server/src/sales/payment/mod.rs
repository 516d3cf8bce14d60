//! Payments: the providers behind one interface, and the rows of payments.
//!
//! The rules of what a payment buys are in `preau_core`; checkout applies them. Nothing here enrols anybody.

mod offer;
pub mod provider;
pub mod sandbox;
pub mod signature;
pub mod store;
pub mod stripe;

pub use provider::{Intent, IntentStatus, NewIntent, Payments, ReferencedIntent, RefundOutcome};

use crate::routes;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(offer::payment_config))
        .routes(routes!(sandbox::confirm_sandbox_payment))
}

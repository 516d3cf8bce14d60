//! The provider's webhook. An event is only a hint: the facts are read from the provider itself, and every step is
//! idempotent.

use axum::extract::State;
use axum::http::HeaderMap;
use preau_core::code::Code;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::provider_events;
use crate::change;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Raw};
use crate::sales::payment::{signature, store};

/// An event as the provider sends it; only what is used of it.
#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

/// The event was received.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Received {
    /// Always true.
    received: bool,
}

/// The payment provider's webhook. The `Stripe-Signature` header signs the raw body.
#[utoipa::path(post, path = "/payment/webhook", tag = "payment",
    request_body(content = Value, description = "An event of the provider"),
    responses((status = 200, body = Received)))]
pub(super) async fn payment_webhook(
    State(app): State<AppContext>,
    headers: HeaderMap,
    Raw(body): Raw,
) -> Result<Json<Received>> {
    let signature = headers.get(signature::HEADER).and_then(|value| value.to_str().ok());
    receive(&app, signature.unwrap_or_default(), &body).await?;
    Ok(Json(Received { received: true }))
}

/// Receives one event, from the webhook or the sandbox.
///
/// # Errors
/// `invalid_signature`; `malformed_json`; any failure of the handling, after which the event should be sent again.
pub(crate) async fn receive(app: &AppContext, signature: &str, body: &[u8]) -> Result<()> {
    if !signature::verifies(signature, body, &app.payments().webhook_secrets(), app.clock.now()) {
        return Err(Code::InvalidSignature.into());
    }
    let event: Event = serde_json::from_slice(body).map_err(|_| Error::from(Code::MalformedJson))?;
    let provider = app.payments().provider();
    let known = {
        let mut conn = app.db.read().await?;
        store::is_event_handled(&mut conn, provider, &event.id).await?
    };
    if known {
        return Ok(());
    }
    if dispatch(app, &event).await? {
        return Ok(());
    }
    // Recorded last: an event whose handling was interrupted is handled again when it is repeated.
    change!(app, None, |tx| store::record_event(tx, provider, &event.id).await).map(|_| ())
}

/// Handles an event. Returns whether it was recorded with what followed from it.
async fn dispatch(app: &AppContext, event: &Event) -> Result<bool> {
    let named = |field: &str| event.data.object.get(field).and_then(Value::as_str);
    let kind = event.kind.as_str();
    if let ("payment_intent.succeeded" | "payment_intent.canceled", Some(id)) = (kind, named("id")) {
        return provider_events::payment(app, id, Some(&event.id)).await;
    }
    let is_return = ["charge.refunded", "charge.refund.", "charge.dispute.", "refund."]
        .iter()
        .any(|beginning| kind.starts_with(beginning));
    match named("payment_intent") {
        Some(id) if is_return => provider_events::returned(app, id).await.map(|()| false),
        // A failed attempt changes nothing: the payer may try again until the hold ends.
        Some(_) | None => Ok(false),
    }
}

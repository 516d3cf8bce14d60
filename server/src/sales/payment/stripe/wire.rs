//! Stripe's wire format: form-encoded requests, JSON responses, a pinned version, one idempotency key per operation. A
//! request without a response is repeated with the same key. The key and the bodies of responses are never logged.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use reqwest::{RequestBuilder, StatusCode, header};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::Stripe;
use crate::context::AppContext;
use crate::error::{Error, Result};

/// The API version of these structures.
const VERSION: &str = "2024-06-20";
/// Timeout of one attempt. Three of them fit into one request of a visitor.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(12);
/// Delays before the second and third attempt.
const RETRY_DELAYS: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(1)];

/// A payment in Stripe's format.
#[derive(Deserialize)]
pub(super) struct PaymentIntent {
    pub id: String,
    pub client_secret: String,
    pub amount: i64,
    #[serde(default)]
    pub amount_received: i64,
    pub currency: String,
    pub status: String,
    #[serde(default)]
    pub latest_charge: Option<LatestCharge>,
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
}

/// The charge, or only its id when it was not expanded.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum LatestCharge {
    Whole {
        amount_refunded: i64,
        #[serde(default)]
        disputed: bool,
    },
    Id(#[allow(dead_code, reason = "only its presence is read")] String),
}

impl LatestCharge {
    pub(super) fn amount_refunded(&self) -> i64 {
        match self {
            Self::Whole { amount_refunded, .. } => *amount_refunded,
            Self::Id(_) => 0,
        }
    }

    pub(super) fn disputed(&self) -> bool {
        matches!(self, Self::Whole { disputed: true, .. })
    }
}

/// A refund in Stripe's format.
#[derive(Deserialize)]
pub(super) struct Refund {
    pub id: String,
    pub amount: i64,
    pub status: Option<String>,
    #[serde(default)]
    pub failure_reason: Option<String>,
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
}

/// A dispute in Stripe's format.
#[derive(Deserialize)]
pub(super) struct Dispute {
    pub id: String,
    pub amount: i64,
    pub status: String,
}

/// A list in Stripe's format.
#[derive(Deserialize)]
pub(super) struct List<T> {
    pub data: Vec<T>,
    #[serde(default)]
    pub has_more: bool,
}

/// An object that Stripe lists in pages, each starting after the last one's id.
pub(super) trait Listed: DeserializeOwned {
    fn id(&self) -> &str;
}

impl Listed for PaymentIntent {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Listed for Refund {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Listed for Dispute {
    fn id(&self) -> &str {
        &self.id
    }
}

#[derive(Deserialize)]
struct Failure {
    error: StripeError,
}

/// Stripe's error. Its message is omitted: it may repeat parts of a key.
#[derive(Debug, Default, Deserialize)]
pub(super) struct StripeError {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    code: Option<String>,
}

impl StripeError {
    pub(super) fn code_is(&self, code: &str) -> bool {
        self.code.as_deref() == Some(code)
    }
}

impl fmt::Display for StripeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.code.as_deref().unwrap_or_default())
    }
}

impl From<StripeError> for Error {
    fn from(error: StripeError) -> Self {
        Self::Provider(format!("stripe: {error}"))
    }
}

/// Stripe's response to a request: the object, or a refusal.
pub(super) enum Answer<T> {
    Given(T),
    Refused(StripeError),
}

impl<T> Answer<T> {
    /// The object; a refusal becomes an error.
    pub(super) fn or_fail(self) -> Result<T> {
        match self {
            Self::Given(thing) => Ok(thing),
            Self::Refused(error) => Err(error.into()),
        }
    }
}

impl Stripe {
    /// Reads one payment to check that Stripe responds and accepts the key.
    pub(in crate::sales::payment) async fn test_connection(&self, http: &reqwest::Client) -> Result<()> {
        let address = format!("{}/v1/payment_intents?limit=1", self.api_base);
        match self.try_once::<IgnoredAny>(http.get(address)).await {
            Try::Answered(answer) => answer.or_fail().map(|_| ()),
            Try::Failed { why, .. } => Err(Error::Provider(format!("stripe: {why}"))),
        }
    }

    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        app: &AppContext,
        path: &str,
        query: &[(&str, &str)],
    ) -> Result<Answer<T>> {
        let query = serde_urlencoded::to_string(query).map_err(|error| Error::internal(error.to_string()))?;
        let address = format!("{}{path}?{query}", self.api_base);
        self.send(|| app.http.get(&address)).await
    }

    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        app: &AppContext,
        path: &str,
        form: &[(&str, String)],
        key: &str,
    ) -> Result<Answer<T>> {
        let address = format!("{}{path}", self.api_base);
        self.send(|| app.http.post(&address).header("Idempotency-Key", key).form(form)).await
    }

    async fn send<T: DeserializeOwned>(&self, request: impl Fn() -> RequestBuilder) -> Result<Answer<T>> {
        let mut pauses = RETRY_DELAYS.into_iter();
        loop {
            let outcome = self.try_once(request()).await;
            match (outcome, pauses.next()) {
                (Try::Answered(answer), _) => return Ok(answer),
                (Try::Failed { why, again: true }, Some(pause)) => {
                    tracing::warn!(why, "stripe did not answer; trying again");
                    tokio::time::sleep(pause).await;
                }
                (Try::Failed { why, .. }, _) => return Err(Error::Provider(format!("stripe: {why}"))),
            }
        }
    }

    async fn try_once<T: DeserializeOwned>(&self, request: RequestBuilder) -> Try<T> {
        let request = request
            .timeout(ATTEMPT_TIMEOUT)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.secret_key.expose()))
            .header("Stripe-Version", VERSION);
        let (status, bytes) = match exchange(request).await {
            Ok(answer) => answer,
            Err(error) => return Try::Failed { why: error.without_url().to_string(), again: true },
        };
        if status.is_success() {
            return match serde_json::from_slice(&bytes) {
                Ok(thing) => Try::Answered(Answer::Given(thing)),
                Err(error) => Try::Failed { why: format!("unreadable answer: {error}"), again: false },
            };
        }
        let error =
            serde_json::from_slice::<Failure>(&bytes).map(|failure| failure.error).unwrap_or_default();
        // 409: another request with the same key is in progress.
        let again = status.is_server_error()
            || status == StatusCode::CONFLICT
            || status == StatusCode::TOO_MANY_REQUESTS;
        let ours = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
        if again || ours {
            return Try::Failed { why: format!("{status} {error}"), again };
        }
        Try::Answered(Answer::Refused(error))
    }
}

enum Try<T> {
    Answered(Answer<T>),
    /// `again`: repeating the request may succeed.
    Failed {
        why: String,
        again: bool,
    },
}

async fn exchange(request: RequestBuilder) -> reqwest::Result<(StatusCode, bytes::Bytes)> {
    let response = request.send().await?;
    Ok((response.status(), response.bytes().await?))
}

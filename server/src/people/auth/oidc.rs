//! Verifies ID tokens of an OpenID provider (Google) with the provider's keys.
//!
//! The keys are fetched when a token names an unknown one, at most once a minute, and cached in memory. What an
//! identity leads to is in `google`.

use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use preau_core::code::Code;
use preau_core::email::Email;
use serde::Deserialize;
use serde_json::Value;
use sha2::Sha256;
use tokio::sync::Mutex;
use url::Url;

use crate::clock::hex;
use crate::context::AppContext;
use crate::error::{Error, Result};

/// Validity of a nonce.
const NONCE_LIFE: Duration = Duration::minutes(10);
/// How long cached keys are used without fetching again.
const KEYS_LIFE: Duration = Duration::hours(12);
/// Minimum pause between two fetches: a token may name any key.
const PAUSE: Duration = Duration::minutes(1);
/// Pause after a failed fetch.
const SHORT_PAUSE: Duration = Duration::seconds(5);
/// Maximum difference between the provider's clock and ours.
const SKEW: Duration = Duration::minutes(1);
/// Maximum size of a provider's document, in bytes.
const LARGEST_DOCUMENT: usize = 256 * 1024;

/// The provider's cached keys, and the key that signs nonces.
pub struct Oidc {
    nonce_key: String,
    known: Mutex<CachedKeys>,
}

#[derive(Default)]
struct CachedKeys {
    keys: Vec<Jwk>,
    fetched_at: Option<DateTime<Utc>>,
    tried_at: Option<DateTime<Utc>>,
}

/// An identity confirmed by the provider.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// The provider's id of the person; never changes.
    pub sub: String,
    /// Verified by the provider.
    pub email: Email,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
    pub picture: Option<String>,
}

#[derive(Deserialize)]
struct Claims {
    sub: String,
    exp: i64,
    #[serde(default)]
    iat: Option<i64>,
    nonce: Option<String>,
    azp: Option<String>,
    email: Option<String>,
    email_verified: Option<Value>,
    given_name: Option<String>,
    family_name: Option<String>,
    picture: Option<String>,
}

#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    jwks_uri: String,
}

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

impl AppContext {
    /// Verification of Google sign-ins.
    #[must_use]
    pub fn oidc(&self) -> &Oidc {
        self.part()
    }
}

impl Oidc {
    /// With an empty cache.
    #[must_use]
    pub fn new(nonce_key: String) -> Self {
        Self { nonce_key, known: Mutex::default() }
    }

    /// A nonce that an ID token must contain to be accepted by this school; valid for ten minutes.
    pub fn nonce(&self, random: &str, now: DateTime<Utc>) -> Result<String> {
        let payload = format!("{}.{random}", (now + NONCE_LIFE).timestamp());
        let seal = hex(&self.mac(&payload)?.finalize().into_bytes());
        Ok(format!("{payload}.{seal}"))
    }

    fn is_valid_nonce(&self, nonce: &str, now: DateTime<Utc>) -> Result<bool> {
        let Some((payload, seal)) = nonce.rsplit_once('.') else { return Ok(false) };
        let expected = hex(&self.mac(payload)?.finalize().into_bytes());
        let genuine: bool = subtle::ConstantTimeEq::ct_eq(expected.as_bytes(), seal.as_bytes()).into();
        let until = payload.split_once('.').and_then(|(until, _)| until.parse::<i64>().ok());
        Ok(genuine && until.is_some_and(|until| until > now.timestamp()))
    }

    fn mac(&self, text: &str) -> Result<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.nonce_key.as_bytes())
            .map_err(|_| Error::internal("unusable nonce key"))?;
        mac.update(text.as_bytes());
        Ok(mac)
    }
}

/// The identity in a token: checks signature, audience, issuer, time, nonce and verified address.
///
/// # Errors
/// `google_failed`; `email_not_verified`; `unavailable` when the provider does not respond.
pub async fn identify(
    app: &AppContext,
    client_id: &str,
    token: &str,
    nonce: Option<&str>,
) -> Result<Identity> {
    let now = app.clock.now();
    let claims = verify(app, client_id, token).await?;
    let soon = claims.iat.is_some_and(|at| at > (now + SKEW).timestamp());
    let late = claims.exp <= (now - SKEW).timestamp();
    let carried = claims.nonce.as_deref().unwrap_or_default();
    let for_another = claims.azp.is_some_and(|party| party != client_id);
    let fits = app.oidc().is_valid_nonce(carried, now)? && nonce.is_none_or(|nonce| nonce == carried);
    if soon || late || for_another || !fits {
        return Err(Code::GoogleFailed.into());
    }
    let verified = matches!(&claims.email_verified, Some(Value::Bool(true)))
        || claims.email_verified.as_ref().and_then(Value::as_str) == Some("true");
    if !verified {
        return Err(Code::EmailNotVerified.into());
    }
    let email = Email::parse(claims.email.as_deref().unwrap_or_default())
        .map_err(|_| Error::from(Code::GoogleFailed))?;
    Ok(Identity {
        sub: claims.sub,
        email,
        given_name: claims.given_name,
        family_name: claims.family_name,
        picture: claims.picture,
    })
}

async fn verify(app: &AppContext, client_id: &str, token: &str) -> Result<Claims> {
    let refused = |_| Error::from(Code::GoogleFailed);
    let header = jsonwebtoken::decode_header(token).map_err(refused)?;
    let (Algorithm::RS256 | Algorithm::ES256, Some(kid)) = (header.alg, header.kid) else {
        return Err(Code::GoogleFailed.into());
    };
    let key = key(app, &kid).await?;
    let key = DecodingKey::from_jwk(&key).map_err(refused)?;
    let issuer = issuer(app);
    let mut rules = Validation::new(header.alg);
    rules.set_audience(&[client_id]);
    // Google also uses its host name without scheme as the issuer.
    rules.set_issuer(&[issuer.as_str(), issuer.trim_start_matches("https://")]);
    rules.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    // Checked against the school's clock in `identify`.
    rules.validate_exp = false;
    Ok(jsonwebtoken::decode::<Claims>(token, &key, &rules).map_err(refused)?.claims)
}

fn issuer(app: &AppContext) -> String {
    app.config.google.oidc_issuer.as_str().trim_end_matches('/').to_owned()
}

/// The provider's key with this id. One fetch at a time; concurrent callers wait for its result.
async fn key(app: &AppContext, kid: &str) -> Result<Jwk> {
    let now = app.clock.now();
    let mut known = app.oidc().known.lock().await;
    let fresh = known.fetched_at.is_some_and(|at| at + KEYS_LIFE > now);
    if fresh && let Some(key) = find_key(&known.keys, kid) {
        return Ok(key);
    }
    let pause = if fresh { PAUSE } else { SHORT_PAUSE };
    if known.tried_at.is_some_and(|at| at + pause > now) {
        return Err(if fresh { Code::GoogleFailed } else { Code::Unavailable }.into());
    }
    known.tried_at = Some(now);
    let keys = fetch_keys(app).await.map_err(|error| {
        tracing::warn!(%error, "the identity provider's keys could not be read");
        Error::from(Code::Unavailable)
    })?;
    *known = CachedKeys { keys, fetched_at: Some(now), tried_at: Some(now) };
    find_key(&known.keys, kid).ok_or_else(|| Code::GoogleFailed.into())
}

fn find_key(keys: &[Jwk], kid: &str) -> Option<Jwk> {
    keys.iter().find(|key| key.common.key_id.as_deref() == Some(kid)).cloned()
}

async fn fetch_keys(app: &AppContext) -> Result<Vec<Jwk>> {
    let issuer = issuer(app);
    let address = format!("{issuer}/.well-known/openid-configuration");
    let discovery: Discovery = fetch(app, &address).await?;
    if discovery.issuer.trim_end_matches('/') != issuer {
        return Err(Error::internal("the provider names another issuer"));
    }
    let keys_at: Url =
        discovery.jwks_uri.parse().map_err(|_| Error::internal("the provider's keys are nowhere"))?;
    if keys_at.scheme() != app.config.google.oidc_issuer.scheme() {
        return Err(Error::internal("the provider's keys are served less safely than itself"));
    }
    let set: KeySet = fetch(app, keys_at.as_str()).await?;
    // Keys of unsupported types are skipped.
    Ok(set.keys.into_iter().filter_map(|key| serde_json::from_value(key).ok()).collect())
}

async fn fetch<T: serde::de::DeserializeOwned>(app: &AppContext, address: &str) -> Result<T> {
    let failed = |error: reqwest::Error| Error::internal(error.without_url().to_string());
    let response = app.http.get(address).send().await.and_then(reqwest::Response::error_for_status);
    let mut response = response.map_err(failed)?;
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > LARGEST_DOCUMENT {
            return Err(Error::internal("the provider's document is too large"));
        }
    }
    serde_json::from_slice(&bytes).map_err(|error| Error::internal(error.to_string()))
}

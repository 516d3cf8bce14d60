//! Sessions: the access token, in memory only, and its renewal with the refresh token, which is stored in the
//! keychain. Concurrent requests share one renewal.

use http::{Method, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::{ApiRequest, ApiResponse, Client};
use crate::error::{Error, Problem, Result};
use crate::secrets::{SecretStorage, Secrets};

/// The tokens of a session.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tokens {
    pub access_token: String,
    pub refresh_token: String,
}

// Omits the tokens, so that they do not appear in logs.
impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokens").finish_non_exhaustive()
    }
}

impl Tokens {
    /// The tokens in a response.
    ///
    /// # Errors
    /// The school's own problem, when it has none.
    pub fn from_response(answer: &ApiResponse) -> Result<Self> {
        if !answer.status.is_success() {
            return Err(answer.problem().into());
        }
        Ok(serde_json::from_slice(&answer.body)?)
    }
}

/// Why a request could not be made with a session.
#[derive(Debug)]
pub enum AuthError {
    /// The session has ended, or there was none.
    SignedOut,
    /// Another failure.
    Failed(Error),
}

impl AuthError {
    /// Whether the request may succeed later with the same session: until then the copy answers.
    #[must_use]
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::SignedOut | Self::Failed(Error::Unreached(_) | Error::Keychain(_)))
    }

    /// The error to return to the page.
    #[must_use]
    pub fn into_error(self) -> Error {
        match self {
            Self::SignedOut => Problem::new(StatusCode::UNAUTHORIZED, "session_expired").into(),
            Self::Failed(error) => error,
        }
    }
}

impl From<Error> for AuthError {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// The session of one account at one school.
pub struct Session {
    address: String,
    /// The name under which the refresh token is stored.
    name: String,
    secrets: Secrets,
    /// Where the refresh token is stored.
    storage: SecretStorage,
    access: Mutex<Option<String>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Session {
    /// The session whose refresh token is stored under this name in this storage.
    #[must_use]
    pub fn stored(address: &str, name: &str, secrets: Secrets, storage: SecretStorage) -> Self {
        let (address, name) = (address.to_owned(), name.to_owned());
        Self { address, name, secrets, storage, access: Mutex::new(None) }
    }

    /// Starts a session with new tokens.
    pub async fn start(address: &str, name: &str, secrets: Secrets, tokens: Tokens) -> Result<Self> {
        let storage = secrets.store(name, &tokens.refresh_token).await?;
        let access = Mutex::new(Some(tokens.access_token));
        Ok(Self { access, ..Self::stored(address, name, secrets, storage) })
    }

    /// Where the refresh token is stored.
    #[must_use]
    pub const fn storage(&self) -> SecretStorage {
        self.storage
    }

    /// Deletes the tokens on this computer. Returns whether all are deleted: a keychain that does not respond
    /// may still have one.
    pub async fn delete_tokens(&self) -> Result<bool> {
        let mut access = self.access.lock().await;
        *access = None;
        self.secrets.delete(&self.name).await
    }

    /// Sends a request with the session, after a renewal where the access token has expired.
    pub async fn send(&self, client: &Client, api_request: &ApiRequest) -> Result<ApiResponse, AuthError> {
        let token = self.access_token(client, None).await?;
        let answer = client.send(&self.address, api_request, Some(&token)).await?;
        if answer.status != StatusCode::UNAUTHORIZED {
            return Ok(answer);
        }
        let token = self.access_token(client, Some(&token)).await?;
        let answer = client.send(&self.address, api_request, Some(&token)).await?;
        if answer.status == StatusCode::UNAUTHORIZED && answer.json()["code"] == "session_expired" {
            return Err(AuthError::SignedOut);
        }
        Ok(answer)
    }

    /// An access token other than the refused one.
    async fn access_token(&self, client: &Client, refused: Option<&str>) -> Result<String, AuthError> {
        let mut access = self.access.lock().await;
        if let Some(token) = access.as_deref().filter(|token| Some(*token) != refused) {
            return Ok(token.to_owned());
        }
        let refresh_token = self.secrets.find(&self.name, self.storage).await?.ok_or(AuthError::SignedOut)?;
        let api_request =
            ApiRequest::json(Method::POST, "/api/auth/refresh", &json!({ "refreshToken": refresh_token }));
        let answer = client.send(&self.address, &api_request, None).await?;
        if answer.status == StatusCode::UNAUTHORIZED
            && answer.json().get("code").is_some_and(Value::is_string)
        {
            *access = None;
            return Err(AuthError::SignedOut);
        }
        if !answer.is_definite() {
            return Err(Error::Unreached(format!("refresh: {}", answer.status)).into());
        }
        let tokens = Tokens::from_response(&answer)?;
        // The old refresh token stays valid until the new one was used: neither a crash here nor a full disk
        // loses the session.
        let stored = self.secrets.replace(&self.name, &tokens.refresh_token, self.storage).await;
        if let Err(error) = stored {
            tracing::warn!(%error, "the new token is not kept");
        }
        *access = Some(tokens.access_token.clone());
        Ok(tokens.access_token)
    }
}

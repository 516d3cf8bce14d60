//! In whose name the school is asked: the access token, in memory only, and its renewal with the refresh token, which
//! lies in the keychain. Renewing is done once at a time, whoever asks.

use http::{Method, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::{Answered, Ask, Client};
use crate::error::{Error, Problem, Result};
use crate::secrets::{Place, Secrets};

/// What a session is kept by.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tokens {
    pub access_token: String,
    pub refresh_token: String,
}

// Tokens stay out of logs.
impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokens").finish_non_exhaustive()
    }
}

impl Tokens {
    /// # Errors
    /// The school's own problem, when it gave none.
    pub fn of(answer: &Answered) -> Result<Self> {
        if !answer.status.is_success() {
            return Err(answer.problem().into());
        }
        Ok(serde_json::from_slice(&answer.body)?)
    }
}

/// Why nobody's name can be used.
#[derive(Debug)]
pub enum AuthError {
    /// The session is over, or there was none.
    SignedOut,
    /// That could not be found out.
    Failed(Error),
}

impl AuthError {
    /// Whether the school may be asked later in the same name: until then the copy answers.
    #[must_use]
    pub const fn may_pass(&self) -> bool {
        matches!(self, Self::SignedOut | Self::Failed(Error::Unreached(_) | Error::Keychain(_)))
    }

    /// The failure to tell the page of.
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
    /// Under which the refresh token is kept.
    name: String,
    secrets: Secrets,
    /// Where it is kept.
    place: Place,
    access: Mutex<Option<String>>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Session {
    /// The session whose refresh token is kept under this name in this place.
    #[must_use]
    pub fn kept(address: &str, name: &str, secrets: Secrets, place: Place) -> Self {
        let (address, name) = (address.to_owned(), name.to_owned());
        Self { address, name, secrets, place, access: Mutex::new(None) }
    }

    /// Begins with new tokens.
    ///
    /// # Errors
    /// When they cannot be kept.
    pub async fn begin(address: &str, name: &str, secrets: Secrets, tokens: Tokens) -> Result<Self> {
        let place = secrets.begin(name, &tokens.refresh_token).await?;
        let access = Mutex::new(Some(tokens.access_token));
        Ok(Self { access, ..Self::kept(address, name, secrets, place) })
    }

    /// Where the refresh token lies.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// Forgets everything here. Whether all is forgotten: a keychain that does not answer may still have the token.
    ///
    /// # Errors
    /// When the file of secrets cannot be written.
    pub async fn end(&self) -> Result<bool> {
        let mut access = self.access.lock().await;
        *access = None;
        self.secrets.forget(&self.name).await
    }

    /// Asks the school in this name, with new tokens where the old have run out.
    ///
    /// # Errors
    /// When the session is over, or the school does not answer.
    pub async fn ask(&self, client: &Client, ask: &Ask) -> Result<Answered, AuthError> {
        let token = self.bearer(client, None).await?;
        let answer = client.ask(&self.address, ask, Some(&token)).await?;
        if answer.status != StatusCode::UNAUTHORIZED {
            return Ok(answer);
        }
        let token = self.bearer(client, Some(&token)).await?;
        let answer = client.ask(&self.address, ask, Some(&token)).await?;
        if answer.status == StatusCode::UNAUTHORIZED && answer.json()["code"] == "session_expired" {
            return Err(AuthError::SignedOut);
        }
        Ok(answer)
    }

    /// A token that is not the one that was refused.
    async fn bearer(&self, client: &Client, refused: Option<&str>) -> Result<String, AuthError> {
        let mut access = self.access.lock().await;
        if let Some(token) = access.as_deref().filter(|token| Some(*token) != refused) {
            return Ok(token.to_owned());
        }
        let refresh_token = self.secrets.find(&self.name, self.place).await?.ok_or(AuthError::SignedOut)?;
        let ask = Ask::json(Method::POST, "/api/auth/refresh", &json!({ "refreshToken": refresh_token }));
        let answer = client.ask(&self.address, &ask, None).await?;
        if answer.status == StatusCode::UNAUTHORIZED
            && answer.json().get("code").is_some_and(Value::is_string)
        {
            *access = None;
            return Err(AuthError::SignedOut);
        }
        if !answer.is_definite() {
            return Err(Error::Unreached(format!("refresh: {}", answer.status)).into());
        }
        let tokens = Tokens::of(&answer)?;
        // The old one works until the new one was used: a stop here loses nothing, and neither does a full disk.
        let kept = self.secrets.keep(&self.name, &tokens.refresh_token, self.place).await;
        if let Err(error) = kept {
            tracing::warn!(%error, "the new token is not kept");
        }
        *access = Some(tokens.access_token.clone());
        Ok(tokens.access_token)
    }
}

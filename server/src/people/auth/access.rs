//! Access tokens: JWTs valid for ten minutes that name a user and a session. Every request also checks the session's
//! row, so that a role change, deletion or reset takes effect at once.

use chrono::{DateTime, Duration, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use crate::context::AppContext;
use crate::error::{Error, Result};

/// Validity of an access token.
pub const LIFE: Duration = Duration::minutes(10);

const AUDIENCE: &str = "preau-api";

#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    sub: String,
    sid: i64,
    aud: String,
    iat: i64,
    exp: i64,
}

/// Contents of a valid token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The user of the token.
    pub user_id: i64,
    /// The session (refresh token family) it belongs to.
    pub session_id: i64,
}

/// Signs and verifies access tokens with the school's key.
pub struct AccessKeys {
    signing: EncodingKey,
    verifying: DecodingKey,
    rules: Validation,
}

impl AppContext {
    /// Signing and verification of access tokens.
    #[must_use]
    pub fn access_keys(&self) -> &AccessKeys {
        self.part()
    }
}

impl AccessKeys {
    /// Keys derived from the shared secret.
    #[must_use]
    pub fn new(secret: &str) -> Self {
        let mut rules = Validation::new(Algorithm::HS256);
        rules.set_audience(&[AUDIENCE]);
        // Expiry is checked against the school's clock below instead of the library's.
        rules.validate_exp = false;
        rules.set_required_spec_claims(&["exp", "sub", "aud"]);
        Self {
            signing: EncodingKey::from_secret(secret.as_bytes()),
            verifying: DecodingKey::from_secret(secret.as_bytes()),
            rules,
        }
    }

    /// Issues a token for this session.
    pub fn issue(&self, access: Access, now: DateTime<Utc>) -> Result<String> {
        let claims = Claims {
            sub: access.user_id.to_string(),
            sid: access.session_id,
            aud: AUDIENCE.to_owned(),
            iat: now.timestamp(),
            exp: (now + LIFE).timestamp(),
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.signing)
            .map_err(|error| Error::internal(error.to_string()))
    }

    /// The contents of a token, if it is genuine and valid.
    #[must_use]
    pub fn verify(&self, token: &str, now: DateTime<Utc>) -> Option<Access> {
        let claims = jsonwebtoken::decode::<Claims>(token, &self.verifying, &self.rules).ok()?.claims;
        let user_id = claims.sub.parse().ok()?;
        (claims.exp > now.timestamp()).then_some(Access { user_id, session_id: claims.sid })
    }
}

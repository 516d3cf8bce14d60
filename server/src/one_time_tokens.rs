//! One-time tokens: of links in mails, and codes. Only a token's hash is stored; that of a mail is created
//! when the mail is sent. Each works once. Its effect is implemented by the call that takes it.

use chrono::{DateTime, Duration, Utc};
use preau_core::code::Code;

use crate::clock::{Ids, sha256_hex};
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_optional};

/// The purpose of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Resetting a forgotten password; 30 minutes.
    ResetPassword,
    /// Setting the first password of an account that somebody else created; 7 days.
    SetPassword,
    /// Confirming the e-mail address of an account; 7 days.
    VerifyEmail,
    /// Changing to the e-mail address in the payload; 24 hours.
    ChangeEmail,
    /// Deleting an account without a password; 30 minutes.
    DeleteAccount,
    /// A session for the desktop app, requested as in the payload; one minute.
    DesktopCode,
}

impl Purpose {
    /// Every purpose.
    pub const ALL: &[Self] = &[
        Self::ResetPassword,
        Self::SetPassword,
        Self::VerifyEmail,
        Self::ChangeEmail,
        Self::DeleteAccount,
        Self::DesktopCode,
    ];
}

impl Purpose {
    /// The name in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ResetPassword => "RESET_PASSWORD",
            Self::SetPassword => "SET_PASSWORD",
            Self::VerifyEmail => "VERIFY_EMAIL",
            Self::ChangeEmail => "CHANGE_EMAIL",
            Self::DeleteAccount => "DELETE_ACCOUNT",
            Self::DesktopCode => "DESKTOP_CODE",
        }
    }

    /// The validity of a token.
    #[must_use]
    pub const fn life(self) -> Duration {
        match self {
            Self::DesktopCode => Duration::minutes(1),
            Self::ResetPassword | Self::DeleteAccount => Duration::minutes(30),
            Self::ChangeEmail => Duration::hours(24),
            Self::SetPassword | Self::VerifyEmail => Duration::days(7),
        }
    }
}

/// The contents of a used token.
#[derive(Clone, Debug, PartialEq, Eq, preau_derive::FromRow)]
pub struct OneTimeToken {
    /// Its account.
    pub user_id: i64,
    /// Its payload: the new address of a change, or how a code was requested.
    pub payload: Option<String>,
}

const INSERT: &str = "
    INSERT INTO one_time_tokens (token_hash, purpose, user_id, payload, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6)";
const FIND: &str = "
    SELECT user_id, payload FROM one_time_tokens
    WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3";
const CONSUME: &str = "
    UPDATE one_time_tokens SET used_at = $3
    WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
        AND EXISTS (SELECT 1 FROM users u WHERE u.id = one_time_tokens.user_id AND u.deleted_at IS NULL)
    RETURNING user_id, payload";
const DELETE_ALL: &str =
    "UPDATE one_time_tokens SET used_at = $2 WHERE user_id = $1 AND purpose = $3 AND used_at IS NULL";

/// Creates a token with this payload.
pub async fn create(tx: &mut Tx, purpose: Purpose, user_id: i64, payload: Option<&str>) -> Result<String> {
    let token = Ids.token();
    let expires_at = tx.now + purpose.life();
    execute!(tx, INSERT, sha256_hex(&token), purpose.as_str(), user_id, payload, tx.now, expires_at)?;
    Ok(token)
}

/// The contents of a token, without using it.
pub async fn find(
    conn: &mut Conn,
    purpose: Purpose,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<OneTimeToken>> {
    fetch_optional!(conn, OneTimeToken, FIND, sha256_hex(token), purpose.as_str(), now)
}

/// Uses a token.
///
/// # Errors
/// `invalid_token` when there is none of this purpose, or it was used, has expired or its account is gone.
pub async fn consume(tx: &mut Tx, purpose: Purpose, token: &str) -> Result<OneTimeToken> {
    fetch_optional!(tx, OneTimeToken, CONSUME, sha256_hex(token), purpose.as_str(), tx.now)?
        .ok_or_else(|| Error::from(Code::InvalidToken))
}

/// Invalidates every token of this account and purpose.
pub async fn invalidate_all(tx: &mut Tx, purpose: Purpose, user_id: i64) -> Result<()> {
    execute!(tx, DELETE_ALL, user_id, tx.now, purpose.as_str())?;
    Ok(())
}

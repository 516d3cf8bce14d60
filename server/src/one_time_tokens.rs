//! One-time tokens: what stands in the links of mails, and codes. Only a token's hash is kept; that of a mail is
//! made when the mail leaves. Each works once. What using one does is the business of the call that takes it.

use chrono::{DateTime, Duration, Utc};
use preau_core::code::Code;

use crate::clock::{Ids, sha256_hex};
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_optional};

/// What a token is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A forgotten password; 30 minutes.
    ResetPassword,
    /// The first password of an account made for somebody; 7 days.
    SetPassword,
    /// This address is read by its account; 7 days.
    VerifyEmail,
    /// A new address, named in the payload; 24 hours.
    ChangeEmail,
    /// Deleting an account without a password; 30 minutes.
    DeleteAccount,
    /// A session for the desktop app, asked for as the payload says; a minute.
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

    /// How long a token works.
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

/// What a token that was taken says.
#[derive(Clone, Debug, PartialEq, Eq, preau_derive::FromRow)]
pub struct OneTimeToken {
    /// Whose it was.
    pub user_id: i64,
    /// What it carried: the new address of a change, or how a code was asked for.
    pub payload: Option<String>,
}

const MAKE: &str = "
    INSERT INTO one_time_tokens (token_hash, purpose, user_id, payload, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6)";
const LOOK: &str = "
    SELECT user_id, payload FROM one_time_tokens
    WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3";
const TAKE: &str = "
    UPDATE one_time_tokens SET used_at = $3
    WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
        AND EXISTS (SELECT 1 FROM users u WHERE u.id = one_time_tokens.user_id AND u.deleted_at IS NULL)
    RETURNING user_id, payload";
const DROP: &str =
    "UPDATE one_time_tokens SET used_at = $2 WHERE user_id = $1 AND purpose = $3 AND used_at IS NULL";

/// A new token. `payload` is what it is to carry.
///
/// # Errors
/// When the database fails.
pub async fn make(tx: &mut Tx, purpose: Purpose, user_id: i64, payload: Option<&str>) -> Result<String> {
    let token = Ids.token();
    let expires_at = tx.now + purpose.life();
    execute!(tx, MAKE, sha256_hex(&token), purpose.as_str(), user_id, payload, tx.now, expires_at)?;
    Ok(token)
}

/// What a token says, without using it up.
///
/// # Errors
/// When the database fails.
pub async fn look(
    conn: &mut Conn,
    purpose: Purpose,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Option<OneTimeToken>> {
    fetch_optional!(conn, OneTimeToken, LOOK, sha256_hex(token), purpose.as_str(), now)
}

/// Uses a token up.
///
/// # Errors
/// `invalid_token` when there is none of this purpose, or it was used, has expired or its account is gone.
pub async fn take(tx: &mut Tx, purpose: Purpose, token: &str) -> Result<OneTimeToken> {
    fetch_optional!(tx, OneTimeToken, TAKE, sha256_hex(token), purpose.as_str(), tx.now)?
        .ok_or_else(|| Error::from(Code::InvalidToken))
}

/// Makes every token of this account and purpose worthless.
///
/// # Errors
/// When the database fails.
pub async fn drop_all(tx: &mut Tx, purpose: Purpose, user_id: i64) -> Result<()> {
    execute!(tx, DROP, user_id, tx.now, purpose.as_str())?;
    Ok(())
}

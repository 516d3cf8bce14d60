//! Sessions: one row each, with a chain of refresh tokens. A session has a fixed end; ending its row also invalidates
//! its access tokens, since every request checks the row.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use chrono::{DateTime, Duration, Utc};
use preau_core::code::Code;
use preau_core::device::DESKTOP_APP;
use preau_core::problem::Problem;
use serde::Serialize;

use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::{self, Caller};
use crate::people::auth::access::Access;
use crate::people::auth::second_factor::{self, FirstFactorOutcome, SecondFactorPassed};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// Lifetime of a remembered session.
const REMEMBERED_LIFE: Duration = Duration::days(30);
/// Lifetime of any other session.
const DEFAULT_LIFE: Duration = Duration::hours(12);
/// How long a refresh token stays valid after its successor was used: two tabs may refresh at the same time.
const GRACE: Duration = Duration::seconds(30);
/// How long an account is known at the network addresses it signed in from.
pub const KNOWN_FOR: Duration = Duration::days(90);
/// Maximum stored length of a `User-Agent`, in characters.
const LONGEST_AGENT: usize = 200;

/// The tokens of a session.
#[derive(Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tokens {
    /// For the `Authorization` header; 10 minutes.
    pub access_token: String,
    /// For `POST /auth/refresh`.
    pub refresh_token: String,
}

// Keeps tokens out of logs.
impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokens").finish_non_exhaustive()
    }
}

/// The client that opens a session: its `User-Agent`, shortened and printable, and its address.
#[derive(Clone, Debug)]
pub struct Agent {
    name: String,
    ip: IpAddr,
}

impl<S: Sync> FromRequestParts<S> for Agent {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let ip = Caller::from_request_parts(parts, state).await?.ip.to_canonical();
        let named = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self { name: named.unwrap_or_default().chars().take(LONGEST_AGENT).collect(), ip })
    }
}

impl Agent {
    /// The same, marked as the desktop app whatever its `User-Agent`.
    pub(super) fn desktop(self) -> Self {
        let name = format!("{DESKTOP_APP} {}", self.name);
        Self { name: name.trim_end().chars().take(LONGEST_AGENT).collect(), ..self }
    }
}

/// Why a session ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// Its owner signed out, or ended it from another device.
    SignedOut,
    /// An old refresh token was used: it was probably stolen.
    Theft,
    /// The password was replaced.
    Password,
    /// A second factor was switched on.
    SecondFactor,
    /// The account is gone.
    Deleted,
}

impl EndReason {
    const fn as_str(self) -> &'static str {
        match self {
            Self::SignedOut => "SIGNED_OUT",
            Self::Theft => "THEFT",
            Self::Password => "PASSWORD",
            Self::SecondFactor => "SECOND_FACTOR",
            Self::Deleted => "DELETED",
        }
    }
}

const OPEN: &str = "
    INSERT INTO sessions (user_id, remember_me, user_agent, ip, created_at, last_used_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $5, $6) RETURNING id";
const ADD_TOKEN: &str = "
    INSERT INTO refresh_tokens (token_hash, session_id, parent_hash, created_at) VALUES ($1, $2, $3, $4)";

/// The credential that opens a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// A password, Google, a link or a purchase: a second factor may still be required.
    FirstFactor,
    /// Another session of the account, which has passed the second factor.
    Session,
}

/// Result of a sign-in.
#[must_use]
pub enum SignInOutcome {
    /// A session.
    Session(Tokens),
    /// A challenge to answer with the second factor.
    Challenge(String),
}

impl SignInOutcome {
    /// The tokens of the session.
    ///
    /// # Errors
    /// `second_factor_required` with the challenge. Call it only after the commit: the challenge is a row.
    pub fn tokens(self) -> Result<Tokens> {
        match self {
            Self::Session(tokens) => Ok(tokens),
            Self::Challenge(challenge) => {
                Err(Problem::new(Code::SecondFactorRequired).with("challenge", challenge).into())
            }
        }
    }
}

/// Opens a session of this account, or requires its second factor.
pub async fn open(
    app: &AppContext,
    tx: &mut Tx,
    user_id: i64,
    by: Credential,
    remember: bool,
    agent: &Agent,
) -> Result<SignInOutcome> {
    match second_factor::require_if_set_up(app, tx, user_id, by, remember).await? {
        FirstFactorOutcome::Open(passed) => {
            begin(app, tx, user_id, passed, remember, agent).await.map(SignInOutcome::Session)
        }
        FirstFactorOutcome::Closed { challenge } => Ok(SignInOutcome::Challenge(challenge)),
    }
}

/// Creates the session after the second factor.
pub(super) async fn begin(
    app: &AppContext,
    tx: &mut Tx,
    user_id: i64,
    _: SecondFactorPassed,
    remember: bool,
    agent: &Agent,
) -> Result<Tokens> {
    let now = tx.now;
    let ends = now + if remember { REMEMBERED_LIFE } else { DEFAULT_LIFE };
    let session_id =
        fetch_scalar!(tx, i64, OPEN, user_id, remember, &agent.name, agent.ip.to_string(), now, ends)?;
    tx.audit("session.opened", "session", session_id, None, None).await?;
    issue(app, tx, Access { user_id, session_id }, None).await
}

const ADDRESSES: &str =
    "SELECT DISTINCT ip FROM sessions WHERE user_id = $1 AND created_at > $2 AND ip IS NOT NULL";

/// Whether this account has signed in from this network ([`Caller::address`]) within [`KNOWN_FOR`].
pub(super) async fn is_known_network(
    conn: &mut Conn,
    user_id: i64,
    network: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let addresses = fetch_all!(conn, (String,), ADDRESSES, user_id, now - KNOWN_FOR)?;
    Ok(addresses.iter().any(|(ip,)| ip.parse().is_ok_and(|ip| caller::network_of(ip) == network)))
}

async fn issue(app: &AppContext, tx: &mut Tx, access: Access, parent: Option<&str>) -> Result<Tokens> {
    let refresh_token = app.ids.token();
    execute!(tx, ADD_TOKEN, sha256_hex(&refresh_token), access.session_id, parent, tx.now)?;
    Ok(Tokens { access_token: app.access_keys().issue(access, tx.now)?, refresh_token })
}

#[derive(preau_derive::FromRow)]
struct TokenRow {
    session_id: i64,
    user_id: i64,
    parent_hash: Option<String>,
    superseded_at: Option<DateTime<Utc>>,
}

const FIND_TOKEN: &str = "
    SELECT t.session_id, s.user_id, t.parent_hash, t.superseded_at
    FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
    WHERE t.token_hash = $1 AND s.ended_at IS NULL AND s.expires_at > $2 AND u.deleted_at IS NULL";
const USE_TOKEN: &str =
    "UPDATE refresh_tokens SET first_used_at = $2 WHERE token_hash = $1 AND first_used_at IS NULL";
const SUPERSEDE: &str =
    "UPDATE refresh_tokens SET superseded_at = $2 WHERE token_hash = $1 AND superseded_at IS NULL";
const TOUCH: &str = "UPDATE sessions SET last_used_at = $2 WHERE id = $1";

/// New tokens for an old refresh token. None: the token was replaced too long ago, so it is considered stolen and its
/// session was ended; the transaction must be committed all the same.
///
/// # Errors
/// `session_expired` when the token is unknown or its session has ended.
pub async fn refresh(app: &AppContext, tx: &mut Tx, token: &str) -> Result<Option<Tokens>> {
    let hash = sha256_hex(token);
    let now = tx.now;
    let family = fetch_optional!(tx, TokenRow, FIND_TOKEN, &hash, now)?.ok_or(Code::SessionExpired)?;
    if family.superseded_at.is_some_and(|at| at + GRACE < now) {
        end(tx, family.session_id, EndReason::Theft).await?;
        return Ok(None);
    }
    // The first use of a token proves that its owner received it, so its predecessor is superseded.
    if execute!(tx, USE_TOKEN, &hash, now)? == 1
        && let Some(parent) = &family.parent_hash
    {
        execute!(tx, SUPERSEDE, parent, now)?;
    }
    execute!(tx, TOUCH, family.session_id, now)?;
    let access = Access { user_id: family.user_id, session_id: family.session_id };
    issue(app, tx, access, Some(&hash)).await.map(Some)
}

const END: &str = "UPDATE sessions SET ended_at = $2, ended_why = $3 WHERE id = $1 AND ended_at IS NULL";
// Codes for the desktop app that were requested from it.
const DROP_CODES: &str = "
    UPDATE one_time_tokens SET used_at = $2
    WHERE purpose = 'DESKTOP_CODE' AND used_at IS NULL AND user_id = (SELECT user_id FROM sessions WHERE id = $1)";
const LIVE_OF: &str = "
    SELECT id FROM sessions
    WHERE user_id = $1 AND ended_at IS NULL AND (CAST($2 AS BIGINT) IS NULL OR id <> $2) ORDER BY id";

/// Ends a session; idempotent.
pub async fn end(tx: &mut Tx, session_id: i64, why: EndReason) -> Result<()> {
    if execute!(tx, END, session_id, tx.now, why.as_str())? == 1 {
        execute!(tx, DROP_CODES, session_id, tx.now)?;
        let after = serde_json::json!({ "why": why.as_str() });
        tx.audit("session.ended", "session", session_id, None, Some(after)).await?;
    }
    Ok(())
}

/// Ends every session of this account except `except`, and every pending sign-in.
pub async fn end_all(tx: &mut Tx, user_id: i64, except: Option<i64>, why: EndReason) -> Result<()> {
    for (session_id,) in fetch_all!(tx, (i64,), LIVE_OF, user_id, except)? {
        end(tx, session_id, why).await?;
    }
    second_factor::store::end_challenges(tx, user_id).await
}

const OPENED_AT: &str = "SELECT created_at FROM sessions WHERE id = $1";

/// When a session was opened.
pub(super) async fn opened_at(conn: &mut Conn, session_id: i64) -> Result<DateTime<Utc>> {
    fetch_scalar!(conn, DateTime<Utc>, OPENED_AT, session_id)
}

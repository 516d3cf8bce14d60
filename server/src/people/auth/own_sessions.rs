//! The sessions of an account, as its owner lists and ends them.

use chrono::{DateTime, Utc};
use preau_core::device::Device;
use serde::Serialize;

use crate::clock;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::people::auth::sessions::{EndReason, end};
use crate::write::Tx;
use crate::{fetch_all, fetch_optional};

/// A session of an account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Its id in `DELETE /auth/sessions/{id}`.
    pub id: i64,
    /// When it was opened.
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    /// When its tokens were last renewed.
    #[serde(serialize_with = "clock::instant")]
    pub last_used_at: DateTime<Utc>,
    /// The client's `User-Agent`.
    pub user_agent: String,
    /// Browser and operating system according to the `User-Agent`.
    pub device: Device,
    /// Address it was opened from.
    pub ip: Option<String>,
    /// Whether it is the session of this request.
    pub current: bool,
    /// Whether it lives for 30 days.
    pub remember_me: bool,
}

#[derive(preau_derive::FromRow)]
struct SessionRow {
    id: i64,
    created_at: DateTime<Utc>,
    last_used_at: DateTime<Utc>,
    user_agent: String,
    ip: Option<String>,
    remember_me: bool,
}

const LIST: &str = "
    SELECT id, created_at, last_used_at, user_agent, ip, remember_me FROM sessions
    WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2
    ORDER BY last_used_at DESC, id DESC";
const OWNED: &str =
    "SELECT id FROM sessions WHERE id = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > $3";

/// The live sessions of the caller's account, the latest used first.
pub async fn list(conn: &mut Conn, caller: SignedIn, now: DateTime<Utc>) -> Result<Vec<Session>> {
    let rows = fetch_all!(conn, SessionRow, LIST, caller.id, now)?;
    let session = |row: SessionRow| Session {
        current: row.id == caller.session_id,
        id: row.id,
        created_at: row.created_at,
        last_used_at: row.last_used_at,
        device: Device::recognise(&row.user_agent),
        user_agent: row.user_agent,
        ip: row.ip,
        remember_me: row.remember_me,
    };
    Ok(rows.into_iter().map(session).collect())
}

/// Ends one of the caller's own sessions.
///
/// # Errors
/// `not_found` when it is not theirs or over.
pub async fn end_own(tx: &mut Tx, caller: SignedIn, session_id: i64) -> Result<()> {
    let found = fetch_optional!(tx, (i64,), OWNED, session_id, caller.id, tx.now)?;
    let (session_id,) = found.ok_or_else(Error::not_found)?;
    end(tx, session_id, EndReason::SignedOut).await
}

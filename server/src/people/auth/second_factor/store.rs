//! SQL of second factors, their recovery codes, and pending challenges.

use chrono::{DateTime, Duration, Utc};

use crate::clock::sha256_hex;
use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// SQL: whether the account in `users` has a second factor.
macro_rules! has_second_factor {
    () => {
        "EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = users.id AND f.confirmed_at IS NOT NULL)"
    };
}

/// SQL: whether the account in `users` is staff without the second factor that the school requires.
macro_rules! lacks_second_factor {
    () => {
        "(users.role <> 'STUDENT'
          AND EXISTS (SELECT 1 FROM school WHERE school.id = 1 AND school.second_factor_required)
          AND NOT EXISTS
            (SELECT 1 FROM second_factors f WHERE f.user_id = users.id AND f.confirmed_at IS NOT NULL))"
    };
}

pub(crate) use {has_second_factor, lacks_second_factor};

/// A row of `second_factors`.
#[derive(preau_derive::FromRow)]
pub(super) struct Factor {
    /// In base 32.
    pub secret: String,
    pub created_at: DateTime<Utc>,
    /// None while it is being set up.
    pub confirmed_at: Option<DateTime<Utc>>,
}

const FIND: &str = "SELECT secret, created_at, confirmed_at FROM second_factors WHERE user_id = $1";

/// The second factor of an account, confirmed or not.
pub(super) async fn find(conn: &mut Conn, user_id: i64) -> Result<Option<Factor>> {
    fetch_optional!(conn, Factor, FIND, user_id)
}

/// Whether the account has a confirmed second factor.
pub(crate) async fn is_on(conn: &mut Conn, user_id: i64) -> Result<bool> {
    Ok(find(conn, user_id).await?.is_some_and(|factor| factor.confirmed_at.is_some()))
}

const BEGIN: &str = "
    INSERT INTO second_factors (user_id, secret, created_at) VALUES ($1, $2, $3)
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
        WHERE second_factors.confirmed_at IS NULL";

/// Stores a secret to be confirmed; fails while another is confirmed.
pub(super) async fn begin(tx: &mut Tx, user_id: i64, secret: &str) -> Result<bool> {
    Ok(execute!(tx, BEGIN, user_id, secret, tx.now)? == 1)
}

const CONFIRM: &str = "
    UPDATE second_factors SET confirmed_at = $2, last_step = $3 WHERE user_id = $1 AND confirmed_at IS NULL";
const TAKE_STEP: &str = "
    UPDATE second_factors SET last_step = $2
    WHERE user_id = $1 AND confirmed_at IS NOT NULL AND (last_step IS NULL OR last_step < $2)";

/// Confirms the secret. `step` is that of the first code.
pub(super) async fn confirm(tx: &mut Tx, user_id: i64, step: i64) -> Result<bool> {
    Ok(execute!(tx, CONFIRM, user_id, tx.now, step)? == 1)
}

/// Uses up the code of this step; fails when it or a later one was used before.
pub(super) async fn take_step(tx: &mut Tx, user_id: i64, step: i64) -> Result<bool> {
    Ok(execute!(tx, TAKE_STEP, user_id, step)? == 1)
}

/// Deletes all data of an account's second factor.
pub(crate) const REMOVE: [&str; 3] = [
    "DELETE FROM recovery_codes WHERE user_id = $1",
    "DELETE FROM sign_in_challenges WHERE user_id = $1",
    "DELETE FROM second_factors WHERE user_id = $1",
];

/// Removes the second factor of an account.
pub(super) async fn remove(tx: &mut Tx, user_id: i64) -> Result<()> {
    for statement in REMOVE {
        execute!(tx, statement, user_id)?;
    }
    Ok(())
}

const DROP_CODES: &str = "DELETE FROM recovery_codes WHERE user_id = $1";
const ADD_CODE: &str = "INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)";
const UNUSED_CODES: &str = "SELECT code_hash FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL";
const LEFT: &str = "SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL";
const TAKE_CODE: &str =
    "UPDATE recovery_codes SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL";

/// Replaces the recovery codes of an account.
pub(super) async fn replace_codes(tx: &mut Tx, user_id: i64, hashes: &[String]) -> Result<()> {
    execute!(tx, DROP_CODES, user_id)?;
    for hash in hashes {
        execute!(tx, ADD_CODE, user_id, hash)?;
    }
    Ok(())
}

/// Hashes of the unused recovery codes.
pub(super) async fn unused_codes(conn: &mut Conn, user_id: i64) -> Result<Vec<String>> {
    let rows = fetch_all!(conn, (String,), UNUSED_CODES, user_id)?;
    Ok(rows.into_iter().map(|(hash,)| hash).collect())
}

/// Number of unused recovery codes.
pub(super) async fn codes_left(conn: &mut Conn, user_id: i64) -> Result<i64> {
    fetch_scalar!(conn, i64, LEFT, user_id)
}

/// Uses up a recovery code; fails when it was used before.
pub(super) async fn take_code(tx: &mut Tx, user_id: i64, hash: &str) -> Result<bool> {
    Ok(execute!(tx, TAKE_CODE, user_id, hash, tx.now)? == 1)
}

/// A pending sign-in.
#[derive(Clone, Copy, Debug, preau_derive::FromRow)]
pub(super) struct Challenge {
    pub user_id: i64,
    pub remember_me: bool,
    /// Failed codes so far.
    pub failures: i64,
}

const ADD_CHALLENGE: &str = "
    INSERT INTO sign_in_challenges (challenge_hash, user_id, remember_me, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5)";
const FIND_CHALLENGE: &str = "
    SELECT c.user_id, c.remember_me, c.failures
    FROM sign_in_challenges c JOIN users u ON u.id = c.user_id
    WHERE c.challenge_hash = $1 AND c.expires_at > $2 AND u.deleted_at IS NULL";
const COUNT_FAILURE: &str = "UPDATE sign_in_challenges SET failures = failures + 1 WHERE challenge_hash = $1";
const DROP_CHALLENGE: &str = "DELETE FROM sign_in_challenges WHERE challenge_hash = $1";
const DROP_CHALLENGES: &str = "DELETE FROM sign_in_challenges WHERE user_id = $1";

/// Stores a challenge, hashed.
pub(super) async fn add_challenge(
    tx: &mut Tx,
    challenge: &str,
    user_id: i64,
    remember: bool,
    life: Duration,
) -> Result<()> {
    execute!(tx, ADD_CHALLENGE, sha256_hex(challenge), user_id, remember, tx.now, tx.now + life)?;
    Ok(())
}

/// The challenge, while it can be answered.
pub(super) async fn find_challenge(
    conn: &mut Conn,
    challenge: &str,
    now: DateTime<Utc>,
) -> Result<Option<Challenge>> {
    fetch_optional!(conn, Challenge, FIND_CHALLENGE, sha256_hex(challenge), now)
}

/// Counts a failed code.
pub(super) async fn count_failure(tx: &mut Tx, challenge: &str) -> Result<()> {
    execute!(tx, COUNT_FAILURE, sha256_hex(challenge))?;
    Ok(())
}

/// Ends a challenge; fails when it has already ended.
pub(super) async fn end_challenge(tx: &mut Tx, challenge: &str) -> Result<bool> {
    Ok(execute!(tx, DROP_CHALLENGE, sha256_hex(challenge))? == 1)
}

/// Ends every pending sign-in of this account.
pub(crate) async fn end_challenges(tx: &mut Tx, user_id: i64) -> Result<()> {
    execute!(tx, DROP_CHALLENGES, user_id)?;
    Ok(())
}

const IS_REQUIRED: &str = "SELECT COUNT(*) FROM school WHERE id = 1 AND second_factor_required";
const REQUIRE: &str = "UPDATE school SET second_factor_required = $1 WHERE id = 1";

/// Whether the school requires a second factor of its staff.
pub(crate) async fn is_required(conn: &mut Conn) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, IS_REQUIRED)? == 1)
}

/// Sets whether the school requires a second factor of its staff.
pub(crate) async fn require(tx: &mut Tx, required: bool) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, REQUIRE, required)?;
    Ok(())
}

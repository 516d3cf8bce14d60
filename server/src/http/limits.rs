//! Rate limits, stored in the database and so shared by all servers.

use chrono::{DateTime, Duration, Utc};
use preau_core::code::Code;

use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::{change, execute, fetch_one, fetch_optional};

const HIT: &str = "
    INSERT INTO rate_limits (bucket, hits, resets_at) VALUES ($1, 1, $3)
    ON CONFLICT (bucket) DO UPDATE SET
        hits = CASE WHEN rate_limits.resets_at <= $2 THEN 1 ELSE rate_limits.hits + 1 END,
        resets_at = CASE WHEN rate_limits.resets_at <= $2 THEN excluded.resets_at ELSE rate_limits.resets_at END
    RETURNING hits, resets_at";
const LOOK: &str = "SELECT hits, resets_at FROM rate_limits WHERE bucket = $1 AND resets_at > $2";
const GIVE_BACK: &str = "UPDATE rate_limits SET hits = hits - 1 WHERE bucket = $1 AND hits > 0";
const FORGET: &str = "DELETE FROM rate_limits WHERE bucket = $1";

/// A number of attempts within a window of time.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Maximum number of attempts within the window.
    pub hits: i64,
    /// Length of the window, which begins with the first attempt.
    pub window: Duration,
}

impl Limit {
    /// `hits` in `minutes` minutes.
    #[must_use]
    pub const fn per_minutes(hits: i64, minutes: i64) -> Self {
        Self { hits, window: Duration::minutes(minutes) }
    }
}

impl AppContext {
    /// Counts an attempt under `bucket` (personal data in it must be hashed).
    ///
    /// # Errors
    /// `too_many_requests` once the limit is exceeded.
    pub async fn limit(&self, bucket: &str, limit: Limit) -> Result<()> {
        let now = self.clock.now();
        let (hits, resets_at): (i64, DateTime<Utc>) = change!(self, None, |tx| {
            fetch_one!(tx, (i64, DateTime<Utc>), HIT, bucket, now, now + limit.window)
        })?;
        if hits > limit.hits { Err(too_many(now, resets_at)) } else { Ok(()) }
    }

    /// Checks whether another attempt under `bucket` is allowed, without counting one.
    ///
    /// # Errors
    /// `too_many_requests` once the limit is reached.
    pub async fn check_limit(&self, bucket: &str, limit: Limit) -> Result<()> {
        let now = self.clock.now();
        let mut conn = self.db.read().await?;
        match fetch_optional!(conn, (i64, DateTime<Utc>), LOOK, bucket, now)? {
            Some((hits, resets_at)) if hits >= limit.hits => Err(too_many(now, resets_at)),
            Some(_) | None => Ok(()),
        }
    }

    /// Number of attempts counted under `bucket`.
    pub async fn hits(&self, bucket: &str) -> Result<i64> {
        let now = self.clock.now();
        let mut conn = self.db.read().await?;
        let row = fetch_optional!(conn, (i64, DateTime<Utc>), LOOK, bucket, now)?;
        Ok(row.map_or(0, |(hits, _)| hits))
    }

    /// Takes back an attempt that was counted under `bucket`.
    pub async fn give_back(&self, bucket: &str) -> Result<()> {
        change!(self, None, |tx| execute!(tx, GIVE_BACK, bucket)).map(|_| ())
    }

    /// Resets the count of `bucket`.
    pub async fn forget_limit(&self, bucket: &str) -> Result<()> {
        change!(self, None, |tx| execute!(tx, FORGET, bucket)).map(|_| ())
    }
}

fn too_many(now: DateTime<Utc>, resets_at: DateTime<Utc>) -> Error {
    let seconds = u64::try_from((resets_at - now).num_seconds()).unwrap_or(0).max(1);
    Error::too_many(Code::TooManyRequests, seconds)
}

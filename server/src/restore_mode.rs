//! A school made from a copy does not know what happened since: its jobs wait, whoever was let in by what
//! the copy holds comes in anew, copies of its content kept elsewhere are made anew, and neither an id nor a version is
//! given twice.
//!
//! `preau doctor` ends this state once the payments were compared with the provider.

use chrono::{DateTime, SecondsFormat, TimeZone as _, Utc};

use crate::clock::Clock;
use crate::context::AppContext;
use crate::db::{Db, ids};
use crate::error::{Error, Result};
use crate::{change, changes, execute, fetch_one, fetch_optional};

const PAUSE: &str = "
    INSERT INTO server_state (name, value) VALUES ('jobs', 'paused')
    ON CONFLICT (name) DO UPDATE SET value = excluded.value";
const NEWEST_PAYMENT: &str = "SELECT MAX(created_at) FROM payments";
const NOTE_NEWEST: &str = "
    INSERT INTO server_state (name, value) VALUES ('payments-known-until', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value";
const END_SESSIONS: &str =
    "UPDATE sessions SET ended_at = $1, ended_why = 'RESTORED' WHERE ended_at IS NULL AND expires_at > $1";
const END_LINKS: &str = "UPDATE one_time_tokens SET used_at = $1 WHERE used_at IS NULL";
const END_CHALLENGES: &str = "DELETE FROM sign_in_challenges";
// The numbers of sessions opened since the copy will be given again: their tokens must not fit.
const END_KEYS: &str = "DELETE FROM server_keys WHERE name IN ('access-token', 'google-nonce', 'file-links')";

/// Begins the state. Needs no [`AppContext`]: a restored school may lack its provider's settings.
///
/// # Errors
/// When the database fails.
pub async fn begin(db: &Db, clock: &Clock) -> Result<()> {
    struct Place<'a> {
        db: &'a Db,
        clock: &'a Clock,
    }
    let place = Place { db, clock };
    change!(place, None, |tx| {
        execute!(tx, PAUSE)?;
        let newest = fetch_one!(tx, (Option<DateTime<Utc>>,), NEWEST_PAYMENT)?.0.unwrap_or_default();
        execute!(tx, NOTE_NEWEST, newest.to_rfc3339_opts(SecondsFormat::Millis, true))?;
        execute!(tx, END_SESSIONS, tx.now)?;
        execute!(tx, END_LINKS, tx.now)?;
        execute!(tx, END_CHALLENGES)?;
        execute!(tx, END_KEYS)?;
        let ahead = ids_to_skip(tx.now);
        ids::skip(tx, ahead).await?;
        tx.public_content_changed();
        for statement in RAISE_VERSIONS {
            execute!(tx, statement, ahead)?;
        }
        changes::renew(tx).await
    })
}

macro_rules! raise_versions {
    ($($table:literal)*) => {
        [$(concat!("UPDATE ", $table, " SET version = version + $1")),*]
    };
}

/// Every row that is changed with `If-Match`: one that was changed since the copy, and is changed again now, must not
/// get the version that somebody saw before, whose change would then replace what they have not seen.
pub const RAISE_VERSIONS: [&str; 21] = raise_versions!(
    "users" "languages" "levels" "teachers" "courses" "objectives" "prerequisites" "modules" "chapters" "lessons"
    "resources" "quizzes" "quiz_questions" "test_questions" "comments" "contact_messages" "faq_categories"
    "faq_entries" "reservations" "subscriptions" "school"
);

/// No table of a school gets more rows a second than this, for long, and no row more changes.
const IDS_A_SECOND: i64 = 10;
/// Where the clock is wrong.
const FEWEST_IDS: i64 = 1_000_000;

/// How many ids may have been given since the copy was made. A row that got one of them again could be written over by
/// whoever still edits the lost one: both begin with version 1, so that `If-Match` would fit.
///
/// Grows with time: restoring the same copy again, or an older one, skips what was given after the first time too.
fn ids_to_skip(now: DateTime<Utc>) -> i64 {
    let begin = Utc.with_ymd_and_hms(2026, 1, 1, 0, 0, 0).single().unwrap_or_default();
    ((now - begin).num_seconds() * IDS_A_SECOND).max(FEWEST_IDS)
}

const JOBS: &str = "SELECT value FROM server_state WHERE name = 'jobs'";

/// Whether jobs wait for `preau doctor`.
///
/// # Errors
/// When the database does not answer.
pub async fn is_paused(app: &AppContext) -> Result<bool> {
    let mut conn = app.db.read().await?;
    Ok(fetch_optional!(conn, (String,), JOBS)?.is_some_and(|(state,)| state == "paused"))
}

const KNOWN_UNTIL: &str = "SELECT value FROM server_state WHERE name = 'payments-known-until'";

/// When the newest payment of the copy was opened, as long as the state lasts.
///
/// # Errors
/// When the database does not answer.
pub async fn payments_known_until(app: &AppContext) -> Result<Option<DateTime<Utc>>> {
    let mut conn = app.db.read().await?;
    let noted = fetch_optional!(conn, (String,), KNOWN_UNTIL)?;
    let known = noted.map(|(text,)| text.parse()).transpose();
    known.map_err(|_| Error::internal("payments-known-until is no instant"))
}

const END: &str = "DELETE FROM server_state WHERE name IN ('jobs', 'payments-known-until')";

/// Ends the state: jobs run again.
///
/// # Errors
/// When the database does not answer.
pub async fn end(app: &AppContext) -> Result<()> {
    change!(app, None, |tx| execute!(tx, END)).map(|_| ())
}

//! The state of a school after a restore from a backup, which lacks the events since: jobs are paused,
//! sessions and links end, copies of the content elsewhere are invalidated, and no id or version is assigned
//! twice.
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
const END_INVITATIONS: &str = "DELETE FROM teacher_invitations";
const END_CHALLENGES: &str = "DELETE FROM sign_in_challenges";
// One that was revoked since the backup would be read again.
const END_CALENDARS: &str = "DELETE FROM calendar_tokens";
// The ids of sessions opened since the backup will be assigned again: their tokens must be invalid.
const END_KEYS: &str =
    "DELETE FROM server_keys WHERE name IN ('access-token', 'google-nonce', 'file-links', 'check-in')";

/// Begins the state. Needs no [`AppContext`]: a restored school may lack its provider's settings.
pub async fn begin(db: &Db, clock: &Clock) -> Result<()> {
    struct Writer<'a> {
        db: &'a Db,
        clock: &'a Clock,
    }
    let writer = Writer { db, clock };
    change!(writer, None, |tx| {
        execute!(tx, PAUSE)?;
        let newest = fetch_one!(tx, (Option<DateTime<Utc>>,), NEWEST_PAYMENT)?.0.unwrap_or_default();
        execute!(tx, NOTE_NEWEST, newest.to_rfc3339_opts(SecondsFormat::Millis, true))?;
        execute!(tx, END_SESSIONS, tx.now)?;
        execute!(tx, END_LINKS, tx.now)?;
        execute!(tx, END_INVITATIONS)?;
        execute!(tx, END_CHALLENGES)?;
        execute!(tx, END_CALENDARS)?;
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

/// Every row that is changed with `If-Match`: one that was changed since the backup, and is changed again
/// now, must not get a version that somebody has seen before, whose change would then overwrite an unseen
/// one.
pub const RAISE_VERSIONS: [&str; 26] = raise_versions!(
    "users" "languages" "levels" "teachers" "courses" "objectives" "prerequisites" "modules" "chapters" "lessons"
    "resources" "quizzes" "quiz_questions" "test_questions" "comments" "contact_messages" "faq_categories"
    "faq_entries" "reservations" "subscriptions" "school" "rooms" "closures"
    "session_series" "class_sessions" "waitlist_entries"
);

/// Upper bound, per second, of new rows of a table and of changes of a row over a longer time.
const IDS_A_SECOND: i64 = 10;
/// The minimum, for when the clock is wrong.
const FEWEST_IDS: i64 = 1_000_000;

/// Number of ids that may have been assigned since the backup. A row that got one of them again could be
/// overwritten by somebody who still edits the lost one: both begin with version 1, so that `If-Match` would
/// match.
///
/// Grows with time: restoring the same backup again, or an older one, also skips the ids assigned after the
/// first restore.
fn ids_to_skip(now: DateTime<Utc>) -> i64 {
    let begin = Utc.with_ymd_and_hms(2026, 1, 1, 0, 0, 0).single().unwrap_or_default();
    ((now - begin).num_seconds() * IDS_A_SECOND).max(FEWEST_IDS)
}

const JOBS: &str = "SELECT value FROM server_state WHERE name = 'jobs'";

/// Whether jobs are paused until `preau doctor`.
pub async fn is_paused(app: &AppContext) -> Result<bool> {
    let mut conn = app.db.read().await?;
    Ok(fetch_optional!(conn, (String,), JOBS)?.is_some_and(|(state,)| state == "paused"))
}

const KNOWN_UNTIL: &str = "SELECT value FROM server_state WHERE name = 'payments-known-until'";

/// When the newest payment of the backup was opened, while the state lasts.
pub async fn payments_known_until(app: &AppContext) -> Result<Option<DateTime<Utc>>> {
    let mut conn = app.db.read().await?;
    let noted = fetch_optional!(conn, (String,), KNOWN_UNTIL)?;
    let known = noted.map(|(text,)| text.parse()).transpose();
    known.map_err(|_| Error::internal("payments-known-until is no instant"))
}

const END: &str = "DELETE FROM server_state WHERE name IN ('jobs', 'payments-known-until')";

/// Ends the state: jobs run again.
pub async fn end(app: &AppContext) -> Result<()> {
    change!(app, None, |tx| execute!(tx, END)).map(|_| ())
}

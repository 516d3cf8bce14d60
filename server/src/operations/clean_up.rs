//! Deletes old data: responses stored for repeats, rate limit counts, ended sessions, used links. Accounting,
//! audit log and sent mails stay.

use chrono::{Duration, Months};

use crate::context::AppContext;
use crate::error::Result;
use crate::people::auth::second_factor::SETUP_LIFE;
use crate::people::auth::sessions::KNOWN_FOR;
use crate::sales::payment::store as payments;
use crate::{change, execute};

const KEYS: &str = "DELETE FROM idempotency_keys WHERE expires_at <= $1";
const LIMITS: &str = "DELETE FROM rate_limits WHERE resets_at <= $1";
const LOOKUPS: &str = "DELETE FROM beneficiary_lookups WHERE expires_at <= $1";
const LINKS: &str = "DELETE FROM one_time_tokens WHERE expires_at <= $1";
const CHALLENGES: &str = "DELETE FROM sign_in_challenges WHERE expires_at <= $1";
const SECRETS: &str = "DELETE FROM second_factors WHERE confirmed_at IS NULL AND created_at <= $1";
const INVITATIONS: &str = "DELETE FROM teacher_invitations WHERE expires_at <= $1";
const NEEDS: &str = "
    DELETE FROM learner_needs WHERE consented_at <= $2 AND NOT EXISTS (
        SELECT 1 FROM subscriptions s WHERE s.user_id = learner_needs.user_id AND s.access_expires_at > $1)";
// With their reviews.
const REVISION_CARDS: &str = "
    DELETE FROM revision_cards WHERE COALESCE(last_reviewed_at, created_at) <= $2 AND NOT EXISTS (
        SELECT 1 FROM subscriptions s WHERE s.user_id = revision_cards.user_id AND s.access_expires_at > $1)";
const REASONS: &str = "
    DELETE FROM attendance_reasons WHERE attendance_id IN (SELECT id FROM attendance WHERE received_at <= $1)";
const CLASS_MESSAGES: &str = "
    DELETE FROM class_messages WHERE created_at <= $2 AND NOT EXISTS (
        SELECT 1 FROM subscriptions s WHERE s.course_id = class_messages.course_id AND s.access_expires_at > $1)";
const REFRESH_TOKENS: &str = "
    DELETE FROM refresh_tokens WHERE session_id IN
        (SELECT id FROM sessions WHERE expires_at <= $1 OR ended_at <= $1)";
const SESSIONS: &str = "DELETE FROM sessions WHERE expires_at <= $1 OR ended_at <= $1";

const CALENDARS: &str = "
    DELETE FROM calendar_tokens WHERE created_at <= $1 AND (read_on IS NULL OR read_on <= $2)";

/// How long a used link or refresh token can be distinguished from an unknown one.
const REMEMBERED: Duration = Duration::days(30);
/// How long a note on what a learner needs is kept after their last course.
const NEEDS_KEPT: Months = Months::new(12);
/// How long messages to a class are kept after the last access of its learners.
const CLASS_MESSAGES_KEPT: Months = Months::new(12);
/// How long cards of revision are kept after the last access of their learner, and after they were revised.
const REVISION_CARDS_KEPT: Months = Months::new(24);
/// How long the reasons of corrected marks are kept.
const REASONS_KEPT: Months = Months::new(60);
/// Addresses of calendars that no app has read for so long are revoked.
const CALENDARS_KEPT: Duration = Duration::days(400);
/// Longer than any provider repeats an event.
const EVENTS_KEPT: Duration = Duration::days(60);

/// Deletes old rows.
pub async fn run(app: &AppContext) -> Result<()> {
    crate::sales::waitlist::jobs::clean_up(app, app.clock.now()).await?;
    crate::sales::decisions::jobs::clean_up(app, app.clock.now()).await?;
    change!(app, None, |tx| {
        let now = tx.now;
        execute!(tx, KEYS, now)?;
        execute!(tx, LIMITS, now)?;
        execute!(tx, LOOKUPS, now)?;
        execute!(tx, LINKS, now - REMEMBERED)?;
        execute!(tx, INVITATIONS, now - REMEMBERED)?;
        execute!(tx, NEEDS, tx.today - NEEDS_KEPT, now - NEEDS_KEPT)?;
        execute!(tx, CLASS_MESSAGES, tx.today - CLASS_MESSAGES_KEPT, now - CLASS_MESSAGES_KEPT)?;
        execute!(tx, REVISION_CARDS, tx.today - REVISION_CARDS_KEPT, now - REVISION_CARDS_KEPT)?;
        execute!(tx, REASONS, now - REASONS_KEPT)?;
        execute!(tx, CHALLENGES, now)?;
        execute!(tx, SECRETS, now - SETUP_LIFE)?;
        execute!(tx, REFRESH_TOKENS, now - REMEMBERED)?;
        execute!(tx, SESSIONS, now - KNOWN_FOR)?;
        execute!(tx, CALENDARS, now - CALENDARS_KEPT, tx.today - CALENDARS_KEPT)?;
        // test_attempts.user_id and quiz_attempts.user_id
        crate::learning::attempts::clean_up(tx).await?;
        payments::delete_events(tx, now - EVENTS_KEPT).await?;
        Ok(())
    })
}

//! Scheduled work of the waiting lists, every minute. Offers lapse with the holds ([`crate::sales::checkout::jobs`]).
//!
//! Each step can be repeated and run on several servers.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use preau_core::calendar::add_days;
use preau_core::course::DAYS_BEFORE_END;
use preau_core::waitlist::EntryStatus;

use super::{mails, offers, store};
use crate::context::AppContext;
use crate::error::Result;
use crate::{change, execute, fetch_all};

/// Entries ended in one transaction.
const AT_ONCE: i64 = 100;

/// Offers seats that are free although somebody waits, and ends the lists of courses that can no longer be reserved.
pub async fn run(app: &AppContext) -> Result<()> {
    let today = app.clock.today();
    for course_id in with_free_seats(app, today).await? {
        let offered = change!(app, None, |tx| offers::offer_free_seats(tx, course_id).await);
        log_failure(course_id, offered);
        app.mail_queued.notify_one();
    }
    for course_id in over(app, today).await? {
        let ended = change!(app, None, |tx| {
            for entry in store::live(tx, course_id, AT_ONCE).await? {
                // Whoever has an offer is promised its seat until they answer.
                if entry.status != EntryStatus::Offered {
                    store::end(tx, entry.id, EntryStatus::Left).await?;
                    if entry.status == EntryStatus::Waiting {
                        mails::queue_ended(tx, &entry).await?;
                    }
                }
            }
            Ok(())
        });
        log_failure(course_id, ended);
        app.mail_queued.notify_one();
    }
    Ok(())
}

/// One list is not in the way of the others.
fn log_failure(course_id: i64, result: Result<()>) {
    if let Err(error) = result {
        tracing::warn!(course_id, %error, "a waiting list is left for the next minute");
    }
}

const FREE: &str = "
    SELECT c.id FROM courses c WHERE c.status = 'PUBLISHED' AND (c.capacity IS NULL OR c.seats_taken < c.capacity)
        AND c.end_date >= $1
        AND EXISTS (SELECT 1 FROM waitlist_entries w WHERE w.course_id = c.id AND w.status = 'WAITING')
    ORDER BY c.id LIMIT 50";

/// Courses with a free seat for which somebody waits: more came free than are offered at once.
async fn with_free_seats(app: &AppContext, today: NaiveDate) -> Result<Vec<i64>> {
    let last = add_days(today, DAYS_BEFORE_END);
    let mut conn = app.db.read().await?;
    Ok(fetch_all!(conn, (i64,), FREE, last)?.into_iter().map(|(id,)| id).collect())
}

const OVER: &str = "
    SELECT DISTINCT c.id FROM courses c JOIN waitlist_entries w ON w.course_id = c.id
    WHERE w.status IN ('UNCONFIRMED', 'WAITING') AND c.end_date < $1 ORDER BY c.id LIMIT 50";

/// Courses in which nobody can start any more, and that still have a list.
async fn over(app: &AppContext, today: NaiveDate) -> Result<Vec<i64>> {
    let last = add_days(today, DAYS_BEFORE_END);
    let mut conn = app.db.read().await?;
    Ok(fetch_all!(conn, (i64,), OVER, last)?.into_iter().map(|(id,)| id).collect())
}

/// How long an address may stay unconfirmed.
const UNCONFIRMED_FOR: TimeDelta = TimeDelta::days(7);
/// How long an entry that ended keeps the people it was for.
const NAMES_FOR: TimeDelta = TimeDelta::days(90);

const FORGET_UNCONFIRMED: &str =
    "DELETE FROM waitlist_entries WHERE status = 'UNCONFIRMED' AND updated_at <= $1";
const FORGET_LINKS: &str = "
    DELETE FROM waitlist_tokens WHERE entry_id IN (SELECT id FROM waitlist_entries WHERE ended_at <= $1)";
const FORGET_PEOPLE: &str = "
    UPDATE waitlist_entries SET payer_id = NULL, learner_id = NULL, payer_email = '', learner_email = '', child_key = '',
        first_name = ''
    WHERE ended_at <= $1 AND (payer_email <> '' OR learner_email <> '' OR payer_id IS NOT NULL OR learner_id IS NOT NULL)";

/// Forgets addresses that nobody confirmed, and the people of entries that ended long ago.
pub async fn clean_up(app: &AppContext, now: DateTime<Utc>) -> Result<()> {
    change!(app, None, |tx| {
        tx.public_content_changed();
        execute!(tx, FORGET_UNCONFIRMED, now - UNCONFIRMED_FOR)?;
        execute!(tx, FORGET_LINKS, now - NAMES_FOR)?;
        execute!(tx, FORGET_PEOPLE, now - NAMES_FOR).map(|_| ())
    })
}

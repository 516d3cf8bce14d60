//! SQL of the statistics: facts with their times; core aggregates them.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, Utc};
use preau_core::money::Cents;
use preau_core::period::Period;
use preau_core::stats::{Event, Following, Outcome, Track, compared_from};

use super::{CourseSeats, ExpiringAccess, ModuleFollowing, WaitlistStats};
use crate::db::Conn;
use crate::error::Result;
use crate::{fetch_all, fetch_scalar};

const RECEIVED: &str = "
    SELECT paid_at, received_cents FROM payments
    WHERE status = 'PAID' AND received_cents > 0 AND paid_at >= $1 AND paid_at < $2";
const RETURNED: &str = "
    SELECT created_at, amount_cents FROM refunds
    WHERE status <> 'FAILED' AND amount_cents > 0 AND created_at >= $1 AND created_at < $2";
const CONFIRMED: &str = "
    SELECT confirmed_at, confirmed_by = 'FREE' FROM reservations WHERE confirmed_at >= $1 AND confirmed_at < $2";
const GRANTED: &str = "
    SELECT created_at FROM subscriptions
    WHERE grant_reason IS NOT NULL AND reservation_origin_id IS NULL AND created_at >= $1 AND created_at < $2";

/// Events of a period, and of the preceding days that it is compared with.
pub(super) async fn events(conn: &mut Conn, period: &Period) -> Result<Vec<(DateTime<Utc>, Event)>> {
    type Moment = DateTime<Utc>;
    let (from, to) = (compared_from(period), period.ends());
    let received = fetch_all!(conn, (Moment, i64), RECEIVED, from, to)?;
    let returned = fetch_all!(conn, (Moment, i64), RETURNED, from, to)?;
    let confirmed = fetch_all!(conn, (Moment, bool), CONFIRMED, from, to)?;
    let granted = fetch_all!(conn, (Moment,), GRANTED, from, to)?;
    let received = received.into_iter().map(|(at, cents)| (at, Event::Received(Cents(cents))));
    let returned = returned.into_iter().map(|(at, cents)| (at, Event::Returned(Cents(cents))));
    let booked = |(at, free)| (at, if free { Event::Free } else { Event::Booked });
    let granted = granted.into_iter().map(|(at,)| (at, Event::Granted));
    Ok(received.chain(returned).chain(confirmed.into_iter().map(booked)).chain(granted).collect())
}

const HELD: &str = "
    SELECT status, created_at, confirmed_at FROM reservations
    WHERE created_at >= $1 AND created_at < $2 AND kind = 'SALE' AND (confirmed_by IS NULL OR confirmed_by <> 'FREE')";

/// Outcomes of the seats held in a period; free ones are not counted as paid.
pub(super) async fn outcomes(conn: &mut Conn, period: &Period) -> Result<Vec<Outcome>> {
    type Row = (String, DateTime<Utc>, Option<DateTime<Utc>>);
    let rows = fetch_all!(conn, Row, HELD, period.begins(), period.ends())?;
    let outcome = |(status, held, paid): Row| match (status.as_str(), paid) {
        (_, Some(paid)) => Outcome::Paid { after_minutes: (paid - held).num_minutes() },
        ("EXPIRED", None) => Outcome::Expired,
        ("CANCELLED", None) => Outcome::Cancelled,
        _ => Outcome::Waiting,
    };
    Ok(rows.into_iter().map(outcome).collect())
}

const WAITLIST_STEPS: &str = "
    SELECT action, COUNT(*) FROM audit WHERE entity = 'waitlist' AND at >= $1 AND at < $2 GROUP BY action";
const WAITLIST_FILLED: &str = "
    SELECT COUNT(*) FROM waitlist_entries w JOIN reservations r ON r.id = w.reservation_id
    WHERE w.status = 'ACCEPTED' AND r.confirmed_at >= $1 AND r.confirmed_at < $2";

/// What became of the waiting lists in a period.
pub(super) async fn waitlist(conn: &mut Conn, period: &Period) -> Result<WaitlistStats> {
    let (from, to) = (period.begins(), period.ends());
    let steps: BTreeMap<String, i64> =
        fetch_all!(conn, (String, i64), WAITLIST_STEPS, from, to)?.into_iter().collect();
    let of = |action: &str| steps.get(action).copied().unwrap_or_default();
    Ok(WaitlistStats {
        joined: of("waitlist.joined"),
        offered: of("waitlist.offered"),
        accepted: of("waitlist.accepted"),
        declined: of("waitlist.declined"),
        lapsed: of("waitlist.lapsed"),
        filled: fetch_scalar!(conn, i64, WAITLIST_FILLED, from, to)?,
    })
}

const COURSES: &str = "
    SELECT id, name, type, seats_taken, capacity FROM courses WHERE status = 'PUBLISHED' ORDER BY start_date, id";

pub(super) async fn courses(conn: &mut Conn) -> Result<Vec<CourseSeats>> {
    fetch_all!(conn, CourseSeats, COURSES)
}

#[derive(preau_derive::FromRow)]
struct TrackRow {
    subscription_id: i64,
    module_id: i64,
    viewed: i64,
    last: DateTime<Utc>,
    completed: bool,
    finished: bool,
}

const TRACKS: &str = "
    SELECT v.subscription_id, h.module_id, COUNT(*) AS viewed, MAX(v.viewed_at) AS last,
        d.completed_at IS NOT NULL AS completed, s.completed_at IS NOT NULL AND s.completed_at < $2 AS finished
    FROM lesson_views v JOIN subscriptions s ON s.id = v.subscription_id
        JOIN lessons l ON l.id = v.lesson_id JOIN chapters h ON h.id = l.chapter_id
        LEFT JOIN module_completions d ON d.subscription_id = v.subscription_id AND d.module_id = h.module_id
            AND d.completed_at < $2
    WHERE v.viewed_at < $2 AND v.subscription_id IN
        (SELECT w.subscription_id FROM lesson_views w WHERE w.viewed_at >= $1 AND w.viewed_at < $2)
    GROUP BY v.subscription_id, h.module_id, d.completed_at, s.completed_at
    ORDER BY v.subscription_id, h.module_id";

/// The progress at the end of a period of those who viewed a lesson in it.
pub(super) async fn tracks(conn: &mut Conn, period: &Period) -> Result<Vec<Track>> {
    let rows = fetch_all!(conn, TrackRow, TRACKS, period.begins(), period.ends())?;
    let track = |row: TrackRow| Track {
        subscription_id: row.subscription_id,
        module_id: row.module_id,
        viewed: row.viewed.unsigned_abs(),
        last: row.last,
        completed: row.completed,
        finished: row.finished,
    };
    Ok(rows.into_iter().map(track).collect())
}

/// A module with the number of its lessons.
#[derive(preau_derive::FromRow)]
pub(super) struct ModuleRow {
    pub(super) id: i64,
    title: String,
    course_id: i64,
    course_name: String,
    lessons: i64,
}

impl ModuleRow {
    pub(super) fn lessons(&self) -> u64 {
        self.lessons.unsigned_abs()
    }

    pub(super) fn into_following(
        self,
        now: &mut BTreeMap<i64, Following>,
        before: &mut BTreeMap<i64, Following>,
    ) -> ModuleFollowing {
        ModuleFollowing {
            following: now.remove(&self.id).unwrap_or_default(),
            before: before.remove(&self.id).unwrap_or_default(),
            id: self.id,
            title: self.title,
            course_id: self.course_id,
            course_name: self.course_name,
        }
    }
}

const MODULES: &str = "
    SELECT m.id, m.title, m.course_id, c.name AS course_name,
        (SELECT COUNT(*) FROM lessons l JOIN chapters h ON h.id = l.chapter_id WHERE h.module_id = m.id) AS lessons
    FROM modules m JOIN courses c ON c.id = m.course_id
    WHERE m.course_id IN (SELECT s.course_id FROM lesson_views w JOIN subscriptions s ON s.id = w.subscription_id
        WHERE w.viewed_at >= $1 AND w.viewed_at < $2)
    ORDER BY c.name, c.id, m.order_index, m.id";

/// The modules of the courses in which somebody viewed a lesson in a period.
pub(super) async fn modules(conn: &mut Conn, period: &Period) -> Result<Vec<ModuleRow>> {
    fetch_all!(conn, ModuleRow, MODULES, period.begins(), period.ends())
}

/// Days ahead in which ending subscriptions are looked for.
const SOON: u64 = 60;
const EXPIRING: &str = "
    SELECT s.id AS subscription_id, s.user_id, u.first_name || ' ' || u.last_name AS learner, s.course_id,
        c.name AS course_name, s.access_expires_at, s.completed_at IS NOT NULL AS completed
    FROM subscriptions s JOIN users u ON u.id = s.user_id JOIN courses c ON c.id = s.course_id
    WHERE s.active AND u.deleted_at IS NULL AND s.access_expires_at >= $1 AND s.access_expires_at <= $2
    ORDER BY s.access_expires_at, s.id";

pub(super) async fn expiring(conn: &mut Conn, today: NaiveDate) -> Result<Vec<ExpiringAccess>> {
    let until = today.checked_add_days(Days::new(SOON)).unwrap_or(today);
    fetch_all!(conn, ExpiringAccess, EXPIRING, today, until)
}

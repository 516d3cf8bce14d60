//! Marks of learners in sessions, as they count. Calling the roll is in `learning::attendance`; the rules are in
//! `preau_core::attendance`.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::attendance::{AttendanceStatus, Manner, Mark, Rate, counting};

use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{fetch_all, fetch_scalar};

/// SQL: whether the subscription of an alias is in the class of the session of another: active at its start, with a grant
/// or a purchase that covers its module and counted already. A purchase counts from the day on which the learner wished
/// to start.
macro_rules! in_class {
    ($subscription:literal, $session:literal) => {
        concat!(
            $subscription,
            ".course_id = ",
            $session,
            ".course_id AND ",
            $subscription,
            ".created_at <= ",
            $session,
            ".starts_at AND (",
            $subscription,
            ".ended_at IS NULL OR ",
            $subscription,
            ".ended_at > ",
            $session,
            ".starts_at) AND ",
            $subscription,
            ".access_expires_at >= ",
            $session,
            ".day AND (",
            $subscription,
            ".granted_scope IS NOT NULL AND ((",
            $subscription,
            ".granted_at IS NULL OR ",
            $subscription,
            ".granted_at <= ",
            $session,
            ".starts_at) AND (",
            $session,
            ".module_id IS NULL OR ",
            $subscription,
            ".granted_scope = 'COURSE') OR EXISTS (SELECT 1 FROM subscription_modules im
                WHERE im.subscription_id = ",
            $subscription,
            ".id AND (",
            $session,
            ".module_id IS NULL OR im.module_id = ",
            $session,
            ".module_id) AND im.reservation_id IS NULL AND (im.added_at IS NULL OR im.added_at <= ",
            $session,
            ".starts_at))) OR EXISTS (SELECT 1 FROM subscription_reservations ib
                JOIN reservations ir ON ir.id = ib.reservation_id
                WHERE ib.subscription_id = ",
            $subscription,
            ".id AND ir.start_date <= ",
            $session,
            ".day AND ir.confirmed_at <= ",
            $session,
            ".starts_at AND (ir.cancelled_at IS NULL OR ir.cancelled_at > ",
            $session,
            ".starts_at) AND (",
            $session,
            ".module_id IS NULL OR ib.scope = 'COURSE' OR EXISTS (
                    SELECT 1 FROM reservation_lines il
                    WHERE il.reservation_id = ir.id AND il.module_id = ",
            $session,
            ".module_id))))"
        )
    };
}
pub(crate) use in_class;

#[derive(preau_derive::FromRow)]
struct MarkRow {
    id: i64,
    session_id: i64,
    subscription_id: i64,
    #[sqlx(try_from = "String")]
    status: AttendanceStatus,
    minutes: Option<i64>,
    #[sqlx(try_from = "String")]
    manner: Manner,
    marked_at: DateTime<Utc>,
    received_at: DateTime<Utc>,
}

impl From<MarkRow> for Mark {
    fn from(row: MarkRow) -> Self {
        Self {
            id: row.id,
            subscription_id: row.subscription_id,
            status: row.status,
            late: row.minutes,
            manner: row.manner,
            marked_at: row.marked_at,
            received_at: row.received_at,
        }
    }
}

/// The marks that satisfy `$which`, as received.
macro_rules! marks {
    ($which:literal) => {
        concat!(
            "SELECT id, session_id, subscription_id, status, minutes, manner, marked_at, received_at
            FROM attendance WHERE ",
            $which,
            " ORDER BY id"
        )
    };
}
const OF_SESSION: &str = marks!("session_id = $1");
const OF_SUBSCRIPTION: &str = marks!("subscription_id = $1");
const HAS_MARKS: &str = "SELECT COUNT(*) FROM attendance WHERE session_id = $1";
const SUBSCRIPTION_HAS_MARKS: &str = "SELECT COUNT(*) FROM attendance WHERE subscription_id = $1";

/// Every mark of a session, as received.
pub async fn of_session(conn: &mut Conn, session_id: i64) -> Result<Vec<Mark>> {
    Ok(fetch_all!(conn, MarkRow, OF_SESSION, session_id)?.into_iter().map(Mark::from).collect())
}

/// Whether the roll of a session was called, at least in part.
pub async fn has_marks(conn: &mut Conn, session_id: i64) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, HAS_MARKS, session_id)? > 0)
}

/// Whether a learner was marked in any session.
pub async fn subscription_has_marks(conn: &mut Conn, subscription_id: i64) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, SUBSCRIPTION_HAS_MARKS, subscription_id)? > 0)
}

/// A session of a learner whose sheet is closed.
#[derive(Clone, Debug)]
pub struct Attended {
    pub session_id: i64,
    /// Length of the session.
    pub minutes: i64,
    /// The mark that counts.
    pub mark: Option<Mark>,
}

const CLOSED: &str = concat!(
    "SELECT cs.id, cs.minutes FROM subscriptions s
    JOIN class_sessions cs ON cs.status = 'PLANNED' AND ",
    in_class!("s", "cs"),
    " JOIN session_sheets h ON h.session_id = cs.id
    WHERE s.id = $1 ORDER BY cs.starts_at, cs.id"
);

const OPEN: &str = concat!(
    "SELECT COUNT(*) FROM subscriptions s
    JOIN class_sessions cs ON cs.status = 'PLANNED' AND cs.ends_at <= $2 AND ",
    in_class!("s", "cs"),
    " WHERE s.id = $1 AND NOT EXISTS (SELECT 1 FROM session_sheets h WHERE h.session_id = cs.id)"
);

/// How many sessions of a learner were held, and have no closed sheet.
pub async fn open_sheets(tx: &mut Tx, subscription_id: i64) -> Result<i64> {
    let now = tx.now;
    fetch_scalar!(tx, i64, OPEN, subscription_id, now)
}

/// The sessions of a learner with a closed sheet, the earliest first.
pub async fn of_subscription(conn: &mut Conn, subscription_id: i64) -> Result<Vec<Attended>> {
    let mut marks: BTreeMap<i64, Vec<Mark>> = BTreeMap::new();
    for row in fetch_all!(conn, MarkRow, OF_SUBSCRIPTION, subscription_id)? {
        marks.entry(row.session_id).or_default().push(row.into());
    }
    let closed = fetch_all!(conn, (i64, i64), CLOSED, subscription_id)?;
    let attended = closed.into_iter().map(|(session_id, minutes)| {
        let mark = marks.get(&session_id).and_then(counting).cloned();
        Attended { session_id, minutes, mark }
    });
    Ok(attended.collect())
}

/// Attended of held, since the learner's entry, of sessions with a closed sheet.
pub async fn rate(conn: &mut Conn, subscription_id: i64) -> Result<Rate> {
    let mut rate = Rate::default();
    for session in of_subscription(conn, subscription_id).await? {
        rate.add(session.minutes, session.mark.as_ref());
    }
    Ok(rate)
}

/// A session with a closed sheet, and the marks that count, one for each learner.
#[derive(Clone, Debug)]
pub struct ClosedSession {
    pub course_id: i64,
    pub course_name: String,
    pub day: NaiveDate,
    /// Length of the session.
    pub minutes: i64,
    pub marks: Vec<Mark>,
}

#[derive(preau_derive::FromRow)]
struct ClosedRow {
    id: i64,
    course_id: i64,
    course_name: String,
    day: NaiveDate,
    minutes: i64,
}

const CLOSED_BETWEEN: &str = "
    SELECT cs.id, cs.course_id, c.name AS course_name, cs.day, cs.minutes
    FROM session_sheets h JOIN class_sessions cs ON cs.id = h.session_id AND cs.status = 'PLANNED'
    JOIN courses c ON c.id = cs.course_id
    WHERE cs.day >= $1 AND cs.day <= $2 ORDER BY cs.starts_at, cs.id";
const MARKS_BETWEEN: &str = marks!(
    "session_id IN (SELECT h.session_id FROM session_sheets h JOIN class_sessions cs ON cs.id = h.session_id
        WHERE cs.day >= $1 AND cs.day <= $2)"
);

/// The sessions of these days with a closed sheet, the earliest first.
pub async fn closed_between(conn: &mut Conn, from: NaiveDate, to: NaiveDate) -> Result<Vec<ClosedSession>> {
    let mut marks: BTreeMap<(i64, i64), Vec<Mark>> = BTreeMap::new();
    for row in fetch_all!(conn, MarkRow, MARKS_BETWEEN, from, to)? {
        marks.entry((row.session_id, row.subscription_id)).or_default().push(row.into());
    }
    let rows = fetch_all!(conn, ClosedRow, CLOSED_BETWEEN, from, to)?;
    let session = |row: ClosedRow| ClosedSession {
        marks: marks
            .range((row.id, i64::MIN)..=(row.id, i64::MAX))
            .filter_map(|(_, marks)| counting(marks).cloned())
            .collect(),
        course_id: row.course_id,
        course_name: row.course_name,
        day: row.day,
        minutes: row.minutes,
    };
    Ok(rows.into_iter().map(session).collect())
}

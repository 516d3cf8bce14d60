//! SQL of sessions.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::parse_time;
use preau_core::class_session::{Times, time_text};

use crate::changes::{Page, Replicated, RowKey, changed};
use crate::clock::Ids;
use crate::db::{Conn, Filter, Order};
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_scalar};

use super::session::ClassSession;

/// `$marks`: columns about the roll call, which public reads must not depend on.
macro_rules! select_sessions {
    ($marks:literal) => {
        concat!(
            "SELECT s.id, s.version, s.course_id, c.name AS course_name, c.type AS course_type, c.status AS course_status,
        g.code AS language_code, c.capacity, c.seats_taken, s.series_id, s.module_id, m.title AS module_name,
        s.day, s.start_time, s.minutes, s.starts_at, s.ends_at, s.room_id, r.name AS room_name,
        r.address AS room_address, r.seats AS room_seats, s.meeting_url,
        CASE WHEN s.room_id IS NULL THEN COALESCE(s.meeting_url, c.meeting_url) ELSE s.meeting_url END AS join_url, s.teacher_id,
        t.first_name || ' ' || t.last_name AS teacher_name, s.status, s.reason, s.note, s.by_hand,
        s.client_id, s.uid, s.sequence, c.teacher_id AS course_teacher_id,
        o.first_name || ' ' || o.last_name AS course_teacher_name, ",
            $marks,
            " FROM class_sessions s JOIN courses c ON c.id = s.course_id JOIN languages g ON g.id = c.language_id
        LEFT JOIN modules m ON m.id = s.module_id LEFT JOIN rooms r ON r.id = s.room_id
        LEFT JOIN teachers t ON t.id = s.teacher_id
                LEFT JOIN teachers o ON o.id = c.teacher_id"
        )
    };
}
const SESSIONS: &str = select_sessions!(
    "EXISTS (SELECT 1 FROM attendance a WHERE a.session_id = s.id) AS has_marks,
    (SELECT h.closed_at FROM session_sheets h WHERE h.session_id = s.id) AS sheet_closed_at"
);
/// Without what the roll call knows.
const PUBLIC: &str =
    select_sessions!("FALSE AS has_marks, CASE WHEN FALSE THEN s.starts_at END AS sheet_closed_at");

/// The sessions of a course, the earliest first, without what the roll call knows of them.
pub(super) async fn of_course(conn: &mut Conn, course_id: i64) -> Result<Vec<ClassSession>> {
    let order = Order::ascending(&["s.starts_at", "s.id"]);
    Filter::new().with("s.course_id = $1", course_id).fetch_all(conn, PUBLIC, order).await
}

/// The sessions that pass, the earliest first. The filter names columns of `class_sessions s` and `courses c`.
pub(super) async fn sessions(conn: &mut Conn, filter: &Filter) -> Result<Vec<ClassSession>> {
    let order = Order::ascending(&["s.starts_at", "s.id"]);
    let rows = filter.fetch_all::<ClassSession>(conn, SESSIONS, order).await?;
    Ok(rows.into_iter().map(ClassSession::with_warnings).collect())
}

// Marks are no content: copies are without what the roll call knows.
impl Replicated for ClassSession {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        let changed = concat!("s.id IN ", changed!("class-session"));
        let filter = Filter::new().with(changed, (page.after, page.until));
        let rows = filter.fetch_all::<Self>(conn, PUBLIC, Order::ascending(&["s.id"])).await?;
        Ok(rows.into_iter().map(Self::with_warnings).collect())
    }

    fn row_key(&self) -> RowKey {
        RowKey::under(self.course_id, self.id)
    }
}

/// One session.
///
/// # Errors
/// `not_found`.
pub(crate) async fn session(conn: &mut Conn, id: i64) -> Result<ClassSession> {
    let found = sessions(conn, &Filter::new().with("s.id = $1", id)).await?;
    found.into_iter().next().ok_or_else(Error::not_found)
}

/// The sessions of a series.
pub(super) async fn of_series(conn: &mut Conn, series_id: i64) -> Result<Vec<ClassSession>> {
    sessions(conn, &Filter::new().with("s.series_id = $1", series_id)).await
}

/// What of a session is written.
pub(super) struct Written<'s> {
    pub(super) course_id: i64,
    pub(super) series_id: Option<i64>,
    pub(super) module_id: Option<i64>,
    pub(super) times: Times,
    pub(super) room_id: Option<i64>,
    pub(super) meeting_url: Option<&'s str>,
    pub(super) teacher_id: Option<i64>,
    pub(super) note: Option<&'s str>,
    pub(super) client_id: Option<&'s str>,
}

const INSERT: &str = "
    INSERT INTO class_sessions (client_id, course_id, series_id, module_id, day, start_time, minutes, starts_at, ends_at,
        room_id, meeting_url, teacher_id, note, uid, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15) RETURNING id";

pub(super) async fn insert(tx: &mut Tx, session: &Written<'_>) -> Result<i64> {
    tx.public_content_changed();
    fetch_scalar!(
        tx,
        i64,
        INSERT,
        session.client_id,
        session.course_id,
        session.series_id,
        session.module_id,
        session.times.day,
        time_text(session.times.start),
        session.times.minutes,
        session.times.starts_at(),
        session.times.ends_at(),
        session.room_id,
        session.meeting_url,
        session.teacher_id,
        session.note,
        Ids.hex128(),
        tx.now
    )
}

const UPDATE: &str = "
    UPDATE class_sessions SET module_id = $2, day = $3, start_time = $4, minutes = $5, starts_at = $6, ends_at = $7,
        room_id = $8, meeting_url = $9, teacher_id = $10, note = $11, by_hand = $12, version = version + 1,
        updated_at = $13
    WHERE id = $1";

pub(super) async fn update(tx: &mut Tx, id: i64, session: &Written<'_>, by_hand: bool) -> Result<()> {
    tx.public_content_changed();
    execute!(
        tx,
        UPDATE,
        id,
        session.module_id,
        session.times.day,
        time_text(session.times.start),
        session.times.minutes,
        session.times.starts_at(),
        session.times.ends_at(),
        session.room_id,
        session.meeting_url,
        session.teacher_id,
        session.note,
        by_hand,
        tx.now
    )?;
    Ok(())
}

const CANCEL: &str = "
    UPDATE class_sessions SET status = 'CANCELLED', reason = $2, version = version + 1, updated_at = $3 WHERE id = $1";

pub(super) async fn cancel(tx: &mut Tx, id: i64, reason: &str) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, CANCEL, id, reason, tx.now)?;
    Ok(())
}

const DELETE: &str = "DELETE FROM class_sessions WHERE id = $1";

pub(super) async fn delete(tx: &mut Tx, id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, DELETE, id)?;
    Ok(())
}

const MINUTES: &str = "
    SELECT CAST(COALESCE(SUM(minutes), 0) AS BIGINT) FROM class_sessions
    WHERE course_id = $1 AND status = 'PLANNED' AND (series_id IS NULL OR series_id <> $2)";

/// The planned minutes of a course, without those of a series.
pub(super) async fn minutes(conn: &mut Conn, course_id: i64, but_series: Option<i64>) -> Result<i64> {
    fetch_scalar!(conn, i64, MINUTES, course_id, but_series.unwrap_or(-1))
}

/// The planned sessions that are at this time in one of both, and take place as things stand.
pub(super) async fn occupying(
    conn: &mut Conn,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
    (room_id, teacher_id): (Option<i64>, Option<i64>),
    now: DateTime<Utc>,
) -> Result<Vec<ClassSession>> {
    let filter = Filter::new()
        .with("s.status = 'PLANNED'", ())
        .with("s.room_id = $1 OR s.teacher_id = $2", (room_id, teacher_id))
        .with("s.starts_at < $2 AND s.ends_at > $1", (from, to))
        .with("c.status <> 'ARCHIVED' OR s.starts_at <= $1", now);
    sessions(conn, &filter).await
}

const DATED: &str = "SELECT id, day, start_time, minutes, starts_at, ends_at FROM class_sessions ORDER BY id";

/// The ids of the sessions whose instants do not follow from their day and time in Paris.
pub(crate) async fn misdated(conn: &mut Conn) -> Result<Vec<(i64,)>> {
    type Dated = (i64, NaiveDate, String, i64, DateTime<Utc>, DateTime<Utc>);
    let is_right = |(_, day, start, minutes, starts_at, ends_at): &Dated| {
        parse_time(start).is_ok_and(|start| {
            let times = Times { day: *day, start, minutes: *minutes };
            (times.starts_at(), times.ends_at()) == (*starts_at, *ends_at)
        })
    };
    let all = fetch_all!(conn, Dated, DATED)?;
    Ok(all.iter().filter(|session| !is_right(session)).map(|session| (session.0,)).collect())
}

//! SQL of sessions as learners and teachers see them, and of the addresses of calendars.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar_token::CalendarKind;
use preau_core::course::CourseType;

use crate::catalogue::attendance::in_class;
use crate::db::{Conn, Filter, Order};
use crate::error::{Error, Result};
use crate::people::accounts::store::own_and_wards;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// A session with its course, room and teacher.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(crate) struct SessionRow {
    pub(crate) id: i64,
    pub(crate) course_id: i64,
    pub(crate) course_name: String,
    #[sqlx(try_from = "String")]
    pub(crate) course_type: CourseType,
    pub(crate) language_code: String,
    pub(crate) module_id: Option<i64>,
    pub(crate) module_name: Option<String>,
    pub(crate) day: NaiveDate,
    pub(crate) start_time: String,
    pub(crate) minutes: i64,
    pub(crate) starts_at: DateTime<Utc>,
    pub(crate) ends_at: DateTime<Utc>,
    pub(crate) room_id: Option<i64>,
    pub(crate) room_name: Option<String>,
    pub(crate) room_address: Option<String>,
    /// The place that the course names; for sessions without a room.
    pub(crate) location: Option<String>,
    /// The session's own, else the course's when there is no room.
    pub(crate) meeting_url: Option<String>,
    pub(crate) teacher_id: Option<i64>,
    pub(crate) teacher_name: Option<String>,
    pub(crate) status: String,
    pub(crate) reason: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) uid: String,
    pub(crate) sequence: i64,
    pub(crate) updated_at: DateTime<Utc>,
}

impl SessionRow {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.status == "CANCELLED"
    }
}

const SESSIONS: &str = "
    SELECT s.id, s.course_id, c.name AS course_name, c.type AS course_type, g.code AS language_code, s.module_id,
        m.title AS module_name, s.day, s.start_time, s.minutes, s.starts_at, s.ends_at, s.room_id,
        r.name AS room_name, r.address AS room_address, c.location,
        CASE WHEN s.room_id IS NULL THEN COALESCE(s.meeting_url, c.meeting_url) ELSE s.meeting_url END AS meeting_url,
        t.id AS teacher_id, t.first_name || ' ' || t.last_name AS teacher_name, s.status, s.reason, s.note, s.uid,
        s.sequence, s.updated_at
    FROM class_sessions s JOIN courses c ON c.id = s.course_id JOIN languages g ON g.id = c.language_id
    LEFT JOIN modules m ON m.id = s.module_id LEFT JOIN rooms r ON r.id = s.room_id
    LEFT JOIN teachers t ON t.id = COALESCE(s.teacher_id, c.teacher_id)";
const BY_TIME: Order = Order::ascending(&["s.starts_at", "s.id"]);

const OF_SUBSCRIPTION: &str =
    concat!("EXISTS (SELECT 1 FROM subscriptions u WHERE u.id = $1 AND ", in_class!("u", "s"), ")");
const OF_ACCOUNT: &str = concat!(
    "((t.user_id = $1 AND (c.status <> 'ARCHIVED' OR s.status <> 'PLANNED' OR s.day < $2)) OR EXISTS (SELECT 1 FROM subscriptions u WHERE u.active AND u.access_expires_at >= $2 AND u.user_id IN ",
    own_and_wards!("$1"),
    " AND ",
    in_class!("u", "s"),
    "))"
);

/// The sessions in whose class a subscription is, in order; none after its end.
pub(crate) async fn of_subscription(conn: &mut Conn, id: i64) -> Result<Vec<SessionRow>> {
    Filter::new().with(OF_SUBSCRIPTION, id).fetch_all(conn, SESSIONS, BY_TIME).await
}

/// The sessions of the live subscriptions of an account and of its wards, and those it teaches, from a time on.
pub(super) async fn of_account(
    conn: &mut Conn,
    user_id: i64,
    today: NaiveDate,
    since: DateTime<Utc>,
) -> Result<Vec<SessionRow>> {
    let theirs = Filter::new().with(OF_ACCOUNT, (user_id, today)).with("s.ends_at >= $1", since);
    theirs.fetch_all(conn, SESSIONS, BY_TIME).await
}

const OF_RESERVATION: &str = "
    s.status = 'PLANNED' AND s.starts_at > $2 AND EXISTS (SELECT 1 FROM reservations v
        WHERE v.id = $1 AND v.start_date <= s.day AND v.course_id = s.course_id AND (s.module_id IS NULL OR v.scope = 'COURSE' OR EXISTS (
            SELECT 1 FROM reservation_lines l WHERE l.reservation_id = v.id AND l.module_id = s.module_id)))";

/// The sessions to come of what was reserved.
pub(super) async fn of_reservation(conn: &mut Conn, id: i64, now: DateTime<Utc>) -> Result<Vec<SessionRow>> {
    Filter::new().with(OF_RESERVATION, (id, now)).fetch_all(conn, SESSIONS, BY_TIME).await
}

const FIRST_SESSIONS: &str = concat!(
    "
    SELECT u.id, u.user_id, s.id FROM class_sessions s JOIN courses c ON c.id = s.course_id JOIN subscriptions u ON ",
    in_class!("u", "s"),
    " WHERE s.day = $1 AND s.status = 'PLANNED' AND c.status <> 'ARCHIVED'
        AND u.active AND u.access_expires_at >= $1 AND u.created_at < $2
        AND NOT EXISTS (SELECT 1 FROM class_sessions o WHERE o.status = 'PLANNED' AND o.starts_at < s.starts_at
            AND ",
    in_class!("u", "o"),
    ") AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.kind = 'session-reminder'
            AND m.fact = 'first session of subscription ' || CAST(u.id AS TEXT))
    ORDER BY u.id"
);

/// The subscriptions made before `made_before` whose first session is on this day and was not recalled yet, with their
/// learners and the session.
pub(super) async fn first_sessions(
    conn: &mut Conn,
    day: NaiveDate,
    made_before: DateTime<Utc>,
) -> Result<Vec<(i64, i64, i64)>> {
    fetch_all!(conn, (i64, i64, i64), FIRST_SESSIONS, day, made_before)
}

/// One session.
///
/// # Errors
/// `not_found`.
pub(super) async fn session(conn: &mut Conn, id: i64) -> Result<SessionRow> {
    let found = Filter::new().with("s.id = $1", id).fetch_optional(conn, SESSIONS).await?;
    found.ok_or_else(Error::not_found)
}

/// The sessions in a room from a time on.
pub(super) async fn in_room(conn: &mut Conn, room_id: i64, since: DateTime<Utc>) -> Result<Vec<SessionRow>> {
    let theirs = Filter::new().with("s.room_id = $1", room_id).with("s.ends_at >= $1", since);
    theirs.fetch_all(conn, SESSIONS, BY_TIME).await
}

/// The address of a calendar; the token itself is stored nowhere.
#[derive(Debug, preau_derive::FromRow)]
pub(super) struct TokenRow {
    pub(super) id: i64,
    pub(super) user_id: i64,
    #[sqlx(try_from = "String")]
    pub(super) kind: CalendarKind,
    pub(super) room_id: Option<i64>,
    pub(super) room_name: Option<String>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) read_on: Option<NaiveDate>,
}

const TOKENS: &str = "
    SELECT k.id, k.user_id, k.kind, k.room_id, r.name AS room_name, k.created_at, k.read_on
    FROM calendar_tokens k JOIN users u ON u.id = k.user_id LEFT JOIN rooms r ON r.id = k.room_id";
const INSERT: &str = "
    INSERT INTO calendar_tokens (user_id, kind, room_id, token_hash, created_at) VALUES ($1, $2, $3, $4, $5)
    RETURNING id";
const COUNT: &str = "SELECT COUNT(*) FROM calendar_tokens WHERE user_id = $1";
const ROOM: &str = "SELECT id FROM rooms WHERE id = $1";
const DELETE: &str = "DELETE FROM calendar_tokens WHERE id = $1";
const READ: &str =
    "UPDATE calendar_tokens SET read_on = $2 WHERE id = $1 AND (read_on IS NULL OR read_on <> $2)";

/// The addresses of an account, the newest first.
pub(super) async fn tokens_of(conn: &mut Conn, user_id: i64) -> Result<Vec<TokenRow>> {
    let own = Filter::new().with("k.user_id = $1", user_id);
    own.fetch_all(conn, TOKENS, Order::descending(&["k.id"])).await
}

/// The address of this id.
///
/// # Errors
/// `not_found`.
pub(super) async fn token(conn: &mut Conn, id: i64) -> Result<TokenRow> {
    let found = Filter::new().with("k.id = $1", id).fetch_optional(conn, TOKENS).await?;
    found.ok_or_else(Error::not_found)
}

/// The address whose token has this hash, while its account exists.
pub(super) async fn token_by_hash(conn: &mut Conn, hash: &str) -> Result<Option<TokenRow>> {
    let named = Filter::new().with("k.token_hash = $1", hash).with("u.deleted_at IS NULL", ());
    named.fetch_optional(conn, TOKENS).await
}

pub(super) async fn count_tokens(conn: &mut Conn, user_id: i64) -> Result<i64> {
    fetch_scalar!(conn, i64, COUNT, user_id)
}

/// Whether there is such a room.
pub(super) async fn has_room(conn: &mut Conn, id: i64) -> Result<bool> {
    Ok(fetch_optional!(conn, (i64,), ROOM, id)?.is_some())
}

pub(super) async fn insert_token(
    tx: &mut Tx,
    user_id: i64,
    (kind, room_id): (CalendarKind, Option<i64>),
    hash: &str,
) -> Result<i64> {
    let now = tx.now;
    fetch_scalar!(tx, i64, INSERT, user_id, kind.as_str(), room_id, hash, now)
}

pub(super) async fn delete_token(tx: &mut Tx, id: i64) -> Result<()> {
    execute!(tx, DELETE, id)?;
    Ok(())
}

/// Notes the day on which a calendar was read last.
pub(super) async fn note_read(tx: &mut Tx, id: i64) -> Result<()> {
    let today = tx.today;
    execute!(tx, READ, id, today)?;
    Ok(())
}

//! SQL of the roll call.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::attendance::{Manner, Mark, NewMark};
use serde::Serialize;

use crate::catalogue::attendance::in_class;
use crate::clock;
use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_one, fetch_optional, fetch_scalar};

/// A learner in the class of a session.
#[derive(preau_derive::FromRow)]
pub(super) struct Member {
    pub subscription_id: i64,
    pub learner_id: i64,
    pub first_name: String,
    pub last_name: String,
    pub since: NaiveDate,
    pub level: Option<String>,
    pub needs: Option<String>,
}

const CLASS: &str = concat!(
    "SELECT s.id AS subscription_id, u.id AS learner_id, u.first_name, u.last_name, COALESCE(
        (SELECT r.start_date FROM reservations r WHERE r.id = s.reservation_origin_id), s.subscription_date) AS since,
        s.level, n.text AS needs
    FROM class_sessions cs JOIN subscriptions s ON (",
    in_class!("s", "cs"),
    ") OR EXISTS (SELECT 1 FROM attendance a WHERE a.session_id = cs.id AND a.subscription_id = s.id)
    JOIN users u ON u.id = s.user_id LEFT JOIN learner_needs n ON n.user_id = u.id
    WHERE cs.id = $1"
);

/// The class of a session and whoever was marked in it, by last name.
pub(super) async fn class(conn: &mut Conn, session_id: i64) -> Result<Vec<Member>> {
    let mut class = fetch_all!(conn, Member, CLASS, session_id)?;
    class.sort_by_cached_key(|member| {
        let name = format!("{} {}", member.last_name, member.first_name);
        (preau_core::text::fold(&name), member.subscription_id)
    });
    Ok(class)
}

const OWN: &str = concat!(
    "SELECT MIN(s.id) FROM class_sessions cs JOIN subscriptions s ON ",
    in_class!("s", "cs"),
    " WHERE cs.id = $1 AND s.user_id = $2"
);

/// The subscription by which this account is in the class of the session.
pub(super) async fn own_subscription(conn: &mut Conn, session_id: i64, user_id: i64) -> Result<Option<i64>> {
    Ok(fetch_one!(conn, (Option<i64>,), OWN, session_id, user_id)?.0)
}

/// A closed sheet.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(super) struct SheetRow {
    pub id: i64,
    pub closed_at: DateTime<Utc>,
    pub closed_by: String,
    pub last_mark_id: Option<i64>,
    pub hash: String,
}

const SHEET: &str = "
    SELECT h.id, h.closed_at, u.first_name || ' ' || u.last_name AS closed_by, h.last_mark_id, h.hash
    FROM session_sheets h JOIN users u ON u.id = h.closed_by WHERE h.session_id = $1";
const CLOSE: &str = "
    INSERT INTO session_sheets (session_id, closed_at, closed_by, last_mark_id, hash) VALUES ($1, $2, $3, $4, $5)";

/// The closed sheet of a session.
pub(super) async fn sheet(conn: &mut Conn, session_id: i64) -> Result<Option<SheetRow>> {
    fetch_optional!(conn, SheetRow, SHEET, session_id)
}

/// A closed sheet with what its hash covers of the session.
#[derive(preau_derive::FromRow)]
pub(super) struct SheetToCheck {
    pub session_id: i64,
    pub starts_at: DateTime<Utc>,
    pub minutes: i64,
    pub last_mark_id: Option<i64>,
    pub hash: String,
}

const ALL_SHEETS: &str = "
    SELECT h.session_id, cs.starts_at, cs.minutes, h.last_mark_id, h.hash
    FROM session_sheets h JOIN class_sessions cs ON cs.id = h.session_id ORDER BY h.id";

/// Every closed sheet.
pub(super) async fn all_sheets(conn: &mut Conn) -> Result<Vec<SheetToCheck>> {
    fetch_all!(conn, SheetToCheck, ALL_SHEETS)
}

/// Closes the sheet of a session, with the hash of its rows up to this mark.
pub(super) async fn close(
    tx: &mut Tx,
    session_id: i64,
    by: i64,
    last_mark_id: Option<i64>,
    hash: &str,
    at: DateTime<Utc>,
) -> Result<()> {
    execute!(tx, CLOSE, session_id, at, by, last_mark_id, hash)?;
    Ok(())
}

const KNOWN: &str = "SELECT client_id FROM attendance WHERE session_id = $1";
const TAKEN: &str = "SELECT COUNT(*) FROM attendance WHERE client_id = $1";
const INSERT: &str = "
    INSERT INTO attendance (client_id, session_id, subscription_id, status, minutes, manner, marked_by, marked_at,
        received_at, replaces)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id";
const REASON: &str = "INSERT INTO attendance_reasons (attendance_id, reason) VALUES ($1, $2)";
const REASONS: &str = "
    SELECT r.attendance_id, r.reason FROM attendance_reasons r JOIN attendance a ON a.id = r.attendance_id
    WHERE a.session_id = $1";

/// The client's ids of the marks of a session.
pub(super) async fn known(conn: &mut Conn, session_id: i64) -> Result<BTreeSet<String>> {
    Ok(fetch_all!(conn, (String,), KNOWN, session_id)?.into_iter().map(|(id,)| id).collect())
}

/// Whether a mark of any session has this id.
pub(super) async fn is_taken(conn: &mut Conn, client_id: &str) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, TAKEN, client_id)? > 0)
}

/// Adds a mark in place of the one that counted until now. It was made between `earliest` and its receipt.
pub(super) async fn insert(
    tx: &mut Tx,
    session_id: i64,
    by: i64,
    new: &NewMark,
    replaces: Option<i64>,
    (earliest, received_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Mark> {
    // The clock of a telephone may be wrong.
    let marked_at = new.marked_at.unwrap_or(received_at).max(earliest).min(received_at);
    let id = fetch_scalar!(
        tx,
        i64,
        INSERT,
        &new.client_id,
        session_id,
        new.subscription_id,
        new.status.as_str(),
        new.late,
        new.manner.as_str(),
        by,
        marked_at,
        received_at,
        replaces
    )?;
    if let Some(reason) = &new.reason {
        execute!(tx, REASON, id, reason)?;
    }
    Ok(Mark {
        id,
        subscription_id: new.subscription_id,
        status: new.status,
        late: new.late,
        manner: new.manner,
        marked_at,
        received_at,
    })
}

/// The reasons of the corrections of a session, by mark.
pub(super) async fn reasons(conn: &mut Conn, session_id: i64) -> Result<BTreeMap<i64, String>> {
    Ok(fetch_all!(conn, (i64, String), REASONS, session_id)?.into_iter().collect())
}

/// A mark as it was received.
#[derive(Debug, Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReceivedMark {
    id: i64,
    subscription_id: i64,
    learner_name: String,
    #[sqlx(try_from = "String")]
    status: preau_core::attendance::AttendanceStatus,
    /// How late; of `LATE` only.
    minutes: Option<i64>,
    #[sqlx(try_from = "String")]
    manner: Manner,
    reason: Option<String>,
    marked_by: String,
    #[serde(serialize_with = "clock::instant")]
    marked_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::instant")]
    received_at: DateTime<Utc>,
    /// The mark that counted until then.
    replaces: Option<i64>,
}

const RECEIVED: &str = "
    SELECT a.id, a.subscription_id, l.first_name || ' ' || l.last_name AS learner_name, a.status, a.minutes, a.manner,
        r.reason, m.first_name || ' ' || m.last_name AS marked_by, a.marked_at, a.received_at, a.replaces
    FROM attendance a JOIN subscriptions s ON s.id = a.subscription_id JOIN users l ON l.id = s.user_id
    JOIN users m ON m.id = a.marked_by LEFT JOIN attendance_reasons r ON r.attendance_id = a.id
    WHERE a.session_id = $1 ORDER BY a.id";

/// Every mark of a session, as received.
pub(super) async fn received(conn: &mut Conn, session_id: i64) -> Result<Vec<ReceivedMark>> {
    fetch_all!(conn, ReceivedMark, RECEIVED, session_id)
}

//! SQL of messages to classes.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::end_of_paris_day;
use preau_core::class_message::ClassMessage;

use crate::db::{Conn, Filter, Order};
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::write::Tx;
use crate::{fetch_all, fetch_optional, fetch_scalar};

/// A message with its author and its file.
#[derive(Debug, preau_derive::FromRow)]
pub(super) struct MessageRow {
    pub(super) id: i64,
    pub(super) text: String,
    pub(super) file_url: Option<String>,
    pub(super) file_name: Option<String>,
    pub(super) author_name: Option<String>,
    pub(super) created_at: DateTime<Utc>,
    pub(super) recipients: i64,
}

/// A learner who gets a message, with a live subscription of theirs.
#[derive(Clone, Copy, Debug, preau_derive::FromRow)]
pub(super) struct Learner {
    pub(super) user_id: i64,
    pub(super) subscription_id: i64,
}

/// A message to a class that its learner answers, and the teacher who wrote it.
#[derive(Debug, preau_derive::FromRow)]
pub(super) struct AnsweredRow {
    pub(super) learner_id: i64,
    pub(super) course_name: String,
    pub(super) author_id: Option<i64>,
    /// None when staff wrote it that does not teach.
    pub(super) teacher_id: Option<i64>,
    pub(super) teacher_name: Option<String>,
}

/// Somebody's subscription, for which messages are read.
#[derive(Debug, preau_derive::FromRow)]
pub(super) struct Member {
    pub(super) user_id: i64,
    course_id: i64,
    pub(super) active: bool,
    pub(super) access_expires_at: NaiveDate,
}

const COURSE: &str =
    "SELECT c.name, g.code FROM courses c JOIN languages g ON g.id = c.language_id WHERE c.id = $1";
const CLASS: &str = "
    SELECT s.user_id, MAX(s.id) AS subscription_id FROM subscriptions s JOIN users u ON u.id = s.user_id
    WHERE s.course_id = $1 AND s.active AND s.access_expires_at >= $2 AND u.deleted_at IS NULL
    GROUP BY s.user_id ORDER BY s.user_id";
const MEMBER: &str = "SELECT user_id, course_id, active, access_expires_at FROM subscriptions WHERE id = $1";
const MESSAGES: &str = "
    SELECT m.id, m.text, m.file_url, CASE WHEN f.created_by = m.author_id THEN f.name END AS file_name, u.first_name || ' ' || u.last_name AS author_name,
        m.created_at, m.recipients
    FROM class_messages m LEFT JOIN users u ON u.id = m.author_id AND u.deleted_at IS NULL
    LEFT JOIN files f ON f.address = m.file_url";
const ANSWERED: &str = "
    SELECT s.user_id AS learner_id, c.name AS course_name, m.author_id, t.id AS teacher_id,
        t.first_name || ' ' || t.last_name AS teacher_name
    FROM class_messages m JOIN subscriptions s ON s.course_id = m.course_id JOIN courses c ON c.id = m.course_id
    LEFT JOIN teachers t ON t.user_id = m.author_id
    WHERE s.id = $1 AND m.id = $2";
const INSERT: &str = "
    INSERT INTO class_messages (course_id, author_id, text, file_url, recipients, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING id";

/// Name and language of a course.
///
/// # Errors
/// `not_found`.
pub(super) async fn course(conn: &mut Conn, id: i64) -> Result<(String, String)> {
    fetch_optional!(conn, (String, String), COURSE, id)?.ok_or_else(Error::not_found)
}

/// The learners with a live subscription.
pub(super) async fn class(conn: &mut Conn, course_id: i64, today: NaiveDate) -> Result<Vec<Learner>> {
    fetch_all!(conn, Learner, CLASS, course_id, today)
}

/// The subscription of this id.
///
/// # Errors
/// `not_found`.
pub(super) async fn member(conn: &mut Conn, id: i64) -> Result<Member> {
    fetch_optional!(conn, Member, MEMBER, id)?.ok_or_else(Error::not_found)
}

async fn newest(conn: &mut Conn, filter: &Filter) -> Result<Vec<MessageRow>> {
    Window::parse(None, None)?.fetch(conn, MESSAGES, filter, Order::descending(&["m.id"])).await
}

/// The messages to the class of a course, the newest first.
pub(super) async fn of_course(conn: &mut Conn, course_id: i64) -> Result<Vec<MessageRow>> {
    newest(conn, &Filter::new().with("m.course_id = $1", course_id)).await
}

/// The messages that a subscription reads: all while it is live, those until its last day once it has expired, none once it
/// was taken away.
pub(super) async fn of_member(conn: &mut Conn, member: &Member, live: bool) -> Result<Vec<MessageRow>> {
    if !member.active {
        return Ok(Vec::new());
    }
    let end = (!live).then(|| end_of_paris_day(member.access_expires_at));
    newest(conn, &Filter::new().with("m.course_id = $1", member.course_id).when("m.created_at < $1", end))
        .await
}

/// The message of this id.
///
/// # Errors
/// `not_found`.
pub(super) async fn find(conn: &mut Conn, id: i64) -> Result<MessageRow> {
    let found = Filter::new().with("m.id = $1", id).fetch_optional(conn, MESSAGES).await?;
    found.ok_or_else(Error::not_found)
}

/// The message of this id to the class of this subscription.
///
/// # Errors
/// `not_found`.
pub(super) async fn answered(conn: &mut Conn, subscription_id: i64, id: i64) -> Result<AnsweredRow> {
    fetch_optional!(conn, AnsweredRow, ANSWERED, subscription_id, id)?.ok_or_else(Error::not_found)
}

pub(super) async fn insert(
    tx: &mut Tx,
    course_id: i64,
    author_id: i64,
    message: &ClassMessage,
    recipients: usize,
) -> Result<i64> {
    let now = tx.now;
    let ClassMessage { text, file_url } = message;
    let recipients = i64::try_from(recipients).unwrap_or(i64::MAX);
    fetch_scalar!(tx, i64, INSERT, course_id, author_id, text, file_url.as_deref(), recipients, now)
}

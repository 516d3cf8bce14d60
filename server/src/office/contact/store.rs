//! SQL of the contact messages.

use chrono::NaiveTime;
use preau_core::contact::Contact;
use preau_core::language::UiLanguage;

use crate::db::{Conn, Filter, Order};
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::write::Tx;
use crate::{execute, fetch_optional, fetch_scalar};

use super::receiving::{Addressee, Teacher};
use super::{ContactMessage, ContactReply};

const INSERT: &str = "
    INSERT INTO contact_messages (name, email, message, subject, recipient, wished_date, wished_time, language,
        created_at, teacher_id, class_message_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id";
const MESSAGES: &str = "
    SELECT m.id, m.version, m.name, m.email, m.subject, m.recipient, m.wished_date, m.wished_time, m.message, m.language,
        m.handled, m.created_at, m.teacher_id, c.text AS class_message
    FROM contact_messages m LEFT JOIN class_messages c ON c.id = m.class_message_id";
const COUNT: &str = "SELECT COUNT(*) FROM contact_messages m";
// Of two teachers with the same name, neither is meant for certain.
const TEACHER_NAMED: &str = "
    SELECT MIN(id), MIN(user_id) FROM teachers WHERE first_name || ' ' || last_name = $1 HAVING COUNT(*) = 1";
// The fact of `mail::facts::contact_reply_fact`; a mail that the outbox keeps no longer has left.
const REPLIES: &str = "
    SELECT r.id, r.message_id, r.text, r.created_at, u.first_name || ' ' || u.last_name AS author,
        m.id AS mail_id, COALESCE(m.status, 'SENT') AS mail_status, m.last_error AS mail_error
    FROM contact_replies r LEFT JOIN users u ON u.id = r.author_id
        LEFT JOIN mails m ON m.kind = 'contact-reply' AND m.fact = 'contact reply ' || r.id";
const INSERT_REPLY: &str = "
    INSERT INTO contact_replies (message_id, author_id, text, created_at) VALUES ($1, $2, $3, $4) RETURNING id";
const SET_ANSWERED: &str = "UPDATE contact_messages SET handled = TRUE, version = version + 1 WHERE id = $1";
const SET_HANDLED: &str =
    "UPDATE contact_messages SET handled = $2, version = version + 1 WHERE id = $1 AND handled <> $2";

/// The teacher of this name, and their account.
pub(super) async fn teacher_named(conn: &mut Conn, name: &str) -> Result<Option<Teacher>> {
    let found = fetch_optional!(conn, (i64, Option<i64>), TEACHER_NAMED, name)?;
    Ok(found.map(|(id, user_id)| Teacher { id, user_id }))
}

pub(super) async fn insert(
    tx: &mut Tx,
    contact: &Contact,
    language: UiLanguage,
    addressee: &Addressee,
) -> Result<i64> {
    let now = tx.now;
    fetch_scalar!(
        tx,
        i64,
        INSERT,
        &contact.name,
        contact.email.as_str(),
        &contact.message,
        contact.subject.as_deref(),
        contact.to.as_deref(),
        contact.wished_date,
        contact.wished_time.map(time_text),
        language.as_str(),
        now,
        addressee.teacher.map(|teacher| teacher.id),
        addressee.class_message.as_ref().map(|message| message.id)
    )
}

/// `09:30`.
pub(super) fn time_text(time: NaiveTime) -> String {
    time.format("%H:%M").to_string()
}

/// Which messages are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inbox {
    pub(super) handled: Option<bool>,
    /// Only those to this teacher.
    pub(super) teacher_id: Option<i64>,
}

impl Inbox {
    fn filter(self) -> Filter {
        Filter::new().when("m.handled = $1", self.handled).when("m.teacher_id = $1", self.teacher_id)
    }
}

pub(super) async fn list(conn: &mut Conn, inbox: Inbox, window: Window) -> Result<Vec<ContactMessage>> {
    let newest = Order::descending(&["m.id"]);
    let messages = window.fetch(conn, MESSAGES, &inbox.filter(), newest).await?;
    with_replies(conn, messages).await
}

async fn with_replies(conn: &mut Conn, mut messages: Vec<ContactMessage>) -> Result<Vec<ContactMessage>> {
    let ids: Vec<i64> = messages.iter().map(|message| message.id).collect();
    let theirs = Filter::new().among("r.message_id", &*ids);
    for reply in theirs.fetch_all::<ContactReply>(conn, REPLIES, Order::ascending(&["r.id"])).await? {
        if let Some(message) = messages.iter_mut().find(|message| message.id == reply.message_id) {
            message.replies.push(reply);
        }
    }
    Ok(messages)
}

pub(super) async fn count(conn: &mut Conn, inbox: Inbox) -> Result<i64> {
    inbox.filter().count(conn, COUNT).await
}

pub(super) async fn find(conn: &mut Conn, id: i64) -> Result<ContactMessage> {
    let found = Filter::new().with("m.id = $1", id).fetch_optional(conn, MESSAGES).await?;
    with_replies(conn, found.into_iter().collect()).await?.pop().ok_or_else(Error::not_found)
}

/// Marks a message that gets an answer as handled; whoever read it before has seen less.
pub(super) async fn set_answered(tx: &mut Tx, id: i64) -> Result<()> {
    execute!(tx, SET_ANSWERED, id)?;
    Ok(())
}

pub(super) async fn insert_reply(tx: &mut Tx, message_id: i64, author_id: i64, text: &str) -> Result<i64> {
    let now = tx.now;
    fetch_scalar!(tx, i64, INSERT_REPLY, message_id, author_id, text, now)
}

pub(super) async fn set_handled(tx: &mut Tx, id: i64, handled: bool) -> Result<()> {
    execute!(tx, SET_HANDLED, id, handled)?;
    Ok(())
}

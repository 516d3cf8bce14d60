//! SQL of the contact messages.

use chrono::NaiveTime;
use preau_core::contact::Contact;
use preau_core::language::UiLanguage;

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

use super::{ContactMessage, ContactReply};

const INSERT: &str = "
    INSERT INTO contact_messages (name, email, message, subject, recipient, wished_date, wished_time, language,
        created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id";
macro_rules! list {
    ($order:literal) => {
        concat!(
            "SELECT id, version, name, email, subject, recipient, wished_date, wished_time, message, language,
                handled, created_at
            FROM contact_messages WHERE (CAST($1 AS BOOLEAN) IS NULL OR handled = $1)
            ORDER BY id ",
            $order,
            " LIMIT $2 OFFSET $3"
        )
    };
}
const COUNT: &str =
    "SELECT COUNT(*) FROM contact_messages WHERE (CAST($1 AS BOOLEAN) IS NULL OR handled = $1)";
const FIND: &str = "
    SELECT id, version, name, email, subject, recipient, wished_date, wished_time, message, language,
        handled, created_at
    FROM contact_messages WHERE id = $1";
// The fact of `mail::facts::contact_reply_fact`; a mail that the outbox keeps no longer has left.
macro_rules! replies {
    ($messages:expr) => {
        concat!(
            "SELECT r.id, r.message_id, r.text, r.created_at, u.first_name || ' ' || u.last_name AS author,
                m.id AS mail_id, COALESCE(m.status, 'SENT') AS mail_status, m.last_error AS mail_error
            FROM contact_replies r LEFT JOIN users u ON u.id = r.author_id
                LEFT JOIN mails m ON m.kind = 'contact-reply' AND m.fact = 'contact reply ' || r.id
            WHERE r.message_id IN (",
            $messages,
            ") ORDER BY r.id"
        )
    };
}
macro_rules! replies_to_list {
    ($order:literal) => {
        replies!(concat!("SELECT id FROM (", list!($order), ") page"))
    };
}
const REPLIES: &str = replies!("$1");
const INSERT_REPLY: &str = "
    INSERT INTO contact_replies (message_id, author_id, text, created_at) VALUES ($1, $2, $3, $4) RETURNING id";
const SET_ANSWERED: &str = "UPDATE contact_messages SET handled = TRUE, version = version + 1 WHERE id = $1";
const SET_HANDLED: &str =
    "UPDATE contact_messages SET handled = $2, version = version + 1 WHERE id = $1 AND handled <> $2";

pub(super) async fn insert(tx: &mut Tx, contact: &Contact, language: UiLanguage) -> Result<i64> {
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
        now
    )
}

/// `09:30`.
pub(super) fn time_text(time: NaiveTime) -> String {
    time.format("%H:%M").to_string()
}

pub(super) async fn list(
    conn: &mut Conn,
    handled: Option<bool>,
    window: Window,
) -> Result<Vec<ContactMessage>> {
    let (sql, replies) = if window.backwards {
        (list!("ASC"), replies_to_list!("ASC"))
    } else {
        (list!("DESC"), replies_to_list!("DESC"))
    };
    let mut messages = fetch_all!(conn, ContactMessage, sql, handled, window.limit, window.offset)?;
    for reply in fetch_all!(conn, ContactReply, replies, handled, window.limit, window.offset)? {
        if let Some(message) = messages.iter_mut().find(|message| message.id == reply.message_id) {
            message.replies.push(reply);
        }
    }
    Ok(window.in_order(messages))
}

pub(super) async fn count(conn: &mut Conn, handled: Option<bool>) -> Result<i64> {
    fetch_scalar!(conn, i64, COUNT, handled)
}

pub(super) async fn find(conn: &mut Conn, id: i64) -> Result<ContactMessage> {
    let message = fetch_optional!(conn, ContactMessage, FIND, id)?.ok_or_else(Error::not_found)?;
    Ok(ContactMessage { replies: fetch_all!(conn, ContactReply, REPLIES, id)?, ..message })
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

//! SQL of the outbox. What mails show comes from [`super::facts::store`].

use chrono::{DateTime, TimeDelta, Utc};
use preau_core::language::UiLanguage;
use serde_json::json;

use crate::clock::{Ids, sha256_hex};
use crate::context::AppContext;
use crate::db::{Conn, Filter, Order, insert_rows, words_pattern};
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

use super::facts::{reservation_fact, withdrawal_fact};
use super::{Kind, MailNote, MailStatus, NewMail};

/// Kinds of mails that are for the school itself, as an SQL list; cf. [`Kind::is_for_school`].
macro_rules! kinds_for_school {
    () => {
        "('admin-booking', 'admin-withdrawal', 'contact', 'course-completed')"
    };
}

/// Kinds of mails that tell of a booking, its money or its end, as an SQL list.
macro_rules! kinds_of_bookings {
    () => {
        "('reservation-confirmed', 'beneficiary-confirmed', 'admin-booking', 'refund', 'credit-note',
          'withdrawal-received', 'withdrawal-decided', 'course-cancelled', 'course-changed',
          'teaching-changed', 'session-reminder', 'course-confirmed', 'course-proposal', 'proposal-accepted',
          'proposal-ended')"
    };
}

pub(crate) use {kinds_for_school, kinds_of_bookings};

const INSERT: &str = "
    INSERT INTO mails (kind, fact, recipient, recipient_name, reply_to, user_id, language, params, message_id,
        status, next_attempt_at, created_at)";
const ONCE: &str = "ON CONFLICT (kind, fact) DO NOTHING";

/// Inserts mails, except those of a kind and fact that have one.
pub(super) async fn insert(tx: &mut Tx, mails: &[NewMail]) -> Result<()> {
    let now = tx.now;
    let row = |mail: &NewMail| {
        Ok(vec![
            mail.kind.name().into(),
            mail.fact.clone().into(),
            mail.to.clone().into(),
            mail.name.clone().into(),
            mail.reply_to.clone().into(),
            mail.user_id.into(),
            mail.language.as_str().into(),
            mail.kind.params()?.to_string().into(),
            Ids.hex128().into(),
            MailStatus::Queued.as_str().into(),
            now.into(),
            now.into(),
        ])
    };
    let rows: Vec<_> = mails.iter().map(row).collect::<Result<_>>()?;
    insert_rows(tx, INSERT, &rows, ONCE).await
}

/// A mail this server has taken to send.
#[derive(preau_derive::FromRow)]
pub(super) struct Leased {
    pub id: i64,
    pub kind: String,
    pub params: String,
    pub recipient: String,
    pub recipient_name: String,
    pub reply_to: Option<String>,
    pub user_id: Option<i64>,
    pub language: String,
    pub message_id: String,
    pub attempts: i64,
    pub created_at: DateTime<Utc>,
}

impl Leased {
    pub(super) fn kind(&self) -> Result<Kind> {
        kind(&self.kind, &self.params)
    }

    pub(super) fn language(&self) -> Result<UiLanguage> {
        self.language.parse().map_err(|_| Error::internal("an unknown language in mails"))
    }
}

fn kind(name: &str, params: &str) -> Result<Kind> {
    let unreadable = |error: serde_json::Error| Error::internal(format!("facts of a mail: {error}"));
    let params: serde_json::Value = serde_json::from_str(params).map_err(unreadable)?;
    serde_json::from_value(json!({ "kind": name, "params": params })).map_err(unreadable)
}

// What waits longer than any pause was put off before the clock was put back: it is due too.
const ANY_DUE: &str = "
    SELECT 1 FROM mails WHERE status = 'QUEUED' AND (next_attempt_at <= $1 OR next_attempt_at > $2) LIMIT 1";

/// Longer than any mail waits for its next try, and longer than the clocks of two servers differ.
const LONGEST_WAIT: TimeDelta = TimeDelta::minutes(10);

/// Whether a mail waits to be sent; looked up without writing.
pub(super) async fn any_due(app: &AppContext) -> Result<bool> {
    let mut conn = app.db.read().await?;
    let now = app.clock.now();
    Ok(fetch_optional!(conn, (i32,), ANY_DUE, now, now + LONGEST_WAIT)?.is_some())
}

const LEASE: &str = "
    UPDATE mails SET leased_by = $2, next_attempt_at = $3, attempts = attempts + 1
    WHERE status = 'QUEUED' AND (next_attempt_at <= $1 OR next_attempt_at > $5) AND id IN (
        SELECT id FROM mails WHERE status = 'QUEUED' AND (next_attempt_at <= $1 OR next_attempt_at > $5)
        ORDER BY next_attempt_at, id LIMIT $4)
    RETURNING id, kind, params, recipient, recipient_name, reply_to, user_id, language, message_id, attempts,
        created_at";

/// Takes due mails, the longest waiting first, until `until`.
pub(super) async fn lease(tx: &mut Tx, by: &str, until: DateTime<Utc>, most: i64) -> Result<Vec<Leased>> {
    fetch_all!(tx, Leased, LEASE, tx.now, by, until, most, tx.now + LONGEST_WAIT)
}

/// What a link needs to know of an account.
#[derive(preau_derive::FromRow)]
pub(super) struct Account {
    pub id: i64,
    pub email: Option<String>,
    /// Or signs in with Google.
    pub has_password: bool,
}

const ACCOUNT: &str = "
    SELECT id, email, (password_hash IS NOT NULL OR google_sub IS NOT NULL) AS has_password
    FROM users WHERE id = $1 AND deleted_at IS NULL";

pub(super) async fn account(conn: &mut Conn, id: i64) -> Result<Option<Account>> {
    fetch_optional!(conn, Account, ACCOUNT, id)
}

const INVITE: &str = "UPDATE teacher_invitations SET token_hash = $2 WHERE id = $1 AND expires_at > $3";

/// Gives an invitation the token of the mail that is about to leave; that of an earlier mail stops working. False when
/// there is no such invitation any more.
pub(super) async fn set_invitation_token(tx: &mut Tx, id: i64, token: &str) -> Result<bool> {
    Ok(execute!(tx, INVITE, id, sha256_hex(token), tx.now)? == 1)
}

const ADD_WAITLIST_TOKEN: &str = "
    INSERT INTO waitlist_tokens (token_hash, entry_id) SELECT $2, id FROM waitlist_entries WHERE id = $1";

/// Adds the token of the mail that is about to leave to an entry of a waiting list. False when there is no such entry.
pub(super) async fn add_waitlist_token(tx: &mut Tx, id: i64, token: &str) -> Result<bool> {
    Ok(execute!(tx, ADD_WAITLIST_TOKEN, id, sha256_hex(token))? == 1)
}

const ADD_PROPOSAL_TOKEN: &str = "
    INSERT INTO proposal_tokens (token_hash, proposal_id) SELECT $2, id FROM decision_proposals WHERE id = $1";

/// Adds the token of the mail that is about to leave to a proposal. False when there is no such proposal.
pub(super) async fn add_proposal_token(tx: &mut Tx, id: i64, token: &str) -> Result<bool> {
    Ok(execute!(tx, ADD_PROPOSAL_TOKEN, id, sha256_hex(token))? == 1)
}

// Whoever sent it: a server whose lease had ended meanwhile spares the next one the work.
const SENT: &str = "
    UPDATE mails SET status = 'SENT', sent_at = $2, sent_link = $3, leased_by = NULL, last_error = NULL
    WHERE id = $1 AND status = 'QUEUED' AND leased_by IS NOT NULL";
const DELAYED: &str = "
    UPDATE mails SET next_attempt_at = $3, last_error = $4, leased_by = NULL
    WHERE id = $1 AND status = 'QUEUED' AND leased_by IS NOT NULL AND attempts = $2";
const PARKED: &str = "
    UPDATE mails SET status = 'PARKED', last_error = $3, leased_by = NULL
    WHERE id = $1 AND status = 'QUEUED' AND leased_by IS NOT NULL AND attempts = $2";
const REOPENED: &str = "
    UPDATE contact_messages SET handled = FALSE, version = version + 1
    WHERE handled AND id IN (
        SELECT r.message_id FROM contact_replies r JOIN mails m ON m.fact = 'contact reply ' || r.id
        WHERE m.id = $1 AND m.kind = 'contact-reply')";

/// Longest reason kept, in characters.
const LONGEST_ERROR: usize = 500;

/// Notes that a mail has left; `link` is kept in development only.
pub(super) async fn sent(tx: &mut Tx, id: i64, link: Option<&str>) -> Result<()> {
    execute!(tx, SENT, id, tx.now, link)?;
    Ok(())
}

/// Notes a failed try and when the next one is due.
pub(super) async fn delayed(tx: &mut Tx, mail: &Leased, why: &str, next: DateTime<Utc>) -> Result<()> {
    execute!(tx, DELAYED, mail.id, mail.attempts, next, shortened(why))?;
    Ok(())
}

/// Notes a refusal for good. A message whose answer did not leave waits for one again.
pub(super) async fn parked(tx: &mut Tx, mail: &Leased, why: &str) -> Result<()> {
    if execute!(tx, PARKED, mail.id, mail.attempts, shortened(why))? > 0 {
        execute!(tx, REOPENED, mail.id)?;
    }
    Ok(())
}

fn shortened(why: &str) -> String {
    why.chars().take(LONGEST_ERROR).collect()
}

const RESEND: &str = "
    UPDATE mails SET status = 'QUEUED', attempts = 0, next_attempt_at = $2, leased_by = NULL, last_error = NULL,
        sent_at = NULL, sent_link = NULL, message_id = $3
    WHERE id = $1 AND status <> 'QUEUED'";
const EXISTS: &str = "SELECT id FROM mails WHERE id = $1";

/// Queues a sent or parked mail anew, under a new Message-ID, for mailboxes hide what they have seen; one
/// that is queued stays so.
///
/// # Errors
/// `not_found`.
pub(super) async fn resend(tx: &mut Tx, id: i64) -> Result<()> {
    let message_id = Ids.hex128();
    if execute!(tx, RESEND, id, tx.now, message_id)? == 0
        && fetch_optional!(tx, (i64,), EXISTS, id)?.is_none()
    {
        return Err(Error::not_found());
    }
    Ok(())
}

/// A row of the outbox as ADMIN sees it.
#[derive(preau_derive::FromRow)]
pub(super) struct Listed {
    pub id: i64,
    pub kind: String,
    pub fact: String,
    pub params: String,
    pub recipient: String,
    pub recipient_name: String,
    pub user_id: Option<i64>,
    pub language: String,
    #[sqlx(try_from = "String")]
    pub status: MailStatus,
    pub attempts: i64,
    pub last_error: Option<String>,
    pub next_attempt_at: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
    pub sent_at: Option<DateTime<Utc>>,
    pub sent_link: Option<String>,
    pub has_password: bool,
}

impl Listed {
    pub(super) fn kind(&self) -> Result<Kind> {
        kind(&self.kind, &self.params)
    }

    pub(super) fn language(&self) -> Result<UiLanguage> {
        self.language.parse().map_err(|_| Error::internal("an unknown language in mails"))
    }
}

/// Which mails are read; what is absent lets all through.
pub(super) struct MailFilter {
    pub(super) status: Option<MailStatus>,
    /// Words of the recipient's name or address, folded.
    pub(super) words: Option<String>,
}

impl MailFilter {
    fn filter(&self) -> Filter {
        const SEARCH: &str =
            "LOWER(m.recipient) LIKE $1 ESCAPE '\\' OR LOWER(m.recipient_name) LIKE $1 ESCAPE '\\'
            OR m.user_id IN (SELECT id FROM users WHERE search_text LIKE $1 ESCAPE '\\')";
        Filter::new()
            .when("m.status = $1", self.status.map(MailStatus::as_str))
            .when(SEARCH, self.words.as_deref().map(words_pattern))
    }
}

const LIST: &str = "
    SELECT m.id, m.kind, m.fact, m.params, m.recipient, m.recipient_name, m.user_id, m.language, m.status,
        m.attempts, m.last_error, m.next_attempt_at, m.created_at, m.sent_at, m.sent_link,
        (u.password_hash IS NOT NULL OR u.google_sub IS NOT NULL) AS has_password
    FROM mails m LEFT JOIN users u ON u.id = m.user_id";
const COUNT: &str = "SELECT COUNT(*) FROM mails m";

/// The newest first.
pub(super) async fn list(conn: &mut Conn, filter: &MailFilter, window: Window) -> Result<Vec<Listed>> {
    window.fetch(conn, LIST, &filter.filter(), Order::descending(&["m.id"])).await
}

pub(super) async fn count(conn: &mut Conn, filter: &MailFilter) -> Result<i64> {
    filter.filter().count(conn, COUNT).await
}

const PARKED_OF_BOOKINGS: &str =
    concat!("SELECT COUNT(*) FROM mails WHERE status = 'PARKED' AND kind IN ", kinds_of_bookings!());

pub(super) async fn parked_of_bookings(conn: &mut Conn) -> Result<i64> {
    fetch_scalar!(conn, i64, PARKED_OF_BOOKINGS)
}

// The facts of `super::facts`.
const OF_RESERVATION: &str = "
    SELECT id, kind, recipient, status, last_error, created_at, sent_at FROM mails
    WHERE fact IN ($2, $3)
        OR kind = 'refund' AND fact IN (SELECT 'refund ' || id FROM refunds WHERE reservation_id = $1)
        OR kind = 'credit-note' AND fact IN (SELECT 'credit note ' || number FROM invoices WHERE reservation_id = $1)
        OR kind IN ('course-proposal', 'proposal-accepted', 'proposal-ended') AND fact IN (
            SELECT 'proposal ' || id FROM decision_proposals WHERE reservation_id = $1
            UNION ALL SELECT 'reminder of proposal ' || id FROM decision_proposals WHERE reservation_id = $1
            UNION ALL SELECT 'learner of proposal ' || id FROM decision_proposals WHERE reservation_id = $1)
    ORDER BY id";

pub(super) async fn of_reservation(conn: &mut Conn, id: i64) -> Result<Vec<MailNote>> {
    fetch_all!(conn, MailNote, OF_RESERVATION, id, reservation_fact(id), withdrawal_fact(id))
}

//! SQL of the outbox, and of the facts that mails show.

use chrono::NaiveDate;
use preau_core::money::Cents;
use serde_json::Value;

use crate::clock::Ids;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional};

use super::facts::ReservationFacts;
use super::{Kind, Letter};

const INSERT: &str = "
    INSERT INTO mails (kind, fact, recipient, recipient_name, reply_to, user_id, language, params, message_id,
        status, next_attempt_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', $10, $10)
    ON CONFLICT (kind, fact, recipient) DO NOTHING";

pub(super) async fn insert(tx: &mut Tx, letter: &Letter) -> Result<()> {
    let message_id = Ids.hex128();
    let now = tx.now;
    execute!(
        tx,
        INSERT,
        letter.kind.name(),
        &letter.fact,
        &letter.to,
        &letter.name,
        letter.reply_to.as_deref(),
        letter.user_id,
        letter.language.as_str(),
        params(&letter.kind)?.to_string(),
        message_id,
        now
    )?;
    Ok(())
}

/// The facts alone, as they stand in the row beside the kind's name.
fn params(kind: &Kind) -> Result<Value> {
    let mut tagged = serde_json::to_value(kind).map_err(|error| Error::internal(error.to_string()))?;
    Ok(tagged.get_mut("params").map_or(Value::Null, Value::take))
}

/// A reservation with the people behind it.
#[derive(sqlx::FromRow)]
pub(super) struct ReservationRow {
    id: i64,
    course_name: String,
    course_type: String,
    location: Option<String>,
    schedule: Option<String>,
    start_date: NaiveDate,
    scope: String,
    amount_cents: i64,
    currency: String,
    payment_ref: Option<String>,
    payer_id: i64,
    payer_first_name: String,
    payer_last_name: String,
    payer_email: String,
    payer_language: String,
    learner_id: i64,
    learner_first_name: String,
    learner_last_name: String,
    learner_email: String,
    learner_language: String,
}

const RESERVATION: &str = "
    SELECT r.id, c.name AS course_name, c.type AS course_type, c.location, c.schedule, r.start_date, r.scope,
        r.amount_cents, r.currency, p.payment_ref,
        payer.id AS payer_id, payer.first_name AS payer_first_name, payer.last_name AS payer_last_name,
        payer.email AS payer_email, payer.language AS payer_language,
        learner.id AS learner_id, learner.first_name AS learner_first_name,
        learner.last_name AS learner_last_name, learner.email AS learner_email,
        learner.language AS learner_language
    FROM reservations r
    JOIN courses c ON c.id = r.course_id
    JOIN users payer ON payer.id = r.payer_id
    JOIN users learner ON learner.id = r.learner_id
    LEFT JOIN payments p ON p.id = r.payment_id
    WHERE r.id = $1";

pub(super) async fn reservation(conn: &mut Conn, id: i64) -> Result<Option<ReservationRow>> {
    fetch_optional!(conn, ReservationRow, RESERVATION, id)
}

const MODULE_TITLES: &str = "
    SELECT title FROM reservation_lines WHERE reservation_id = $1 AND module_id IS NOT NULL ORDER BY id";

pub(super) async fn module_titles(conn: &mut Conn, reservation_id: i64) -> Result<Vec<String>> {
    let rows = fetch_all!(conn, (String,), MODULE_TITLES, reservation_id)?;
    Ok(rows.into_iter().map(|(title,)| title).collect())
}

impl ReservationRow {
    /// The facts, with the titles of the modules sold.
    pub(super) fn facts(&self, modules: Vec<String>) -> Result<ReservationFacts> {
        Ok(ReservationFacts {
            reservation_id: self.id,
            course_name: self.course_name.clone(),
            course_type: keyword(&self.course_type)?,
            start_date: self.start_date,
            scope: keyword(&self.scope)?,
            modules,
            amount: Cents(self.amount_cents),
            currency: self.currency.clone(),
            payer_name: full_name(&self.payer_first_name, &self.payer_last_name),
            payer_email: self.payer_email.clone(),
            learner_name: full_name(&self.learner_first_name, &self.learner_last_name),
            learner_email: self.learner_email.clone(),
            location: self.location.clone(),
            schedule: self.schedule.clone(),
            payment_ref: self.payment_ref.clone(),
        })
    }

    pub(super) fn payer_letter(&self, kind: Kind, fact: String) -> Result<Letter> {
        Ok(Letter {
            kind,
            fact,
            to: self.payer_email.clone(),
            name: full_name(&self.payer_first_name, &self.payer_last_name),
            language: keyword(&self.payer_language)?,
            user_id: Some(self.payer_id),
            reply_to: None,
        })
    }

    pub(super) fn learner_letter(&self, kind: Kind, fact: String) -> Result<Letter> {
        Ok(Letter {
            kind,
            fact,
            to: self.learner_email.clone(),
            name: full_name(&self.learner_first_name, &self.learner_last_name),
            language: keyword(&self.learner_language)?,
            user_id: Some(self.learner_id),
            reply_to: None,
        })
    }
}

fn full_name(first: &str, last: &str) -> String {
    format!("{first} {last}").trim().to_owned()
}

/// A keyword of a column with a `CHECK`.
fn keyword<T: std::str::FromStr>(text: &str) -> Result<T> {
    text.parse().map_err(|_| Error::internal("an unknown keyword in a row"))
}

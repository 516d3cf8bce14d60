//! SQL of the facts of mails.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::paris_day;
use preau_core::money::Cents;

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::mail::{Kind, NewMail};
use crate::{fetch_all, fetch_optional};

use super::{CompletionFacts, ReservationFacts, ThresholdFacts};

/// A reservation with its payer and learner.
#[derive(preau_derive::FromRow)]
pub(in crate::mail) struct ReservationRow {
    id: i64,
    course_name: String,
    course_type: String,
    location: Option<String>,
    schedule: Option<String>,
    meeting_url: Option<String>,
    start_date: NaiveDate,
    minimum_learners: Option<i64>,
    decision_day: Option<NaiveDate>,
    start_confirmed: bool,
    enrolled: i64,
    scope: String,
    amount_cents: i64,
    currency: String,
    payment_ref: Option<String>,
    invoice_id: Option<i64>,
    confirmed_at: Option<DateTime<Utc>>,
    payer_id: i64,
    payer_first_name: String,
    payer_last_name: String,
    payer_email: String,
    payer_language: String,
    learner_first_name: String,
    learner_last_name: String,
    /// Empty for a child without one.
    learner_email: String,
    /// The account that gets the learner's mails: the learner, or the guardian of a child without an e-mail
    /// address.
    reader_id: i64,
    reader_name: String,
    reader_email: String,
    reader_language: String,
    reader_verified: bool,
}

const RESERVATION: &str = "
    SELECT r.id, c.name AS course_name, c.type AS course_type, c.location, c.schedule, c.meeting_url,
        r.start_date, c.minimum_learners, c.decision_day, c.start_confirmed, c.enrolled, r.scope,
        r.amount_cents, r.currency, p.payment_ref, i.id AS invoice_id, r.confirmed_at,
        payer.id AS payer_id, payer.first_name AS payer_first_name, payer.last_name AS payer_last_name,
        COALESCE(payer.email, '') AS payer_email, payer.language AS payer_language,
        learner.first_name AS learner_first_name,
        learner.last_name AS learner_last_name, COALESCE(learner.email, '') AS learner_email,
        reader.id AS reader_id, TRIM(reader.first_name || ' ' || reader.last_name) AS reader_name,
        COALESCE(reader.email, '') AS reader_email, reader.language AS reader_language,
        reader.email_verified_at IS NOT NULL AS reader_verified
    FROM reservations r
    JOIN courses c ON c.id = r.course_id
    JOIN users payer ON payer.id = r.payer_id
    JOIN users learner ON learner.id = r.learner_id
    JOIN users reader ON reader.id = CASE WHEN learner.email IS NULL THEN learner.guardian_id ELSE learner.id END
    LEFT JOIN payments p ON p.id = r.payment_id
    LEFT JOIN invoices i ON i.reservation_id = r.id AND i.kind = 'INVOICE' AND NOT i.replaced
    WHERE r.id = $1";

pub(in crate::mail) async fn reservation(conn: &mut Conn, id: i64) -> Result<Option<ReservationRow>> {
    fetch_optional!(conn, ReservationRow, RESERVATION, id)
}

const MODULE_TITLES: &str = "
    SELECT title FROM reservation_lines WHERE reservation_id = $1 AND module_id IS NOT NULL ORDER BY id";

pub(in crate::mail) async fn module_titles(conn: &mut Conn, reservation_id: i64) -> Result<Vec<String>> {
    let rows = fetch_all!(conn, (String,), MODULE_TITLES, reservation_id)?;
    Ok(rows.into_iter().map(|(title,)| title).collect())
}

impl ReservationRow {
    /// The facts, with the titles of the modules sold.
    pub(in crate::mail) fn facts(&self, modules: Vec<String>) -> Result<ReservationFacts> {
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
            meeting_url: self.meeting_url.clone(),
            payment_ref: self.payment_ref.clone(),
            invoice_id: self.invoice_id,
            threshold: self.threshold(),
        })
    }

    fn threshold(&self) -> Option<ThresholdFacts> {
        let missing = self.minimum_learners? - self.enrolled;
        let decision_day = self.decision_day.filter(|_| missing > 0 && !self.start_confirmed)?;
        Some(ThresholdFacts { missing, decision_day })
    }

    /// Whether somebody else than the payer gets the learner's mails.
    pub(in crate::mail) const fn has_other_reader(&self) -> bool {
        self.reader_id != self.payer_id
    }

    /// Whether the mail to the learner contains the names that were typed: at an unconfirmed address only
    /// when the reservation was paid for.
    pub(in crate::mail) const fn names_learner(&self) -> bool {
        self.reader_verified || self.amount_cents > 0
    }

    /// When the contract was made.
    pub(in crate::mail) fn confirmed_at(&self) -> Result<DateTime<Utc>> {
        self.confirmed_at.ok_or_else(|| Error::internal("a withdrawal from what was never confirmed"))
    }

    pub(in crate::mail) fn payer_mail(&self, kind: Kind, fact: String) -> Result<NewMail> {
        Ok(NewMail {
            kind,
            fact,
            to: self.payer_email.clone(),
            name: full_name(&self.payer_first_name, &self.payer_last_name),
            language: keyword(&self.payer_language)?,
            user_id: Some(self.payer_id),
            reply_to: None,
        })
    }

    pub(in crate::mail) fn learner_mail(&self, kind: Kind, fact: String) -> Result<NewMail> {
        Ok(NewMail {
            kind,
            fact,
            to: self.reader_email.clone(),
            name: self.reader_name.clone(),
            language: keyword(&self.reader_language)?,
            user_id: Some(self.reader_id),
            reply_to: None,
        })
    }
}

fn full_name(first: &str, last: &str) -> String {
    format!("{first} {last}").trim().to_owned()
}

/// Parses the keyword of a column with a `CHECK`.
fn keyword<T: std::str::FromStr>(text: &str) -> Result<T> {
    text.parse().map_err(|_| Error::internal("an unknown keyword in a row"))
}

#[derive(preau_derive::FromRow)]
struct CompletionRow {
    id: i64,
    completed_at: DateTime<Utc>,
    course_name: String,
    first_name: String,
    last_name: String,
    email: String,
}

const COMPLETION: &str = "
    SELECT s.id, s.completed_at, c.name AS course_name, u.first_name, u.last_name, COALESCE(u.email, '') AS email
    FROM subscriptions s JOIN courses c ON c.id = s.course_id JOIN users u ON u.id = s.user_id
    WHERE s.id = $1 AND s.completed_at IS NOT NULL";

/// A completed subscription.
pub(in crate::mail) async fn completion(conn: &mut Conn, id: i64) -> Result<Option<CompletionFacts>> {
    let row = fetch_optional!(conn, CompletionRow, COMPLETION, id)?;
    Ok(row.map(|row| CompletionFacts {
        subscription_id: row.id,
        course_name: row.course_name,
        learner_name: full_name(&row.first_name, &row.last_name),
        learner_email: row.email,
        completed_on: paris_day(row.completed_at),
    }))
}

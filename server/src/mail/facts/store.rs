//! SQL of the facts that mails show.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::paris_day;
use preau_core::money::Cents;

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::mail::{Kind, Letter};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional};

use super::{CompletionFacts, ReservationFacts};

/// A reservation with the people behind it.
#[derive(sqlx::FromRow)]
pub(in crate::mail) struct ReservationRow {
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
            payment_ref: self.payment_ref.clone(),
        })
    }

    pub(in crate::mail) fn payer_letter(&self, kind: Kind, fact: String) -> Result<Letter> {
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

    pub(in crate::mail) fn learner_letter(&self, kind: Kind, fact: String) -> Result<Letter> {
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

const LATEST_CONFIRMED: &str = "
    SELECT id FROM reservations WHERE payer_id = $1 AND status = 'CONFIRMED'
    ORDER BY confirmed_at DESC, id DESC LIMIT 1";

/// The payer's latest confirmed reservation.
pub(in crate::mail) async fn latest_confirmed(conn: &mut Conn, payer_id: i64) -> Result<Option<i64>> {
    Ok(fetch_optional!(conn, (i64,), LATEST_CONFIRMED, payer_id)?.map(|(id,)| id))
}

/// A subscription with its learner, perhaps completed.
#[derive(sqlx::FromRow)]
pub(in crate::mail) struct CompletionRow {
    id: i64,
    pub(in crate::mail) completed_at: Option<DateTime<Utc>>,
    course_name: String,
    first_name: String,
    last_name: String,
    email: String,
}

impl CompletionRow {
    pub(in crate::mail) fn facts(&self, today: NaiveDate) -> CompletionFacts {
        CompletionFacts {
            subscription_id: self.id,
            course_name: self.course_name.clone(),
            learner_name: full_name(&self.first_name, &self.last_name),
            learner_email: self.email.clone(),
            completed_on: self.completed_at.map_or(today, paris_day),
        }
    }
}

const COMPLETION: &str = "
    SELECT s.id, s.completed_at, c.name AS course_name, u.first_name, u.last_name, u.email
    FROM subscriptions s JOIN courses c ON c.id = s.course_id JOIN users u ON u.id = s.user_id
    WHERE s.id = $1 AND s.user_id = $2";

/// A subscription of this learner.
pub(in crate::mail) async fn completion(
    conn: &mut Conn,
    id: i64,
    learner_id: i64,
) -> Result<Option<CompletionRow>> {
    fetch_optional!(conn, CompletionRow, COMPLETION, id, learner_id)
}

const LESSONS: &str = "
    SELECT l.id, v.lesson_id IS NOT NULL AS viewed
    FROM subscriptions s
    JOIN modules m ON m.course_id = s.course_id
    JOIN chapters c ON c.module_id = m.id
    JOIN lessons l ON l.chapter_id = c.id
    LEFT JOIN lesson_views v ON v.lesson_id = l.id AND v.subscription_id = s.id
    WHERE s.id = $1 AND (s.scope = 'COURSE' OR EXISTS (
        SELECT 1 FROM subscription_modules g WHERE g.subscription_id = s.id AND g.module_id = m.id))
    ORDER BY m.order_index, c.order_index, l.order_index, l.id";

/// The lessons a subscription grants, in order, and those that were viewed.
pub(in crate::mail) async fn lessons(conn: &mut Conn, id: i64) -> Result<(Vec<i64>, BTreeSet<i64>)> {
    let rows = fetch_all!(conn, (i64, bool), LESSONS, id)?;
    let viewed = rows.iter().filter(|(_, viewed)| *viewed).map(|(lesson, _)| *lesson).collect();
    Ok((rows.iter().map(|(lesson, _)| *lesson).collect(), viewed))
}

const NOTE_NOTIFIED: &str = "
    UPDATE subscriptions SET completion_notified_at = $2 WHERE id = $1 AND completion_notified_at IS NULL";

/// Notes that the school was told.
pub(in crate::mail) async fn note_completion_notified(tx: &mut Tx, id: i64) -> Result<()> {
    let now = tx.now;
    execute!(tx, NOTE_NOTIFIED, id, now)?;
    Ok(())
}

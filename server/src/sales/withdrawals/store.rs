//! SQL of withdrawals: declarations, what was used until then, decisions.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::paris_day;
use preau_core::consent::ConsentKind;
use preau_core::money::Cents;
use preau_core::withdrawal::{Consumed, WithdrawalOutcome, still_proposed};

use crate::db::{Conn, Filter, Order};
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::sales::checkout::consents;
use crate::sales::reservations::store::ReservationRow;
use crate::sales::reservations::view::WithdrawalView;
use crate::write::Tx;
use crate::{execute, fetch_one};

/// A declaration to insert.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    pub reservation_id: i64,
    pub outcome: WithdrawalOutcome,
    pub paid: Cents,
    pub proposed: Cents,
    pub refund_id: Option<i64>,
}

/// A declaration with the reservation it ended.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(super) struct WithdrawalRow {
    pub id: i64,
    pub reservation_id: i64,
    pub declared_at: DateTime<Utc>,
    #[sqlx(try_from = "String")]
    pub outcome: WithdrawalOutcome,
    /// What was left of the payment at the declaration.
    pub paid_cents: i64,
    pub proposed_cents: i64,
    /// The amount received, and the amount refunded or being refunded by now.
    pub received_cents: i64,
    pub returned_cents: i64,
    pub decided_at: Option<DateTime<Utc>>,
    pub decided_cents: Option<i64>,
    pub note: Option<String>,
    pub course_name: String,
    pub payer_name: Option<String>,
    pub payer_email: String,
}

impl WithdrawalRow {
    /// What is left of the payment now.
    pub(super) const fn left(&self) -> Cents {
        Cents(self.received_cents - self.returned_cents)
    }

    /// The amount the rules propose; while undecided, limited to what is left now.
    pub(super) fn proposed(&self) -> Cents {
        let proposed = Cents(self.proposed_cents);
        match self.outcome {
            WithdrawalOutcome::Requested => still_proposed(proposed, Cents(self.paid_cents), self.left()),
            WithdrawalOutcome::Refunded | WithdrawalOutcome::Decided => proposed,
        }
    }

    pub(super) fn view(self) -> WithdrawalView {
        let back = Some(self.proposed());
        let at_once = self.outcome == WithdrawalOutcome::Refunded;
        WithdrawalView {
            id: Some(self.id),
            until: None,
            possible: false,
            refund: back.filter(|_| at_once),
            proposed: back.filter(|_| !at_once),
            declared_at: Some(self.declared_at),
            outcome: Some(self.outcome),
            decided: self.decided_cents.map(Cents),
            note: self.note,
        }
    }
}

const INSERT: &str = "
    INSERT INTO withdrawals (reservation_id, declared_at, outcome, paid_cents, proposed_cents, refund_id)
    VALUES ($1, $2, $3, $4, $5, $6)";

/// Inserts a declaration.
pub(super) async fn insert(tx: &mut Tx, new: &Declared) -> Result<()> {
    let outcome = new.outcome.as_str();
    execute!(tx, INSERT, new.reservation_id, tx.now, outcome, new.paid.0, new.proposed.0, new.refund_id)?;
    Ok(())
}

const IDS: &str = "SELECT w.id FROM withdrawals w";
const COUNT: &str = "SELECT COUNT(*) FROM withdrawals w";
const WITHDRAWALS: &str = "
    SELECT w.id, w.reservation_id, w.declared_at, w.outcome, w.paid_cents, w.proposed_cents,
        w.decided_at, w.decided_cents, w.note, c.name AS course_name,
        u.first_name || ' ' || u.last_name AS payer_name, r.payer_email, p.received_cents,
        CAST(COALESCE((SELECT SUM(f.amount_cents) FROM refunds f
            WHERE f.payment_id = p.id AND (f.status <> 'FAILED' OR f.stranded)), 0) AS BIGINT) AS returned_cents
    FROM withdrawals w JOIN reservations r ON r.id = w.reservation_id
    JOIN payments p ON p.id = r.payment_id
    JOIN courses c ON c.id = r.course_id LEFT JOIN users u ON u.id = r.payer_id";
const WAITING_FIRST: Order = Order::ascending(&[
    "CASE WHEN w.outcome = 'REQUESTED' THEN 0 ELSE 1 END",
    "CASE WHEN w.outcome = 'REQUESTED' THEN w.id ELSE -w.id END",
]);

fn filter(outcome: Option<WithdrawalOutcome>) -> Filter {
    Filter::new().when("w.outcome = $1", outcome.map(WithdrawalOutcome::as_str))
}

/// The declaration of a reservation; at most one exists.
pub(super) async fn of_reservation(conn: &mut Conn, id: i64) -> Result<Option<WithdrawalRow>> {
    Filter::new().with("w.reservation_id = $1", id).fetch_optional(conn, WITHDRAWALS).await
}

/// The declaration of this id.
pub(super) async fn get(conn: &mut Conn, id: i64) -> Result<WithdrawalRow> {
    let found = Filter::new().with("w.id = $1", id).fetch_optional(conn, WITHDRAWALS).await?;
    found.ok_or_else(Error::not_found)
}

/// Declarations: pending ones first, oldest first; then the others, latest first. Related rows are read only for those
/// of the page.
pub(super) async fn list(
    conn: &mut Conn,
    outcome: Option<WithdrawalOutcome>,
    window: Window,
) -> Result<Vec<WithdrawalRow>> {
    let ids = window.fetch_ids(conn, IDS, &filter(outcome), WAITING_FIRST).await?;
    Filter::new().among("w.id", &*ids).fetch_all(conn, WITHDRAWALS, WAITING_FIRST).await
}

/// Total number, over all pages.
pub(super) async fn count(conn: &mut Conn, outcome: Option<WithdrawalOutcome>) -> Result<i64> {
    filter(outcome).count(conn, COUNT).await
}

const DECIDE: &str = "
    UPDATE withdrawals SET outcome = 'DECIDED', refund_id = $2, decided_at = $3, decided_by = $4,
        decided_cents = $5, note = $6
    WHERE id = $1 AND outcome = 'REQUESTED'";

/// Records a decision. Returns whether it was still pending.
pub(super) async fn decide(
    tx: &mut Tx,
    id: i64,
    by: i64,
    amount: Cents,
    note: Option<&str>,
    refund_id: Option<i64>,
) -> Result<bool> {
    Ok(execute!(tx, DECIDE, id, refund_id, tx.now, by, amount.0, note)? == 1)
}

macro_rules! bought_lessons {
    ($from:literal, $where:literal) => {
        concat!(
            "(SELECT COUNT(*) FROM ",
            $from,
            " JOIN chapters h ON h.id = l.chapter_id JOIN modules m ON m.id = h.module_id
              WHERE m.course_id = r.course_id AND EXISTS (SELECT 1 FROM reservation_lines n
                WHERE n.reservation_id = r.id AND (n.module_id IS NULL OR n.module_id = m.id)) ",
            $where,
            ")"
        )
    };
}

const CONSUMED: &str = concat!(
    "SELECT c.start_date, c.end_date, ",
    bought_lessons!("lessons l", ""),
    " AS lessons, ",
    bought_lessons!(
        "lesson_views v JOIN lessons l ON l.id = v.lesson_id",
        "AND v.subscription_id IN (SELECT s.subscription_id FROM subscription_reservations s
            WHERE s.reservation_id = r.id)"
    ),
    " AS viewed FROM reservations r JOIN courses c ON c.id = r.course_id WHERE r.id = $1"
);

/// What the learner has used of what this reservation bought.
pub(super) async fn consumed(conn: &mut Conn, row: &ReservationRow) -> Result<Consumed> {
    type Row = (NaiveDate, NaiveDate, i64, i64);
    let (course_start, ends_on, lessons, viewed) = fetch_one!(conn, Row, CONSUMED, row.id)?;
    let confirmed_at = row.confirmed_at.ok_or_else(|| Error::internal("confirmed without a moment"))?;
    Ok(Consumed {
        confirmed_on: paris_day(confirmed_at),
        begins_on: course_start.max(row.start_date),
        ends_on: Some(ends_on),
        lessons_viewed: viewed.unsigned_abs(),
        lessons: lessons.unsigned_abs(),
        early_start: consents::given(conn, row.id, ConsentKind::EarlyStart).await?,
    })
}

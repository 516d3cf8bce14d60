//! Rows of decisions and proposals.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use preau_core::minimum::{Choice, ProposalStatus, moved_price};
use preau_core::money::Cents;
use preau_core::payment::Provider;

use super::view::{Decision, DueDecision, Person, Proposal, ProposalKind, ProposalRow};
use crate::clock::sha256_hex;
use crate::db::{Conn, Filter, Order};
use crate::error::{Error, Result};
use crate::sales::reservations::seat;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// For how long an answered proposal is still shown to whoever was asked.
const SHOWN_AFTER: TimeDelta = TimeDelta::days(30);

const DUE: &str = "
    SELECT c.id AS course_id, c.name AS course_name, c.start_date, c.decision_day, c.enrolled, c.minimum_learners,
        CASE WHEN c.decision_day <= $2 THEN TRUE ELSE FALSE END AS overdue
    FROM courses c WHERE c.status = 'PUBLISHED' AND c.end_date >= $2 AND NOT c.start_confirmed
        AND c.enrolled < c.minimum_learners AND c.decision_day <= $1
    ORDER BY c.decision_day, c.id";

/// The courses below their minimum whose decision day comes until `until`, the earliest first.
pub(super) async fn due(conn: &mut Conn, until: NaiveDate, today: NaiveDate) -> Result<Vec<DueDecision>> {
    fetch_all!(conn, DueDecision, DUE, until, today)
}

/// A decision to record.
pub(super) struct NewDecision<'a> {
    pub course_id: i64,
    pub choice: Choice,
    pub decided_by: Option<i64>,
    pub reason: Option<&'a str>,
    pub answer_by: Option<NaiveDate>,
    pub old: (NaiveDate, NaiveDate),
    pub new: Option<(NaiveDate, NaiveDate)>,
    /// The next day of decision.
    pub next: Option<NaiveDate>,
    pub target_course_id: Option<i64>,
}

const INSERT: &str = "
    INSERT INTO course_decisions (course_id, choice, decided_by, decided_at, reason, answer_by, old_start_date,
        old_end_date, new_start_date, new_end_date, new_decision_day, target_course_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id";

pub(super) async fn insert(tx: &mut Tx, new: &NewDecision<'_>) -> Result<i64> {
    let (old_start, old_end) = new.old;
    let (new_start, new_end) = new.new.unzip();
    fetch_scalar!(
        tx,
        i64,
        INSERT,
        new.course_id,
        new.choice.as_str(),
        new.decided_by,
        tx.now,
        new.reason,
        new.answer_by,
        old_start,
        old_end,
        new_start,
        new_end,
        new.next,
        new.target_course_id
    )
}

const PROPOSE: &str = "
    INSERT INTO decision_proposals (decision_id, reservation_id, status, seat_course_id, new_cents, created_at)
    VALUES ($1, $2, 'OPEN', $3, $4, $5) RETURNING id";

/// Records a proposal; the seat in `seat_course_id` is taken.
pub(super) async fn propose(
    tx: &mut Tx,
    decision_id: i64,
    reservation_id: i64,
    seat_course_id: Option<i64>,
    new_price: Cents,
) -> Result<i64> {
    fetch_scalar!(tx, i64, PROPOSE, decision_id, reservation_id, seat_course_id, new_price.0, tx.now)
}

/// A proposal with what the rules need of its decision.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub struct ProposalState {
    pub id: i64,
    pub reservation_id: i64,
    #[sqlx(try_from = "String")]
    pub status: ProposalStatus,
    #[sqlx(try_from = "String")]
    pub choice: Choice,
    pub answer_by: NaiveDate,
    pub seat_course_id: Option<i64>,
    pub new_cents: i64,
    pub old_start_date: NaiveDate,
}

macro_rules! proposal {
    ($rest:literal) => {
        concat!(
            "SELECT p.id, p.reservation_id, p.status, d.choice, d.answer_by, p.seat_course_id, p.new_cents, d.old_start_date
             FROM decision_proposals p JOIN course_decisions d ON d.id = p.decision_id ",
            $rest
        )
    };
}

const FIND: &str = proposal!("WHERE p.id = $1");
const OF_TOKEN: &str = proposal!("JOIN proposal_tokens t ON t.proposal_id = p.id WHERE t.token_hash = $1");
const OPEN_OF: &str = proposal!("WHERE p.reservation_id = $1 AND p.status = 'OPEN'");
const OPEN_OF_LEARNER: &str = proposal!(
    "JOIN reservations r ON r.id = p.reservation_id WHERE r.learner_id = $1 AND p.status = 'OPEN' ORDER BY p.id"
);
const LATE: &str = proposal!("WHERE p.status = 'OPEN' AND d.answer_by < $1 ORDER BY p.id LIMIT 100");
const TO_REMIND: &str = proposal!(
    "WHERE p.status = 'OPEN' AND p.reminded_at IS NULL AND d.answer_by BETWEEN $1 AND $2 AND p.created_at < $3
     ORDER BY p.id LIMIT 100"
);

/// # Errors
/// `not_found`.
pub(super) async fn get(conn: &mut Conn, id: i64) -> Result<ProposalState> {
    fetch_optional!(conn, ProposalState, FIND, id)?.ok_or_else(Error::not_found)
}

/// The proposal that the link of a mail is for.
pub(super) async fn find_by_token(conn: &mut Conn, token: &str) -> Result<Option<ProposalState>> {
    fetch_optional!(conn, ProposalState, OF_TOKEN, sha256_hex(token))
}

/// Open proposals about what this learner attends.
pub(super) async fn open_of_learner(conn: &mut Conn, user_id: i64) -> Result<Vec<ProposalState>> {
    fetch_all!(conn, ProposalState, OPEN_OF_LEARNER, user_id)
}

/// Open proposals whose last day is over.
pub(super) async fn late(conn: &mut Conn, today: NaiveDate) -> Result<Vec<ProposalState>> {
    fetch_all!(conn, ProposalState, LATE, today)
}

/// Open proposals whose last day is one of these, that were made before `before` and of which nobody was reminded.
pub(super) async fn to_remind(
    conn: &mut Conn,
    (today, until): (NaiveDate, NaiveDate),
    before: DateTime<Utc>,
) -> Result<Vec<ProposalState>> {
    fetch_all!(conn, ProposalState, TO_REMIND, today, until, before)
}

const REMINDED: &str = "UPDATE decision_proposals SET reminded_at = $2 WHERE id = $1 AND reminded_at IS NULL AND status = 'OPEN'";

/// Notes that whoever is asked is reminded. Whether this is the first time.
pub(super) async fn reminded(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(execute!(tx, REMINDED, id, tx.now)? == 1)
}

const END: &str = "
    UPDATE decision_proposals SET status = $2, paid_cents = $3, refund_cents = $4, answered_at = $5, seat_course_id = NULL
    WHERE id = $1 AND status = 'OPEN'";

/// Ends a proposal, with what was left of the payment and what of it goes back; its seat is no longer the proposal's.
pub(super) async fn end(
    tx: &mut Tx,
    id: i64,
    status: ProposalStatus,
    (paid, refund): (Cents, Cents),
) -> Result<()> {
    execute!(tx, END, id, status.as_str(), paid.0, refund.0, tx.now)?;
    let action = match status {
        ProposalStatus::Accepted => "proposal.accepted",
        ProposalStatus::Refused => "proposal.refused",
        ProposalStatus::Lapsed => "proposal.lapsed",
        ProposalStatus::Open | ProposalStatus::Closed => "proposal.closed",
    };
    tx.audit(action, "proposal", id, None, None).await
}

/// Frees the seat that a proposal keeps in the other course.
pub(super) async fn free_seat(tx: &mut Tx, proposal: &ProposalState) -> Result<()> {
    match proposal.seat_course_id {
        Some(course_id) => seat::free(tx, course_id).await,
        None => Ok(()),
    }
}

/// The reservation ended in another way: its open proposal ends too, and the seat that was kept is free.
pub async fn reservation_ended(tx: &mut Tx, reservation_id: i64) -> Result<()> {
    let Some(open) = fetch_optional!(tx, ProposalState, OPEN_OF, reservation_id)? else { return Ok(()) };
    free_seat(tx, &open).await?;
    let paid = view(tx, open.id).await?.paid;
    end(tx, open.id, ProposalStatus::Closed, (paid, Cents::ZERO)).await
}

const OPEN_IN: &str = "
    SELECT COUNT(*) FROM decision_proposals p JOIN course_decisions d ON d.id = p.decision_id
    WHERE d.course_id = $1 AND p.status = 'OPEN'";

/// How many answers to decisions about a course are missing.
pub(super) async fn open_in(conn: &mut Conn, course_id: i64) -> Result<i64> {
    fetch_scalar!(conn, i64, OPEN_IN, course_id)
}

#[derive(preau_derive::FromRow)]
struct DecisionRow {
    id: i64,
    #[sqlx(try_from = "String")]
    choice: Choice,
    decided_at: DateTime<Utc>,
    decided_by: Option<String>,
    reason: Option<String>,
    answer_by: Option<NaiveDate>,
    old_start_date: NaiveDate,
    old_end_date: NaiveDate,
    new_start_date: Option<NaiveDate>,
    new_end_date: Option<NaiveDate>,
    target_course_id: Option<i64>,
    target_course_name: Option<String>,
}

const LAST: &str = "
    SELECT d.id, d.choice, d.decided_at, u.first_name || ' ' || u.last_name AS decided_by, d.reason, d.answer_by,
        d.old_start_date, d.old_end_date, d.new_start_date, d.new_end_date, d.target_course_id,
        t.name AS target_course_name
    FROM course_decisions d LEFT JOIN users u ON u.id = d.decided_by LEFT JOIN courses t ON t.id = d.target_course_id
    WHERE d.course_id = $1 ORDER BY d.id DESC LIMIT 1";

/// The latest decision about a course, with the answers.
pub(super) async fn last(conn: &mut Conn, course_id: i64) -> Result<Option<Decision>> {
    let Some(row) = fetch_optional!(conn, DecisionRow, LAST, course_id)? else { return Ok(None) };
    let asked = Filter::new().with("p.decision_id = $1", row.id);
    let proposals = rows(conn, &asked, Order::ascending(&["p.id"])).await?;
    Ok(Some(Decision {
        id: row.id,
        choice: row.choice,
        decided_at: row.decided_at,
        decided_by: row.decided_by,
        reason: row.reason,
        answer_by: row.answer_by,
        old_start_date: row.old_start_date,
        old_end_date: row.old_end_date,
        new_start_date: row.new_start_date,
        new_end_date: row.new_end_date,
        target_course_id: row.target_course_id,
        target_course_name: row.target_course_name,
        proposals: proposals.into_iter().map(Row::staff).collect(),
    }))
}

/// A proposal with its people, its courses and its money.
#[derive(preau_derive::FromRow)]
struct Row {
    id: i64,
    #[sqlx(try_from = "String")]
    status: ProposalStatus,
    #[sqlx(try_from = "String")]
    choice: Choice,
    answer_by: NaiveDate,
    answered_at: Option<DateTime<Utc>>,
    reason: Option<String>,
    reservation_id: i64,
    course_id: i64,
    course_name: String,
    course_slug: String,
    schedule: Option<String>,
    old_start_date: NaiveDate,
    old_end_date: NaiveDate,
    new_course_id: i64,
    new_course_name: String,
    new_course_slug: String,
    new_start_date: NaiveDate,
    new_end_date: NaiveDate,
    new_schedule: Option<String>,
    new_location: Option<String>,
    new_decision_day: Option<NaiveDate>,
    new_cents: i64,
    /// What was left of the payment when it was answered.
    paid_cents: Option<i64>,
    refund_cents: Option<i64>,
    received_cents: i64,
    returned_cents: i64,
    provider: Option<String>,
    payer_id: Option<i64>,
    learner_id: Option<i64>,
    payer_name: Option<String>,
    payer_email: String,
    learner_name: Option<String>,
    learner_email: String,
}

// Of the other course, or of the same one: its dates as they were decided, else as they are.
const ROWS: &str = "
    SELECT p.id, p.status, d.choice, d.answer_by, p.answered_at, d.reason, p.reservation_id, c.id AS course_id,
        c.name AS course_name, c.slug AS course_slug, c.schedule, d.old_start_date, d.old_end_date,
        n.id AS new_course_id, n.name AS new_course_name, n.slug AS new_course_slug,
        COALESCE(d.new_start_date, n.start_date) AS new_start_date, COALESCE(d.new_end_date, n.end_date) AS new_end_date,
        n.schedule AS new_schedule, n.location AS new_location,
        CASE WHEN n.start_confirmed THEN NULL WHEN d.choice = 'NEW_DATES' THEN d.new_decision_day
            WHEN n.enrolled >= n.minimum_learners THEN NULL ELSE n.decision_day END AS new_decision_day,
        p.new_cents, p.paid_cents, p.refund_cents, COALESCE(m.received_cents, 0) AS received_cents,
        CAST(COALESCE((SELECT SUM(f.amount_cents) FROM refunds f
            WHERE f.payment_id = m.id AND (f.status <> 'FAILED' OR f.stranded)), 0) AS BIGINT) AS returned_cents,
        m.provider, r.payer_id, r.learner_id, payer.first_name || ' ' || payer.last_name AS payer_name,
        COALESCE(payer.email, r.payer_email) AS payer_email,
        learner.first_name || ' ' || learner.last_name AS learner_name,
        COALESCE(learner.email, r.learner_email) AS learner_email
    FROM decision_proposals p JOIN course_decisions d ON d.id = p.decision_id JOIN courses c ON c.id = d.course_id
    JOIN courses n ON n.id = COALESCE(d.target_course_id, d.course_id)
    JOIN reservations r ON r.id = p.reservation_id LEFT JOIN payments m ON m.id = r.payment_id
    LEFT JOIN users payer ON payer.id = r.payer_id AND payer.deleted_at IS NULL
    LEFT JOIN users learner ON learner.id = r.learner_id AND learner.deleted_at IS NULL";

async fn rows(conn: &mut Conn, filter: &Filter, order: Order) -> Result<Vec<Row>> {
    filter.fetch_all(conn, ROWS, order).await
}

/// One proposal as its payer sees it.
///
/// # Errors
/// `not_found`.
pub(super) async fn view(conn: &mut Conn, id: i64) -> Result<Proposal> {
    let found = rows(conn, &Filter::new().with("p.id = $1", id), Order::NONE).await?;
    found.into_iter().next().map(Row::proposal).ok_or_else(Error::not_found)
}

/// The proposals to this user, the newest first: open ones, and those that were answered lately.
pub(super) async fn of_user(conn: &mut Conn, user_id: i64, now: DateTime<Utc>) -> Result<Vec<Proposal>> {
    let own = Filter::new()
        .with("r.payer_id = $1", user_id)
        .with("p.answered_at IS NULL OR p.answered_at > $1", now - SHOWN_AFTER);
    let found = rows(conn, &own, Order::descending(&["p.id"])).await?;
    Ok(found.into_iter().map(Row::proposal).collect())
}

impl Row {
    fn by_hand(&self) -> bool {
        self.provider.as_deref() == Some(Provider::Desk.as_str())
    }

    /// What is left of the payment; before the answer, once there is one.
    fn paid(&self) -> Cents {
        Cents(self.paid_cents.unwrap_or((self.received_cents - self.returned_cents).max(0)))
    }

    fn new_price(&self) -> Cents {
        match self.choice {
            Choice::OtherCourse => moved_price(self.paid(), Cents(self.new_cents)),
            _ => self.paid(),
        }
    }

    fn staff(self) -> ProposalRow {
        ProposalRow {
            id: self.id,
            reservation_id: self.reservation_id,
            status: self.status,
            answered_at: self.answered_at,
            refund: self.refund_cents.map_or_else(|| self.paid(), Cents),
            by_hand: self.by_hand(),
            payer: Person { name: self.payer_name, email: Some(self.payer_email) },
            learner: Person { name: self.learner_name, email: Some(self.learner_email) },
        }
    }

    fn proposal(self) -> Proposal {
        let (paid, new_price) = (self.paid(), self.new_price());
        Proposal {
            kind: match self.choice {
                Choice::OtherCourse => ProposalKind::OtherCourse,
                _ => ProposalKind::NewDates,
            },
            paid,
            new_price,
            refund_if_accepted: Cents(paid.0 - new_price.0),
            refund_if_refused: paid,
            by_hand: self.by_hand(),
            for_another: self.payer_id != self.learner_id,
            id: self.id,
            status: self.status,
            answer_by: self.answer_by,
            answered_at: self.answered_at,
            reason: self.reason,
            course_id: self.course_id,
            course_name: self.course_name,
            course_slug: self.course_slug,
            start_date: self.old_start_date,
            end_date: self.old_end_date,
            schedule: self.schedule,
            new_course_id: self.new_course_id,
            new_course_name: self.new_course_name,
            new_course_slug: self.new_course_slug,
            new_start_date: self.new_start_date,
            new_end_date: self.new_end_date,
            new_schedule: self.new_schedule,
            new_location: self.new_location,
            new_decision_day: self.new_decision_day,
            learner_name: self.learner_name,
            reservation_id: self.reservation_id,
            payer_id: self.payer_id,
            learner_id: self.learner_id,
        }
    }
}

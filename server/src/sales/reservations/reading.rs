//! Reservations read: those that pass a filter, whole, the newest first. Five statements for any number of
//! them.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::paris_day;
use preau_core::course::CourseType;
use preau_core::invoice::InvoiceKind;
use preau_core::money::Cents;
use preau_core::payment::RefundStatus;
use preau_core::price::{Line, Scope};
use preau_core::refund::RefundReason;
use preau_core::reservation::ReservationStatus;
use preau_core::withdrawal::{check_contract, last_day};

use super::view::{Purchase, RefundView, Reservation, module_ids};
use crate::catalogue::store::keyword;
use crate::catalogue::threshold::{Threshold, missing};
use crate::db::{Conn, Filter, Order, words_pattern};
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::sales::invoices::view::Paper;

/// Which reservations are read; what is absent lets all through.
#[derive(Clone, Debug, Default)]
pub struct ReservationFilter {
    /// Payer, or learner of a confirmed one.
    pub of_user: Option<i64>,
    /// Learner, of one that is confirmed or that they pay themselves.
    pub of_learner: Option<i64>,
    /// Payer or learner, whatever became of it.
    pub concerning: Option<i64>,
    pub status: Option<ReservationStatus>,
    pub course_id: Option<i64>,
    /// Words of payer, learner or payment reference, folded; or the number of the reservation itself.
    pub words: Option<String>,
    /// Made at this instant or later.
    pub from: Option<DateTime<Utc>>,
    /// Made before this instant.
    pub before: Option<DateTime<Utc>>,
    /// With a refund that the school must still make by hand.
    pub refund_by_hand: bool,
}

// Of `$1`, a pattern of words, and `$2`, the number of a reservation.
const SEARCH: &str = "id = $2 OR payer_email LIKE $1 ESCAPE '\\' OR learner_email LIKE $1 ESCAPE '\\'
    OR payer_id IN (SELECT id FROM users WHERE search_text LIKE $1 ESCAPE '\\')
    OR learner_id IN (SELECT id FROM users WHERE search_text LIKE $1 ESCAPE '\\')
    OR id IN (SELECT reservation_id FROM payments WHERE LOWER(payment_ref) LIKE $1 ESCAPE '\\')";

const REFUND_BY_HAND: &str =
    "id IN (SELECT f.reservation_id FROM refunds f JOIN payments p ON p.id = f.payment_id
    WHERE f.status = 'PENDING' AND f.amount_cents > 0 AND p.provider = 'DESK')";

impl ReservationFilter {
    fn filter(&self) -> Filter {
        Filter::new()
            // An offer is not bought yet, nor is one that was only accepted; they are read in the waiting list.
            .with("kind = 'SALE'", ())
            .when("payer_id = $1 OR (learner_id = $1 AND confirmed_at IS NOT NULL)", self.of_user)
            .when("learner_id = $1 AND (payer_id = $1 OR confirmed_at IS NOT NULL)", self.of_learner)
            .when("payer_id = $1 OR learner_id = $1", self.concerning)
            .when("status = $1", self.status.map(ReservationStatus::as_str))
            .when("course_id = $1", self.course_id)
            .when("created_at >= $1", self.from)
            .when("created_at < $1", self.before)
            .when(REFUND_BY_HAND, self.refund_by_hand.then_some(()))
            .when(SEARCH, self.words.as_deref().map(|words| (words_pattern(words), number(words))))
    }
}

/// `12`, `#12` or `n° 12`.
fn number(words: &str) -> Option<i64> {
    words.trim_start_matches(['n', 'o', '°', '#', ' ']).parse().ok()
}

#[derive(preau_derive::FromRow)]
struct Row {
    id: i64,
    version: i64,
    #[sqlx(try_from = "String")]
    status: ReservationStatus,
    course_id: i64,
    course_name: String,
    #[sqlx(try_from = "String")]
    course_type: CourseType,
    course_slug: String,
    #[sqlx(try_from = "String")]
    scope: Scope,
    start_date: NaiveDate,
    payer_id: Option<i64>,
    payer_name: Option<String>,
    payer_email: String,
    learner_id: Option<i64>,
    learner_name: Option<String>,
    learner_email: String,
    amount_cents: i64,
    currency: String,
    created_at: DateTime<Utc>,
    hold_until: DateTime<Utc>,
    confirmed_at: Option<DateTime<Utc>>,
    confirmed_by: Option<String>,
    cancelled_at: Option<DateTime<Utc>>,
    desk: bool,
    payment_ref: Option<String>,
    payment_status: Option<String>,
    subscription_id: Option<i64>,
    missing: Option<i64>,
    decision_day: Option<NaiveDate>,
}

const IDS: &str = "SELECT id FROM reservations";
const COUNT: &str = "SELECT COUNT(*) FROM reservations";
const ROWS: &str = concat!(
    "SELECT r.id, r.version, r.status, r.course_id, c.name AS course_name, c.type AS course_type,
        c.slug AS course_slug, r.scope, r.start_date, r.payer_id,
        payer.first_name || ' ' || payer.last_name AS payer_name, r.payer_email, r.learner_id,
        learner.first_name || ' ' || learner.last_name AS learner_name, r.learner_email,
        r.amount_cents, r.currency, r.created_at, r.hold_until, r.confirmed_at, r.confirmed_by,
        r.cancelled_at, r.desk, p.payment_ref,
        COALESCE(p.status, (SELECT q.status FROM payments q WHERE q.reservation_id = r.id
            ORDER BY q.id DESC LIMIT 1)) AS payment_status,
        sr.subscription_id, ",
    missing!(),
    "
    FROM reservations r JOIN courses c ON c.id = r.course_id
    LEFT JOIN users payer ON payer.id = r.payer_id LEFT JOIN users learner ON learner.id = r.learner_id
    LEFT JOIN payments p ON p.id = r.payment_id
    LEFT JOIN subscription_reservations sr ON sr.reservation_id = r.id"
);
const LINES: &str = "SELECT reservation_id, module_id, title, cents, facts FROM reservation_lines";
const REFUNDS: &str = "
    SELECT reservation_id, id, amount_cents, status, reason, created_at,
        EXISTS (SELECT 1 FROM payments p WHERE p.id = refunds.payment_id AND p.provider = 'DESK') AS by_hand
    FROM refunds";
const PAPERS: &str = "SELECT reservation_id, id, number, kind, issued_at, total_cents FROM invoices";

#[derive(preau_derive::FromRow)]
struct RefundRow {
    reservation_id: i64,
    id: i64,
    amount_cents: i64,
    #[sqlx(try_from = "String")]
    status: RefundStatus,
    #[sqlx(try_from = "String")]
    reason: RefundReason,
    created_at: DateTime<Utc>,
    by_hand: bool,
}

#[derive(preau_derive::FromRow)]
struct PaperRow {
    reservation_id: i64,
    id: i64,
    number: String,
    #[sqlx(try_from = "String")]
    kind: InvoiceKind,
    issued_at: DateTime<Utc>,
    total_cents: i64,
}

/// The reservations that pass, as their payers see them, the newest first.
pub async fn load(conn: &mut Conn, filter: &ReservationFilter, window: Window) -> Result<Vec<Reservation>> {
    let ids = window.fetch_ids(conn, IDS, &filter.filter(), Order::descending(&["id"])).await?;
    of_ids(conn, &ids).await
}

/// The reservations of these ids, the newest first.
async fn of_ids(conn: &mut Conn, ids: &[i64]) -> Result<Vec<Reservation>> {
    type LineRow = (i64, Option<i64>, String, i64, Option<String>);
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let theirs = Filter::new().among("reservation_id", ids);
    let by_id = Order::ascending(&["id"]);
    let rows = Filter::new().among("r.id", ids);
    let rows = rows.fetch_all::<Row>(conn, ROWS, Order::descending(&["r.id"])).await?;
    let all_lines = theirs.fetch_all::<LineRow>(conn, LINES, by_id).await?;
    let all_refunds = theirs.fetch_all::<RefundRow>(conn, REFUNDS, by_id).await?;
    let all_papers = theirs.fetch_all::<PaperRow>(conn, PAPERS, by_id).await?;
    let mut lines = HashMap::<i64, Vec<Line>>::new();
    for (id, module_id, title, cents, facts) in all_lines {
        lines.entry(id).or_default().push(super::store::line(module_id, title, cents, facts)?);
    }
    let mut refunds = HashMap::<i64, Vec<RefundView>>::new();
    for row in all_refunds {
        let RefundRow { reservation_id, id, amount_cents, status, reason, created_at, by_hand } = row;
        let refund = RefundView { id, amount: Cents(amount_cents), status, reason, created_at, by_hand };
        refunds.entry(reservation_id).or_default().push(refund);
    }
    let mut papers = HashMap::<i64, Vec<Paper>>::new();
    for row in all_papers {
        let PaperRow { reservation_id, id, number, kind, issued_at, total_cents } = row;
        let paper = Paper { id, number, kind, issued_at, total: Cents(total_cents) };
        papers.entry(reservation_id).or_default().push(paper);
    }
    let whole = |row: Row| {
        let id = row.id;
        let refunds = refunds.remove(&id).unwrap_or_default();
        view(row, lines.remove(&id).unwrap_or_default(), refunds, papers.remove(&id).unwrap_or_default())
    };
    rows.into_iter().map(whole).collect()
}

fn view(row: Row, lines: Vec<Line>, refunds: Vec<RefundView>, papers: Vec<Paper>) -> Result<Reservation> {
    let modules = lines.iter().filter(|line| line.module_id.is_some() && row.scope == Scope::Modules);
    // Whether an address has an account, and whose, is not told for merely naming it.
    let known = row.confirmed_at.is_some() || row.learner_id == row.payer_id;
    let back = refunds.iter().filter(|refund| refund.status != RefundStatus::Failed);
    let refunded = Cents::checked_sum(back.map(|refund| refund.amount)).unwrap_or(Cents::ZERO);
    let contract = check_contract(row.status, row.desk, Cents(row.amount_cents));
    let withdrawable = row.confirmed_at.filter(|_| contract.is_ok());
    let payment_status = row.payment_status.map(|text| keyword(&text, "payments.status")).transpose()?;
    Ok(Reservation {
        id: row.id,
        version: row.version,
        status: row.status,
        course_id: row.course_id,
        course_name: row.course_name,
        course_type: row.course_type,
        course_slug: row.course_slug,
        module_titles: modules.map(|line| line.title.clone()).collect(),
        reserved_module_ids: module_ids(row.scope, &lines),
        requested_start_date: row.start_date,
        user_id: row.learner_id.filter(|_| known),
        threshold: Threshold::of(row.missing, row.decision_day)
            .filter(|_| matches!(row.status, ReservationStatus::Held | ReservationStatus::Confirmed)),
        purchase: Some(Purchase {
            payer_id: row.payer_id,
            payer_name: row.payer_name,
            for_another: row.payer_email != row.learner_email,
            payer_email: row.payer_email,
            learner_name: row.learner_name.filter(|_| known),
            learner_email: row.learner_email,
            lines,
            amount: Cents(row.amount_cents),
            currency: row.currency,
            created_at: row.created_at,
            expires_at: row.hold_until,
            confirmed_at: row.confirmed_at,
            confirmed_by: row.confirmed_by,
            cancelled_at: row.cancelled_at,
            desk: row.desk,
            payment_reference: row.payment_ref,
            payment_status,
            subscription_id: row.subscription_id,
            refunds,
            papers,
            refunded,
            cancellable: row.status == ReservationStatus::Held,
            withdraw_until: withdrawable.map(|at| last_day(paris_day(at))),
            withdrawal: None,
        }),
    })
}

/// How many pass, on all pages.
pub async fn count(conn: &mut Conn, filter: &ReservationFilter) -> Result<i64> {
    filter.filter().count(conn, COUNT).await
}

/// One reservation as its payer sees it.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<Reservation> {
    of_ids(conn, &[id]).await?.pop().ok_or_else(Error::not_found)
}

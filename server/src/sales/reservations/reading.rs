//! Reservations read: those that are wanted, whole, the newest first. Four statements for any number of
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
use crate::db::{Conn, contains_pattern};
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::sales::invoices::view::Paper;
use crate::{fetch_all, fetch_scalar};

/// Which reservations are wanted; absent filters let all through.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub id: Option<i64>,
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
    pub window: Window,
}

impl Wanted {
    fn pattern(&self) -> Option<String> {
        self.words.as_deref().map(|words| contains_pattern(words).replace(' ', "%"))
    }

    /// Whether they are of one person: few, and counted from their beginning.
    fn are_few(&self) -> bool {
        self.id.or(self.of_user).or(self.of_learner).or(self.concerning).is_some()
    }

    fn window(&self) -> Window {
        if self.are_few() { self.window.forwards() } else { self.window }
    }

    fn way(&self, ways: Ways) -> &'static str {
        match (self.id, self.of_user, self.of_learner, self.concerning) {
            (Some(_), ..) => ways.by_id,
            (None, Some(_), ..) => ways.of_user,
            (None, None, Some(_), _) => ways.of_learner,
            (None, None, None, Some(_)) => ways.concerning,
            (None, None, None, None) if self.window.backwards => ways.oldest_first,
            (None, None, None, None) => ways.newest_first,
        }
    }

    fn is_everything(&self) -> bool {
        let any_day = self.from.or(self.before).is_none();
        !self.are_few()
            && any_day
            && self.status.is_none()
            && self.course_id.is_none()
            && self.words.is_none()
    }

    /// `12`, `#12` or `n° 12`.
    fn number(&self) -> Option<i64> {
        let words = self.words.as_deref()?;
        words.trim_start_matches(['n', 'o', '°', '#', ' ']).parse().ok()
    }
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
}

macro_rules! matching {
    () => {
        "(CAST($1 AS BIGINT) IS NULL OR id = $1)
         AND (CAST($2 AS BIGINT) IS NULL OR payer_id = $2 OR (learner_id = $2 AND confirmed_at IS NOT NULL))
         AND (CAST($3 AS BIGINT) IS NULL
            OR (learner_id = $3 AND (payer_id = $3 OR confirmed_at IS NOT NULL)))
         AND (CAST($4 AS BIGINT) IS NULL OR payer_id = $4 OR learner_id = $4)
         AND (CAST($5 AS TEXT) IS NULL OR status = $5) AND (CAST($6 AS BIGINT) IS NULL OR course_id = $6)
         AND (CAST($7 AS TIMESTAMPTZ) IS NULL OR created_at >= $7)
         AND (CAST($8 AS TIMESTAMPTZ) IS NULL OR created_at < $8)
         AND (CAST($9 AS TEXT) IS NULL OR id = CAST($10 AS BIGINT)
            OR payer_email LIKE $9 ESCAPE '\\' OR learner_email LIKE $9 ESCAPE '\\'
            OR payer_id IN (SELECT id FROM users WHERE search_text LIKE $9 ESCAPE '\\')
            OR learner_id IN (SELECT id FROM users WHERE search_text LIKE $9 ESCAPE '\\')
            OR id IN (SELECT reservation_id FROM payments WHERE LOWER(payment_ref) LIKE $9 ESCAPE '\\'))"
    };
}
/// A statement in the forms that begin with what an index finds. All of them bind the same values.
#[derive(Clone, Copy)]
struct Ways {
    by_id: &'static str,
    of_user: &'static str,
    of_learner: &'static str,
    concerning: &'static str,
    newest_first: &'static str,
    oldest_first: &'static str,
}

macro_rules! way {
    ($before:literal, $first:literal, $order:literal, $after:literal) => {
        concat!(
            $before,
            " (SELECT id FROM reservations WHERE ",
            $first,
            " AND ",
            matching!(),
            " ORDER BY id ",
            $order,
            " LIMIT $11 OFFSET $12) ",
            $after
        )
    };
}
macro_rules! picked {
    ($before:literal, $after:literal) => {
        Ways {
            by_id: way!($before, "id = $1", "DESC", $after),
            of_user: way!($before, "(payer_id = $2 OR learner_id = $2)", "DESC", $after),
            of_learner: way!($before, "learner_id = $3", "DESC", $after),
            concerning: way!($before, "(payer_id = $4 OR learner_id = $4)", "DESC", $after),
            newest_first: way!($before, "TRUE", "DESC", $after),
            oldest_first: way!($before, "TRUE", "ASC", $after),
        }
    };
}

const ROWS: Ways = picked!(
    "SELECT r.id, r.version, r.status, r.course_id, c.name AS course_name, c.type AS course_type,
        c.slug AS course_slug, r.scope, r.start_date, r.payer_id,
        payer.first_name || ' ' || payer.last_name AS payer_name, r.payer_email, r.learner_id,
        learner.first_name || ' ' || learner.last_name AS learner_name, r.learner_email,
        r.amount_cents, r.currency, r.created_at, r.hold_until, r.confirmed_at, r.confirmed_by,
        r.cancelled_at, r.desk, p.payment_ref,
        COALESCE(p.status, (SELECT q.status FROM payments q WHERE q.reservation_id = r.id
            ORDER BY q.id DESC LIMIT 1)) AS payment_status,
        sr.subscription_id
    FROM reservations r JOIN courses c ON c.id = r.course_id
    LEFT JOIN users payer ON payer.id = r.payer_id LEFT JOIN users learner ON learner.id = r.learner_id
    LEFT JOIN payments p ON p.id = r.payment_id
    LEFT JOIN subscription_reservations sr ON sr.reservation_id = r.id
    WHERE r.id IN",
    "ORDER BY r.id DESC"
);
const LINES: Ways = picked!(
    "SELECT reservation_id, module_id, title, cents FROM reservation_lines WHERE reservation_id IN",
    "ORDER BY id"
);
const REFUNDS: Ways = picked!(
    "SELECT reservation_id, id, amount_cents, status, reason, created_at FROM refunds WHERE reservation_id IN",
    "ORDER BY id"
);
const PAPERS: Ways = picked!(
    "SELECT reservation_id, id, number, kind, issued_at, total_cents FROM invoices WHERE reservation_id IN",
    "ORDER BY id"
);
const COUNT: &str = concat!("SELECT COUNT(*) FROM reservations WHERE ", matching!());
// Counted without looking at any.
const COUNT_ALL: &str = "SELECT COUNT(*) FROM reservations";

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

/// Runs a statement on what is wanted.
macro_rules! of_wanted {
    ($fetch:ident, $conn:ident, $row:ty, $sql:expr, $wanted:ident $(, $more:ident)*) => {
        $fetch!($conn, $row, $sql, $wanted.id, $wanted.of_user, $wanted.of_learner, $wanted.concerning,
            $wanted.status.map(ReservationStatus::as_str), $wanted.course_id, $wanted.from, $wanted.before,
            $wanted.pattern(), $wanted.number() $(, $more)*)
    };
}

/// The wanted reservations as their payers see them, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn load(conn: &mut Conn, wanted: &Wanted) -> Result<Vec<Reservation>> {
    type LineRow = (i64, Option<i64>, String, i64);
    let Window { limit, offset, .. } = wanted.window();
    let rows = of_wanted!(fetch_all, conn, Row, wanted.way(ROWS), wanted, limit, offset)?;
    let all_lines = of_wanted!(fetch_all, conn, LineRow, wanted.way(LINES), wanted, limit, offset)?;
    let all_refunds = of_wanted!(fetch_all, conn, RefundRow, wanted.way(REFUNDS), wanted, limit, offset)?;
    let all_papers = of_wanted!(fetch_all, conn, PaperRow, wanted.way(PAPERS), wanted, limit, offset)?;
    let mut lines = HashMap::<i64, Vec<Line>>::new();
    for (id, module_id, title, cents) in all_lines {
        lines.entry(id).or_default().push(Line { module_id, title, amount: Cents(cents) });
    }
    let mut refunds = HashMap::<i64, Vec<RefundView>>::new();
    for row in all_refunds {
        let RefundRow { reservation_id, id, amount_cents, status, reason, created_at } = row;
        let refund = RefundView { id, amount: Cents(amount_cents), status, reason, created_at };
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

/// How many there are of the wanted ones, on all pages.
///
/// # Errors
/// When the database fails.
pub async fn count(conn: &mut Conn, wanted: &Wanted) -> Result<i64> {
    if wanted.is_everything() {
        return fetch_scalar!(conn, i64, COUNT_ALL);
    }
    of_wanted!(fetch_scalar, conn, i64, COUNT, wanted)
}

/// One reservation as its payer sees it.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<Reservation> {
    let found = load(conn, &Wanted { id: Some(id), ..Wanted::default() }).await?;
    found.into_iter().next().ok_or_else(Error::not_found)
}

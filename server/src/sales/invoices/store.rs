//! SQL that reads invoices and credit notes.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::paris_day;
use preau_core::invoice::{InvoiceKind, Means};
use preau_core::language::UiLanguage;
use preau_core::money::Cents;
use preau_core::period::Period;
use serde::de::DeserializeOwned;

use super::view::ListedInvoice;
use crate::db::{Conn, Filter, Order};
use crate::documents::data::{Buyer, Credited, Invoice, InvoiceLine};
use crate::error::{Error, Result};
use crate::http::owned::Owned;
use crate::http::paging::Window;
use crate::{fetch_all, fetch_optional};

#[derive(preau_derive::FromRow)]
struct Row {
    id: i64,
    #[sqlx(try_from = "String")]
    kind: InvoiceKind,
    number: String,
    reservation_id: i64,
    issued_at: DateTime<Utc>,
    #[sqlx(try_from = "String")]
    language: UiLanguage,
    total_cents: i64,
    vat_mention: String,
    seller: String,
    buyer: String,
    course_name: String,
    learner_name: String,
    starts_on: NaiveDate,
    ends_on: NaiveDate,
    #[sqlx(try_from = "String")]
    means: Means,
    payment_ref: String,
    paid_at: DateTime<Utc>,
    credited_number: Option<String>,
    credited_at: Option<DateTime<Utc>>,
    moved: bool,
}

const FIND: &str = "
    SELECT i.id, i.kind, i.number, i.reservation_id, i.issued_at, i.language, i.total_cents, i.vat_mention,
        i.seller, i.buyer, i.course_name, i.learner_name, i.starts_on, i.ends_on, i.means, i.payment_ref,
        i.paid_at, o.number AS credited_number, o.issued_at AS credited_at,
        EXISTS (SELECT 1 FROM invoices n WHERE n.reservation_id = i.reservation_id AND n.replaced_with_refund = i.refund_id) AS moved
    FROM invoices i LEFT JOIN invoices o ON o.id = i.credited_invoice_id
    WHERE i.id = $1";
const LINES: &str = "
    SELECT title, quantity, unit_cents, total_cents, facts FROM invoice_lines WHERE invoice_id = $1 ORDER BY position";

/// The paper, whole.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<Invoice> {
    let row = fetch_optional!(conn, Row, FIND, id)?.ok_or_else(Error::not_found)?;
    let lines = fetch_all!(conn, (String, i64, i64, i64, Option<String>), LINES, id)?;
    let lines = lines.into_iter().map(|(title, quantity, unit, total, facts)| {
        let price = facts.map(|text| snapshot(&text)).transpose()?;
        Ok(InvoiceLine { title, quantity, unit: Cents(unit), total: Cents(total), price })
    });
    let lines = lines.collect::<Result<Vec<_>>>()?;
    let credited = row.credited_number.zip(row.credited_at);
    Ok(Invoice {
        id: row.id,
        kind: row.kind,
        number: row.number,
        reservation_id: row.reservation_id,
        issued_on: paris_day(row.issued_at),
        language: row.language,
        total: Cents(row.total_cents),
        vat_mention: row.vat_mention,
        seller: snapshot(&row.seller)?,
        buyer: snapshot(&row.buyer)?,
        course_name: row.course_name,
        learner_name: row.learner_name,
        starts_on: row.starts_on,
        ends_on: row.ends_on,
        means: row.means,
        payment_ref: row.payment_ref,
        paid_on: paris_day(row.paid_at),
        lines,
        credited: credited.map(|(number, at)| Credited {
            number,
            issued_on: paris_day(at),
            moved: row.moved,
        }),
    })
}

impl Owned for Invoice {
    async fn get(conn: &mut Conn, id: i64) -> Result<Self> {
        get(conn, id).await
    }

    async fn belongs_to(&self, conn: &mut Conn, account_id: i64) -> Result<bool> {
        Ok(payer(conn, self.id).await? == Some(account_id))
    }
}

fn snapshot<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::internal(format!("snapshot of an invoice: {error}")))
}

const PAYER: &str =
    "SELECT r.payer_id FROM invoices i JOIN reservations r ON r.id = i.reservation_id WHERE i.id = $1";

/// Who pays what this paper is about; nothing for a paper that is not there.
pub async fn payer(conn: &mut Conn, id: i64) -> Result<Option<i64>> {
    Ok(fetch_optional!(conn, (Option<i64>,), PAYER, id)?.and_then(|(payer,)| payer))
}

#[derive(preau_derive::FromRow)]
struct Listed {
    id: i64,
    number: String,
    #[sqlx(try_from = "String")]
    kind: InvoiceKind,
    issued_at: DateTime<Utc>,
    total_cents: i64,
    buyer: String,
    course_name: String,
    #[sqlx(try_from = "String")]
    means: Means,
    payment_ref: String,
    reservation_id: i64,
    credited_number: Option<String>,
}

const LIST: &str = "
    SELECT i.id, i.number, i.kind, i.issued_at, i.total_cents, i.buyer, i.course_name, i.means, i.payment_ref,
        i.reservation_id, o.number AS credited_number
    FROM invoices i LEFT JOIN invoices o ON o.id = i.credited_invoice_id";
const COUNT: &str = "SELECT COUNT(*) FROM invoices i";

fn issued_in(period: Period) -> Filter {
    Filter::new().with("i.issued_at >= $1", period.begins()).with("i.issued_at < $1", period.ends())
}

/// The papers of a period, the newest first.
pub async fn list(conn: &mut Conn, period: &Period, window: Window) -> Result<Vec<ListedInvoice>> {
    let newest = Order::descending(&["i.issued_at", "i.id"]);
    let rows = window.fetch(conn, LIST, &issued_in(*period), newest).await?;
    let whole = |row: Listed| {
        Ok(ListedInvoice {
            id: row.id,
            number: row.number,
            kind: row.kind,
            issued_at: row.issued_at,
            total: Cents(row.total_cents),
            buyer_name: snapshot::<Buyer>(&row.buyer)?.name,
            course_name: row.course_name,
            means: row.means,
            payment_reference: row.payment_ref,
            reservation_id: row.reservation_id,
            credited_number: row.credited_number,
        })
    };
    rows.into_iter().map(whole).collect()
}

/// How many there are of them, on all pages.
pub async fn count(conn: &mut Conn, period: &Period) -> Result<i64> {
    issued_in(*period).count(conn, COUNT).await
}

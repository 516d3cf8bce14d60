//! Issues invoices and credit notes in the transaction that confirms or refunds, so that a rollback leaves no gap in
//! the numbering. Their contents are copied: later changes of the data do not alter them.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::address::Address;
use preau_core::invoice::{self, InvoiceKind};
use preau_core::money::Cents;
use preau_core::person::Person;
use serde::Serialize;

use crate::documents::data::{Buyer, Seller};
use crate::error::{Error, Result};
use crate::mail::facts::{CreditNoteFacts, credit_note_fact};
use crate::mail::{self, Kind};
use crate::people::accounts;
use crate::school;
use crate::write::Tx;
use crate::{crash_point, execute, fetch_one, fetch_optional, fetch_scalar};

const TAKE_NUMBER: &str = "
    INSERT INTO invoice_counters (kind, year, last) VALUES ($1, $2, 1)
    ON CONFLICT (kind, year) DO UPDATE SET last = invoice_counters.last + 1
    RETURNING last";

/// A unique invoice number, never reused.
struct Taken {
    number: String,
    year: i32,
    sequence: i64,
}

async fn take_number(tx: &mut Tx, kind: InvoiceKind, at: DateTime<Utc>) -> Result<Taken> {
    let year = invoice::year(at);
    let sequence = fetch_scalar!(tx, i64, TAKE_NUMBER, kind.as_str(), i64::from(year))?;
    crash_point!("invoice.numbered");
    Ok(Taken { number: kind.number(year, sequence), year, sequence })
}

/// What an invoice states about a confirmed reservation.
#[derive(preau_derive::FromRow)]
struct Sale {
    payment_id: i64,
    payment_ref: String,
    paid_at: DateTime<Utc>,
    means: String,
    language: String,
    currency: String,
    amount_cents: i64,
    course_name: String,
    starts_on: NaiveDate,
    ends_on: NaiveDate,
    payer_name: String,
    payer_email: String,
    payer_country: Option<String>,
    payer_street: Option<String>,
    payer_postal_code: Option<String>,
    payer_city: Option<String>,
    learner_name: String,
}

const SALE: &str = "
    SELECT p.id AS payment_id, p.payment_ref, p.paid_at, r.confirmed_by AS means, r.language, r.currency, r.amount_cents,
        c.name AS course_name, r.start_date AS starts_on, c.end_date AS ends_on,
        TRIM(payer.first_name || ' ' || payer.last_name) AS payer_name, COALESCE(payer.email, '') AS payer_email,
        payer.country AS payer_country, payer.street AS payer_street, payer.postal_code AS payer_postal_code,
        payer.city AS payer_city, TRIM(learner.first_name || ' ' || learner.last_name) AS learner_name
    FROM reservations r
    JOIN payments p ON p.id = r.payment_id AND p.paid_at IS NOT NULL
    JOIN courses c ON c.id = r.course_id
    JOIN users payer ON payer.id = r.payer_id
    JOIN users learner ON learner.id = r.learner_id
    WHERE r.id = $1 AND r.amount_cents > 0";
const ISSUE: &str = "
    INSERT INTO invoices (kind, number, year, sequence, reservation_id, payment_id, issued_at, language, currency,
        total_cents, vat_mention, seller, buyer, course_name, learner_name, starts_on, ends_on, means, payment_ref, paid_at,
        replaced_with_refund, refunded_before)
    VALUES ('INVOICE', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
    RETURNING id";
const ISSUE_LINES: &str = "
    INSERT INTO invoice_lines (invoice_id, position, title, unit_cents, total_cents, facts)
    SELECT $1, ROW_NUMBER() OVER (ORDER BY id), title, cents, cents, facts FROM reservation_lines WHERE reservation_id = $2";

impl Sale {
    /// The buyer: the account's data, with the address typed in this booking where there is one.
    fn buyer(&self, booker: Option<&Person>) -> Buyer {
        let parts = (self.payer_street.clone(), self.payer_postal_code.clone(), self.payer_city.clone());
        let known = match parts {
            (Some(street), Some(postal_code), Some(city)) => Some(Address { street, postal_code, city }),
            _ => None,
        };
        let typed = booker.and_then(|booker| Some((booker.address.clone()?, booker.country.clone())));
        let (address, country) = match typed {
            Some((address, country)) => (Some(address), Some(country)),
            None => (known, self.payer_country.clone()),
        };
        Buyer { name: self.payer_name.clone(), email: self.payer_email.clone(), address, country }
    }
}

/// Invoices a reservation confirmed by a payment; a free one gets no invoice. `booker` is what was typed in this
/// booking, while it is stored.
///
/// # Errors
/// When the reservation already has its invoice.
pub async fn invoice(tx: &mut Tx, reservation_id: i64, booker: Option<&Person>) -> Result<()> {
    write(tx, reservation_id, booker, None).await
}

/// Writes an invoice.
async fn write(
    tx: &mut Tx,
    reservation_id: i64,
    booker: Option<&Person>,
    former: Option<Former>,
) -> Result<()> {
    let Some(sale) = fetch_optional!(tx, Sale, SALE, reservation_id)? else { return Ok(()) };
    let at = tx.now;
    let (seller, vat_mention) = seller(tx).await?;
    let seller = snapshot(&seller)?;
    let (refund_id, refunded, buyer) = match former {
        Some(former) => (Some(former.refund_id), former.refunded_cents, former.buyer),
        None => (None, 0, snapshot(&sale.buyer(booker))?),
    };
    let Taken { number, year, sequence } = take_number(tx, InvoiceKind::Invoice, at).await?;
    let id = fetch_scalar!(
        tx,
        i64,
        ISSUE,
        number,
        i64::from(year),
        sequence,
        reservation_id,
        sale.payment_id,
        at,
        sale.language,
        sale.currency,
        sale.amount_cents,
        vat_mention,
        seller,
        buyer,
        sale.course_name,
        sale.learner_name,
        sale.starts_on,
        sale.ends_on,
        sale.means,
        sale.payment_ref,
        sale.paid_at,
        refund_id,
        refunded
    )?;
    execute!(tx, ISSUE_LINES, id, reservation_id)?;
    crash_point!("invoice.issued");
    Ok(())
}

fn snapshot(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::internal(error.to_string()))
}

/// The current seller and its VAT statement; empty while no legal ground is chosen, since none may be assumed.
async fn seller(tx: &mut Tx) -> Result<(Seller, String)> {
    let school = school::store::read(tx).await?;
    school::logo::retain_for_documents(tx, school.logo_url.as_deref()).await?;
    let vat_mention = school.vat_mention.clone().unwrap_or_default();
    Ok((school.into(), vat_mention))
}

/// An invoice with what was refunded and credited of it so far.
#[derive(preau_derive::FromRow)]
struct CreditBasis {
    id: i64,
    number: String,
    course_name: String,
    currency: String,
    total_cents: i64,
    /// Without what went back before it replaced another.
    returned_cents: i64,
    credited_cents: i64,
    payer_id: i64,
}

const OWED: &str = "
    SELECT i.id, i.number, i.course_name, i.currency, i.total_cents, r.payer_id,
        CAST((SELECT COALESCE(SUM(f.amount_cents), 0) FROM refunds f
            WHERE f.payment_id = i.payment_id AND f.status = 'DONE') - i.refunded_before AS BIGINT) AS returned_cents,
        CAST((SELECT COALESCE(SUM(n.total_cents), 0) FROM invoices n
            WHERE n.credited_invoice_id = i.id) AS BIGINT) AS credited_cents
    FROM invoices i JOIN reservations r ON r.id = i.reservation_id
    WHERE i.kind = 'INVOICE' AND NOT i.replaced AND i.payment_id = (SELECT payment_id FROM refunds WHERE id = $1)";
// A credit note repeats everything on the invoice except the seller: the school's address may have changed since.
const CREDIT: &str = "
    INSERT INTO invoices (kind, number, year, sequence, reservation_id, payment_id, refund_id, credited_invoice_id,
        issued_at, language, currency, total_cents, vat_mention, seller, buyer, course_name, learner_name, starts_on, ends_on,
        means, payment_ref, paid_at)
    SELECT 'CREDIT_NOTE', $2, CAST($3 AS BIGINT), CAST($4 AS BIGINT), reservation_id, payment_id, CAST($5 AS BIGINT), id,
        $6, language, currency, CAST($7 AS BIGINT), vat_mention, $8, buyer, course_name, learner_name, starts_on, ends_on,
        means, payment_ref, paid_at
    FROM invoices WHERE id = $1
    RETURNING id";
const CREDIT_WHOLE: &str = "
    INSERT INTO invoice_lines (invoice_id, position, title, quantity, unit_cents, total_cents, facts)
    SELECT $1, position, title, quantity, unit_cents, total_cents, facts FROM invoice_lines WHERE invoice_id = $2";
const CREDIT_PART: &str = "
    INSERT INTO invoice_lines (invoice_id, position, title, unit_cents, total_cents) VALUES ($1, 1, $2, $3, $3)";

const CURRENT: &str = "
    SELECT i.id, i.number, i.course_name, i.currency, i.total_cents, r.payer_id, CAST(0 AS BIGINT) AS returned_cents,
        CAST((SELECT COALESCE(SUM(n.total_cents), 0) FROM invoices n
            WHERE n.credited_invoice_id = i.id) AS BIGINT) AS credited_cents
    FROM invoices i JOIN reservations r ON r.id = i.reservation_id
    WHERE i.kind = 'INVOICE' AND NOT i.replaced AND i.reservation_id = $1";
const REPLACED: &str = "UPDATE invoices SET replaced = TRUE WHERE id = $1";
const FORMER: &str = "
    SELECT i.buyer, CAST(COALESCE((SELECT SUM(f.amount_cents) FROM refunds f
        WHERE f.payment_id = i.payment_id AND (f.status <> 'FAILED' OR f.stranded)), 0) AS BIGINT)
    FROM invoices i WHERE i.id = $1";

/// What an invoice takes from the one that it replaces.
struct Former {
    /// The refund of the difference.
    refund_id: i64,
    /// What goes back with it and went or would go back before: of the former invoice.
    refunded_cents: i64,
    /// With the address that was typed in the booking, which is stored nowhere else any more.
    buyer: String,
}

/// Replaces the invoice of a reservation that moved: a credit note of all that is left of it, which names the refund of
/// the difference, and an invoice of what is sold now. What was never invoiced stays so.
pub async fn replace(tx: &mut Tx, reservation_id: i64, refund_id: i64) -> Result<()> {
    let Some(current) = fetch_optional!(tx, CreditBasis, CURRENT, reservation_id)? else { return Ok(()) };
    let left = Cents(current.total_cents - current.credited_cents);
    if !left.is_zero() {
        write_credit_note(tx, &current, refund_id, left).await?;
    }
    execute!(tx, REPLACED, current.id)?;
    let (buyer, refunded_cents) = fetch_one!(tx, (String, i64), FORMER, current.id)?;
    write(tx, reservation_id, None, Some(Former { refund_id, refunded_cents, buyer })).await
}

/// Writes the credit note of an executed refund and mails it to the payer.
pub async fn credit_note(tx: &mut Tx, refund_id: i64) -> Result<()> {
    let Some((payer_id, facts)) = credit(tx, refund_id).await? else { return Ok(()) };
    let Some(payer) = accounts::store::find(tx, payer_id).await? else { return Ok(()) };
    let fact = credit_note_fact(&facts.number);
    mail::queue(tx, &payer.mail(Kind::CreditNote(facts), fact)).await
}

/// Writes the credit note of an executed refund and returns the data of the payer's mail. There is none for money that
/// was never invoiced, nor for a refund repeated after its money had come back to the school.
async fn credit(tx: &mut Tx, refund_id: i64) -> Result<Option<(i64, CreditNoteFacts)>> {
    let Some(owed) = fetch_optional!(tx, CreditBasis, OWED, refund_id)? else { return Ok(None) };
    let [total, returned, credited] =
        [owed.total_cents, owed.returned_cents.max(0), owed.credited_cents].map(Cents);
    let amount = invoice::to_credit(total, returned, credited);
    if amount.is_zero() {
        return Ok(None);
    }
    write_credit_note(tx, &owed, refund_id, amount).await.map(|facts| Some((owed.payer_id, facts)))
}

async fn write_credit_note(
    tx: &mut Tx,
    owed: &CreditBasis,
    refund_id: i64,
    amount: Cents,
) -> Result<CreditNoteFacts> {
    let at = tx.now;
    let seller = snapshot(&seller(tx).await?.0)?;
    let Taken { number, year, sequence } = take_number(tx, InvoiceKind::CreditNote, at).await?;
    let id = fetch_scalar!(
        tx,
        i64,
        CREDIT,
        owed.id,
        &number,
        i64::from(year),
        sequence,
        refund_id,
        at,
        amount.0,
        seller
    )?;
    if amount.0 == owed.total_cents {
        execute!(tx, CREDIT_WHOLE, id, owed.id)?;
    } else {
        execute!(tx, CREDIT_PART, id, &owed.course_name, amount.0)?;
    }
    crash_point!("invoice.credited");
    Ok(CreditNoteFacts {
        invoice_id: id,
        number,
        credited_number: owed.number.clone(),
        course_name: owed.course_name.clone(),
        amount,
        currency: owed.currency.clone(),
    })
}

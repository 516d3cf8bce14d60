//! Holds a seat: the start of every reservation, from a visitor's draft, a signed-in request or the desk.
//!
//! Everything is checked and written in the caller's transaction; the payment is opened afterwards ([`super::intent`]).

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use preau_core::code::Code;
use preau_core::course::check_start_date;
use preau_core::language::UiLanguage;
use preau_core::money::Cents;
use preau_core::price::{Owned, Quote, Scope, quote};
use preau_core::problem::Problem;
use preau_core::reservation::{
    MAX_OPEN_HOLDS, MAX_UNPAID_HOLDS, PaymentRef, ReservationKind, ReservationStatus,
};

use super::consents::{self, Agreed, Consents};
use super::course::{self, CourseOnSale};
pub use super::participant::Participant;
use crate::catalogue::subscribed;
use crate::clock::sha256_hex;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::fetch_one;
use crate::http::caller::Caller;
use crate::people::accounts;
use crate::sales::payment::store::{self as payments, NewPayment, Payment};
use crate::sales::reservations::seat;
use crate::sales::reservations::store::{self, NewHold, ReservationRow};
use crate::sales::waitlist;
use crate::school::{networks, vat};
use crate::write::Tx;
use preau_core::payment::Provider;

/// Validity of a `checkoutToken`.
const TOKEN_LIFE: TimeDelta = TimeDelta::hours(24);

/// The network address a hold comes from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Identifies the address in reservations until their drafts are erased.
    key: String,
    /// Whether it is one of the school's own networks.
    own: bool,
}

/// A hold to be made.
#[derive(Clone, Debug)]
pub struct HoldRequest {
    pub course_id: i64,
    /// Empty: the whole course.
    pub modules: Vec<i64>,
    pub start_date: NaiveDate,
    /// Whether this is the production school.
    pub in_production: bool,
    /// None at the desk, where the school itself reserves.
    pub agreed: Option<Agreed>,
    pub payer: Participant,
    /// Found by e-mail when there is no id.
    pub learner: Participant,
    pub draft: Option<String>,
    /// Hash of the `checkoutToken`.
    pub token_hash: Option<String>,
    pub length: TimeDelta,
    /// Pending payment by transfer, cheque or cash instead of card.
    pub desk: bool,
    pub language: UiLanguage,
    /// None at the desk.
    pub origin: Option<Origin>,
    /// Hash of the request's idempotency key.
    pub request_key: Option<String>,
    /// A hold that this one replaces; its token is already checked.
    pub replaces: Option<i64>,
    pub provider: Provider,
    /// The reference of its payment.
    pub payment_ref: PaymentRef,
}

/// A held seat.
#[derive(Clone, Debug)]
pub struct Hold {
    pub reservation_id: i64,
    pub amount: Cents,
    pub until: DateTime<Utc>,
    /// To be opened at the provider; none when there is nothing to pay by card.
    pub payment: Option<Payment>,
    /// Replaced holds, whose payments must be closed.
    pub replaced: Vec<i64>,
}

/// Holds a seat for the learner.
///
/// # Errors
/// `not_found`; why the course cannot be reserved; invalid date or selection; `already_subscribed`; `already_held`;
/// `too_many_holds`; `full`; those of a free course; `vat_ground_required`; missing consents.
pub async fn create_hold(tx: &mut Tx, request: &HoldRequest) -> Result<Hold> {
    let learner = learner(tx, &request.learner, &request.payer).await?;
    let Replaced { ids: replaced, seat: seat_passed_on, until: kept_until, offered } =
        replace(tx, request, &learner).await?;
    check_open_holds(tx, request).await?;
    let course = course::get(tx, request.course_id).await?;
    let today = tx.today;
    let told = may_see_holdings(tx, request, &learner).await?;
    let (owned, has_seat) = holdings(tx, learner.id.filter(|_| told), &course, today).await?;
    if let Some(refusal) = course.availability.refusal_for_learner(tx.today, has_seat) {
        return Err(Problem::from(refusal).into());
    }
    // A seat that is free goes to who waits first.
    let waits = course.someone_waits;
    if !has_seat && !seat_passed_on && waits {
        return Err(Code::Full.into());
    }
    check_start_date(request.start_date, Some(course.end_date), tx.today)
        .map_err(|fault| Problem::field("requestedStartDate", fault))?;
    let now = tx.now;
    let priced = course.priced_from(tx, request.start_date, (today, now)).await?;
    let offered = offered.filter(|offered| offered.is_for(request));
    let quote = match &offered {
        Some(offered) => {
            // Refused like any other selection, except for sessions that were held since the offer.
            quote(&course.priced, &request.modules, &owned)?;
            offered.quote.clone()
        }
        None => quote(&priced, &request.modules, &owned)?,
    };
    if !quote.total.is_zero() {
        vat::require_ground(tx, request.in_production).await?;
    }
    let consents = required_consents(tx, request, &course, &quote).await?;
    // At the desk the learner's identity is checked in person.
    if course.priced.free && !request.desk {
        check_free(tx, request.payer.id, &learner.email).await?;
    }
    if !has_seat && !seat::take(tx, course.id).await? {
        return Err(Code::Full.into());
    }
    let until = tx.now + request.length;
    // While somebody waits, a hold that is made anew keeps its end: no seat is held for ever.
    let until = match kept_until.filter(|_| waits) {
        Some(kept) => until.min(kept),
        None => until,
    };
    let hold = NewHold {
        kind: ReservationKind::Sale,
        course_id: course.id,
        scope: quote.scope,
        start_date: request.start_date,
        payer_id: request.payer.id,
        learner_id: learner.id,
        payer_email: &request.payer.email,
        learner_email: &learner.email,
        child_key: learner.child.as_str(),
        draft: request.draft.as_deref(),
        token_hash: request.token_hash.as_deref(),
        token_expires_at: request.token_hash.as_ref().map(|_| tx.now + TOKEN_LIFE),
        until,
        desk: request.desk,
        holds_seat: !has_seat,
        amount: quote.total,
        language: request.language.as_str(),
        address_key: request.origin.as_ref().map(|origin| origin.key.as_str()),
        request_key: request.request_key.as_deref(),
        lines: &quote.lines,
    };
    // Checked before; concurrent requests are caught by the unique index.
    let reservation_id = store::insert(tx, &hold).await.map_err(|error| match error {
        error if error.is_unique_violation() => Code::AlreadyHeld.into(),
        error => error,
    })?;
    if let Some(Offered { reservation_id: offer, .. }) = offered {
        waitlist::store::hold_replaced(tx, offer, reservation_id).await?;
    }
    consents::insert(tx, reservation_id, &consents).await?;
    let payment = if quote.total.is_zero() || request.desk {
        None
    } else {
        Some(insert_payment(tx, request, reservation_id, quote.total).await?)
    };
    Ok(Hold { reservation_id, amount: quote.total, until, payment, replaced })
}

/// The row of the card payment, which [`super::intent`] opens at the provider after the transaction.
async fn insert_payment(
    tx: &mut Tx,
    request: &HoldRequest,
    reservation_id: i64,
    amount: Cents,
) -> Result<Payment> {
    let payment = NewPayment {
        reservation_id: Some(reservation_id),
        user_id: request.payer.id,
        provider: request.provider,
        payment_ref: request.payment_ref.clone(),
        amount,
    };
    payments::insert_open(tx, &payment).await
}

/// The payer's consents, if they cover everything this sale requires.
async fn required_consents(
    tx: &mut Tx,
    request: &HoldRequest,
    course: &CourseOnSale,
    quote: &Quote,
) -> Result<Consents> {
    let Some(Agreed { given, birth_date }) = &request.agreed else { return Ok(Consents::default()) };
    let terms = consents::terms_in_force(tx).await?;
    let sale = consents::sale(terms, course, quote, request.start_date, *birth_date);
    Ok(Consents { kinds: sale.check(given, tx.today)?, terms })
}

async fn learner(conn: &mut Conn, named: &Participant, payer: &Participant) -> Result<Participant> {
    if named.id.is_some() {
        return Ok(named.clone());
    }
    let account = match payer.id {
        Some(guardian) if named.child.is_child() => {
            accounts::store::find_ward(conn, guardian, &payer.email, &named.child).await?
        }
        None if named.child.is_child() => None,
        _ => accounts::store::find_by_email(conn, &named.email).await?,
    };
    Ok(Participant { id: account.map(|account| account.id), ..named.clone() })
}

/// Whether the payer may learn what the learner already has: for themselves, their beneficiaries and at the desk. For
/// others the learner is treated as having nothing; a payment for something they own is refunded once received.
async fn may_see_holdings(conn: &mut Conn, request: &HoldRequest, learner: &Participant) -> Result<bool> {
    // A request that names the learner by id has already been authorised.
    if request.desk || request.learner.id.is_some() {
        return Ok(true);
    }
    match request.payer.id.zip(learner.id) {
        Some((payer, learner)) => accounts::store::is_beneficiary(conn, payer, learner).await,
        None => Ok(false),
    }
}

/// What the learner already has of the course: what a live subscription covers, and whether they have a seat.
pub async fn holdings(
    conn: &mut Conn,
    learner_id: Option<i64>,
    course: &CourseOnSale,
    today: NaiveDate,
) -> Result<(Owned, bool)> {
    let Some(learner_id) = learner_id else { return Ok((Owned::Nothing, false)) };
    let access = subscribed::to_course(conn, learner_id, course.id, today).await?;
    Ok((access.live().as_ref().map_or(Owned::Nothing, Owned::from), access.has_seat()))
}

/// What a hold replaces.
#[derive(Debug, Default)]
struct Replaced {
    /// The holds, whose payments must be closed.
    ids: Vec<i64>,
    /// Whether one of them kept a seat of this course, which came free with it.
    seat: bool,
    /// The end of the sale among them.
    until: Option<DateTime<Utc>>,
    /// An offer that was accepted.
    offered: Option<Offered>,
}

/// A seat that was offered to who waited, at a price that is fixed.
#[derive(Debug)]
struct Offered {
    reservation_id: i64,
    start_date: NaiveDate,
    quote: Quote,
}

impl Offered {
    /// Whether its price is that of this request: the same selection, and no earlier start.
    fn is_for(&self, request: &HoldRequest) -> bool {
        let offered: BTreeSet<i64> = self.quote.lines.iter().filter_map(|line| line.module_id).collect();
        let same = match self.quote.scope {
            Scope::Course => request.modules.is_empty(),
            Scope::Modules => offered == request.modules.iter().copied().collect(),
        };
        same && request.start_date >= self.start_date
    }
}

/// Cancels the hold named with its token, and a hold that [`is_replaced_by`].
async fn replace(tx: &mut Tx, request: &HoldRequest, learner: &Participant) -> Result<Replaced> {
    let mut replaced = Replaced::default();
    if let Some(id) = request.replaces {
        let row = store::get(tx, id).await?;
        if row.status == ReservationStatus::Held {
            replaced.cancel(tx, &row, request.course_id, learner).await?;
        }
    }
    if let Some(row) = store::held_for(tx, request.course_id, &learner.email, learner.child.as_str()).await? {
        // A client that lost the response with its token still has its idempotency key.
        let same_request = request.request_key.is_some() && row.request_key == request.request_key;
        let repeated = same_request && row.payer_id.is_none() && row.payer_email == request.payer.email;
        if !repeated && !is_replaced_by(&row, &request.payer) {
            return Err(Code::AlreadyHeld.into());
        }
        replaced.cancel(tx, &row, request.course_id, learner).await?;
    }
    Ok(replaced)
}

impl Replaced {
    async fn cancel(
        &mut self,
        tx: &mut Tx,
        row: &ReservationRow,
        course_id: i64,
        learner: &Participant,
    ) -> Result<()> {
        let was_offered = waitlist::store::is_accepted_offer(tx, row.id).await?;
        let same_learner = row.learner_email == learner.email && row.child_key == learner.child.as_str();
        // A seat that was offered is for whoever waited, and for nobody they name instead.
        if row.course_id == course_id && (same_learner || !was_offered) {
            self.seat |= row.holds_seat;
            if row.kind == ReservationKind::Sale {
                self.until = Some(row.hold_until);
            }
            if was_offered {
                let quote =
                    Quote { scope: row.scope, lines: store::lines(tx, row.id).await?, total: row.amount() };
                self.offered = Some(Offered { reservation_id: row.id, start_date: row.start_date, quote });
            }
        }
        store::cancel(tx, row).await?;
        self.ids.push(row.id);
        Ok(())
    }
}

/// Whether a hold is replaced by one of this payer for the same learner and course: it is the payer's own, or somebody
/// without an account holds the seat for them. A hold made for an address never blocks the owner of the address.
pub fn is_replaced_by(row: &ReservationRow, payer: &Participant) -> bool {
    let same_account = payer.id.is_some() && row.payer_id == payer.id;
    let anonymous_gift = row.payer_id.is_none() && row.payer_email != row.learner_email;
    same_account || anonymous_gift && row.learner_email == payer.email
}

#[derive(preau_derive::FromRow)]
struct OpenHolds {
    of_address: i64,
    of_account: i64,
    of_email: i64,
    next_end: Option<DateTime<Utc>>,
    unpaid_of_address: i64,
    first_unpaid: Option<DateTime<Utc>>,
}

/// The open holds of an address, an account or an e-mail, and those that the address left unpaid since `$6`.
const OPEN_HOLDS: &str = "
    SELECT open.of_address, open.of_account, open.of_email, open.next_end, unpaid.unpaid_of_address, unpaid.first_unpaid
    FROM (
        SELECT CAST(COALESCE(SUM(CASE WHEN address_key = $1 THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_address,
            CAST(COALESCE(SUM(CASE WHEN payer_id = $2 THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_account,
            CAST(COALESCE(SUM(CASE WHEN payer_email = $3 THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_email,
            MIN(hold_until) AS next_end
        FROM reservations
        WHERE status = 'HELD' AND kind <> 'OFFER' AND NOT desk AND hold_until > $4 AND id <> COALESCE($5, 0)
            AND (address_key = $1 OR payer_id = $2 OR payer_email = $3)
    ) AS open,
    (
        SELECT COUNT(*) AS unpaid_of_address, MIN(created_at) AS first_unpaid FROM reservations
        WHERE address_key = $1 AND created_at > $6 AND status IN ('HELD', 'EXPIRED') AND id <> COALESCE($5, 0)
    ) AS unpaid";

/// The origin of this caller's holds.
pub async fn origin(conn: &mut Conn, caller: &Caller) -> Result<Origin> {
    let key = sha256_hex(format!("address {}", caller.address()));
    Ok(Origin { key, own: networks::is_own(conn, caller).await? })
}

/// Refuses a fourth open hold of one address, account or e-mail, and an eleventh within a day that one address left
/// unpaid; for the school's own networks the limits are twenty times as high. Desk holds do not count.
///
/// # Errors
/// `too_many_holds`.
pub async fn check_open_holds(tx: &mut Tx, request: &HoldRequest) -> Result<()> {
    if request.desk {
        return Ok(());
    }
    let now = tx.now;
    refuse_more(tx, now, request.origin.as_ref(), &request.payer, request.replaces).await
}

/// Makes the same check before the cost of hashing, outside a transaction.
///
/// # Errors
/// `too_many_holds`.
pub async fn refuse_more(
    conn: &mut Conn,
    now: DateTime<Utc>,
    origin: Option<&Origin>,
    payer: &Participant,
    except: Option<i64>,
) -> Result<()> {
    let address_key = origin.map(|origin| origin.key.as_str());
    let factor = if origin.is_some_and(|origin| origin.own) { networks::OWN_FACTOR } else { 1 };
    let day = TimeDelta::days(1);
    let since = now - day;
    let open =
        fetch_one!(conn, OpenHolds, OPEN_HOLDS, address_key, payer.id, &payer.email, now, except, since)?;
    let of_person = open.of_account.max(open.of_email);
    if of_person >= MAX_OPEN_HOLDS || open.of_address >= MAX_OPEN_HOLDS * factor {
        return Err(too_many(now, open.next_end));
    }
    if open.unpaid_of_address >= MAX_UNPAID_HOLDS * factor {
        Err(too_many(now, open.first_unpaid.map(|first| first + day)))
    } else {
        Ok(())
    }
}

fn too_many(now: DateTime<Utc>, until: Option<DateTime<Utc>>) -> Error {
    Error::too_many(Code::TooManyHolds, seconds_until(now, until))
}

fn seconds_until(now: DateTime<Utc>, until: Option<DateTime<Utc>>) -> u64 {
    let seconds = until.map_or(60, |until| (until - now).num_seconds());
    u64::try_from(seconds).unwrap_or(0).max(1)
}

/// Free bookings for others that one account may make per day: each sends somebody a mail.
const MAX_FREE_FOR_OTHERS: i64 = 5;

const FREE_FOR_OTHERS: &str = "
    SELECT COUNT(*), MIN(created_at) FROM reservations
    WHERE payer_id = $1 AND learner_email <> payer_email AND amount_cents = 0 AND NOT desk AND created_at > $2";

/// Free courses are for accounts with a verified e-mail address, and for a few others booked through them.
async fn check_free(tx: &mut Tx, payer_id: Option<i64>, learner_email: &str) -> Result<()> {
    let payer_id = payer_id.ok_or(Code::Unauthenticated)?;
    let account = accounts::store::get(tx, payer_id).await?;
    if !account.is_verified() {
        return Err(Code::EmailNotVerified.into());
    }
    if account.address() == learner_email {
        return Ok(());
    }
    let (now, day) = (tx.now, TimeDelta::days(1));
    let (made, first): (i64, Option<DateTime<Utc>>) =
        fetch_one!(tx, (i64, Option<DateTime<Utc>>), FREE_FOR_OTHERS, payer_id, now - day)?;
    if made < MAX_FREE_FOR_OTHERS {
        return Ok(());
    }
    Err(Error::too_many(Code::TooManyRequests, seconds_until(now, first.map(|first| first + day))))
}

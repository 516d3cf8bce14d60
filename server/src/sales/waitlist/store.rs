//! Rows of the waiting lists.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use preau_core::course::CourseType;
use preau_core::money::Cents;
use preau_core::price::Scope;
use preau_core::waitlist::{EntryStatus, Place};

use super::view::{SeatOffer, WaitlistEntry};
use crate::clock::sha256_hex;
use crate::db::{Conn, Filter, Order, insert_rows};
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::sales::checkout::hold::Participant;
use crate::sales::reservations::store as reservations;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// For how long entries that ended are still shown to who waited.
const SHOWN_AFTER: TimeDelta = TimeDelta::days(30);

/// An entry of a waiting list.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub struct EntryRow {
    pub id: i64,
    pub version: i64,
    pub course_id: i64,
    #[sqlx(try_from = "String")]
    pub status: EntryStatus,
    #[sqlx(try_from = "String")]
    pub scope: Scope,
    pub start_date: Option<NaiveDate>,
    pub payer_id: Option<i64>,
    pub learner_id: Option<i64>,
    pub payer_email: String,
    pub learner_email: String,
    pub child_key: String,
    /// Of somebody without an account.
    pub first_name: String,
    pub language: String,
    pub reservation_id: Option<i64>,
    pub offer_until: Option<DateTime<Utc>>,
}

macro_rules! entry {
    ($rest:literal) => {
        concat!(
            "SELECT w.id, w.version, w.course_id, w.status, w.scope, w.start_date, w.payer_id, w.learner_id, w.payer_email,
                w.learner_email, w.child_key, w.first_name, w.language, w.reservation_id, w.offer_until
            FROM waitlist_entries w ",
            $rest
        )
    };
}

const FIND: &str = entry!("WHERE w.id = $1");
const BY_TOKEN: &str = entry!("JOIN waitlist_tokens t ON t.entry_id = w.id WHERE t.token_hash = $1");
const NEXT: &str =
    entry!("WHERE w.course_id = $1 AND w.status = 'WAITING' ORDER BY w.position, w.id LIMIT 1");
const OF_OFFER: &str = entry!("WHERE w.reservation_id = $1 AND w.status = 'OFFERED'");
// By account too: an address may have changed since.
const LIVE_FOR: &str = entry!(
    "WHERE w.course_id = $1 AND (w.learner_id = $4 OR (w.learner_email = $2 AND w.child_key = $3))
        AND w.status IN ('UNCONFIRMED', 'WAITING', 'OFFERED') ORDER BY w.id LIMIT 1"
);
const LIVE: &str = entry!(
    "WHERE w.course_id = $1 AND w.status IN ('UNCONFIRMED', 'WAITING', 'OFFERED') ORDER BY w.id LIMIT $2"
);

/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<EntryRow> {
    fetch_optional!(conn, EntryRow, FIND, id)?.ok_or_else(Error::not_found)
}

/// The entry that the link of a mail is for.
pub async fn find_by_token(conn: &mut Conn, token: &str) -> Result<Option<EntryRow>> {
    fetch_optional!(conn, EntryRow, BY_TOKEN, sha256_hex(token))
}

/// The first of those who wait.
pub async fn next(conn: &mut Conn, course_id: i64) -> Result<Option<EntryRow>> {
    fetch_optional!(conn, EntryRow, NEXT, course_id)
}

/// The entry of an open offer.
pub async fn of_offer(conn: &mut Conn, reservation_id: i64) -> Result<Option<EntryRow>> {
    fetch_optional!(conn, EntryRow, OF_OFFER, reservation_id)
}

/// The entry by which this learner is on the list of a course; at most one exists.
pub async fn live_for(conn: &mut Conn, course_id: i64, learner: &Participant) -> Result<Option<EntryRow>> {
    let (id, child) = (learner.id, learner.child.as_str());
    fetch_optional!(conn, EntryRow, LIVE_FOR, course_id, &learner.email, child, id)
}

/// Entries on the list of a course, at most `limit`.
pub async fn live(conn: &mut Conn, course_id: i64, limit: i64) -> Result<Vec<EntryRow>> {
    fetch_all!(conn, EntryRow, LIVE, course_id, limit)
}

const MODULES: &str = "SELECT module_id FROM waitlist_modules WHERE entry_id = $1 ORDER BY module_id";

/// The modules of an entry that is not for the whole course.
pub async fn modules(conn: &mut Conn, id: i64) -> Result<Vec<i64>> {
    Ok(fetch_all!(conn, (i64,), MODULES, id)?.into_iter().map(|(id,)| id).collect())
}

/// An entry to insert.
#[derive(Clone, Debug)]
pub struct NewRow<'a> {
    pub course_id: i64,
    pub status: EntryStatus,
    /// Empty: the whole course.
    pub modules: &'a [i64],
    pub start_date: Option<NaiveDate>,
    pub payer_id: Option<i64>,
    pub learner_id: Option<i64>,
    pub payer_email: &'a str,
    pub learner_email: &'a str,
    pub child_key: &'a str,
    pub first_name: &'a str,
    pub language: &'a str,
}

impl NewRow<'_> {
    const fn scope(&self) -> Scope {
        if self.modules.is_empty() { Scope::Course } else { Scope::Modules }
    }
}

const LAST: &str = "SELECT COALESCE(MAX(position), 0) FROM waitlist_entries WHERE course_id = $1";
const INSERT: &str = "
    INSERT INTO waitlist_entries (course_id, position, status, scope, start_date, payer_id, learner_id, payer_email,
        learner_email, child_key, first_name, language, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13) RETURNING id";
const INSERT_MODULES: &str = "INSERT INTO waitlist_modules (entry_id, module_id)";

/// Inserts an entry at the end of the list.
///
/// # Errors
/// A unique violation when the learner is on the list.
pub async fn insert(tx: &mut Tx, new: &NewRow<'_>) -> Result<i64> {
    let last = fetch_scalar!(tx, i64, LAST, new.course_id)?;
    let id = fetch_scalar!(
        tx,
        i64,
        INSERT,
        new.course_id,
        last + 1,
        new.status.as_str(),
        new.scope().as_str(),
        new.start_date,
        new.payer_id,
        new.learner_id,
        new.payer_email,
        new.learner_email,
        new.child_key,
        new.first_name,
        new.language,
        tx.now
    )?;
    insert_modules(tx, id, new.modules).await?;
    let action =
        if new.status == EntryStatus::Unconfirmed { "waitlist.requested" } else { "waitlist.joined" };
    audit(tx, action, id).await?;
    Ok(id)
}

async fn insert_modules(tx: &mut Tx, id: i64, modules: &[i64]) -> Result<()> {
    let rows: Vec<_> = modules.iter().map(|module| vec![id.into(), (*module).into()]).collect();
    insert_rows(tx, INSERT_MODULES, &rows, "ON CONFLICT (entry_id, module_id) DO NOTHING").await
}

const CHANGE_WISH: &str = "
    UPDATE waitlist_entries SET scope = $2, start_date = $3, first_name = $4, language = $5, version = version + 1,
        updated_at = $6
    WHERE id = $1";
const DROP_MODULES: &str = "DELETE FROM waitlist_modules WHERE entry_id = $1";

/// Replaces what an entry whose address is not confirmed yet waits for: it was sent again.
pub async fn change_wish(tx: &mut Tx, id: i64, new: &NewRow<'_>) -> Result<()> {
    tx.public_content_changed();
    execute!(
        tx,
        CHANGE_WISH,
        id,
        new.scope().as_str(),
        new.start_date,
        new.first_name,
        new.language,
        tx.now
    )?;
    execute!(tx, DROP_MODULES, id)?;
    insert_modules(tx, id, new.modules).await
}

const CONFIRM: &str = "
    UPDATE waitlist_entries SET status = 'WAITING', position = $2, payer_id = $3, learner_id = $4, version = version + 1,
        updated_at = $5
    WHERE id = $1";

/// Puts an entry whose address was confirmed at the end of those who wait.
pub async fn confirm(tx: &mut Tx, row: &EntryRow, people: (Option<i64>, Option<i64>)) -> Result<()> {
    let last = fetch_scalar!(tx, i64, LAST, row.course_id)?;
    execute!(tx, CONFIRM, row.id, last + 1, people.0, people.1, tx.now)?;
    audit(tx, "waitlist.joined", row.id).await
}

const OFFER: &str = "
    UPDATE waitlist_entries SET status = 'OFFERED', reservation_id = $2, offered_at = $3, offer_until = $4,
        offers = offers + 1, ended_at = NULL, version = version + 1, updated_at = $3
    WHERE id = $1";

/// Notes the offer of a seat.
///
/// # Errors
/// A unique violation when an entry that had ended is offered a seat, and the learner joined again.
pub async fn offer(tx: &mut Tx, id: i64, reservation_id: i64, until: DateTime<Utc>) -> Result<()> {
    execute!(tx, OFFER, id, reservation_id, tx.now, until)?;
    audit(tx, "waitlist.offered", id).await
}

const END: &str = "
    UPDATE waitlist_entries SET status = $2, ended_at = $3, version = version + 1, updated_at = $3 WHERE id = $1";

/// Ends an entry: accepted, declined, lapsed or left.
pub async fn end(tx: &mut Tx, id: i64, status: EntryStatus) -> Result<()> {
    execute!(tx, END, id, status.as_str(), tx.now)?;
    let action = match status {
        EntryStatus::Accepted => "waitlist.accepted",
        EntryStatus::Declined => "waitlist.declined",
        EntryStatus::Lapsed => "waitlist.lapsed",
        _ => "waitlist.left",
    };
    audit(tx, action, id).await
}

const REPLACED: &str = "
    UPDATE waitlist_entries SET reservation_id = $2 WHERE reservation_id = $1 AND status = 'ACCEPTED'";

/// The hold of an accepted offer was replaced by another. Whether it was one.
pub async fn hold_replaced(tx: &mut Tx, from: i64, to: i64) -> Result<bool> {
    tx.public_content_changed();
    Ok(execute!(tx, REPLACED, from, to)? > 0)
}

const ACCEPTED: &str =
    "SELECT COUNT(*) FROM waitlist_entries WHERE reservation_id = $1 AND status = 'ACCEPTED'";

/// Whether the price of this hold is the one of an accepted offer.
pub async fn is_accepted_offer(conn: &mut Conn, reservation_id: i64) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, ACCEPTED, reservation_id)? > 0)
}

const ORDER: &str = "
    SELECT id, position FROM waitlist_entries WHERE course_id = $1 AND status = 'WAITING' ORDER BY position, id";
const PLACE: &str = "UPDATE waitlist_entries SET position = $2 WHERE id = $1";
const RAISE: &str = "UPDATE waitlist_entries SET version = version + 1, updated_at = $2 WHERE id = $1";

/// Those who wait, in their order.
pub async fn order(conn: &mut Conn, course_id: i64) -> Result<Vec<Place>> {
    let rows = fetch_all!(conn, (i64, i64), ORDER, course_id)?;
    Ok(rows.into_iter().map(|(id, position)| Place { id, position }).collect())
}

/// Writes changed places; the version of the entry that was moved rises.
pub async fn put(tx: &mut Tx, moved: i64, places: &[Place]) -> Result<()> {
    tx.public_content_changed();
    for place in places {
        execute!(tx, PLACE, place.id, place.position)?;
    }
    execute!(tx, RAISE, moved, tx.now).map(|_| ())
}

pub(super) async fn audit(tx: &mut Tx, action: &str, id: i64) -> Result<()> {
    tx.public_content_changed();
    tx.audit(action, "waitlist", id, None, None).await
}

#[derive(preau_derive::FromRow)]
struct ViewRow {
    id: i64,
    version: i64,
    #[sqlx(try_from = "String")]
    status: EntryStatus,
    course_id: i64,
    course_name: String,
    #[sqlx(try_from = "String")]
    course_type: CourseType,
    course_slug: String,
    offer_hours: i64,
    start_date: Option<NaiveDate>,
    rank: Option<i64>,
    created_at: DateTime<Utc>,
    reservation_id: Option<i64>,
    amount_cents: Option<i64>,
    offer_start: Option<NaiveDate>,
    offered_at: Option<DateTime<Utc>>,
    offer_until: Option<DateTime<Utc>>,
    first_name: String,
    payer_email: String,
    learner_email: String,
    learner_id: Option<i64>,
    learner_name: Option<String>,
    payer_name: Option<String>,
}

const COUNT: &str = "SELECT COUNT(*) FROM waitlist_entries w";
/// Entries with their people, their offer, and a rank.
macro_rules! rows {
    ($rank:literal) => {
        concat!(
            "SELECT w.id, w.version, w.status, w.course_id, c.name AS course_name, c.type AS course_type,
                c.slug AS course_slug, c.offer_hours, w.start_date, ",
            $rank,
            " AS rank, w.created_at, w.reservation_id, r.amount_cents, r.start_date AS offer_start, w.offered_at,
                w.offer_until, COALESCE(payer.first_name, w.first_name) AS first_name,
                COALESCE(payer.email, w.payer_email) AS payer_email,
                COALESCE(learner.email, w.learner_email) AS learner_email, w.learner_id,
                learner.first_name || ' ' || learner.last_name AS learner_name,
                payer.first_name || ' ' || payer.last_name AS payer_name
            FROM waitlist_entries w JOIN courses c ON c.id = w.course_id
            LEFT JOIN reservations r ON r.id = w.reservation_id
            LEFT JOIN users payer ON payer.id = w.payer_id LEFT JOIN users learner ON learner.id = w.learner_id"
        )
    };
}

const ROWS: &str = rows!(
    "CASE WHEN w.status = 'WAITING' THEN (SELECT COUNT(*) FROM waitlist_entries e WHERE e.course_id = w.course_id
        AND e.status = 'WAITING' AND (e.position, e.id) <= (w.position, w.id)) END"
);
/// Of a list in its order, whose ranks follow from it.
const ROWS_IN_ORDER: &str = rows!("CAST(NULL AS BIGINT)");
const CHOSEN: &str = "
    SELECT x.entry_id, m.id, m.title FROM waitlist_modules x JOIN modules m ON m.id = x.module_id";
const IN_ORDER: Order = Order::ascending(&[
    "CASE w.status WHEN 'OFFERED' THEN 0 WHEN 'WAITING' THEN 1 ELSE 2 END",
    "w.position",
    "w.id",
]);
const EXISTS: &str = "SELECT COUNT(*) FROM courses WHERE id = $1";

/// One entry as its payer sees it.
pub async fn view(conn: &mut Conn, id: i64) -> Result<WaitlistEntry> {
    let one = Filter::new().with("w.id = $1", id);
    let rows = one.fetch_all::<ViewRow>(conn, ROWS, Order::NONE).await?;
    views(conn, rows).await?.pop().ok_or_else(Error::not_found)
}

/// The entries that this user pays for, the newest first: those on a list, and those that ended lately.
pub async fn of_user(conn: &mut Conn, user_id: i64, now: DateTime<Utc>) -> Result<Vec<WaitlistEntry>> {
    let own =
        Filter::new().with(OWN, user_id).with("w.ended_at IS NULL OR w.ended_at > $1", now - SHOWN_AFTER);
    let rows = own.fetch_page::<ViewRow>(conn, ROWS, Order::descending(&["w.id"]), (200, 0)).await?;
    views(conn, rows).await
}

/// The list of a course, and how long it is: offers, those who wait in their order, addresses not confirmed yet.
///
/// # Errors
/// `not_found`.
pub async fn of_course(conn: &mut Conn, course_id: i64, window: Window) -> Result<(Vec<WaitlistEntry>, i64)> {
    if fetch_scalar!(conn, i64, EXISTS, course_id)? == 0 {
        return Err(Error::not_found());
    }
    let listed = Filter::new()
        .with("w.course_id = $1", course_id)
        .with("w.status IN ('UNCONFIRMED', 'WAITING', 'OFFERED')", ());
    let total = listed.count(conn, COUNT).await?;
    let offered = listed.clone().with("w.status = 'OFFERED'", ()).count(conn, COUNT).await?;
    let page = (window.limit, window.offset);
    let mut rows = listed.fetch_page::<ViewRow>(conn, ROWS_IN_ORDER, IN_ORDER, page).await?;
    for (row, place) in rows.iter_mut().zip(window.offset - offered + 1..) {
        row.rank = Some(place).filter(|_| row.status == EntryStatus::Waiting);
    }
    Ok((views(conn, rows).await?, total))
}

/// Entries of `$1`: they pay, or joined with their confirmed address before they had the account.
const OWN: &str = "w.payer_id = $1 OR (w.payer_id IS NULL AND w.status <> 'UNCONFIRMED' AND w.payer_email =
    (SELECT u.email FROM users u WHERE u.id = $1 AND u.email_verified_at IS NOT NULL))";
const IS_OWN: &str = "
    SELECT COUNT(*) FROM waitlist_entries w WHERE w.id = $2 AND (w.payer_id = $1 OR (w.payer_id IS NULL
        AND w.status <> 'UNCONFIRMED' AND w.payer_email =
            (SELECT u.email FROM users u WHERE u.id = $1 AND u.email_verified_at IS NOT NULL)))";

/// Whether this user pays for the entry.
pub async fn is_own(conn: &mut Conn, user_id: i64, id: i64) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, IS_OWN, user_id, id)? > 0)
}

async fn views(conn: &mut Conn, rows: Vec<ViewRow>) -> Result<Vec<WaitlistEntry>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let chosen = Filter::new().among("x.entry_id", &*ids);
    let by_module = Order::ascending(&["m.order_index", "m.id"]);
    let mut modules = HashMap::<i64, Vec<(i64, String)>>::new();
    for (entry, id, title) in chosen.fetch_all::<(i64, i64, String)>(conn, CHOSEN, by_module).await? {
        modules.entry(entry).or_default().push((id, title));
    }
    let mut views = Vec::with_capacity(rows.len());
    for row in rows {
        let modules = modules.remove(&row.id).unwrap_or_default();
        views.push(view_of(conn, row, modules).await?);
    }
    Ok(views)
}

async fn view_of(conn: &mut Conn, row: ViewRow, modules: Vec<(i64, String)>) -> Result<WaitlistEntry> {
    let offer = match row.offered_at.zip(row.offer_until) {
        Some((offered_at, until)) => Some(SeatOffer {
            reservation_id: row.reservation_id,
            lines: match row.reservation_id {
                Some(id) => reservations::lines(conn, id).await?,
                None => Vec::new(),
            },
            amount: Cents(row.amount_cents.unwrap_or_default()),
            start_date: row.offer_start,
            offered_at,
            until,
            hours: row.offer_hours,
        }),
        None => None,
    };
    let for_another = row.payer_email != row.learner_email;
    let (reserved_module_ids, module_titles) = modules.into_iter().unzip();
    Ok(WaitlistEntry {
        id: row.id,
        version: row.version,
        status: row.status,
        course_id: row.course_id,
        course_name: row.course_name,
        course_type: row.course_type,
        course_slug: row.course_slug,
        reserved_module_ids,
        module_titles,
        requested_start_date: row.start_date,
        rank: row.rank,
        created_at: row.created_at,
        offer,
        first_name: row.first_name,
        learner_name: row.learner_name,
        payer_name: row.payer_name,
        for_another,
        beneficiary_id: row.learner_id.filter(|_| for_another),
        email: Some(row.payer_email),
    })
}

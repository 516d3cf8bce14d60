//! A course on sale: whether it can be reserved, and the prices of its parts.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::start_of_paris_day;
use preau_core::course::{Availability, CourseStatus, CourseType};
use preau_core::late_entry::{Entry, LateEntry, Sessions};
use preau_core::money::Cents;
use preau_core::price::{PricedCourse, PricedModule};

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::fetch_all;

/// A course on sale.
#[derive(Clone, Debug)]
pub struct CourseOnSale {
    pub id: i64,
    pub course_type: CourseType,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub availability: Availability,
    pub late_entry: LateEntry,
    /// Hours to answer an offered seat.
    pub offer_hours: i64,
    /// Whether somebody waits for a seat, and has none offered.
    pub someone_waits: bool,
    /// Whether anybody is on its waiting list.
    pub has_list: bool,
    pub priced: PricedCourse,
}

#[derive(preau_derive::FromRow)]
struct CourseRow {
    id: i64,
    name: String,
    #[sqlx(try_from = "String")]
    status: CourseStatus,
    #[sqlx(try_from = "String")]
    course_type: CourseType,
    price_cents: i64,
    free: bool,
    #[sqlx(try_from = "String")]
    late_entry: LateEntry,
    offer_hours: i64,
    someone_waits: bool,
    has_list: bool,
    start_date: NaiveDate,
    end_date: NaiveDate,
    capacity: Option<i64>,
    seats_taken: i64,
    module_id: Option<i64>,
    module_title: Option<String>,
    module_cents: Option<i64>,
}

/// One row for each module, or one without a module.
const COURSE: &str = "
    SELECT c.id, c.name, c.status, c.type AS course_type, c.price_cents, c.free, c.late_entry, c.offer_hours, c.start_date,
        c.end_date, c.capacity, c.seats_taken, m.id AS module_id, m.title AS module_title, m.price_cents AS module_cents,
        EXISTS (SELECT 1 FROM waitlist_entries w WHERE w.course_id = c.id AND w.status = 'WAITING') AS someone_waits,
        EXISTS (SELECT 1 FROM waitlist_entries w WHERE w.course_id = c.id
            AND w.status IN ('UNCONFIRMED', 'WAITING', 'OFFERED')) AS has_list
    FROM courses c LEFT JOIN modules m ON m.course_id = c.id
    WHERE c.id = $1 ORDER BY m.order_index, m.id";

/// The course of this id, in any status.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<CourseOnSale> {
    let rows = fetch_all!(conn, CourseRow, COURSE, id)?;
    let module = |row: &CourseRow| {
        let (id, title, cents) = (row.module_id?, row.module_title.clone()?, row.module_cents?);
        Some(PricedModule { id, title, price: Cents(cents) })
    };
    let modules = rows.iter().filter_map(module).collect();
    let row = rows.into_iter().next().ok_or_else(Error::not_found)?;
    Ok(CourseOnSale {
        id: row.id,
        course_type: row.course_type,
        start_date: row.start_date,
        end_date: row.end_date,
        availability: Availability {
            status: row.status,
            end_date: Some(row.end_date),
            capacity: row.capacity,
            seats_taken: row.seats_taken,
        },
        late_entry: row.late_entry,
        offer_hours: row.offer_hours,
        someone_waits: row.someone_waits,
        has_list: row.has_list,
        priced: PricedCourse {
            title: row.name,
            price: Cents(row.price_cents),
            free: row.free,
            entry: None,
            modules,
        },
    })
}

/// The sessions that are not cancelled, by module, and those among them that begin at `$2` or later.
const SESSIONS: &str = "
    SELECT module_id, COUNT(*), CAST(SUM(CASE WHEN starts_at >= $2 THEN 1 ELSE 0 END) AS BIGINT)
    FROM class_sessions WHERE course_id = $1 AND status = 'PLANNED' GROUP BY module_id";

impl CourseOnSale {
    /// Its prices for whoever enters on this day: with the sessions that are left from then on, or from now on when that
    /// is later.
    pub async fn priced_from(
        &self,
        conn: &mut Conn,
        start: NaiveDate,
        (today, now): (NaiveDate, DateTime<Utc>),
    ) -> Result<PricedCourse> {
        if self.late_entry == LateEntry::Full {
            return Ok(self.priced.clone());
        }
        let first = start_of_paris_day(start).max(now);
        let rows = fetch_all!(conn, (Option<i64>, i64, i64), SESSIONS, self.id, first)?;
        let parts = rows.into_iter().map(|(module, total, left)| (module, Sessions { total, left }));
        Ok(PricedCourse { entry: Some(Entry::new(start.max(today), parts)), ..self.priced.clone() })
    }
}

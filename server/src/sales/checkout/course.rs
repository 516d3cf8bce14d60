//! A course on sale: whether it can be reserved, and the prices of its parts.

use chrono::NaiveDate;
use preau_core::course::{Availability, CourseStatus, CourseType};
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
    SELECT c.id, c.name, c.status, c.type AS course_type, c.price_cents, c.free, c.start_date, c.end_date, c.capacity,
        c.seats_taken, m.id AS module_id, m.title AS module_title, m.price_cents AS module_cents
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
        priced: PricedCourse { title: row.name, price: Cents(row.price_cents), free: row.free, modules },
    })
}

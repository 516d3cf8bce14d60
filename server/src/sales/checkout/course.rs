//! A course on sale: whether it can be reserved, and the prices of its parts.

use chrono::NaiveDate;
use preau_core::course::{Availability, CourseStatus, CourseType};
use preau_core::money::Cents;
use preau_core::price::{PricedCourse, PricedModule};

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::{fetch_all, fetch_optional};

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
}

const COURSE: &str = "
    SELECT id, name, status, type AS course_type, price_cents, free, start_date, end_date, capacity, seats_taken
    FROM courses WHERE id = $1";
const MODULES: &str =
    "SELECT id, title, price_cents FROM modules WHERE course_id = $1 ORDER BY order_index, id";

/// The course of this id, in any status.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<CourseOnSale> {
    let row = fetch_optional!(conn, CourseRow, COURSE, id)?.ok_or_else(Error::not_found)?;
    let modules = fetch_all!(conn, (i64, String, i64), MODULES, id)?;
    let module = |(id, title, cents)| PricedModule { id, title, price: Cents(cents) };
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
        priced: PricedCourse {
            title: row.name,
            price: Cents(row.price_cents),
            free: row.free,
            modules: modules.into_iter().map(module).collect(),
        },
    })
}

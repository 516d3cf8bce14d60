//! What a payer must agree to before a seat is held, and the stored consents with terms version and time.

use chrono::NaiveDate;
use preau_core::consent::{ConsentKind, Given, Sale};
use preau_core::course::CourseType;
use preau_core::page::PageKind;
use preau_core::price::Quote;

use super::course::CourseOnSale;
use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_optional, fetch_scalar};

/// Consents of a payer, and the learner they are for.
#[derive(Clone, Copy, Debug)]
pub struct Agreed {
    pub given: Given,
    /// The learner's, if known.
    pub birth_date: Option<NaiveDate>,
}

/// The sale of this quote, for which consents are required.
pub async fn sale(
    conn: &mut Conn,
    course: &CourseOnSale,
    quote: &Quote,
    start_date: NaiveDate,
    birth_date: Option<NaiveDate>,
) -> Result<Sale> {
    let terms = terms_version(conn).await?;
    let online = course.course_type == CourseType::Online;
    Ok(Sale {
        terms,
        start_date,
        ends_on: online.then_some(course.end_date),
        free: quote.total.is_zero(),
        birth_date,
    })
}

const TERMS: &str = "
    SELECT id, number FROM school_pages WHERE kind = $1 ORDER BY number DESC LIMIT 1";

async fn terms_in_force(conn: &mut Conn) -> Result<Option<(i64, i64)>> {
    fetch_optional!(conn, (i64, i64), TERMS, PageKind::Terms.as_str())
}

/// Number of the terms of sale in force.
pub async fn terms_version(conn: &mut Conn) -> Result<Option<i64>> {
    Ok(terms_in_force(conn).await?.map(|(_, number)| number))
}

const INSERT: &str = "INSERT INTO consents (reservation_id, kind, page_id, given_at) VALUES ($1, $2, $3, $4)";

/// Stores what the payer of a reservation agreed to.
pub async fn insert(tx: &mut Tx, reservation_id: i64, agreed: &[ConsentKind]) -> Result<()> {
    for kind in agreed {
        let terms = match kind {
            ConsentKind::Terms => terms_in_force(tx).await?.map(|(id, _)| id),
            ConsentKind::EarlyStart | ConsentKind::Parental | ConsentKind::ChildData => None,
        };
        execute!(tx, INSERT, reservation_id, kind.as_str(), terms, tx.now)?;
    }
    Ok(())
}

const GIVEN: &str = "SELECT COUNT(*) FROM consents WHERE reservation_id = $1 AND kind = $2";

/// Whether the payer of a reservation gave this consent.
pub async fn given(conn: &mut Conn, reservation_id: i64, kind: ConsentKind) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, GIVEN, reservation_id, kind.as_str())? > 0)
}

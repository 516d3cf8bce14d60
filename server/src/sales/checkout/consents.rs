//! What a payer must agree to before a seat is held, and the stored consents with terms version and time.

use chrono::NaiveDate;
use preau_core::consent::{ConsentKind, Given, Sale};
use preau_core::course::CourseType;
use preau_core::page::PageKind;
use preau_core::price::Quote;

use super::course::CourseOnSale;
use crate::db::{Conn, insert_rows};
use crate::error::Result;
use crate::write::Tx;
use crate::{fetch_optional, fetch_scalar};

/// Consents of a payer, and the learner they are for.
#[derive(Clone, Copy, Debug)]
pub struct Agreed {
    pub given: Given,
    /// The learner's, if known.
    pub birth_date: Option<NaiveDate>,
}

/// The terms of sale in force.
#[derive(Clone, Copy, Debug, preau_derive::FromRow)]
pub struct Terms {
    /// Of the page.
    id: i64,
    pub number: i64,
}

const TERMS: &str = "
    SELECT id, number FROM school_pages WHERE kind = $1 ORDER BY number DESC LIMIT 1";

/// The terms of sale in force; none while none are published.
pub async fn terms_in_force(conn: &mut Conn) -> Result<Option<Terms>> {
    fetch_optional!(conn, Terms, TERMS, PageKind::Terms.as_str())
}

/// The sale of this quote, for which consents are required.
#[must_use]
pub fn sale(
    terms: Option<Terms>,
    course: &CourseOnSale,
    quote: &Quote,
    start_date: NaiveDate,
    birth_date: Option<NaiveDate>,
) -> Sale {
    let online = course.course_type == CourseType::Online;
    Sale {
        terms: terms.map(|terms| terms.number),
        start_date,
        ends_on: online.then_some(course.end_date),
        free: quote.total.is_zero(),
        birth_date,
    }
}

const INSERT: &str = "INSERT INTO consents (reservation_id, kind, page_id, given_at)";

/// What a payer agreed to.
#[derive(Debug, Default)]
pub struct Consents {
    pub kinds: Vec<ConsentKind>,
    pub terms: Option<Terms>,
}

/// Stores what the payer of a reservation agreed to.
pub async fn insert(tx: &mut Tx, reservation_id: i64, agreed: &Consents) -> Result<()> {
    let now = tx.now;
    let row = |kind: &ConsentKind| {
        let page = match kind {
            ConsentKind::Terms => agreed.terms.map(|terms| terms.id),
            ConsentKind::EarlyStart | ConsentKind::Parental | ConsentKind::ChildData => None,
        };
        vec![reservation_id.into(), kind.as_str().into(), page.into(), now.into()]
    };
    insert_rows(tx, INSERT, &agreed.kinds.iter().map(row).collect::<Vec<_>>(), "").await
}

const GIVEN: &str = "SELECT COUNT(*) FROM consents WHERE reservation_id = $1 AND kind = $2";

/// Whether the payer of a reservation gave this consent.
pub async fn given(conn: &mut Conn, reservation_id: i64, kind: ConsentKind) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, GIVEN, reservation_id, kind.as_str())? > 0)
}

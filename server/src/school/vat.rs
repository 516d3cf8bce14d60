//! The school's ground for charging no VAT. In production nothing is sold for money before it is set.

use preau_core::code::Code;

use super::store;
use crate::db::Conn;
use crate::error::Result;

/// Refuses operations that lead to an invoice while no ground is set. Outside production a school may be
/// tried out without one: its invoices then state none.
///
/// # Errors
/// `vat_ground_required`.
pub(crate) async fn require_ground(conn: &mut Conn, in_production: bool) -> Result<()> {
    if in_production && store::read(conn).await?.vat_mention.is_none() {
        return Err(Code::VatGroundRequired.into());
    }
    Ok(())
}

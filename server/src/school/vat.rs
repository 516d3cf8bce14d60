//! On which ground the school charges no VAT. In production nothing is sold for money before it has said so.

use preau_core::code::Code;

use super::store;
use crate::db::Conn;
use crate::error::Result;

/// Refuses what leads to an invoice while no ground is chosen. Elsewhere than in production a school may be tried out
/// without one: its papers then claim none.
///
/// # Errors
/// `vat_ground_required`.
pub(crate) async fn require_ground(conn: &mut Conn, in_production: bool) -> Result<()> {
    if in_production && store::read(conn).await?.vat_mention.is_none() {
        return Err(Code::VatGroundRequired.into());
    }
    Ok(())
}

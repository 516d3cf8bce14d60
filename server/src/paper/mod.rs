//! Papers of the school as PDF, made from what was noted when they were issued: the same invoice gives the same
//! bytes, whenever it is asked for. No file is kept.

mod font;
mod layout;
mod sheet;
mod words;

use crate::error::{Error, Result};
use crate::invoices::view::Invoice;

/// An invoice or a credit note as PDF, on a thread of its own: it takes some milliseconds of a core.
///
/// # Errors
/// When the PDF would not be what it says it is.
pub async fn pdf(invoice: Invoice) -> Result<Vec<u8>> {
    let drawn = tokio::task::spawn_blocking(move || layout::draw(&invoice)).await;
    drawn.map_err(|error| Error::internal(error.to_string()))?
}

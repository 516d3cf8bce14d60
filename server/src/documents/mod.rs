//! PDF documents of the school, generated on request from the data stored when they were issued: the same
//! invoice or certificate always gives the same bytes. No file is stored.

mod canvas;
mod certificate;
pub mod data;
mod file;
mod font;
mod invoice;
mod lines;
mod look;
mod picture;
mod qr;
mod school;
mod sheet;
mod words;

use bytes::Bytes;
use krilla::image::Image;
use preau_core::certificate::Summary;
use preau_core::language::UiLanguage;

use crate::background::Background;
use crate::error::{Error, Result};

use data::{Invoice, Seller};

pub use picture::picture_size;
pub use sheet::{AttendanceSheet, ClosedSheet, SheetLine};

/// The data of a certificate.
#[derive(Clone, Debug)]
pub struct Diploma {
    pub summary: Summary,
    /// Of the document; French is printed next to it.
    pub language: UiLanguage,
    /// The school's name of the taught language, for one without a translation.
    pub language_name: String,
    pub school: Seller,
    /// The page on which certificates are verified.
    pub page: String,
    /// The same with the code, for the QR code.
    pub address: String,
}

/// An invoice or a credit note as PDF. A logo that cannot be printed is left out.
///
/// `background`: the thread that draws it, when nobody waits for it.
pub async fn invoice(
    invoice: Invoice,
    logo: Option<Bytes>,
    background: Option<&Background>,
) -> Result<Vec<u8>> {
    draw(logo, background, move |logo| invoice::draw(&invoice, logo)).await
}

/// A certificate of completion as PDF, like [`invoice()`].
pub async fn certificate(
    diploma: Diploma,
    logo: Option<Bytes>,
    background: Option<&Background>,
) -> Result<Vec<u8>> {
    draw(logo, background, move |logo| certificate::draw(&diploma, logo)).await
}

/// The attendance sheet of a session as PDF, like [`invoice()`].
pub async fn attendance_sheet(sheet: AttendanceSheet, logo: Option<Bytes>) -> Result<Vec<u8>> {
    draw(logo, None, move |logo| sheet::draw(&sheet, logo)).await
}

/// Draws on a thread of its own: it takes some milliseconds of CPU time.
async fn draw(
    logo: Option<Bytes>,
    background: Option<&Background>,
    draw: impl Fn(Option<&Image>) -> Result<Vec<u8>> + Send + 'static,
) -> Result<Vec<u8>> {
    let work = move || match logo.as_deref().and_then(picture::read) {
        Some(logo) => draw(Some(&logo)).or_else(|_| draw(None)),
        None => draw(None),
    };
    if let Some(background) = background {
        return background.run(work).await;
    }
    let drawn = tokio::task::spawn_blocking(work).await;
    drawn.map_err(|error| Error::internal(error.to_string()))?
}

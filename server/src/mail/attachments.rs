//! PDF documents attached to mails, generated when the mail is sent: the outbox stores no files.
//!
//! Mails identify a document by its kind and id; the modules concerned generate it, and `app` registers them.

use futures_util::future::BoxFuture;
use lettre::message::header::ContentType;
use lettre::message::{Attachment, SinglePart};

use super::Kind;
use super::facts::{CreditNoteFacts, ReservationFacts};
use crate::context::AppContext;
use crate::error::{Error, Result};

/// A document by its id.
#[derive(Clone, Copy, Debug)]
pub(super) enum AttachmentId {
    /// An invoice or a credit note.
    Invoice(i64),
    Certificate(i64),
}

impl Kind {
    /// The document attached to it.
    pub(super) const fn attached(&self) -> Option<AttachmentId> {
        match self {
            Self::ReservationConfirmed(ReservationFacts { invoice_id: Some(id), .. })
            | Self::CreditNote(CreditNoteFacts { invoice_id: id, .. }) => Some(AttachmentId::Invoice(*id)),
            Self::CertificateIssued(facts) => Some(AttachmentId::Certificate(facts.certificate_id)),
            _ => None,
        }
    }
}

/// A generated document.
pub(crate) struct GeneratedDocument {
    /// `F2026-00012`: used for the file name.
    pub(crate) number: String,
    pub(crate) pdf: Vec<u8>,
}

impl GeneratedDocument {
    pub(super) fn into_part(self) -> Result<SinglePart> {
        let pdf =
            ContentType::parse("application/pdf").map_err(|error| Error::internal(error.to_string()))?;
        Ok(Attachment::new(format!("{}.pdf", self.number)).body(self.pdf, pdf))
    }
}

/// Generates the document of this id.
pub(crate) type GenerateDocument =
    for<'a> fn(&'a AppContext, i64) -> BoxFuture<'a, Result<GeneratedDocument>>;

/// The generators of the kinds of documents.
pub(crate) struct Attachments {
    pub(crate) invoice: GenerateDocument,
    pub(crate) certificate: GenerateDocument,
}

impl Attachments {
    pub(super) async fn generate(&self, app: &AppContext, id: AttachmentId) -> Result<GeneratedDocument> {
        match id {
            AttachmentId::Invoice(id) => (self.invoice)(app, id).await,
            AttachmentId::Certificate(id) => (self.certificate)(app, id).await,
        }
    }
}

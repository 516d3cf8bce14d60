//! Files attached to mails, generated when the mail is sent: the outbox stores no files.
//!
//! Mails identify a file by its kind and id; the modules concerned generate it, and `app` registers them.

use futures_util::future::BoxFuture;
use lettre::message::header::ContentType;
use lettre::message::{Attachment, SinglePart};

use super::Kind;
use super::facts::{CourseChangeFacts, CreditNoteFacts, ReservationFacts};
use super::sessions::events;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::ics::{self, Organizer, Purpose};

/// A file: by its id, or by the facts of the mail.
#[derive(Clone, Copy, Debug)]
pub(super) enum AttachmentId<'k> {
    /// An invoice or a credit note.
    Invoice(i64),
    Certificate(i64),
    /// The sessions to come of a reservation, for calendars.
    Sessions(i64),
    /// The sessions that changed, for calendars.
    ChangedSessions(&'k CourseChangeFacts),
}

impl Kind {
    /// The files attached to it.
    pub(super) fn attached(&self) -> Vec<AttachmentId<'_>> {
        match self {
            Self::ReservationConfirmed(facts) => {
                // The sessions, with the address of the class, are for the learner only.
                let sessions = facts.is_read_by_payer().then_some(facts.reservation_id);
                let invoice = facts.invoice_id.map(AttachmentId::Invoice);
                invoice.into_iter().chain(sessions.map(AttachmentId::Sessions)).collect()
            }
            Self::BeneficiaryConfirmed(ReservationFacts { reservation_id: id, .. }) => {
                vec![AttachmentId::Sessions(*id)]
            }
            Self::CreditNote(CreditNoteFacts { invoice_id: id, .. }) => vec![AttachmentId::Invoice(*id)],
            Self::CertificateIssued(facts) => vec![AttachmentId::Certificate(facts.certificate_id)],
            Self::CourseChanged(facts) | Self::TeachingChanged(facts) if !facts.sessions.is_empty() => {
                vec![AttachmentId::ChangedSessions(facts)]
            }
            _ => Vec::new(),
        }
    }
}

/// A generated file.
pub(crate) struct GeneratedDocument {
    name: String,
    media_type: &'static str,
    bytes: Vec<u8>,
}

impl GeneratedDocument {
    /// A PDF, named by its number: `F2026-00012`.
    pub(crate) fn pdf(number: &str, bytes: Vec<u8>) -> Self {
        Self { name: format!("{number}.pdf"), media_type: "application/pdf", bytes }
    }

    /// Sessions, which calendars add or replace.
    pub(crate) fn calendar(text: String) -> Self {
        let media_type = "text/calendar; charset=utf-8; method=PUBLISH";
        Self { name: "seances.ics".to_owned(), media_type, bytes: text.into_bytes() }
    }

    pub(super) fn into_part(self) -> Result<SinglePart> {
        let media_type =
            ContentType::parse(self.media_type).map_err(|error| Error::internal(error.to_string()))?;
        Ok(Attachment::new(self.name).body(self.bytes, media_type))
    }
}

/// Generates the file of this id; none when there is nothing to attach.
pub(crate) type GenerateDocument =
    for<'a> fn(&'a AppContext, i64) -> BoxFuture<'a, Result<Option<GeneratedDocument>>>;

/// The generators of the kinds of files.
pub(crate) struct Attachments {
    pub(crate) invoice: GenerateDocument,
    pub(crate) certificate: GenerateDocument,
    pub(crate) sessions: GenerateDocument,
}

impl Attachments {
    pub(super) async fn generate(
        &self,
        app: &AppContext,
        id: AttachmentId<'_>,
    ) -> Result<Option<GeneratedDocument>> {
        match id {
            AttachmentId::Invoice(id) => (self.invoice)(app, id).await,
            AttachmentId::Certificate(id) => (self.certificate)(app, id).await,
            AttachmentId::Sessions(id) => (self.sessions)(app, id).await,
            AttachmentId::ChangedSessions(facts) => changed_sessions(app, facts).await.map(Some),
        }
    }
}

async fn changed_sessions(app: &AppContext, facts: &CourseChangeFacts) -> Result<GeneratedDocument> {
    let school = crate::school::store::read(&mut app.db.read().await?).await?.name;
    let email = super::school(&app.config)?.email.to_string();
    let purpose = Purpose::Mail(Organizer { name: &school, email: &email });
    Ok(GeneratedDocument::calendar(ics::write(purpose, &events(facts)?)))
}

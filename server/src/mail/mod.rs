//! Mails: a row in the outbox, written in the transaction of its cause, one of each kind per fact.
//!
//! A request never waits for SMTP: a worker sends the mails of the outbox. Templates are rendered, and links
//! with tokens created, when a mail is sent, so that the outbox contains no tokens.

pub(crate) mod attachments;
pub mod booking;
pub mod completion;
mod decisions;
pub mod facts;
mod link;
mod outbox;
mod sessions;
pub(crate) mod store;
mod transport;
pub mod wording;
pub mod worker;

use chrono::{DateTime, Utc};
use lettre::message::Mailbox;
use preau_core::code::Code;
use preau_core::language::UiLanguage;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;

use crate::clock;
use crate::config::Config;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::school::logo::Size;
use crate::write::Tx;

use facts::{
    AddressFacts, CancellationFacts, CertificateFacts, ClassMessageFacts, CompletionFacts, ContactFacts,
    ContactReplyFacts, CourseChangeFacts, CourseConfirmedFacts, CourseProposalFacts, CreditNoteFacts,
    DecisionDueFacts, DecisionFacts, InvitationFacts, ProposalAcceptedFacts, ProposalEndedFacts,
    RecoveryFacts, RefundFacts, ReminderFacts, ReservationFacts, TeacherMessageFacts, WaitlistFacts,
    WithdrawalFacts,
};

/// Every kind of mail with its facts. In the database: the kind's name and, as JSON, its facts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "params", rename_all = "kebab-case")]
pub enum Kind {
    /// To the payer: paid, and the seat is reserved.
    ReservationConfirmed(ReservationFacts),
    /// To a learner who is not the payer; with a link to set a password when the account has none.
    BeneficiaryConfirmed(ReservationFacts),
    /// To an existing account whose e-mail address was used for a purchase before the account appeared.
    AccountExisted(ReservationFacts),
    /// Confirm this address. Link with token.
    VerifyEmail,
    /// Forgotten password. Link with token, 30 minutes.
    ResetPassword,
    /// Choose a password for a new or locked account. Link with token, 7 days.
    SetPassword,
    /// To a teacher: have an account of their own. Link with token, 7 days.
    TeacherInvitation(InvitationFacts),
    /// The password was changed.
    PasswordChanged,
    /// A Google account was linked with the account, and can sign in to it.
    GoogleLinked,
    /// The Google account can no longer sign in to it.
    GoogleUnlinked,
    /// The second factor was enabled.
    SecondFactorOn,
    /// The second factor was disabled.
    SecondFactorOff,
    /// An ADMIN or the operator removed the second factor.
    SecondFactorReset,
    /// A recovery code was used to sign in.
    RecoveryCodeUsed(RecoveryFacts),
    /// To the new address: confirm the change. Link with token.
    ChangeEmail(AddressFacts),
    /// To the old address: a change was requested; the new address is masked.
    EmailChangeNotice(AddressFacts),
    /// Confirm the deletion of an account without a password. Link with token.
    DeleteAccount,
    /// To the school: a booking.
    AdminBooking(ReservationFacts),
    /// To the school: a message.
    Contact(ContactFacts),
    /// To the sender of a message: the school's reply.
    ContactReply(ContactReplyFacts),
    /// To the school: a course was completed.
    CourseCompleted(CompletionFacts),
    /// To the learner: the certificate of a course, attached.
    CertificateIssued(CertificateFacts),
    /// To the payer: a refund was ordered.
    Refund(RefundFacts),
    /// To the payer: a refund was completed; with its credit note.
    CreditNote(CreditNoteFacts),
    /// To the payer: the withdrawal was received, with the time and the contract.
    WithdrawalReceived(WithdrawalFacts),
    /// To the school: somebody withdrew.
    AdminWithdrawal(WithdrawalFacts),
    /// To the payer: the refunded amount after a withdrawal that had to be decided.
    WithdrawalDecided(DecisionFacts),
    /// To the persons concerned: the course is cancelled.
    CourseCancelled(CancellationFacts),
    /// To the learners of a course: changed dates, timetable, place, link, teacher or sessions.
    CourseChanged(CourseChangeFacts),
    /// To a teacher: changed sessions of a course.
    TeachingChanged(CourseChangeFacts),
    /// To a learner: the first session is tomorrow.
    SessionReminder(ReminderFacts),
    /// To an address that was typed: confirm the place on a waiting list. Link with token.
    WaitlistConfirm(WaitlistFacts),
    /// To whoever waits: a seat is kept for them until they answer. Link with token.
    WaitlistOffer(WaitlistFacts),
    /// To whoever did not answer in time: the seat went to the next one. Link with token.
    WaitlistLapsed(WaitlistFacts),
    /// To whoever waits: nobody can start the course any more. Link with token.
    WaitlistEnded(WaitlistFacts),
    /// To ADMINs: whether a course with too few learners starts is to be decided soon.
    DecisionDue(DecisionDueFacts),
    /// To the learners of a course and who paid for them: it starts as planned.
    CourseConfirmed(CourseConfirmedFacts),
    /// To the payer: other dates or another course, to accept or refuse. Link with token.
    CourseProposal(CourseProposalFacts),
    /// To the payer, and to a learner who is somebody else: a proposal was accepted.
    ProposalAccepted(ProposalAcceptedFacts),
    /// To the payer: a proposal was refused or not answered in time, and the enrolment ends.
    ProposalEnded(ProposalEndedFacts),
    /// To the learners of a course: what its teacher or staff wrote to the class.
    ClassMessage(ClassMessageFacts),
    /// To a teacher: a message, or an answer to what they wrote to a class.
    TeacherMessage(TeacherMessageFacts),
    /// To an ADMIN who requested it: mails of the school arrive.
    Test,
}

impl Kind {
    /// The name in the database and of the texts.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::ReservationConfirmed(_) => "reservation-confirmed",
            Self::BeneficiaryConfirmed(_) => "beneficiary-confirmed",
            Self::AccountExisted(_) => "account-existed",
            Self::VerifyEmail => "verify-email",
            Self::ResetPassword => "reset-password",
            Self::SetPassword => "set-password",
            Self::TeacherInvitation(_) => "teacher-invitation",
            Self::PasswordChanged => "password-changed",
            Self::GoogleLinked => "google-linked",
            Self::GoogleUnlinked => "google-unlinked",
            Self::SecondFactorOn => "second-factor-on",
            Self::SecondFactorOff => "second-factor-off",
            Self::SecondFactorReset => "second-factor-reset",
            Self::RecoveryCodeUsed(_) => "recovery-code-used",
            Self::ChangeEmail(_) => "change-email",
            Self::EmailChangeNotice(_) => "email-change-notice",
            Self::DeleteAccount => "delete-account",
            Self::AdminBooking(_) => "admin-booking",
            Self::Contact(_) => "contact",
            Self::ContactReply(_) => "contact-reply",
            Self::CourseCompleted(_) => "course-completed",
            Self::CertificateIssued(_) => "certificate-issued",
            Self::Refund(_) => "refund",
            Self::CreditNote(_) => "credit-note",
            Self::WithdrawalReceived(_) => "withdrawal-received",
            Self::AdminWithdrawal(_) => "admin-withdrawal",
            Self::WithdrawalDecided(_) => "withdrawal-decided",
            Self::CourseCancelled(_) => "course-cancelled",
            Self::CourseChanged(_) => "course-changed",
            Self::TeachingChanged(_) => "teaching-changed",
            Self::SessionReminder(_) => "session-reminder",
            Self::WaitlistConfirm(_) => "waitlist-confirm",
            Self::WaitlistOffer(_) => "waitlist-offer",
            Self::WaitlistLapsed(_) => "waitlist-lapsed",
            Self::WaitlistEnded(_) => "waitlist-ended",
            Self::DecisionDue(_) => "decision-due",
            Self::CourseConfirmed(_) => "course-confirmed",
            Self::CourseProposal(_) => "course-proposal",
            Self::ProposalAccepted(_) => "proposal-accepted",
            Self::ProposalEnded(_) => "proposal-ended",
            Self::ClassMessage(_) => "class-message",
            Self::TeacherMessage(_) => "teacher-message",
            Self::Test => "test",
        }
    }

    /// Only the facts, as stored in the row next to the kind's name; null when there are none.
    fn params(&self) -> Result<Value> {
        let mut tagged = serde_json::to_value(self).map_err(|error| Error::internal(error.to_string()))?;
        Ok(tagged.get_mut("params").map_or(Value::Null, Value::take))
    }
}

/// A mail to be queued.
#[derive(Clone, Debug)]
pub struct NewMail {
    pub kind: Kind,
    /// The unique key of its cause: `reservation 12`, `user 7 at 2026-…`.
    pub fact: String,
    pub to: String,
    pub name: String,
    pub language: UiLanguage,
    /// The account of the link, for kinds with a token.
    pub user_id: Option<i64>,
    pub reply_to: Option<String>,
}

impl NewMail {
    /// A mail to the school itself, in French.
    pub fn to_school(config: &Config, kind: Kind, fact: String) -> Result<Self> {
        let school = school(config)?;
        Ok(Self {
            kind,
            fact,
            to: school.email.to_string(),
            name: school.name.unwrap_or_default(),
            language: UiLanguage::Fr,
            user_id: None,
            reply_to: None,
        })
    }
}

/// Puts a mail into the outbox, unless there is one of its kind for the same fact. The worker polls every few
/// seconds; `app.mail_queued.notify_one()` after the commit makes it check immediately.
pub async fn queue(tx: &mut Tx, mail: &NewMail) -> Result<()> {
    store::insert(tx, std::slice::from_ref(mail)).await
}

/// Puts several mails into the outbox, like [`queue`].
pub async fn queue_all(tx: &mut Tx, mails: &[NewMail]) -> Result<()> {
    store::insert(tx, mails).await
}

/// What became of a mail so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum MailStatus {
    /// Waits for its first or next attempt.
    Queued,
    /// Was sent.
    Sent,
    /// Refused permanently: only an ADMIN sends it again.
    Parked,
}

impl MailStatus {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "QUEUED",
            Self::Sent => "SENT",
            Self::Parked => "PARKED",
        }
    }
}

impl TryFrom<String> for MailStatus {
    type Error = Error;

    fn try_from(text: String) -> Result<Self> {
        let all = [Self::Queued, Self::Sent, Self::Parked];
        all.into_iter().find(|one| one.as_str() == text).ok_or_else(|| Error::from(Code::Internal))
    }
}

/// That a mail was written, to whom, and what became of it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct MailNote {
    pub id: i64,
    /// `reservation-confirmed`, `refund`…
    pub kind: String,
    pub recipient: String,
    #[sqlx(try_from = "String")]
    pub status: MailStatus,
    /// Why the last try failed.
    pub last_error: Option<String>,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub sent_at: Option<DateTime<Utc>>,
}

/// The mails about a reservation and its refunds, in the order in which they were written.
pub async fn of_reservation(conn: &mut Conn, id: i64) -> Result<Vec<MailNote>> {
    store::of_reservation(conn, id).await
}

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    outbox::routes()
}

/// The sender's identity in mails.
#[derive(Clone, Debug)]
struct Signature {
    /// The school's name; the sender's while there are no settings.
    name: String,
    /// Name and postal address, when it has one.
    imprint: Option<String>,
    logo: Option<wording::Logo>,
}

/// Maximum size of a logo at the top of a mail, in pixels.
const LOGO_ROOM: Size = Size { width: 240, height: 56 };

impl Signature {
    async fn read(app: &AppContext) -> Result<Self> {
        let school = crate::school::store::read(&mut app.db.read().await?).await?;
        let sender = app.config.mail.mail_from.parse::<Mailbox>().ok().and_then(|sender| sender.name);
        let name = sender.filter(|_| school.updated_at.is_none()).unwrap_or_else(|| school.name.clone());
        let imprint = school.address().map(|address| format!("{name}, {address}"));
        let logo = school.logo().map(|logo| {
            let Size { width, height } = logo.size.within(LOGO_ROOM);
            wording::Logo { address: format!("{}{}", app.config.public_url(), logo.url), width, height }
        });
        Ok(Self { name, imprint, logo })
    }
}

/// The school's recipient of bookings and messages.
pub(crate) fn school(config: &Config) -> Result<Mailbox> {
    let address = config.mail.mail_admin.as_deref().unwrap_or(&config.mail.mail_from);
    address.parse().map_err(|_| Error::internal("PREAU_MAIL_ADMIN is not an address"))
}

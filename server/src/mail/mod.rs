//! Mails: a row in the outbox, written in the transaction of its cause and unique per fact and recipient.
//!
//! A request never waits for SMTP: a worker sends what stands in the outbox. Templates render when the
//! mail leaves, and links with tokens are made then, so that no token rests in the outbox.

use preau_core::language::UiLanguage;
use serde_json::Value;

use crate::clock::Ids;
use crate::error::Result;
use crate::execute;
use crate::write::Tx;

/// Every kind of mail the school sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// To the payer: paid, seat taken. Params: `reservationId`.
    ReservationConfirmed,
    /// To a learner who is not the payer; with a link to set a password when the account has none. Params: `reservationId`.
    BeneficiaryConfirmed,
    /// To an account whose purchase arrived although its e-mail appeared only meanwhile. Params: `reservationId`.
    AccountExisted,
    /// Confirm this address. Link with token.
    VerifyEmail,
    /// Forgotten password. Link with token, 30 minutes.
    ResetPassword,
    /// Choose a password for a new or protected account. Link with token, 7 days.
    SetPassword,
    /// The password was changed.
    PasswordChanged,
    /// To the new address: confirm the change. Link with token. Params: `newEmail`.
    ChangeEmail,
    /// To the old address: a change was asked for. Params: `newEmail` (masked).
    EmailChangeNotice,
    /// Confirm the deletion of an account without a password. Link with token.
    DeleteAccount,
    /// To the school: a booking. Params: `reservationId`.
    AdminBooking,
    /// To the school: a message. Params: `contactId`.
    Contact,
    /// To the school: a course was completed. Params: `subscriptionId`.
    CourseCompleted,
    /// To the payer: money goes back. Params: `refundId`.
    Refund,
}

impl Kind {
    /// Every kind.
    pub const ALL: &[Self] = &[
        Self::ReservationConfirmed,
        Self::BeneficiaryConfirmed,
        Self::AccountExisted,
        Self::VerifyEmail,
        Self::ResetPassword,
        Self::SetPassword,
        Self::PasswordChanged,
        Self::ChangeEmail,
        Self::EmailChangeNotice,
        Self::DeleteAccount,
        Self::AdminBooking,
        Self::Contact,
        Self::CourseCompleted,
        Self::Refund,
    ];

    /// The name in the database and of the template.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReservationConfirmed => "reservation-confirmed",
            Self::BeneficiaryConfirmed => "beneficiary-confirmed",
            Self::AccountExisted => "account-existed",
            Self::VerifyEmail => "verify-email",
            Self::ResetPassword => "reset-password",
            Self::SetPassword => "set-password",
            Self::PasswordChanged => "password-changed",
            Self::ChangeEmail => "change-email",
            Self::EmailChangeNotice => "email-change-notice",
            Self::DeleteAccount => "delete-account",
            Self::AdminBooking => "admin-booking",
            Self::Contact => "contact",
            Self::CourseCompleted => "course-completed",
            Self::Refund => "refund",
        }
    }
}

/// A mail to be queued. `params` are facts that the template shows (camelCase keys), complete: the
/// worker reads nothing else but the account's name and what a link needs.
#[derive(Clone, Debug)]
pub struct Letter {
    pub kind: Kind,
    /// What happened, once: `reservation 12`, `user 7 at 2026-…`.
    pub fact: String,
    pub to: String,
    pub name: String,
    pub language: UiLanguage,
    /// The account the link belongs to, for kinds with a token.
    pub user_id: Option<i64>,
    pub reply_to: Option<String>,
    pub params: Value,
}

const QUEUE: &str = "
    INSERT INTO mails (kind, fact, recipient, recipient_name, reply_to, user_id, language, params, message_id,
        status, next_attempt_at, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', $10, $10)
    ON CONFLICT (kind, fact, recipient) DO NOTHING";

/// Puts a mail into the outbox; a fact that has its mail already gets no second one.
///
/// # Errors
/// When the database fails.
pub async fn queue(tx: &mut Tx, letter: &Letter) -> Result<()> {
    let message_id = Ids.hex128();
    let now = tx.now;
    execute!(
        tx,
        QUEUE,
        letter.kind.as_str(),
        &letter.fact,
        &letter.to,
        &letter.name,
        letter.reply_to.as_deref(),
        letter.user_id,
        letter.language.as_str(),
        letter.params.to_string(),
        message_id,
        now
    )?;
    Ok(())
}

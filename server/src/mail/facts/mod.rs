//! The facts of mails, complete, so that the worker has to look up only what a link needs.
//!
//! Their wording is in [`super::wording`].

mod class;
mod decisions;
mod sessions;
pub(super) mod store;
mod waitlist;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::course::CourseType;
use preau_core::money::Cents;
use preau_core::price::Scope;
use preau_core::refund::RefundReason;
use serde::{Deserialize, Serialize};

pub use class::{ClassMessageFacts, TeacherMessageFacts, class_message_fact};
pub use decisions::{
    CourseConfirmedFacts, CourseProposalFacts, DecisionDueFacts, ProposalAcceptedFacts, ProposalEndedFacts,
    course_confirmed_fact, decision_due_fact, proposal_fact, proposal_learner_fact, proposal_reminder_fact,
};
pub use sessions::{ReminderFacts, SessionChange, SessionFacts, reminder_fact, teaching_change_fact};
pub use waitlist::{WaitlistFacts, waitlist_fact, waitlist_offer_fact};

/// The invitation of a teacher to have an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InvitationFacts {
    pub invitation_id: i64,
}

/// The facts of a reservation: what was sold, to whom and for whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReservationFacts {
    pub reservation_id: i64,
    pub course_name: String,
    pub course_type: CourseType,
    pub start_date: NaiveDate,
    pub scope: Scope,
    /// Titles of the modules that were sold; empty for the whole course.
    pub modules: Vec<String>,
    pub amount: Cents,
    pub currency: String,
    pub payer_name: String,
    pub payer_email: String,
    pub learner_name: String,
    pub learner_email: String,
    pub location: Option<String>,
    pub schedule: Option<String>,
    /// The address of the online class; absent in older mails.
    #[serde(default)]
    pub meeting_url: Option<String>,
    /// Nothing for a free grant.
    pub payment_ref: Option<String>,
    /// Nothing for a free reservation, and in older mails.
    #[serde(default)]
    pub invoice_id: Option<i64>,
    /// While the start of the course depends on more learners; absent in older mails.
    #[serde(default)]
    pub threshold: Option<ThresholdFacts>,
}

/// What is missing until a course has its minimum of learners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThresholdFacts {
    /// Learners.
    pub missing: i64,
    /// When the school says whether the course starts.
    pub decision_day: NaiveDate,
}

impl ReservationFacts {
    /// Whether the payer reserved for somebody else.
    #[must_use]
    pub fn for_another(&self) -> bool {
        self.payer_email != self.learner_email
    }

    /// Whether the learner's mails go to the payer: they are the same, or the learner is a child without an
    /// e-mail address.
    #[must_use]
    pub fn is_read_by_payer(&self) -> bool {
        !self.for_another() || self.learner_email.is_empty()
    }
}

/// A message of the contact form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContactFacts {
    pub contact_id: i64,
    pub name: String,
    pub email: String,
    pub subject: Option<String>,
    /// The teacher addressed, when the visitor came from a course.
    pub to: Option<String>,
    /// The requested date of a call; absent in older mails.
    #[serde(default)]
    pub wished_date: Option<NaiveDate>,
    /// `hh:mm`, in Paris.
    #[serde(default)]
    pub wished_time: Option<String>,
    pub message: String,
}

/// The school's reply to a message of the contact form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContactReplyFacts {
    pub contact_id: i64,
    pub text: String,
    pub written_at: DateTime<Utc>,
    /// Subject and text of the message; nothing for an unconfirmed address.
    pub subject: Option<String>,
    pub message: Option<String>,
}

/// A completed course.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompletionFacts {
    pub subscription_id: i64,
    pub course_name: String,
    pub learner_name: String,
    pub learner_email: String,
    pub completed_on: NaiveDate,
}

/// A certificate of completion for its learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CertificateFacts {
    pub certificate_id: i64,
    /// The learner, when the mail goes to their guardian; absent in older mails.
    #[serde(default)]
    pub ward_name: Option<String>,
    pub number: String,
    pub course_name: String,
}

/// A refund.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundFacts {
    /// Nothing for a payment without a reservation.
    pub course_name: Option<String>,
    pub amount: Cents,
    pub currency: String,
    pub reason: RefundReason,
    /// Nothing for a payment without a reservation, and in older mails.
    #[serde(default)]
    pub reservation_id: Option<i64>,
    /// Whether the refund is made by hand, as the payment was; absent in older mails.
    #[serde(default)]
    pub by_hand: bool,
}

/// The contract of a withdrawal, as it was declared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalFacts {
    #[serde(flatten)]
    pub reservation: ReservationFacts,
    pub confirmed_at: DateTime<Utc>,
    pub declared_at: DateTime<Utc>,
    /// The amount that is refunded immediately; nothing while the school has to decide.
    pub back: Option<Cents>,
}

/// The refunded amount after a withdrawal that had to be decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionFacts {
    pub course_name: String,
    /// Absent in older mails.
    #[serde(default)]
    pub reservation_id: Option<i64>,
    pub paid: Cents,
    pub back: Cents,
    /// The school's explanation.
    pub note: Option<String>,
}

/// A cancelled course, for a person concerned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancellationFacts {
    pub course_name: String,
    pub start_date: NaiveDate,
    /// The school's explanation.
    pub reason: String,
    /// The amount that is refunded to them; nothing for somebody who has paid nothing.
    pub back: Option<Cents>,
    pub by_hand: bool,
}

/// The changes of a course since a learner bought it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CourseChangeFacts {
    pub course_id: i64,
    pub course_name: String,
    pub changes: Vec<CourseChange>,
    /// In the order of their time; absent in older mails.
    #[serde(default)]
    pub sessions: Vec<SessionChange>,
}

/// One change of a course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CourseChange {
    pub part: ChangedPart,
    /// Dates as `yyyy-mm-dd`.
    pub before: Option<String>,
    pub now: Option<String>,
}

/// The property of a course that has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ChangedPart {
    Start,
    End,
    Schedule,
    Location,
    Link,
    Teacher,
}

impl ChangedPart {
    /// Whether it says when the class meets; else only where, by which link or with whom.
    #[must_use]
    pub const fn is_about_time(self) -> bool {
        matches!(self, Self::Start | Self::End | Self::Schedule)
    }

    /// The name of its label.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Start => "courseStart",
            Self::End => "courseEnd",
            Self::Schedule => "schedule",
            Self::Location => "location",
            Self::Link => "link",
            Self::Teacher => "courseTeacher",
        }
    }
}

/// A completed refund, and its credit note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreditNoteFacts {
    pub invoice_id: i64,
    pub number: String,
    /// The number of the invoice that it corrects.
    pub credited_number: String,
    pub course_name: String,
    pub amount: Cents,
    pub currency: String,
}

/// Another e-mail address of an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AddressFacts {
    pub new_email: String,
}

/// Remaining ways to sign in without the phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecoveryFacts {
    /// Number of unused recovery codes.
    pub left: i64,
}

/// The unique key of a reservation's mails.
#[must_use]
pub fn reservation_fact(id: i64) -> String {
    format!("reservation {id}")
}

/// The unique key of the mail with a reply to a message.
#[must_use]
pub fn contact_reply_fact(id: i64) -> String {
    format!("contact reply {id}")
}

/// The unique key of the mail about a completed subscription.
#[must_use]
pub fn completion_fact(id: i64) -> String {
    format!("completion of subscription {id}")
}

/// The unique key of the mail with a certificate.
#[must_use]
pub fn certificate_fact(id: i64) -> String {
    format!("certificate:{id}")
}

/// The unique key of the mails about a withdrawal.
#[must_use]
pub fn withdrawal_fact(reservation_id: i64) -> String {
    format!("withdrawal from reservation {reservation_id}")
}

/// The unique key of the mail to one person about a cancelled course.
#[must_use]
pub fn cancellation_fact(course_id: i64, at: DateTime<Utc>, email: &str) -> String {
    format!("course {course_id} cancelled at {} for {email}", at.timestamp_millis())
}

/// The unique key of the mail to one learner about changes of a course.
#[must_use]
pub fn course_change_fact(course_id: i64, began_at: DateTime<Utc>, user_id: i64) -> String {
    format!("course {course_id} changed at {} for user {user_id}", began_at.timestamp_millis())
}

/// The unique key of the mail about a refund.
#[must_use]
pub fn refund_fact(id: i64) -> String {
    format!("refund {id}")
}

/// The unique key of the mail about a credit note.
#[must_use]
pub fn credit_note_fact(number: &str) -> String {
    format!("credit note {number}")
}

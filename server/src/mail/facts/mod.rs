//! What mails are about: the facts a template shows, complete, so that the worker looks nothing up but
//! what a link needs.
//!
//! How they are worded is [`super::wording`]'s business.

pub(super) mod store;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::course::CourseType;
use preau_core::money::Cents;
use preau_core::price::Scope;
use preau_core::refund::RefundReason;
use serde::{Deserialize, Serialize};

/// A reservation as its mails show it: what was sold, to whom and for whom.
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
    /// The address of the online class; absent in mails of old.
    #[serde(default)]
    pub meeting_url: Option<String>,
    /// Nothing for what was given away.
    pub payment_ref: Option<String>,
    /// Nothing for what cost nothing, and in mails of old.
    #[serde(default)]
    pub invoice_id: Option<i64>,
}

impl ReservationFacts {
    /// Whether the payer reserved for somebody else.
    #[must_use]
    pub fn for_another(&self) -> bool {
        self.payer_email != self.learner_email
    }

    /// Whether the payer reads what is for the learner: they are the same, or the learner is a child without an e-mail.
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
    /// The teacher it is for, when the visitor came from a course.
    pub to: Option<String>,
    /// When a call is wished for; absent in mails of old.
    #[serde(default)]
    pub wished_date: Option<NaiveDate>,
    /// `hh:mm`, in Paris.
    #[serde(default)]
    pub wished_time: Option<String>,
    pub message: String,
}

/// What the school answers to a message of the contact form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContactReplyFacts {
    pub contact_id: i64,
    pub text: String,
    pub written_at: DateTime<Utc>,
    /// What the message was about, and the message; nothing for an address that nobody confirmed.
    pub subject: Option<String>,
    pub message: Option<String>,
}

/// A course somebody has completed.
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
    /// The learner, when the mail goes to their guardian; absent in mails of old.
    #[serde(default)]
    pub ward_name: Option<String>,
    pub number: String,
    pub course_name: String,
}

/// Money that goes back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundFacts {
    /// Nothing for a payment that no reservation claimed.
    pub course_name: Option<String>,
    pub amount: Cents,
    pub currency: String,
    pub reason: RefundReason,
    /// Nothing for a payment that no reservation claimed, and in mails of old.
    #[serde(default)]
    pub reservation_id: Option<i64>,
    /// What the school took by hand it gives back by hand; absent in mails of old.
    #[serde(default)]
    pub by_hand: bool,
}

/// A contract somebody withdraws from, as they declared it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawalFacts {
    #[serde(flatten)]
    pub reservation: ReservationFacts,
    pub confirmed_at: DateTime<Utc>,
    pub declared_at: DateTime<Utc>,
    /// What goes back at once; nothing while the school is to decide.
    pub back: Option<Cents>,
}

/// How much goes back of what was paid, after a withdrawal that had to be decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionFacts {
    pub course_name: String,
    /// Absent in mails of old.
    #[serde(default)]
    pub reservation_id: Option<i64>,
    pub paid: Cents,
    pub back: Cents,
    /// The school's words about it.
    pub note: Option<String>,
}

/// A course that does not take place, told to somebody it concerns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CancellationFacts {
    pub course_name: String,
    pub start_date: NaiveDate,
    /// The school's words about it.
    pub reason: String,
    /// What goes back to them; nothing for who has paid nothing.
    pub back: Option<Cents>,
    pub by_hand: bool,
}

/// What is different of a course since a learner bought it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CourseChangeFacts {
    pub course_id: i64,
    pub course_name: String,
    pub changes: Vec<CourseChange>,
}

/// One of the things that a class is told of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CourseChange {
    pub part: ChangedPart,
    /// Days as `yyyy-mm-dd`.
    pub before: Option<String>,
    pub now: Option<String>,
}

/// Of which part of a course a class is told.
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

/// Money that has gone back, and its credit note.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreditNoteFacts {
    pub invoice_id: i64,
    pub number: String,
    /// The number of the invoice that it takes from.
    pub credited_number: String,
    pub course_name: String,
    pub amount: Cents,
    pub currency: String,
}

/// Another address of an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AddressFacts {
    pub new_email: String,
}

/// What is left for a lost phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecoveryFacts {
    /// Recovery codes that were not used.
    pub left: i64,
}

/// What the mails of a reservation are unique by.
#[must_use]
pub fn reservation_fact(id: i64) -> String {
    format!("reservation {id}")
}

/// What the mail with an answer to a message is unique by.
#[must_use]
pub fn contact_reply_fact(id: i64) -> String {
    format!("contact reply {id}")
}

/// What the mail about a completed subscription is unique by.
#[must_use]
pub fn completion_fact(id: i64) -> String {
    format!("completion of subscription {id}")
}

/// What the mail that brings a certificate is unique by.
#[must_use]
pub fn certificate_fact(id: i64) -> String {
    format!("certificate:{id}")
}

/// What the mails about a withdrawal are unique by.
#[must_use]
pub fn withdrawal_fact(reservation_id: i64) -> String {
    format!("withdrawal from reservation {reservation_id}")
}

/// What the mail to one person about a cancelled course is unique by.
#[must_use]
pub fn cancellation_fact(course_id: i64, at: DateTime<Utc>, email: &str) -> String {
    format!("course {course_id} cancelled at {} for {email}", at.timestamp_millis())
}

/// What the mail to one learner about changes of a course is unique by.
#[must_use]
pub fn course_change_fact(course_id: i64, began_at: DateTime<Utc>, user_id: i64) -> String {
    format!("course {course_id} changed at {} for user {user_id}", began_at.timestamp_millis())
}

/// What the mail about a refund is unique by.
#[must_use]
pub fn refund_fact(id: i64) -> String {
    format!("refund {id}")
}

/// What the mail about a credit note is unique by.
#[must_use]
pub fn credit_note_fact(number: &str) -> String {
    format!("credit note {number}")
}

//! The facts of mails about the minimum size of a course, and what the school decides about its start.

use chrono::NaiveDate;
use preau_core::money::Cents;
use serde::{Deserialize, Serialize};

/// A course that has too few learners shortly before its decision day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DecisionDueFacts {
    pub course_id: i64,
    pub course_name: String,
    pub start_date: NaiveDate,
    pub decision_day: NaiveDate,
    /// Learners with a confirmed seat.
    pub enrolled: i64,
    pub minimum: i64,
}

/// A course that starts as planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CourseConfirmedFacts {
    pub course_id: i64,
    pub course_name: String,
    pub start_date: NaiveDate,
    /// The names of those for whom the reader paid; empty when the reader is the learner.
    pub learners: Vec<String>,
}

/// Other dates or another course, for the payer to accept or refuse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CourseProposalFacts {
    pub proposal_id: i64,
    pub other_course: bool,
    pub course_name: String,
    /// Before the decision.
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub new_course_name: String,
    pub new_start_date: NaiveDate,
    pub new_end_date: NaiveDate,
    pub new_schedule: Option<String>,
    pub new_location: Option<String>,
    /// When the new dates still depend on the number of learners.
    pub new_decision_day: Option<NaiveDate>,
    /// The learner, when somebody else pays.
    pub learner_name: Option<String>,
    /// The school's explanation.
    pub reason: Option<String>,
    /// The last day to answer.
    pub answer_by: NaiveDate,
    /// What the school still has of the payment.
    pub paid: Cents,
    pub new_price: Cents,
    pub refund_if_accepted: Cents,
    pub refund_if_refused: Cents,
    /// Whether refunds are made by hand, as the payment was.
    pub by_hand: bool,
    /// Whether it repeats the proposal shortly before the last day.
    pub reminder: bool,
}

/// An accepted proposal, for its payer or for a learner with an account of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalAcceptedFacts {
    pub proposal_id: i64,
    pub other_course: bool,
    /// The new one.
    pub course_id: i64,
    /// The former one.
    pub course_name: String,
    pub new_course_name: String,
    pub new_start_date: NaiveDate,
    pub new_end_date: NaiveDate,
    pub new_decision_day: Option<NaiveDate>,
    /// The learner, when the mail goes to somebody else who pays.
    pub learner_name: Option<String>,
    /// Whether a credit note cancelled the invoice of the former course and a new one was issued; false for a learner
    /// who is not the payer.
    pub invoiced: bool,
    pub refund: Cents,
    pub by_hand: bool,
    pub reservation_id: i64,
}

/// A proposal that was refused or not answered in time: the enrolment ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalEndedFacts {
    pub proposal_id: i64,
    pub course_name: String,
    /// The learner, when somebody else pays.
    pub learner_name: Option<String>,
    /// False when there was no answer in time.
    pub refused: bool,
    /// False where the answer was not the reader's to give, or nobody's: the mail says only that the enrolment ends.
    #[serde(default = "given_by_reader")]
    pub by_reader: bool,
    /// Zero for somebody who has paid nothing.
    pub refund: Cents,
    pub by_hand: bool,
    pub reservation_id: i64,
}

const fn given_by_reader() -> bool {
    true
}

/// The unique key of the mail to one ADMIN about a decision that is due; a new decision day is another one.
#[must_use]
pub fn decision_due_fact(course_id: i64, decision_day: NaiveDate, user_id: i64) -> String {
    format!("decision on course {course_id} due on {decision_day} for user {user_id}")
}

/// The unique key of the mail to one person about a course that starts as planned.
#[must_use]
pub fn course_confirmed_fact(decision_id: i64, email: &str) -> String {
    format!("decision {decision_id} for {email}")
}

/// The unique key of the mails about a proposal to its payer.
#[must_use]
pub fn proposal_fact(id: i64) -> String {
    format!("proposal {id}")
}

/// The unique key of the mail that repeats a proposal.
#[must_use]
pub fn proposal_reminder_fact(id: i64) -> String {
    format!("reminder of proposal {id}")
}

/// The unique key of the mail about a proposal to a learner who is not its payer.
#[must_use]
pub fn proposal_learner_fact(id: i64) -> String {
    format!("learner of proposal {id}")
}

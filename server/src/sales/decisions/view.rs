//! API representation of decisions about courses below their minimum, and of the proposals to those who paid.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::minimum::{Choice, ProposalStatus};
use preau_core::money::Cents;
use serde::Serialize;

use crate::clock;

/// A course that is soon to be decided about.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DueDecision {
    pub course_id: i64,
    pub course_name: String,
    pub start_date: NaiveDate,
    pub decision_day: NaiveDate,
    /// Learners with a seat.
    pub enrolled: i64,
    pub minimum_learners: i64,
    /// Whether the decision day has come.
    pub overdue: bool,
}

/// Somebody concerned.
#[derive(Clone, Debug, Default, Serialize, utoipa::ToSchema)]
#[schema(as = ConcernedPerson)]
pub struct Person {
    pub name: Option<String>,
    /// For ADMIN only.
    pub email: Option<String>,
}

/// Whether a course starts, and the latest decision about it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourseDecision {
    pub course_id: i64,
    pub minimum_learners: Option<i64>,
    pub decision_day: Option<NaiveDate>,
    /// Learners with a seat.
    pub enrolled: i64,
    pub start_confirmed: bool,
    /// Below its minimum, not confirmed, and its decision day has come.
    pub needs_decision: bool,
    /// What can be decided now.
    pub decidable: Vec<Choice>,
    /// The latest decision.
    pub last: Option<Decision>,
}

/// A decision about a course.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MadeDecision)]
pub struct Decision {
    pub id: i64,
    pub choice: Choice,
    #[serde(serialize_with = "clock::instant")]
    pub decided_at: DateTime<Utc>,
    /// The name of the ADMIN.
    pub decided_by: Option<String>,
    /// As it was told.
    pub reason: Option<String>,
    /// The last day to answer.
    pub answer_by: Option<NaiveDate>,
    pub old_start_date: NaiveDate,
    pub old_end_date: NaiveDate,
    pub new_start_date: Option<NaiveDate>,
    pub new_end_date: Option<NaiveDate>,
    pub target_course_id: Option<i64>,
    pub target_course_name: Option<String>,
    /// Whoever was asked.
    pub proposals: Vec<ProposalRow>,
}

/// A proposal as staff sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposalRow {
    pub id: i64,
    pub reservation_id: i64,
    pub payer: Person,
    pub learner: Person,
    pub status: ProposalStatus,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub answered_at: Option<DateTime<Utc>>,
    /// Euros that went back with the answer; while it is open, those of a refusal.
    #[schema(value_type = f64)]
    pub refund: Cents,
    /// Paid at the desk: refunded by hand.
    pub by_hand: bool,
}

impl CourseDecision {
    /// As EDITOR sees it: without addresses and amounts.
    #[must_use]
    pub fn names_only(mut self) -> Self {
        for row in self.last.iter_mut().flat_map(|last| &mut last.proposals) {
            (row.payer.email, row.learner.email, row.refund) = (None, None, Cents::ZERO);
        }
        self
    }
}

/// What becomes of a reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = DecidedOutcome)]
pub enum Outcome {
    /// It stays, and its people are told.
    Told,
    /// Its payer is asked.
    Asked,
    /// It ends, and what is left of its payment goes back.
    Refunded,
    /// It was held and not paid: it ends.
    Ended,
}

/// A reservation that a decision concerns.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecidedReservation {
    pub id: i64,
    pub payer: Person,
    pub learner: Person,
    /// Euros received.
    #[schema(value_type = f64)]
    pub paid: Cents,
    /// Euros that are still with the school.
    #[schema(value_type = f64)]
    pub left: Cents,
    pub outcome: Outcome,
    /// Euros in the other course.
    #[schema(value_type = Option<f64>)]
    pub new_price: Option<Cents>,
    /// Euros that go back when what is proposed is accepted.
    #[schema(value_type = f64)]
    pub refund_if_accepted: Cents,
    /// Euros that go back when it is refused, or not answered.
    #[schema(value_type = f64)]
    pub refund_if_refused: Cents,
    /// Paid at the desk: refunded by hand.
    pub by_hand: bool,
}

/// The course that learners are offered instead.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TargetCourse {
    pub id: i64,
    pub name: String,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    /// Euros for the whole course, for whoever enters now.
    #[schema(value_type = f64)]
    pub price: Cents,
    /// Null is unlimited.
    pub seats_left: Option<i64>,
}

/// A session that moves with its course.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedSession {
    pub id: i64,
    pub date: NaiveDate,
    pub new_date: NaiveDate,
    /// Local: `18:30`.
    pub start_time: String,
    /// Why the school is closed on the new day.
    pub closure: Option<String>,
}

/// The effects of a decision.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisionPreview {
    pub course_id: i64,
    pub course_name: String,
    pub choice: Choice,
    /// To be sent with the decision, so that exactly what was previewed is done.
    pub fingerprint: String,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    /// Learners with a seat.
    pub enrolled: i64,
    pub minimum_learners: Option<i64>,
    /// Confirmed reservations.
    pub reservations: Vec<DecidedReservation>,
    /// Seats that are held and not paid, which end.
    pub holds: Vec<DecidedReservation>,
    /// Learners whose subscription was granted, not bought.
    pub granted: Vec<Person>,
    /// Entries of the waiting list that end.
    pub waiting: usize,
    /// Number of people to notify.
    pub people: usize,
    /// Euros to refund through the providers at once.
    #[schema(value_type = f64)]
    pub refund_now: Cents,
    /// Euros to refund by hand at once.
    #[schema(value_type = f64)]
    pub by_hand_now: Cents,
    /// Euros that go back when everybody who is asked accepts, by hand or not, besides those at once.
    #[schema(value_type = f64)]
    pub refund_if_all_accept: Cents,
    /// Euros that go back when everybody who is asked refuses, by hand or not, besides those at once.
    #[schema(value_type = f64)]
    pub refund_if_all_refuse: Cents,
    pub target: Option<TargetCourse>,
    pub moved_sessions: Vec<MovedSession>,
}

/// What is proposed instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ProposalKind {
    NewDates,
    OtherCourse,
}

/// What is proposed to the payer of a reservation whose course does not start as planned.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    pub id: i64,
    pub kind: ProposalKind,
    pub status: ProposalStatus,
    /// The last day to answer.
    pub answer_by: NaiveDate,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub answered_at: Option<DateTime<Utc>>,
    /// The school's reason.
    pub reason: Option<String>,
    pub course_id: i64,
    pub course_name: String,
    pub course_slug: String,
    /// Before the decision.
    pub start_date: NaiveDate,
    /// Before the decision.
    pub end_date: NaiveDate,
    /// Days and times of the course that was bought.
    pub schedule: Option<String>,
    /// The other course, or the same one.
    pub new_course_id: i64,
    pub new_course_name: String,
    pub new_course_slug: String,
    pub new_start_date: NaiveDate,
    pub new_end_date: NaiveDate,
    pub new_schedule: Option<String>,
    pub new_location: Option<String>,
    /// The new start still depends on how many enrol, until this day.
    pub new_decision_day: Option<NaiveDate>,
    pub learner_name: Option<String>,
    /// Whether payer and learner are different people.
    pub for_another: bool,
    pub reservation_id: i64,
    #[serde(skip)]
    pub payer_id: Option<i64>,
    #[serde(skip)]
    pub learner_id: Option<i64>,
    /// Euros of the payment that are still with the school; once it is answered, those before the answer.
    #[schema(value_type = f64)]
    pub paid: Cents,
    /// Euros that the seat costs from then on.
    #[schema(value_type = f64)]
    pub new_price: Cents,
    #[schema(value_type = f64)]
    pub refund_if_accepted: Cents,
    #[schema(value_type = f64)]
    pub refund_if_refused: Cents,
    /// Paid at the desk: refunded by hand.
    pub by_hand: bool,
}

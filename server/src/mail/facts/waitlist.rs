//! The facts of mails to whoever waits for a seat.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::money::Cents;
use serde::{Deserialize, Serialize};

/// An entry of a waiting list and, once there is one, the seat that is offered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WaitlistFacts {
    pub entry_id: i64,
    pub course_name: String,
    /// Titles of the modules; empty for the whole course.
    pub modules: Vec<String>,
    /// The learner, when somebody else pays.
    pub learner_name: Option<String>,
    /// The day on which the learner would start.
    pub start_date: Option<NaiveDate>,
    pub amount: Option<Cents>,
    /// The end of the time to answer.
    pub until: Option<DateTime<Utc>>,
}

/// The unique key of a mail about an entry.
#[must_use]
pub fn waitlist_fact(id: i64) -> String {
    format!("waitlist entry {id}")
}

/// The unique key of a mail about an offer.
#[must_use]
pub fn waitlist_offer_fact(reservation_id: i64) -> String {
    format!("waitlist offer {reservation_id}")
}

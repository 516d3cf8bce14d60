//! API representation of an entry of a waiting list.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::course::CourseType;
use preau_core::money::Cents;
use preau_core::price::Line;
use preau_core::waitlist::EntryStatus;
use serde::Serialize;

use crate::clock;

/// An entry of the waiting list of a course.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitlistEntry {
    pub id: i64,
    pub version: i64,
    pub status: EntryStatus,
    pub course_id: i64,
    pub course_name: String,
    pub course_type: CourseType,
    pub course_slug: String,
    /// Empty: the whole course.
    pub reserved_module_ids: Vec<i64>,
    pub module_titles: Vec<String>,
    /// The day on which the learner wishes to start; none: as soon as possible.
    pub requested_start_date: Option<NaiveDate>,
    /// The place among those who wait, from 1; none for who does not.
    pub rank: Option<i64>,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    /// The offered seat, from the offer on.
    pub offer: Option<SeatOffer>,
    /// Of whoever pays: their first name.
    pub first_name: String,
    /// The learner, where they have an account.
    pub learner_name: Option<String>,
    /// Who pays, where they have an account.
    pub payer_name: Option<String>,
    /// Whether payer and learner are different people.
    pub for_another: bool,
    /// The learner's account, where somebody else pays; for the payer and ADMIN.
    pub beneficiary_id: Option<i64>,
    /// The address that mails go to; for the payer and ADMIN.
    pub email: Option<String>,
}

/// A seat that is kept for somebody until they answer.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatOffer {
    /// None once it was deleted.
    pub reservation_id: Option<i64>,
    /// Its price, which is fixed, by line; for the payer and ADMIN.
    pub lines: Vec<Line>,
    /// Euros.
    #[schema(value_type = f64)]
    pub amount: Cents,
    /// The day on which the learner would start.
    pub start_date: Option<NaiveDate>,
    #[serde(serialize_with = "clock::instant")]
    pub offered_at: DateTime<Utc>,
    /// The end of the time to answer.
    #[serde(serialize_with = "clock::instant")]
    pub until: DateTime<Utc>,
    /// Hours to answer, of the day time in which they run.
    pub hours: i64,
}

impl WaitlistEntry {
    /// Restricts to what EDITOR may see: the names, no address and no price.
    #[must_use]
    pub fn names_only(self) -> Self {
        let hidden =
            |offer| SeatOffer { reservation_id: None, lines: Vec::new(), amount: Cents::ZERO, ..offer };
        Self { email: None, beneficiary_id: None, offer: self.offer.map(hidden), ..self }
    }
}

/// What became of a wish to wait.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Joined {
    /// `UNCONFIRMED` without an account: a mail with a link was sent, whatever is known of the address.
    pub status: EntryStatus,
    /// None without an account.
    pub entry: Option<WaitlistEntry>,
}

/// An accepted seat: an ordinary hold, which `POST /checkout` replaces at the price that was offered.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedOffer {
    pub reservation_id: i64,
    /// Authorises this reservation only; valid for 24 hours.
    pub checkout_token: String,
    pub course_id: i64,
    /// Empty: the whole course.
    pub reserved_module_ids: Vec<i64>,
    pub requested_start_date: NaiveDate,
    /// Euros.
    #[schema(value_type = f64)]
    pub amount: Cents,
    /// Until when the seat is held.
    #[serde(serialize_with = "clock::instant")]
    pub expires_at: DateTime<Utc>,
}

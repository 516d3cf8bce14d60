//! What a visitor typed, stored with the reservation until the accounts exist.
//!
//! The password is already hashed. The draft is erased a day after its hold, or once the reservation is confirmed or
//! cancelled.

use preau_core::consent::Given;
use preau_core::order::{Order, OrderInput};
use preau_core::person::{Person, PersonInput};
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// The draft of the three steps, as sent by the forms.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftInput {
    pub course_id: Option<i64>,
    /// Empty: the whole course. Absent: nothing was selected.
    pub reserved_module_ids: Option<Vec<i64>>,
    /// `yyyy-mm-dd`
    pub requested_start_date: Option<String>,
    /// `self` or `other`
    pub reservation_target: Option<String>,
    /// With `password` and `passwordConfirmation` when nobody is signed in.
    pub booker_data: Option<PersonInput>,
    /// A child under 18 may have no e-mail; ignored with `beneficiaryId`.
    pub beneficiary_data: Option<PersonInput>,
    /// A ward or somebody the caller has booked for before: one of `/users/me/learners`.
    pub beneficiary_id: Option<i64>,
    /// Update the booker's account with the data of the form.
    pub update_profile: Option<bool>,
    /// Accepts the terms of sale.
    pub accept_terms: Option<bool>,
    /// Number of the terms that were displayed; if others are in force: `terms_changed`.
    pub terms_version: Option<i64>,
    /// Requests that the course start before the end of the withdrawal period.
    pub request_early_start: Option<bool>,
    /// Confirms to be the legal representative of a learner under 18.
    pub parental_consent: Option<bool>,
    /// Consents to the storage of the data of a learner under 15.
    pub child_data_consent: Option<bool>,
    /// A hold that this one replaces, with its token.
    pub reservation_id: Option<i64>,
    pub checkout_token: Option<String>,
}

impl DraftInput {
    /// The part that the rules of `preau_core::order` check.
    #[must_use]
    pub fn order(&self) -> OrderInput {
        OrderInput {
            course_id: self.course_id,
            reserved_module_ids: self.reserved_module_ids.clone(),
            requested_start_date: self.requested_start_date.clone(),
            reservation_target: self.reservation_target.clone(),
            booker_data: self.booker_data.clone(),
            beneficiary_data: self.beneficiary_data.clone(),
            beneficiary_id: self.beneficiary_id,
            update_profile: self.update_profile,
        }
    }

    /// The consents that were ticked.
    #[must_use]
    pub fn given(&self) -> Given {
        Given {
            accept_terms: self.accept_terms == Some(true),
            terms_version: self.terms_version,
            request_early_start: self.request_early_start == Some(true),
            parental_consent: self.parental_consent == Some(true),
            child_data_consent: self.child_data_consent == Some(true),
        }
    }
}

/// The stored part of a draft.
#[derive(Clone, Serialize, Deserialize)]
pub struct Draft {
    pub booker: Person,
    /// For the account to be made; none when the booker was signed in.
    pub password_hash: Option<String>,
    pub beneficiary: Option<Person>,
    pub update_profile: bool,
}

// Keeps personal data and hashes out of logs.
impl std::fmt::Debug for Draft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Draft").finish_non_exhaustive()
    }
}

impl Draft {
    /// From a checked order.
    #[must_use]
    pub fn new(order: &Order, password_hash: Option<String>) -> Self {
        Self {
            booker: order.booker.clone(),
            password_hash,
            beneficiary: order.beneficiary.clone(),
            update_profile: order.update_profile,
        }
    }

    /// Serialises for the row.
    pub fn to_text(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|error| Error::internal(error.to_string()))
    }

    /// Parses the text of a row.
    pub fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|error| Error::internal(format!("damaged draft: {error}")))
    }
}

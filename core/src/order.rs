//! The reservation draft that a visitor sends after the three steps, validated as a whole.
//!
//! Validates everything that does not need the database, and reports all faults. Price and owned modules are in
//! `price`, the course's state in `course`.

use crate::account::Profile;
use crate::calendar::parse_date;
use crate::code::Code;
use crate::course::check_start_date;
use crate::keyword::keywords;
use crate::password::Password;
use crate::person::{Person, PersonInput, Whose};
use crate::problem::{Fault, Fields, Problem};
use chrono::NaiveDate;
use serde::Deserialize;

/// Maximum number of modules in one selection.
pub const MAX_MODULES: usize = 200;

keywords! {
    /// For whom a seat is reserved.
    Target {
        Myself = "self",
        Other = "other",
    }
}

/// The draft as sent by a form.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderInput {
    pub course_id: Option<i64>,
    /// Empty: the whole course. Absent: nothing was selected.
    pub reserved_module_ids: Option<Vec<i64>>,
    /// `yyyy-mm-dd`
    pub requested_start_date: Option<String>,
    /// `self` or `other`
    pub reservation_target: Option<String>,
    pub booker_data: Option<PersonInput>,
    /// Of a new learner; not looked at with `beneficiaryId`.
    pub beneficiary_data: Option<PersonInput>,
    /// A learner the booker has booked for before.
    pub beneficiary_id: Option<i64>,
    pub update_profile: Option<bool>,
}

/// A validated draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub course_id: i64,
    /// Empty: the whole course.
    pub modules: Vec<i64>,
    pub start_date: NaiveDate,
    pub booker: Person,
    /// For the account to be created; none when the booker is signed in.
    pub password: Option<Password>,
    /// None: the booker learns.
    pub beneficiary: Option<Person>,
    /// A learner booked for before, instead of `beneficiary`.
    pub beneficiary_id: Option<i64>,
    pub update_profile: bool,
}

impl Order {
    /// Whether somebody else learns.
    pub const fn is_for_another(&self) -> bool {
        self.beneficiary.is_some() || self.beneficiary_id.is_some()
    }

    /// The learner, if they were typed.
    pub fn learner(&self) -> &Person {
        self.beneficiary.as_ref().unwrap_or(&self.booker)
    }

    /// Checks the requested start date against the course's end.
    ///
    /// # Errors
    /// `start_date_past`, `start_date_too_late`.
    pub fn check_start_date(&self, course_end: Option<NaiveDate>, today: NaiveDate) -> Result<(), Problem> {
        check_start_date(self.start_date, course_end, today)
            .map_err(|fault| Problem::field("requestedStartDate", fault))
    }
}

impl OrderInput {
    /// Validates the draft for this account; a booker who is not signed in needs a password.
    ///
    /// # Errors
    /// Every fault of the draft, under the paths of its fields.
    pub fn parse(&self, account: Option<&Profile>, today: NaiveDate) -> Result<Order, Problem> {
        let mut fields = Fields::default();
        let course_id = fields.require("courseId", self.course_id.map(Ok::<_, Fault>));
        let modules = fields.check("reservedModuleIds", self.selection());
        let start_date = fields.check("requestedStartDate", self.start_date(today));
        let target = fields.check("reservationTarget", self.target());
        let booker = fields.nest("bookerData", self.booker(account, today));
        let beneficiary = match target {
            // Only a signed-in booker has booked for somebody before.
            Some(Target::Other) if account.is_some() && self.beneficiary_id.is_some() => Some(None),
            Some(Target::Other) => fields.nest("beneficiaryData", self.beneficiary(today)).map(Some),
            Some(Target::Myself) | None => Some(None),
        };
        if let (Some((booker, _)), Some(Some(beneficiary))) = (&booker, &beneficiary)
            && booker.email == beneficiary.email
        {
            fields.refuse("beneficiaryData.email", Code::SameEmail);
        }
        let (
            true,
            Some(course_id),
            Some(modules),
            Some(start_date),
            Some((booker, password)),
            Some(beneficiary),
        ) = (fields.is_empty(), course_id, modules, start_date, booker, beneficiary)
        else {
            return Err(fields.into_problem());
        };
        let update_profile = self.update_profile.unwrap_or(false);
        let beneficiary_id =
            self.beneficiary_id.filter(|_| target == Some(Target::Other) && beneficiary.is_none());
        Ok(Order {
            course_id,
            modules,
            start_date,
            booker,
            password,
            beneficiary,
            beneficiary_id,
            update_profile,
        })
    }

    fn selection(&self) -> Result<Vec<i64>, Fault> {
        match &self.reserved_module_ids {
            None => Err(Code::SelectionRequired.into()),
            Some(ids) if ids.len() > MAX_MODULES => Err(Fault::new(Code::TooMany).with("max", MAX_MODULES)),
            Some(ids) => Ok(ids.clone()),
        }
    }

    fn start_date(&self, today: NaiveDate) -> Result<NaiveDate, Fault> {
        let text = self.requested_start_date.as_deref().unwrap_or_default();
        if text.trim().is_empty() {
            return Err(Code::SelectionOrDateRequired.into());
        }
        let date = parse_date(text.trim())?;
        check_start_date(date, None, today).map(|()| date)
    }

    fn target(&self) -> Result<Target, Fault> {
        self.reservation_target
            .as_deref()
            .and_then(|text| text.parse().ok())
            .ok_or(Fault::new(Code::TargetRequired))
    }

    fn booker(
        &self,
        account: Option<&Profile>,
        today: NaiveDate,
    ) -> Result<(Person, Option<Password>), Problem> {
        let input = self.booker_data.clone().unwrap_or_default();
        if account.is_some() {
            input.parse(Whose::Booker, account, today).map(|person| (person, None))
        } else {
            input.parse_with_password(today).map(|(person, password)| (person, Some(password)))
        }
    }

    fn beneficiary(&self, today: NaiveDate) -> Result<Person, Problem> {
        self.beneficiary_data.clone().unwrap_or_default().parse(Whose::Beneficiary, None, today)
    }
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;

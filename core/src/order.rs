//! The reservation draft: what a visitor sends after the three steps, checked as a whole.
//!
//! Everything that can be judged without the database is judged here, all faults at once. Price and
//! owned modules are `price`'s, the course's own state is `course`'s.

use crate::calendar::parse_date;
use crate::code::Code;
use crate::course::check_start_date;
use crate::keyword::keywords;
use crate::password::Password;
use crate::person::{Person, PersonInput, Whose};
use crate::problem::{Fault, Fields, Problem};
use chrono::NaiveDate;
use serde::Deserialize;

/// The most modules one selection may name.
pub const MAX_MODULES: usize = 200;

keywords! {
    /// For whom a place is reserved.
    Target {
        Myself = "self",
        Other = "other",
    }
}

/// The draft as a form sends it.
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
    pub beneficiary_data: Option<PersonInput>,
    pub update_profile: Option<bool>,
}

/// A draft that is complete and coherent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub course_id: i64,
    /// Empty: the whole course.
    pub modules: Vec<i64>,
    pub start_date: NaiveDate,
    pub booker: Person,
    /// Of the account to be made; none when the booker is signed in.
    pub password: Option<Password>,
    /// None: the booker learns.
    pub beneficiary: Option<Person>,
    pub update_profile: bool,
}

impl Order {
    /// Who will learn.
    pub fn learner(&self) -> &Person {
        self.beneficiary.as_ref().unwrap_or(&self.booker)
    }

    /// The wished start date against the course's end, under its field.
    ///
    /// # Errors
    /// `start_date_past`, `start_date_too_late`.
    pub fn check_start_date(&self, course_end: Option<NaiveDate>, today: NaiveDate) -> Result<(), Problem> {
        check_start_date(self.start_date, course_end, today)
            .map_err(|fault| Problem::field("requestedStartDate", fault))
    }
}

impl OrderInput {
    /// The order; a booker who is not signed in needs a password.
    ///
    /// # Errors
    /// Every fault of the draft, under the paths of its fields.
    pub fn parse(&self, signed_in: bool, today: NaiveDate) -> Result<Order, Problem> {
        let mut fields = Fields::default();
        let course_id = fields.require("courseId", self.course_id.map(Ok::<_, Fault>));
        let modules = fields.check("reservedModuleIds", self.selection());
        let start_date = fields.check("requestedStartDate", self.start_date(today));
        let target = fields.check("reservationTarget", self.target());
        let booker = fields.nest("bookerData", self.booker(signed_in, today));
        let beneficiary = match target {
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
        Ok(Order { course_id, modules, start_date, booker, password, beneficiary, update_profile })
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

    fn booker(&self, signed_in: bool, today: NaiveDate) -> Result<(Person, Option<Password>), Problem> {
        let input = self.booker_data.clone().unwrap_or_default();
        if signed_in {
            input.parse(Whose::Booker, today).map(|person| (person, None))
        } else {
            input.parse_with_password(today).map(|(person, password)| (person, Some(password)))
        }
    }

    fn beneficiary(&self, today: NaiveDate) -> Result<Person, Problem> {
        self.beneficiary_data.clone().unwrap_or_default().parse(Whose::Beneficiary, today)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        parse_date("2026-11-21").unwrap()
    }

    fn person(email: &str, password: Option<&str>) -> PersonInput {
        PersonInput {
            first_name: Some("Zoé".into()),
            last_name: Some("Martin".into()),
            email: Some(email.into()),
            phone_number: Some("0612345678".into()),
            dial_code: Some("+33".into()),
            country: Some("France".into()),
            birth_date: Some("1990-02-28".into()),
            address: None,
            password: password.map(Into::into),
            password_confirmation: password.map(Into::into),
        }
    }

    fn draft() -> OrderInput {
        OrderInput {
            course_id: Some(7),
            reserved_module_ids: Some(vec![]),
            requested_start_date: Some("2026-11-21".into()),
            reservation_target: Some("self".into()),
            booker_data: Some(person("zoe@example.fr", Some("zebre-7"))),
            beneficiary_data: None,
            update_profile: None,
        }
    }

    #[test]
    fn a_visitor_books_for_themselves() {
        let order = draft().parse(false, today()).unwrap();
        assert_eq!(order.learner(), &order.booker);
        assert!(order.password.is_some() && order.modules.is_empty());
    }

    #[test]
    fn a_signed_in_booker_needs_no_password() {
        let signed_in = OrderInput { booker_data: Some(person("zoe@example.fr", None)), ..draft() };
        assert_eq!(signed_in.parse(true, today()).unwrap().password, None);
        assert!(signed_in.parse(false, today()).is_err());
    }

    #[test]
    fn a_beneficiary_learns_and_is_someone_else() {
        let other = |email| OrderInput {
            reservation_target: Some("other".into()),
            beneficiary_data: Some(person(email, None)),
            ..draft()
        };
        let order = other("lea@example.fr").parse(false, today()).unwrap();
        assert_eq!(order.learner().email.as_str(), "lea@example.fr");
        let problem = other("ZOE@example.fr").parse(false, today()).unwrap_err();
        assert_eq!(
            (problem.code, problem.fields[0].name.as_str()),
            (Code::SameEmail, "beneficiaryData.email")
        );
    }

    #[test]
    fn a_beneficiary_of_one_s_own_booking_is_ignored() {
        let input = OrderInput { beneficiary_data: Some(PersonInput::default()), ..draft() };
        assert_eq!(input.parse(false, today()).unwrap().beneficiary, None);
    }

    #[test]
    fn each_fault_stands_under_its_field() {
        let cases = [
            (OrderInput { course_id: None, ..draft() }, "courseId", Code::Required),
            (
                OrderInput { reserved_module_ids: None, ..draft() },
                "reservedModuleIds",
                Code::SelectionRequired,
            ),
            (
                OrderInput { reserved_module_ids: Some(vec![1; 201]), ..draft() },
                "reservedModuleIds",
                Code::TooMany,
            ),
            (
                OrderInput { requested_start_date: None, ..draft() },
                "requestedStartDate",
                Code::SelectionOrDateRequired,
            ),
            (
                OrderInput { requested_start_date: Some("2026-11-20".into()), ..draft() },
                "requestedStartDate",
                Code::StartDatePast,
            ),
            (OrderInput { reservation_target: None, ..draft() }, "reservationTarget", Code::TargetRequired),
            (OrderInput { booker_data: None, ..draft() }, "bookerData.firstName", Code::Required),
            (
                OrderInput { reservation_target: Some("other".into()), ..draft() },
                "beneficiaryData.email",
                Code::Required,
            ),
        ];
        for (input, name, code) in cases {
            let problem = input.parse(false, today()).unwrap_err();
            assert!(
                problem.fields.iter().any(|field| field.name == name && field.code == code),
                "{name}: {problem:?}"
            );
        }
    }

    #[test]
    fn an_empty_draft_names_everything_at_once() {
        let problem = OrderInput::default().parse(false, today()).unwrap_err();
        assert_eq!(problem.code, Code::BookerIncomplete);
        assert_eq!(problem.fields.len(), 4 + 9);
    }

    #[test]
    fn the_course_s_end_bounds_the_start_date() {
        let order = draft().parse(false, today()).unwrap();
        assert_eq!(order.check_start_date(parse_date("2026-12-05").ok(), today()), Ok(()));
        let problem = order.check_start_date(parse_date("2026-12-04").ok(), today()).unwrap_err();
        assert_eq!(problem.code, Code::StartDateTooLate);
    }
}

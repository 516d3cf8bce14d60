//! The data of a person in a booking: the booker, or the beneficiary who will learn.
//!
//! Both have the same fields with different messages. Accounts, roles and stored passwords are not here.

use crate::account::Profile;
use crate::address::{Address, AddressInput};
use crate::calendar::parse_date;
use crate::code::Code;
use crate::email::Email;
use crate::letters;
use crate::minor::is_minor;
use crate::password::Password;
use crate::phone::{DialCode, Phone};
use crate::problem::{Fault, Fields, Problem};
use crate::text;
use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

/// Maximum lengths of a first or last name, and of a country's name, in characters.
pub const MAX_NAME: usize = 100;

/// A person as sent by a form; not yet validated.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PersonInput {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub email: Option<String>,
    pub phone_number: Option<String>,
    pub dial_code: Option<String>,
    pub country: Option<String>,
    /// `yyyy-mm-dd`
    pub birth_date: Option<String>,
    /// Postal address for the invoice; optional for individuals.
    pub address: Option<AddressInput>,
    /// For a new booker only.
    pub password: Option<String>,
    pub password_confirmation: Option<String>,
}

// Keeps the password out of logs.
impl std::fmt::Debug for PersonInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PersonInput").finish_non_exhaustive()
    }
}

/// Complete and validated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    pub first_name: String,
    pub last_name: String,
    /// None only for a learner under 18: mails go to their guardian.
    pub email: Option<Email>,
    pub phone_number: Phone,
    pub dial_code: DialCode,
    pub country: String,
    pub birth_date: NaiveDate,
    /// Absent from drafts stored before this field existed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<Address>,
}

impl Person {
    /// Their e-mail; empty for a child without one.
    pub fn address(&self) -> &str {
        self.email.as_ref().map_or("", Email::as_str)
    }
}

/// Whose data it is; selects the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    Booker,
    Beneficiary,
}

impl Whose {
    const fn incomplete(self) -> Code {
        match self {
            Self::Booker => Code::BookerIncomplete,
            Self::Beneficiary => Code::BeneficiaryIncomplete,
        }
    }

    const fn invalid_phone(self) -> Code {
        match self {
            Self::Booker => Code::InvalidPhone,
            Self::Beneficiary => Code::InvalidBeneficiaryPhone,
        }
    }
}

impl PersonInput {
    /// Validates a person without a password: a beneficiary, or a booker who is signed in. Values equal to those in
    /// `before` are accepted as they are.
    ///
    /// # Errors
    /// One fault per field; summarised as incomplete when something is missing. `guardian_required` for a booker under
    /// 18; a beneficiary under 18 needs no e-mail.
    pub fn parse(&self, whose: Whose, before: Option<&Profile>, today: NaiveDate) -> Result<Person, Problem> {
        let mut fields = Fields::default();
        let person = self.read(&mut fields, whose, before, today);
        finish(fields, person, whose)
    }

    /// Validates a person with the password of the account to be created: a booker who is not signed in.
    ///
    /// # Errors
    /// As [`Self::parse`], and those of a new password and its confirmation.
    pub fn parse_with_password(&self, today: NaiveDate) -> Result<(Person, Password), Problem> {
        let mut fields = Fields::default();
        let person = self.read(&mut fields, Whose::Booker, None, today);
        let password =
            new_password(&mut fields, self.password.as_deref(), self.password_confirmation.as_deref());
        finish(fields, person.zip(password), Whose::Booker)
    }

    fn read(
        &self,
        fields: &mut Fields,
        whose: Whose,
        before: Option<&Profile>,
        today: NaiveDate,
    ) -> Option<Person> {
        let given = |value: &Option<String>| value.clone().filter(|text| !text.trim().is_empty());
        let name = |text: &Option<String>, before: Option<&str>| {
            given(text).map(|text| letters::check(text::required_line(&text, MAX_NAME)?, before))
        };

        let first_name = name(&self.first_name, before.map(|before| before.first_name.as_str()));
        let first_name = fields.require("firstName", first_name);
        let last_name = name(&self.last_name, before.map(|before| before.last_name.as_str()));
        let last_name = fields.require("lastName", last_name);
        let birth = given(&self.birth_date).and_then(|text| parse_birth_date(&text, today).ok());
        let minor = birth.is_some_and(|birth| is_minor(birth, today));
        let email = match given(&self.email) {
            None if minor && whose == Whose::Beneficiary => Some(None),
            text => fields.require("email", text.map(|text| Email::parse(&text))).map(Some),
        };
        let phone_number =
            fields.require("phoneNumber", given(&self.phone_number).map(|text| phone(&text, whose)));
        let dial_code = fields.require("dialCode", given(&self.dial_code).map(|text| DialCode::parse(&text)));
        let country = name(&self.country, before.and_then(|before| before.country.as_deref()));
        let country = fields.require("country", country);
        let birth_date =
            fields.require("birthDate", given(&self.birth_date).map(|text| parse_birth_date(&text, today)));
        let address = match &self.address {
            Some(sent) => {
                let before = before.and_then(|before| before.address.as_ref());
                fields.nest("address", sent.parse(self.country.as_deref(), before))?
            }
            None => None,
        };
        if minor && whose == Whose::Booker {
            fields.refuse("birthDate", Code::GuardianRequired);
        }
        Some(Person {
            first_name: first_name?,
            last_name: last_name?,
            email: email?,
            phone_number: phone_number?.after(dial_code.as_ref()?),
            dial_code: dial_code?,
            country: country?,
            birth_date: birth_date?,
            address,
        })
    }
}

/// A birth date, from 1900 to today.
///
/// # Errors
/// `invalid_date`, `birth_date_in_future`, `birth_date_too_old`.
pub fn parse_birth_date(text: &str, today: NaiveDate) -> Result<NaiveDate, Fault> {
    match parse_date(text.trim()) {
        Ok(date) if date > today => Err(Code::BirthDateInFuture.into()),
        Ok(date) => Ok(date),
        // Dates before 1900 are already refused, but get a message of their own here.
        Err(fault) => {
            let year = NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d").map(|date| date.year());
            Err(if year.is_ok_and(|year| year < 1900) { Code::BirthDateTooOld.into() } else { fault })
        }
    }
}

/// Validates a new password and its confirmation, under `password` and `passwordConfirmation`.
pub fn new_password(
    fields: &mut Fields,
    password: Option<&str>,
    confirmation: Option<&str>,
) -> Option<Password> {
    let parsed = fields.require("password", password.map(Password::parse));
    let confirmed = match confirmation.filter(|text| !text.is_empty()) {
        None => Err(Code::Required),
        Some(text) if Some(text) != password => Err(Code::PasswordMismatch),
        Some(_) => Ok(()),
    };
    fields.check("passwordConfirmation", confirmed)?;
    parsed
}

fn phone(text: &str, whose: Whose) -> Result<Phone, Fault> {
    match Phone::parse(text) {
        Ok(Some(phone)) => Ok(phone),
        Ok(None) => Err(Code::Required.into()),
        Err(fault) if fault.code == Code::InvalidPhone => Err(whose.invalid_phone().into()),
        Err(fault) => Err(fault),
    }
}

fn finish<T>(mut fields: Fields, value: Option<T>, whose: Whose) -> Result<T, Problem> {
    match value {
        Some(value) if fields.is_empty() => Ok(value),
        Some(_) | None => {
            if fields.any(Code::Required) {
                fields.summarise(whose.incomplete());
            }
            Err(fields.into_problem())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        parse_date("2026-11-21").unwrap()
    }

    fn zoe() -> PersonInput {
        PersonInput {
            first_name: Some(" Zoé ".into()),
            last_name: Some("Martin".into()),
            email: Some("ZOE@example.fr".into()),
            phone_number: Some("06 12 34 56 78".into()),
            dial_code: Some("+33".into()),
            country: Some("France".into()),
            birth_date: Some("1990-02-28".into()),
            address: None,
            password: Some("zebre-7".into()),
            password_confirmation: Some("zebre-7".into()),
        }
    }

    #[test]
    fn a_complete_person_is_cleaned() {
        let person = zoe().parse(Whose::Booker, None, today()).unwrap();
        assert_eq!(person.first_name, "Zoé");
        assert_eq!(person.address(), "zoe@example.fr");
        assert_eq!(person.phone_number.as_str(), "612345678");
    }

    #[test]
    fn every_missing_field_is_named_and_the_whole_is_summed_up() {
        let cases = [
            (Whose::Booker, "Tous vos champs personnels requis doivent être complétés."),
            (Whose::Beneficiary, "Tous les champs du bénéficiaire doivent être complétés."),
        ];
        for (whose, message) in cases {
            let problem = PersonInput::default().parse(whose, None, today()).unwrap_err();
            assert_eq!(problem.message, message);
            let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
            assert_eq!(
                names,
                ["firstName", "lastName", "email", "phoneNumber", "dialCode", "country", "birthDate"]
            );
        }
    }

    #[test]
    fn each_field_has_its_message() {
        type Change = fn(&mut PersonInput);
        let cases: [(Change, &str, Code); 12] = [
            (|p| p.email = Some("zoe@".into()), "email", Code::InvalidEmail),
            (|p| p.phone_number = Some("123".into()), "phoneNumber", Code::InvalidPhone),
            (|p| p.phone_number = Some("0000000000".into()), "phoneNumber", Code::Required),
            (|p| p.dial_code = Some("+".into()), "dialCode", Code::InvalidDialCode),
            (|p| p.first_name = Some("a".repeat(101)), "firstName", Code::TooLong),
            (|p| p.last_name = Some("a\r\nBcc: b".into()), "lastName", Code::ControlCharacter),
            (|p| p.birth_date = Some("2026-11-22".into()), "birthDate", Code::BirthDateInFuture),
            (|p| p.birth_date = Some("1899-12-31".into()), "birthDate", Code::BirthDateTooOld),
            (|p| p.birth_date = Some("1990-02-30".into()), "birthDate", Code::InvalidDate),
            (|p| p.password = Some("abc".into()), "password", Code::PasswordTooShort),
            (
                |p| p.password_confirmation = Some("zebre-8".into()),
                "passwordConfirmation",
                Code::PasswordMismatch,
            ),
            (|p| p.password_confirmation = None, "passwordConfirmation", Code::Required),
        ];
        for (change, name, code) in cases {
            let mut input = zoe();
            change(&mut input);
            let problem = input.parse_with_password(today()).unwrap_err();
            assert!(
                problem.fields.iter().any(|field| field.name == name && field.code == code),
                "{name}: {problem:?}"
            );
        }
    }

    #[test]
    fn a_beneficiary_s_phone_has_its_own_message() {
        let input = PersonInput { phone_number: Some("12".into()), ..zoe() };
        let problem = input.parse(Whose::Beneficiary, None, today()).unwrap_err();
        assert_eq!(problem.message, "Le numéro de téléphone du bénéficiaire semble invalide.");
    }

    #[test]
    fn an_address_is_taken_over_whole_and_its_faults_are_named() {
        let address = |postal_code: &str| {
            Some(AddressInput {
                street: Some("3, rue Haute".into()),
                postal_code: Some(postal_code.into()),
                city: Some("Aix".into()),
            })
        };
        let input = PersonInput { address: address("13100"), ..zoe() };
        let person = input.parse(Whose::Booker, None, today()).unwrap();
        assert_eq!(person.address.unwrap().city, "Aix");
        let problem =
            PersonInput { address: address(""), ..zoe() }.parse(Whose::Booker, None, today()).unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!((problem.code, names), (Code::BookerIncomplete, vec!["address.postalCode"]));
    }

    #[test]
    fn born_today_is_possible() {
        assert_eq!(parse_birth_date("2026-11-21", today()), Ok(today()));
    }
}

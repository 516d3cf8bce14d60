//! The data of an account and of a sign-up. Changes are in `account_change`.
//!
//! Only names and address are required; booking requires more (`person`). Who may choose a role, and that an address is
//! free, is checked by the server.

use crate::address::Address;
use crate::code::Code;
use crate::email::Email;
use crate::language::UiLanguage;
use crate::letters;
use crate::password::Password;
use crate::person::{MAX_NAME, parse_birth_date};
use crate::phone::{DialCode, Phone};
use crate::problem::{Fault, Fields, Problem};
use crate::role::Role;
use crate::text;
use chrono::NaiveDate;
use serde::Deserialize;

/// A new account as sent by a form; not yet validated.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SignUpInput {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub email: Option<String>,
    pub password: Option<String>,
    /// Must equal the password when sent.
    pub password_confirmation: Option<String>,
    /// Ten zeros: no phone.
    pub phone_number: Option<String>,
    pub dial_code: Option<String>,
    pub country: Option<String>,
    /// `yyyy-mm-dd`
    pub birth_date: Option<String>,
    /// Only effective for ADMIN.
    pub role: Option<String>,
    /// Language of the interface and of mails: `fr`, `en`, `it`, `zh`.
    pub language: Option<String>,
}

// Keeps the password out of logs.
impl std::fmt::Debug for SignUpInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SignUpInput").finish_non_exhaustive()
    }
}

/// A validated new account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignUp {
    pub email: Email,
    pub password: Password,
    pub role: Role,
    pub language: Option<UiLanguage>,
    pub profile: Profile,
}

/// What a person may state about themselves and change freely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub first_name: String,
    pub last_name: String,
    pub phone_number: Option<Phone>,
    pub dial_code: Option<DialCode>,
    pub country: Option<String>,
    pub birth_date: Option<NaiveDate>,
    /// Postal address for invoices.
    pub address: Option<Address>,
    /// An http or https address.
    pub photo_url: Option<String>,
}

impl Profile {
    /// A profile with a name only.
    pub fn named(first_name: &str, last_name: &str) -> Self {
        Self {
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            phone_number: None,
            dial_code: None,
            country: None,
            birth_date: None,
            address: None,
            photo_url: None,
        }
    }
}

impl SignUpInput {
    /// Validates the account; a student unless `chooses_role`.
    ///
    /// # Errors
    /// One fault per field.
    pub fn parse(&self, chooses_role: bool, today: NaiveDate) -> Result<SignUp, Problem> {
        let mut fields = Fields::default();
        let first_name = fields.require("firstName", given(self.first_name.as_deref()).map(on_papers));
        let last_name = fields.require("lastName", given(self.last_name.as_deref()).map(on_papers));
        let email = fields.require("email", given(self.email.as_deref()).map(Email::parse));
        let password = fields.require("password", self.password.as_deref().map(Password::parse));
        if given(self.password_confirmation.as_deref())
            .is_some_and(|text| Some(text) != self.password.as_deref())
        {
            fields.refuse("passwordConfirmation", Code::PasswordMismatch);
        }
        let phone_number = fields.check("phoneNumber", optional(self.phone_number.as_deref(), Phone::parse));
        let dial_code = fields.check("dialCode", optional(self.dial_code.as_deref(), DialCode::parse));
        let country = fields.check("country", optional(self.country.as_deref(), on_papers));
        let birth_date = optional(self.birth_date.as_deref(), |text| parse_birth_date(text, today));
        let birth_date = fields.check("birthDate", birth_date);
        let role = match given(self.role.as_deref()).filter(|_| chooses_role) {
            Some(text) => fields.check("role", text.parse().and_then(without_link)),
            None => Some(Role::Student),
        };
        let language = fields.check("language", optional(self.language.as_deref(), UiLanguage::parse));
        let account = (|| {
            let profile = Profile {
                first_name: first_name?,
                last_name: last_name?,
                phone_number: phone_number?.flatten().map(|phone| match &dial_code {
                    Some(Some(code)) => phone.after(code),
                    _ => phone,
                }),
                dial_code: dial_code?,
                country: country?,
                birth_date: birth_date?,
                address: None,
                photo_url: None,
            };
            Some(SignUp { email: email?, password: password?, role: role?, language: language?, profile })
        })();
        match account {
            Some(account) if fields.is_empty() => Ok(account),
            Some(_) | None => Err(fields.into_problem()),
        }
    }
}

/// Only an invitation makes a teacher, because it names the person who teaches.
fn without_link(role: Role) -> Result<Role, Fault> {
    if role == Role::Teacher { Err(Code::InvalidValue.into()) } else { Ok(role) }
}

fn on_papers(text: &str) -> Result<String, Fault> {
    letters::check(name(text)?, None)
}

/// A person's name, whether or not the fonts of PDF documents can render it.
///
/// # Errors
/// `required`, `control_character`, `too_long`.
pub fn name(text: &str) -> Result<String, Fault> {
    text::required_line(text, MAX_NAME)
}

fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

pub(crate) fn optional<T>(
    text: Option<&str>,
    parse: impl FnOnce(&str) -> Result<T, Fault>,
) -> Result<Option<T>, Fault> {
    given(text).map(parse).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;

    fn today() -> NaiveDate {
        parse_date("2026-11-21").unwrap()
    }

    fn zoe() -> SignUpInput {
        SignUpInput {
            first_name: Some(" Zoé ".into()),
            last_name: Some("Martin".into()),
            email: Some("ZOE@example.fr".into()),
            password: Some("zebre-7".into()),
            ..SignUpInput::default()
        }
    }

    #[test]
    fn the_sign_up_asks_for_names_address_and_password() {
        let account = SignUpInput { phone_number: Some("0000000000".into()), ..zoe() };
        let account = account.parse(false, today()).unwrap();
        assert_eq!(account.email.as_str(), "zoe@example.fr");
        assert_eq!(account.profile.first_name, "Zoé");
        assert_eq!(account.profile.phone_number, None, "ten zeros mean no phone");

        let problem = SignUpInput::default().parse(false, today()).unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["firstName", "lastName", "email", "password"]);
    }

    #[test]
    fn only_who_may_chooses_a_role() {
        let account = SignUpInput { role: Some("ADMIN".into()), ..zoe() };
        assert_eq!(account.parse(false, today()).unwrap().role, Role::Student);
        assert_eq!(account.parse(true, today()).unwrap().role, Role::Admin);
        let unknown = SignUpInput { role: Some("PRINCE".into()), ..zoe() };
        assert_eq!(unknown.parse(false, today()).unwrap().role, Role::Student);
        assert_eq!(unknown.parse(true, today()).unwrap_err().fields[0].name, "role");
    }

    #[test]
    fn each_field_has_its_message() {
        type Change = fn(&mut SignUpInput);
        let cases: [(Change, &str, Code); 7] = [
            (|a| a.email = Some("zoe@".into()), "email", Code::InvalidEmail),
            (|a| a.password = Some("abc".into()), "password", Code::PasswordTooShort),
            (
                |a| a.password_confirmation = Some("abc".into()),
                "passwordConfirmation",
                Code::PasswordMismatch,
            ),
            (|a| a.phone_number = Some("12".into()), "phoneNumber", Code::InvalidPhone),
            (|a| a.birth_date = Some("2026-11-22".into()), "birthDate", Code::BirthDateInFuture),
            (|a| a.last_name = Some("a\r\nBcc: b".into()), "lastName", Code::ControlCharacter),
            (|a| a.language = Some("de".into()), "language", Code::InvalidValue),
        ];
        for (change, name, code) in cases {
            let mut input = zoe();
            change(&mut input);
            let problem = input.parse(false, today()).unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.fields[0].code), (name, code));
        }
    }
}

//! Changes of an account: absent fields stay, null clears, and only ADMIN changes rights.

use crate::account::{Profile, name, optional};
use crate::address::AddressInput;
use crate::code::Code;
use crate::editing::double_option;
use crate::email::Email;
use crate::language::UiLanguage;
use crate::letters;
use crate::password::Password;
use crate::person::parse_birth_date;
use crate::phone::{DialCode, Phone};
use crate::problem::{Fault, Fields, Problem};
use crate::role::Role;
use crate::url::web_address;
use chrono::NaiveDate;
use serde::Deserialize;

/// Valid text sizes.
pub const FONT_SIZES: std::ops::RangeInclusive<i64> = 10..=100;
const USUAL_FONT_SIZE: i64 = 50;
const FONT_STEP: i64 = 5;

/// Text size in thousandths of the root size: 10 is 800, 50 is 1000, 100 is 2000, linear in between. None for an
/// invalid size.
pub fn font_permille(size: i64) -> Option<i64> {
    FONT_SIZES.contains(&size).then(|| {
        let per_size = if size < USUAL_FONT_SIZE { 5 } else { 20 };
        1000 + (size - USUAL_FONT_SIZE) * per_size
    })
}

/// Changes to an account as sent by a form. Absent fields stay; null or empty clears.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountChange {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// For one's own account, requires `currentPassword`, and takes effect once the link mailed to the new address is
    /// followed.
    pub email: Option<String>,
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub phone_number: Option<Option<String>>,
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub dial_code: Option<Option<String>>,
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub country: Option<Option<String>>,
    /// `yyyy-mm-dd`
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub birth_date: Option<Option<String>>,
    /// Postal address for invoices.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<AddressInput>))]
    pub address: Option<Option<AddressInput>>,
    /// http or https.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub photo_url: Option<Option<String>>,
    /// Language of the interface and of mails: `fr`, `en`, `it`, `zh`.
    pub language: Option<String>,
    /// 10 to 100 in steps of 5.
    pub font_size: Option<i64>,
    /// Whether a mail comes the day before the first session of a course.
    pub session_reminders: Option<bool>,
    /// Whether mails come about other teachers, rooms and links of sessions. Those about times, dates and cancellations always do.
    pub session_changes: Option<bool>,
    /// Required to change one's own address.
    pub current_password: Option<String>,
    /// Only effective for ADMIN.
    pub role: Option<String>,
    /// Only effective for ADMIN.
    pub must_reset_password: Option<bool>,
    /// Only effective for ADMIN and another account, whose owner must then replace it.
    pub password: Option<String>,
}

impl std::fmt::Debug for AccountChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AccountChange").finish_non_exhaustive()
    }
}

/// A validated change of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    pub profile: Profile,
    pub email: Option<Email>,
    pub language: Option<UiLanguage>,
    pub font_size: Option<i64>,
    pub session_reminders: Option<bool>,
    pub session_changes: Option<bool>,
    /// None unless an ADMIN makes the change.
    pub role: Option<Role>,
    pub must_reset_password: Option<bool>,
    pub password: Option<Password>,
}

impl AccountChange {
    /// The account after the change. Fields that only ADMIN may change are otherwise left as they were.
    ///
    /// # Errors
    /// One fault per field.
    pub fn apply(&self, before: Profile, by_admin: bool, today: NaiveDate) -> Result<Changed, Problem> {
        let mut fields = Fields::default();
        let profile = self.profile(before, &mut fields, today);
        let email = fields.check("email", optional(self.email.as_deref(), Email::parse)).flatten();
        let language =
            fields.check("language", optional(self.language.as_deref(), UiLanguage::parse)).flatten();
        if let Some(size) = self.font_size {
            fields.check("fontSize", font_size(size));
        }
        let of_admin = |text: &Option<String>| text.clone().filter(|text| by_admin && !text.is_empty());
        let role = of_admin(&self.role).and_then(|text| fields.check("role", text.parse()));
        let password =
            of_admin(&self.password).and_then(|text| fields.check("password", Password::parse(&text)));
        fields.finish()?;
        Ok(Changed {
            profile,
            email,
            language,
            font_size: self.font_size,
            session_reminders: self.session_reminders,
            session_changes: self.session_changes,
            role,
            must_reset_password: self.must_reset_password.filter(|_| by_admin),
            password,
        })
    }

    fn profile(&self, before: Profile, fields: &mut Fields, today: NaiveDate) -> Profile {
        let mut changed = before;
        let text = |value: &Option<Option<String>>| value.clone().map(Option::unwrap_or_default);
        if let Some(text) = &self.first_name {
            changed.first_name =
                fields.check("firstName", on_papers(text, Some(&changed.first_name))).unwrap_or_default();
        }
        if let Some(text) = &self.last_name {
            changed.last_name =
                fields.check("lastName", on_papers(text, Some(&changed.last_name))).unwrap_or_default();
        }
        if let Some(text) = text(&self.phone_number) {
            changed.phone_number =
                fields.check("phoneNumber", optional(Some(&text), Phone::parse)).flatten().flatten();
        }
        if let Some(text) = text(&self.dial_code) {
            changed.dial_code = fields.check("dialCode", optional(Some(&text), DialCode::parse)).flatten();
        }
        if self.phone_number.is_some() || self.dial_code.is_some() {
            changed.phone_number = match (changed.phone_number, &changed.dial_code) {
                (Some(phone), Some(code)) => Some(phone.after(code)),
                (phone, _) => phone,
            };
        }
        if let Some(text) = text(&self.country) {
            let country = optional(Some(&text), |text| on_papers(text, changed.country.as_deref()));
            changed.country = fields.check("country", country).flatten();
        }
        if let Some(text) = text(&self.birth_date) {
            let day = optional(Some(&text), |text| parse_birth_date(text, today));
            changed.birth_date = fields.check("birthDate", day).flatten();
        }
        if let Some(sent) = &self.address {
            let parsed =
                sent.clone().unwrap_or_default().parse(changed.country.as_deref(), changed.address.as_ref());
            changed.address = fields.nest("address", parsed).flatten();
        }
        if let Some(text) = text(&self.photo_url) {
            changed.photo_url = fields.check("photoUrl", optional(Some(&text), web_address)).flatten();
        }
        changed
    }
}

fn font_size(size: i64) -> Result<i64, Fault> {
    match size {
        size if size < *FONT_SIZES.start() => {
            Err(Fault::new(Code::TooSmall).with("min", *FONT_SIZES.start()))
        }
        size if size > *FONT_SIZES.end() => Err(Fault::new(Code::TooBig).with("max", *FONT_SIZES.end())),
        size if size % FONT_STEP != 0 => Err(Code::InvalidValue.into()),
        size => Ok(size),
    }
}

fn on_papers(text: &str, before: Option<&str>) -> Result<String, Fault> {
    letters::check(name(text)?, before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;

    fn today() -> NaiveDate {
        parse_date("2026-11-21").unwrap()
    }

    fn profile() -> Profile {
        Profile::named("Zoé", "Martin")
    }

    #[test]
    fn what_is_absent_stays_and_null_clears() {
        let before = Profile { country: Some("France".into()), ..profile() };
        let unchanged: AccountChange = serde_json::from_str("{}").unwrap();
        assert_eq!(unchanged.apply(before.clone(), false, today()).unwrap().profile, before);
        let cleared: AccountChange =
            serde_json::from_str(r#"{"country": null, "firstName": "Zora"}"#).unwrap();
        let cleared = cleared.apply(before, false, today()).unwrap().profile;
        assert_eq!((cleared.country, cleared.first_name.as_str()), (None, "Zora"));
    }

    #[test]
    fn sizes_of_text_are_those_of_the_table() {
        #[derive(Deserialize)]
        struct Case {
            size: i64,
            permille: i64,
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/font_size.json")).unwrap();
        for Case { size, permille } in cases {
            assert_eq!(font_permille(size), Some(permille), "{size}");
        }
        for no_size in [i64::MIN, 9, 101, i64::MAX] {
            assert_eq!(font_permille(no_size), None);
        }
    }

    #[test]
    fn a_change_is_checked_and_rights_are_left_alone() {
        let wrong: AccountChange = serde_json::from_str(
            r#"{"firstName": " ", "photoUrl": "javascript:alert(1)", "fontSize": 12, "email": "x", "birthDate": "2027-01-01"}"#,
        )
        .unwrap();
        let problem = wrong.apply(profile(), false, today()).unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["firstName", "birthDate", "photoUrl", "email", "fontSize"]);

        let rights: AccountChange =
            serde_json::from_str(r#"{"role": "ADMIN", "mustResetPassword": false, "password": "zebre-8"}"#)
                .unwrap();
        let mine = rights.apply(profile(), false, today()).unwrap();
        assert_eq!((mine.role, mine.must_reset_password, mine.password), (None, None, None));
        let theirs = rights.apply(profile(), true, today()).unwrap();
        assert_eq!((theirs.role, theirs.must_reset_password), (Some(Role::Admin), Some(false)));
        assert!(theirs.password.is_some());
    }
}

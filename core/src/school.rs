//! The school's data: for the site, mails, invoices and certificates.
//!
//! Only the name is required; what a school that is open to the public must also state is in the checklist.

use crate::code::Code;
use crate::editing::double_option;
use crate::email::Email;
use crate::file::{self, FileKind};
use crate::phone::Phone;
use crate::problem::{Fault, Fields, Problem};
use crate::vat::VatGround;
use crate::{address, letters, text, url};
use serde::Deserialize;

/// Maximum lengths of a name, of one line of an address, and of a statement, in characters.
pub const MAX_NAME: usize = 200;
pub const MAX_LINE: usize = address::MAX_LINE;
pub const MAX_MENTION: usize = 300;
/// Maximum length of a phone number as typed, in characters.
const MAX_PHONE: usize = 30;

/// The settings as sent by the form. Absent fields stay, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct SchoolInput {
    /// Name by which the school is known.
    pub name: Option<String>,
    /// Legal name of the company or association, if different.
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub legal_name: Option<Option<String>>,
    /// `SARL au capital de 10 000 €`
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub legal_form: Option<Option<String>>,
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub street: Option<Option<String>>,
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub postal_code: Option<Option<String>>,
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub city: Option<Option<String>>,
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub country: Option<Option<String>>,
    /// 14 digits; spaces are ignored.
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub siret: Option<Option<String>>,
    /// Number of the declaration of activity as a training organisation: 11 digits.
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub training_activity_number: Option<Option<String>>,
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub phone: Option<Option<String>>,
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub email: Option<Option<String>>,
    /// The ground on which no VAT is charged. An existing free text is accepted unchanged.
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<VatGround>))]
    pub vat_mention: Option<Option<String>>,
    /// The consumer mediator.
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub mediator_name: Option<Option<String>>,
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub mediator_address: Option<Option<String>>,
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub mediator_url: Option<Option<String>>,
    /// Address of an uploaded image: PNG, JPEG or WebP.
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub logo_url: Option<Option<String>>,
    /// Address for booking the 15-minute call; none: that of the server's settings.
    #[serde(deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub meeting_url: Option<Option<String>>,
    /// Whether sessions also skip the two public holidays that Alsace and Moselle add.
    pub alsace_moselle: Option<bool>,
}

/// Validated settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct School {
    pub name: String,
    pub legal_name: Option<String>,
    pub legal_form: Option<String>,
    pub street: Option<String>,
    pub postal_code: Option<String>,
    pub city: Option<String>,
    pub country: Option<String>,
    /// Digits only.
    pub siret: Option<String>,
    /// Digits only.
    pub training_activity_number: Option<String>,
    /// As typed.
    pub phone: Option<String>,
    pub email: Option<String>,
    pub vat_mention: Option<String>,
    pub mediator_name: Option<String>,
    pub mediator_address: Option<String>,
    pub mediator_url: Option<String>,
    /// Address of an uploaded image.
    pub logo_url: Option<String>,
    pub meeting_url: Option<String>,
    pub alsace_moselle: bool,
}

impl SchoolInput {
    /// The settings after a change.
    ///
    /// # Errors
    /// One fault per field.
    pub fn change(&self, before: &School) -> Result<School, Problem> {
        let mut fields = Fields::default();
        macro_rules! change {
            ($name:literal, $field:ident, $parse:expr) => {
                fields.change($name, self.$field.as_ref(), before.$field.as_ref(), $parse)
            };
        }
        let name = self.name.as_ref().unwrap_or(&before.name);
        let name =
            text::required_line(name, MAX_NAME).and_then(|name| letters::check(name, Some(&before.name)));
        let name = fields.check("name", name);
        let country = change!("country", country, on_papers(MAX_LINE, before.country.as_deref()));
        let school = School {
            name: name.unwrap_or_default(),
            legal_name: change!("legalName", legal_name, on_papers(MAX_NAME, before.legal_name.as_deref())),
            legal_form: change!("legalForm", legal_form, on_papers(MAX_LINE, before.legal_form.as_deref())),
            street: change!("street", street, on_papers(MAX_LINE, before.street.as_deref())),
            postal_code: change!("postalCode", postal_code, |code| address::postal_code(
                code,
                country.as_deref()
            )),
            city: change!("city", city, on_papers(MAX_LINE, before.city.as_deref())),
            country,
            siret: change!("siret", siret, siret),
            training_activity_number: change!(
                "trainingActivityNumber",
                training_activity_number,
                activity_number
            ),
            phone: change!("phone", phone, phone),
            email: change!("email", email, |email| Email::parse(email).map(String::from)),
            vat_mention: change!("vatMention", vat_mention, |text| vat_mention(text, before)),
            mediator_name: change!("mediatorName", mediator_name, line(MAX_NAME)),
            mediator_address: change!("mediatorAddress", mediator_address, line(MAX_MENTION)),
            mediator_url: change!("mediatorUrl", mediator_url, url::web_address),
            logo_url: change!("logoUrl", logo_url, logo),
            meeting_url: change!("meetingUrl", meeting_url, url::web_address),
            alsace_moselle: self.alsace_moselle.unwrap_or(before.alsace_moselle),
        };
        fields.finish()?;
        Ok(school)
    }
}

impl Fields {
    /// The value sent, else the current one; an empty text clears like null.
    fn change(
        &mut self,
        name: &str,
        sent: Option<&Option<String>>,
        before: Option<&String>,
        parse: impl FnOnce(&str) -> Result<String, Fault>,
    ) -> Option<String> {
        let Some(sent) = sent else { return before.cloned() };
        let text = sent.as_deref().filter(|text| !text.trim().is_empty())?;
        self.check(name, parse(text))
    }
}

fn on_papers(max: usize, before: Option<&str>) -> impl FnOnce(&str) -> Result<String, Fault> {
    move |text| letters::check(text::line(text, max)?, before)
}

fn line(max: usize) -> impl FnOnce(&str) -> Result<String, Fault> {
    move |text| text::line(text, max)
}

/// While no VAT rates exist, only grounds of exemption can be chosen; an existing free text is accepted unchanged.
fn vat_mention(text: &str, before: &School) -> Result<String, Fault> {
    if before.vat_mention.as_deref() == Some(text) {
        return Ok(text.to_owned());
    }
    text.parse::<VatGround>().map(|ground| ground.as_str().to_owned())
}

/// 14 digits, of which the last is a check digit (Luhn).
fn siret(text: &str) -> Result<String, Fault> {
    let number = without_spaces(text);
    let digits: Option<Vec<u32>> = number.chars().map(|c| c.to_digit(10)).collect();
    let sound = digits.is_some_and(|digits| digits.len() == 14 && has_luhn_key(&digits));
    if sound { Ok(number) } else { Err(Code::InvalidSiret.into()) }
}

fn has_luhn_key(digits: &[u32]) -> bool {
    let doubled = |(place, digit): (usize, &u32)| match place % 2 {
        0 => *digit,
        _ => digit * 2 / 10 + digit * 2 % 10,
    };
    let sum: u32 = digits.iter().rev().enumerate().map(doubled).sum();
    sum > 0 && sum.is_multiple_of(10)
}

fn activity_number(text: &str) -> Result<String, Fault> {
    let number = without_spaces(text);
    let sound = number.len() == 11 && number.bytes().all(|byte| byte.is_ascii_digit());
    if sound { Ok(number) } else { Err(Code::InvalidActivityNumber.into()) }
}

/// A valid phone number, stored as typed.
fn phone(text: &str) -> Result<String, Fault> {
    let written = text::line(text, MAX_PHONE)?;
    Phone::parse(written.strip_prefix('+').unwrap_or(&written))?.ok_or(Code::InvalidPhone)?;
    Ok(written)
}

/// An uploaded image: mails and documents cannot rely on external ones. Animated images are refused.
fn logo(text: &str) -> Result<String, Fault> {
    let address = text.trim();
    match file::at(address) {
        Some(found) if found.kind == FileKind::Image && found.extension() != "gif" => Ok(address.to_owned()),
        Some(_) => Err(Code::FileTypeRefused.into()),
        None => Err(Code::InvalidValue.into()),
    }
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn before() -> School {
        School { name: "Préau".into(), city: Some("Aix".into()), ..School::default() }
    }

    fn faults(json: &str) -> Vec<(String, Code)> {
        let input: SchoolInput = serde_json::from_str(json).unwrap();
        let faults = input.change(&before()).err().map_or_else(Vec::new, |problem| problem.fields);
        faults.into_iter().map(|fault| (fault.name, fault.code)).collect()
    }

    #[test]
    fn absent_stays_and_null_or_nothing_clears() {
        let change =
            |json: &str| serde_json::from_str::<SchoolInput>(json).unwrap().change(&before()).unwrap();
        assert_eq!(change("{}"), before());
        assert_eq!(change(r#"{"city": null}"#).city, None);
        assert_eq!(change(r#"{"city": "  "}"#).city, None);
        assert_eq!(change(r#"{"name": " Le Préau "}"#).name, "Le Préau");
    }

    #[test]
    fn numbers_are_kept_as_digits() {
        let input: SchoolInput = serde_json::from_str(
            r#"{"siret": "732 829 320 00074", "trainingActivityNumber": "93 13 01234 13", "phone": "+33 4 65 71 00 12"}"#,
        )
        .unwrap();
        let school = input.change(&before()).unwrap();
        assert_eq!(school.siret.as_deref(), Some("73282932000074"));
        assert_eq!(school.training_activity_number.as_deref(), Some("93130123413"));
        assert_eq!(school.phone.as_deref(), Some("+33 4 65 71 00 12"));
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let all = r#"{"name": " ", "siret": "73282932000075", "postalCode": "1310", "email": "a@b", "phone": "12",
            "trainingActivityNumber": "1", "mediatorUrl": "javascript:x", "vatMention": "TVA 20 %",
            "meetingUrl": "ftp://x.fr"}"#;
        let expected = [
            ("name", Code::Required),
            ("postalCode", Code::InvalidPostalCode),
            ("siret", Code::InvalidSiret),
            ("trainingActivityNumber", Code::InvalidActivityNumber),
            ("phone", Code::InvalidPhone),
            ("email", Code::InvalidEmail),
            ("vatMention", Code::InvalidValue),
            ("mediatorUrl", Code::InvalidValue),
            ("meetingUrl", Code::InvalidValue),
        ];
        assert_eq!(faults(all), expected.map(|(name, code)| (name.to_owned(), code)));
    }

    #[test]
    fn only_grounds_of_exemption_are_chosen_and_what_was_said_before_stays() {
        let old = School { vat_mention: Some("Exonérée de TVA".into()), ..before() };
        let chosen = |mention: &str, before: &School| {
            let input = SchoolInput { vat_mention: Some(Some(mention.to_owned())), ..SchoolInput::default() };
            input.change(before).ok().and_then(|school| school.vat_mention)
        };
        for ground in VatGround::ALL {
            assert_eq!(chosen(ground.as_str(), &old).as_deref(), Some(ground.as_str()));
        }
        assert_eq!(chosen("Exonérée de TVA", &old), old.vat_mention);
        assert_eq!(chosen("Exonérée de TVA", &before()), None);
    }

    #[test]
    fn a_logo_is_a_picture_that_was_uploaded() {
        let address = |end: &str| format!("/api/files/{}{end}", "0".repeat(64));
        let fault = |url: &str| faults(&format!(r#"{{"logoUrl": "{url}"}}"#));
        for end in [".png", ".jpg", ".webp"] {
            assert_eq!(fault(&address(end)), []);
        }
        for (url, code) in [
            (address(".gif"), Code::FileTypeRefused),
            (address(".pdf"), Code::FileTypeRefused),
            (address(".svg"), Code::InvalidValue),
            ("https://ecole.fr/logo.png".to_owned(), Code::InvalidValue),
            ("/logo.svg".to_owned(), Code::InvalidValue),
        ] {
            assert_eq!(fault(&url), [("logoUrl".to_owned(), code)], "{url}");
        }
    }

    #[test]
    fn a_siret_has_fourteen_digits_and_a_key() {
        for wrong in
            ["7328293200007", "732829320000740", "7328293200007A", "00000000000000", "73282932000084"]
        {
            assert_eq!(siret(wrong), Err(Code::InvalidSiret.into()), "{wrong}");
        }
    }

    #[test]
    fn a_postal_code_is_that_of_its_country() {
        assert_eq!(faults(r#"{"postalCode": "13100"}"#), []);
        assert_eq!(faults(r#"{"postalCode": "SW1A 1AA", "country": "Royaume-Uni"}"#), []);
        let wrong = [("postalCode".to_owned(), Code::InvalidPostalCode)];
        assert_eq!(faults(r#"{"postalCode": "SW1A 1AA", "country": "france"}"#), wrong);
        assert_eq!(faults(r#"{"postalCode": "<b>", "country": "Italie"}"#), wrong);
    }
}

//! A postal address for invoices. Its country is stored separately, with the person.

use crate::code::Code;
use crate::letters;
use crate::problem::{Fault, Fields, Problem};
use crate::text;
use serde::{Deserialize, Serialize};

/// Maximum length of one line, in characters.
pub const MAX_LINE: usize = 200;
const MAX_POSTAL_CODE: usize = 12;
/// The country whose postal codes have five digits.
const FRANCE: &str = "France";

/// An address as sent by a form; not yet validated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AddressInput {
    /// Number and street.
    pub street: Option<String>,
    pub postal_code: Option<String>,
    pub city: Option<String>,
}

/// Complete and validated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Address {
    /// Number and street.
    pub street: String,
    pub postal_code: String,
    pub city: String,
}

impl AddressInput {
    /// The address in this country (default: France); none when all fields are empty. Lines equal to those in `before`
    /// are accepted as they are.
    ///
    /// # Errors
    /// One fault per field: a partial address is invalid.
    pub fn parse(&self, country: Option<&str>, before: Option<&Address>) -> Result<Option<Address>, Problem> {
        let all = [&self.street, &self.postal_code, &self.city];
        let given = |value: &Option<String>| value.clone().filter(|text| !text.trim().is_empty());
        if all.iter().all(|value| given(value).is_none()) {
            return Ok(None);
        }
        let mut fields = Fields::default();
        let line = |text: String, before: Option<&str>| letters::check(text::line(&text, MAX_LINE)?, before);
        let street = given(&self.street).map(|text| line(text, before.map(|before| before.street.as_str())));
        let street = fields.require("street", street);
        let postal_code =
            fields.require("postalCode", given(&self.postal_code).map(|text| postal_code(&text, country)));
        let city = given(&self.city).map(|text| line(text, before.map(|before| before.city.as_str())));
        let city = fields.require("city", city);
        match (street, postal_code, city) {
            (Some(street), Some(postal_code), Some(city)) => Ok(Some(Address { street, postal_code, city })),
            _ => Err(fields.into_problem()),
        }
    }
}

/// A postal code in its country's format: five digits in France.
///
/// # Errors
/// `invalid_postal_code`.
pub(crate) fn postal_code(text: &str, country: Option<&str>) -> Result<String, Fault> {
    let code = text::line(text, MAX_POSTAL_CODE)?;
    let in_france = country.is_none_or(|country| country.eq_ignore_ascii_case(FRANCE));
    let sound = if in_france {
        code.len() == 5 && code.bytes().all(|byte| byte.is_ascii_digit())
    } else {
        code.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ' || c == '-')
    };
    if sound { Ok(code) } else { Err(Code::InvalidPostalCode.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(street: &str, postal_code: &str, city: &str) -> AddressInput {
        let given = |text: &str| Some(text.to_owned());
        AddressInput { street: given(street), postal_code: given(postal_code), city: given(city) }
    }

    fn faults(input: &AddressInput, country: Option<&str>) -> Vec<(String, Code)> {
        let faults = input.parse(country, None).err().map_or_else(Vec::new, |problem| problem.fields);
        faults.into_iter().map(|fault| (fault.name, fault.code)).collect()
    }

    #[test]
    fn an_address_is_whole_or_absent() {
        let whole = address(" 3, rue Haute ", "13100", "Aix").parse(Some("France"), None).unwrap().unwrap();
        assert_eq!(whole.street, "3, rue Haute");
        assert_eq!(AddressInput::default().parse(None, None), Ok(None));
        assert_eq!(address(" ", "", "").parse(None, None), Ok(None));
        let part = address("3, rue Haute", "", "");
        let missing = ["postalCode", "city"].map(|name| (name.to_owned(), Code::Required));
        assert_eq!(faults(&part, None), missing);
    }

    #[test]
    fn a_postal_code_is_that_of_its_country() {
        let london = address("10 Downing Street", "SW1A 2AA", "London");
        assert_eq!(faults(&london, Some("Royaume-Uni")), []);
        let wrong = [("postalCode".to_owned(), Code::InvalidPostalCode)];
        assert_eq!(faults(&london, Some("france")), wrong);
        assert_eq!(faults(&london, None), wrong);
        assert_eq!(faults(&address("a", "<b>", "c"), Some("Italie")), wrong);
    }
}

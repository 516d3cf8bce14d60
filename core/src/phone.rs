//! Phone numbers: 4 to 15 digits, and the dial code of a country.
//!
//! In many countries a number has a leading zero that is not dialled after the dial code; with one of their codes it is
//! stored without the zero. The sign-up sends ten zeros for "no phone".

use crate::code::Code;
use crate::problem::Fault;
use serde::{Deserialize, Serialize};
use std::fmt;

const NO_PHONE: &str = "0000000000";
/// Countries whose leading zero is not dialled from abroad. Elsewhere the zero is retained: in some countries it is
/// part of the number.
pub const TRUNK_ZERO_DROPPED: [&str; 23] = [
    "+27", "+31", "+32", "+33", "+40", "+41", "+43", "+44", "+46", "+49", "+61", "+64", "+81", "+82", "+90",
    "+212", "+213", "+262", "+353", "+358", "+590", "+594", "+596",
];

/// A number without its dial code: digits only.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct Phone(String);

impl Phone {
    /// Parses a typed number; spaces, dots, dashes and brackets are ignored, and ten zeros mean no phone.
    ///
    /// # Errors
    /// `required` when empty, else `invalid_phone`.
    pub fn parse(text: &str) -> Result<Option<Self>, Fault> {
        let digits: String = text.chars().filter(|c| !is_separator(*c)).collect();
        if digits.is_empty() {
            return Err(Code::Required.into());
        }
        if digits == NO_PHONE {
            return Ok(None);
        }
        if is_digits(&digits) && (4..=15).contains(&digits.len()) {
            Ok(Some(Self(digits)))
        } else {
            Err(Code::InvalidPhone.into())
        }
    }

    /// The number as dialled after this code: +33 and 06 12… is +33 6 12….
    #[must_use]
    pub fn after(&self, code: &DialCode) -> Self {
        let without = self.0.strip_prefix('0').filter(|rest| rest.len() >= 4);
        match without {
            Some(rest) if TRUNK_ZERO_DROPPED.contains(&code.as_str()) => Self(rest.to_owned()),
            _ => self.clone(),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A country's dial code: `+` and 1 to 4 digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct DialCode(String);

impl DialCode {
    /// Parses a dial code; the `+` is optional, separators are ignored.
    ///
    /// # Errors
    /// `required` when empty, else `invalid_dial_code`.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let code: String = text.chars().filter(|c| !is_separator(*c)).collect();
        if code.is_empty() {
            return Err(Code::Required.into());
        }
        let digits = code.strip_prefix('+').unwrap_or(&code);
        if is_digits(digits) && (1..=4).contains(&digits.len()) {
            Ok(Self(format!("+{digits}")))
        } else {
            Err(Code::InvalidDialCode.into())
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_separator(c: char) -> bool {
    c == ' ' || c == '\u{a0}' || c == '\u{202f}' || matches!(c, '.' | '-' | '(' | ')')
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_have_four_to_fifteen_digits() {
        let cases = [
            ("06 12 34 56 78", Ok(Some("0612345678"))),
            ("06.12-34.56.78", Ok(Some("0612345678"))),
            ("1234", Ok(Some("1234"))),
            ("123456789012345", Ok(Some("123456789012345"))),
            ("0000000000", Ok(None)),
            ("00 00 00 00 00", Ok(None)),
            ("00000", Ok(Some("00000"))),
            ("", Err(Code::Required)),
            (" - ", Err(Code::Required)),
            ("123", Err(Code::InvalidPhone)),
            ("1234567890123456", Err(Code::InvalidPhone)),
            ("+33612345678", Err(Code::InvalidPhone)),
            ("06123abc", Err(Code::InvalidPhone)),
            ("٠٦١٢٣٤", Err(Code::InvalidPhone)),
            ("0612\n3456", Err(Code::InvalidPhone)),
        ];
        for (text, expected) in cases {
            let parsed = Phone::parse(text);
            let shown = parsed.as_ref().map(|phone| phone.as_ref().map(Phone::as_str)).map_err(|f| f.code);
            assert_eq!(shown, expected, "{text:?}");
        }
    }

    #[test]
    fn the_zero_of_home_goes_where_a_dial_code_stands_before() {
        let after = |code: &str, number: &str| {
            let phone = Phone::parse(number).unwrap().unwrap();
            phone.after(&DialCode::parse(code).unwrap()).as_str().to_owned()
        };
        assert_eq!(after("+33", "06 12 34 56 78"), "612345678");
        assert_eq!(after("+33", "6 12 34 56 78"), "612345678");
        assert_eq!(after("+39", "06 6988 1234"), "0669881234");
        assert_eq!(after("+229", "01 97 12 34 56"), "0197123456");
        assert_eq!(after("+33", "0123"), "0123", "too short to lose a digit");
    }

    #[test]
    fn dial_codes_have_a_plus_and_up_to_four_digits() {
        let cases = [
            ("+33", Ok("+33")),
            ("33", Ok("+33")),
            ("+1-684", Ok("+1684")),
            ("", Err(Code::Required)),
            ("+", Err(Code::InvalidDialCode)),
            ("+12345", Err(Code::InvalidDialCode)),
            ("++33", Err(Code::InvalidDialCode)),
            ("FR", Err(Code::InvalidDialCode)),
        ];
        for (text, expected) in cases {
            let parsed = DialCode::parse(text);
            assert_eq!(parsed.as_ref().map(DialCode::as_str).map_err(|f| f.code), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_number_or_refused(text in ".*") {
            if let Ok(Some(phone)) = Phone::parse(&text) {
                prop_assert!((4..=15).contains(&phone.as_str().len()));
            }
            if let Ok(code) = DialCode::parse(&text) {
                prop_assert!((2..=5).contains(&code.as_str().len()));
            }
        }
    }
}

//! E-mail addresses: trimmed, lower-cased, something@something.something, and accepted by the mail library.
//!
//! Whether an address is taken or reachable is not known here.

use crate::code::Code;
use crate::problem::Fault;
use crate::text::is_invisible;
use email_address::EmailAddress;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Maximum length accepted by mail servers, in bytes.
pub const MAX_LENGTH: usize = 254;

/// A normalised address, unique in this form. Safe in a mail header.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct Email(String);

impl Email {
    /// Parses typed text.
    ///
    /// # Errors
    /// `required` when empty, else `invalid_email`.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let address = text.trim().to_lowercase();
        if address.is_empty() {
            return Err(Code::Required.into());
        }
        if is_address(&address) { Ok(Self(address)) } else { Err(Code::InvalidEmail.into()) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_address(address: &str) -> bool {
    let Some((name, domain)) = address.split_once('@') else {
        return false;
    };
    let Some((host, top)) = domain.rsplit_once('.') else {
        return false;
    };
    let unsafe_char = |c: char| {
        c.is_whitespace()
            || is_invisible(c)
            || matches!(c, '@' | '<' | '>' | ',' | ';' | ':' | '"' | '(' | ')' | '[' | ']' | '\\')
    };
    address.len() <= MAX_LENGTH
        && !host.is_empty()
        && !top.is_empty()
        && !name.contains(unsafe_char)
        && !domain.contains(unsafe_char)
        // The mail library's rules: an address it refuses could never be sent to.
        && EmailAddress::is_valid_local_part(name)
        && EmailAddress::is_valid_domain(domain)
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Email {
    type Error = Fault;

    fn try_from(text: String) -> Result<Self, Fault> {
        Self::parse(&text)
    }
}

impl From<Email> for String {
    fn from(email: Email) -> Self {
        email.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn something_at_something_dot_something() {
        let long = format!("{}@preau.test", "a".repeat(65));
        let cases = [
            (" Zoe.Martin@Example.FR ", Ok("zoe.martin@example.fr")),
            ("a+b@c.d", Ok("a+b@c.d")),
            ("élève@école.fr", Ok("élève@école.fr")),
            ("o'brien@example.co.uk", Ok("o'brien@example.co.uk")),
            ("", Err(Code::Required)),
            ("   ", Err(Code::Required)),
            ("a", Err(Code::InvalidEmail)),
            ("a@b", Err(Code::InvalidEmail)),
            ("@b.c", Err(Code::InvalidEmail)),
            ("a@.c", Err(Code::InvalidEmail)),
            ("a@b.", Err(Code::InvalidEmail)),
            ("a@b..c", Err(Code::InvalidEmail)),
            ("a@b@c.d", Err(Code::InvalidEmail)),
            ("a b@c.d", Err(Code::InvalidEmail)),
            ("a@b.c\r\nBcc: x@y.z", Err(Code::InvalidEmail)),
            ("a\0@b.c", Err(Code::InvalidEmail)),
            ("Zoé <a@b.c>", Err(Code::InvalidEmail)),
            ("a..b@x.fr", Err(Code::InvalidEmail)),
            (".a@x.fr", Err(Code::InvalidEmail)),
            ("a.@x.fr", Err(Code::InvalidEmail)),
            ("a@-x.fr", Err(Code::InvalidEmail)),
            ("a@x-.fr", Err(Code::InvalidEmail)),
            (long.as_str(), Err(Code::InvalidEmail)),
        ];
        for (text, expected) in cases {
            let parsed = Email::parse(text);
            assert_eq!(parsed.as_ref().map(Email::as_str).map_err(|f| f.code), expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_an_address_or_refused(text in ".*") {
            let _ = Email::parse(&text);
        }

        #[test]
        fn what_passed_passes_again_unchanged(text in "\\PC{0,5}[A-Za-z.é]{1,9}@[A-Za-zÉ-]{1,9}\\.[a-zA-Z]{1,4}\\PC{0,3}") {
            if let Ok(email) = Email::parse(&text) {
                prop_assert!(email.as_str().len() <= MAX_LENGTH);
                prop_assert!(!email.as_str().chars().any(|c| c.is_control() || c.is_whitespace()));
                prop_assert_eq!(Email::parse(email.as_str()), Ok(email.clone()));
            }
        }
    }
}

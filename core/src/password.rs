//! Rules of a valid password: 6 to 128 characters, not among the most common ones; and its strength.
//!
//! Hashing and verification are in the server.

use crate::code::Code;
use crate::keyword::keywords;
use crate::problem::Fault;
use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// Minimum and maximum length, in characters.
pub const MIN_LENGTH: usize = 6;
pub const MAX_LENGTH: usize = 128;

/// A valid new password. Its `Debug` omits the text.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Validates a password typed at sign-up or in booking.
    ///
    /// # Errors
    /// `required`, `password_too_short`, `password_too_long`, `password_too_common`.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        Self::parse_or(text, Code::PasswordTooShort)
    }

    /// Validates a password that replaces an older one: the same rules, with the reset's own message.
    ///
    /// # Errors
    /// `required`, `new_password_too_short`, `password_too_long`, `password_too_common`.
    pub fn parse_new(text: &str) -> Result<Self, Fault> {
        Self::parse_or(text, Code::NewPasswordTooShort)
    }

    fn parse_or(text: &str, too_short: Code) -> Result<Self, Fault> {
        let password = normalise(text);
        match password.chars().count() {
            0 => Err(Code::Required.into()),
            1..MIN_LENGTH => Err(too_short.into()),
            MIN_LENGTH..=MAX_LENGTH if is_common(&password) => Err(Code::PasswordTooCommon.into()),
            MIN_LENGTH..=MAX_LENGTH => Ok(Self(password)),
            _ => Err(Code::PasswordTooLong.into()),
        }
    }

    /// The text to hash.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(***)")
    }
}

/// The Unicode form in which passwords are hashed and compared, so that an accent is the same on every keyboard.
/// Nothing is trimmed.
pub fn normalise(text: &str) -> String {
    text.nfc().collect()
}

keywords! {
    /// Strength displayed next to a new password.
    Strength { Faible = "Faible", Moyen = "Moyen", Fort = "Fort" }
}

/// Weak under 6 characters; strong with letters, digits and symbols; medium with two of the three.
pub fn strength(text: &str) -> Strength {
    let password = normalise(text);
    let letters = password.chars().any(char::is_alphabetic);
    let digits = password.chars().any(char::is_numeric);
    let symbols = password.chars().any(|c| !c.is_alphabetic() && !c.is_numeric());
    match [letters, digits, symbols].into_iter().filter(|kind| *kind).count() {
        _ if password.chars().count() < MIN_LENGTH => Strength::Faible,
        3 => Strength::Fort,
        2 => Strength::Moyen,
        _ => Strength::Faible,
    }
}

fn is_common(password: &str) -> bool {
    static COMMON: LazyLock<HashSet<&str>> =
        LazyLock::new(|| include_str!("common_passwords.txt").split_whitespace().collect());
    COMMON.contains(password.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn passwords_are_long_enough_and_not_common() {
        let longest = "é".repeat(128);
        let longer = "é".repeat(129);
        let cases = [
            ("zebre7", Ok(())),
            ("      ", Ok(())),
            (longest.as_str(), Ok(())),
            (longer.as_str(), Err(Code::PasswordTooLong)),
            ("", Err(Code::Required)),
            ("abcde", Err(Code::PasswordTooShort)),
            ("123456", Err(Code::PasswordTooCommon)),
            ("PassWord", Err(Code::PasswordTooCommon)),
            ("azerty", Err(Code::PasswordTooCommon)),
            ("motdepasse", Err(Code::PasswordTooCommon)),
        ];
        for (text, expected) in cases {
            assert_eq!(Password::parse(text).map(|_| ()).map_err(|f| f.code), expected, "{text:?}");
        }
        assert_eq!(Password::parse_new("abcde").unwrap_err().code, Code::NewPasswordTooShort);
    }

    #[test]
    fn an_accent_is_the_same_on_every_keyboard() {
        assert_eq!(Password::parse("ete\u{301}2026!"), Password::parse("et\u{e9}2026!"));
    }

    #[test]
    fn a_password_is_never_printed() {
        assert!(!format!("{:?}", Password::parse("secret-de-zoe").unwrap()).contains("zoe"));
    }

    #[test]
    fn strength_counts_kinds_of_characters() {
        #[derive(serde::Deserialize)]
        struct Case {
            password: String,
            strength: Strength,
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/strength.json")).unwrap();
        for case in cases {
            assert_eq!(strength(&case.password), case.strength, "{}", case.password);
        }
    }

    #[test]
    fn the_common_ones_are_long_enough_to_matter() {
        let words: Vec<_> = include_str!("common_passwords.txt").split_whitespace().collect();
        assert!(words.len() > 300, "{}", words.len());
        for word in words {
            assert!(word.chars().count() >= MIN_LENGTH && word.to_lowercase() == word, "{word}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_password_or_refused(text in ".*") {
            if let Ok(password) = Password::parse(&text) {
                prop_assert!((MIN_LENGTH..=MAX_LENGTH).contains(&password.as_str().chars().count()));
            }
            let _ = strength(&text);
        }
    }
}

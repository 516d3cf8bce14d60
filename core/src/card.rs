//! Test cards of the sandbox: validation of what was typed, and the result of each card.
//!
//! Card numbers are never displayed, stored or serialised here. Real cards are sent to the provider directly.

use crate::code::Code;
use crate::problem::{FieldError, Fields};
use crate::text;
use chrono::{Datelike as _, NaiveDate};

/// Maximum length of a holder's name, in characters.
pub const MAX_HOLDER: usize = 100;

/// A card as the form sends it. It has no `Debug`, to keep numbers out of logs.
#[derive(Clone, Copy)]
pub struct CardInput<'a> {
    pub holder_name: &'a str,
    /// Digits, optionally grouped by spaces or dashes.
    pub number: &'a str,
    /// 1 to 12.
    pub exp_month: u32,
    /// Two digits (this century) or four.
    pub exp_year: i32,
    pub cvc: &'a str,
}

/// The card network's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Succeeds,
    /// The holder has to confirm first.
    AsksHolder,
    Refused(Code),
}

/// The test cards. Source: decisions §3.
const TEST_CARDS: &[(&str, Verdict)] = &[
    ("4242424242424242", Verdict::Succeeds),
    ("4000000000000002", Verdict::Refused(Code::CardDeclined)),
    ("4000000000009995", Verdict::Refused(Code::InsufficientFunds)),
    ("4000000000000069", Verdict::Refused(Code::CardExpired)),
    ("4000002500003155", Verdict::AsksHolder),
];

/// Maximum number of years until a card expires.
const MAX_YEARS_AHEAD: i32 = 50;

impl CardInput<'_> {
    /// The result of a payment with this card. Any number that is not a test card is declined.
    ///
    /// # Errors
    /// Every invalid field, under `holderName`, `cardNumber`, `expMonth` (for the whole expiry) and `cvc`.
    pub fn judge(&self, today: NaiveDate) -> Result<Verdict, Vec<FieldError>> {
        let mut fields = Fields::default();
        let holder = text::required_line(self.holder_name, MAX_HOLDER);
        if let Err(mut fault) = holder {
            if fault.code == Code::Required {
                fault = Code::HolderRequired.into();
            }
            fields.refuse("holderName", fault);
        }
        let digits: String = self.number.chars().filter(|c| !matches!(c, ' ' | '-' | '\u{a0}')).collect();
        if !(12..=19).contains(&digits.len()) || !passes_luhn(&digits) {
            fields.refuse("cardNumber", Code::InvalidCardNumber);
        }
        if !is_valid_on(self.exp_month, self.exp_year, today) {
            fields.refuse("expMonth", Code::InvalidCardExpiry);
        }
        let cvc = self.cvc.trim();
        if !(3..=4).contains(&cvc.len()) || !cvc.bytes().all(|digit| digit.is_ascii_digit()) {
            fields.refuse("cvc", Code::InvalidCardCvc);
        }
        fields.finish().map_err(|problem| problem.fields)?;
        let known = TEST_CARDS.iter().find(|(number, _)| *number == digits);
        Ok(known.map_or(Verdict::Refused(Code::CardDeclined), |(_, verdict)| *verdict))
    }
}

/// The field that a refusal concerns, if any.
pub const fn field_of(code: Code) -> Option<&'static str> {
    match code {
        Code::CardExpired => Some("expMonth"),
        _ => None,
    }
}

/// Luhn check of a card number; fails for anything but digits.
fn passes_luhn(number: &str) -> bool {
    let mut sum = 0;
    for (place, letter) in number.chars().rev().enumerate() {
        let Some(digit) = letter.to_digit(10) else { return false };
        let weighed = if place % 2 == 0 { digit } else { digit * 2 };
        sum += if weighed > 9 { weighed - 9 } else { weighed };
    }
    !number.is_empty() && sum % 10 == 0
}

/// A card is valid until the end of its month.
fn is_valid_on(month: u32, year: i32, today: NaiveDate) -> bool {
    let year = if (0..100).contains(&year) { today.year() / 100 * 100 + year } else { year };
    (1..=12).contains(&month)
        && (year, month) >= (today.year(), today.month())
        && year <= today.year() + MAX_YEARS_AHEAD
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;
    use proptest::prelude::*;

    fn card(number: &str) -> CardInput<'_> {
        CardInput { holder_name: "Jeanne Morel", number, exp_month: 12, exp_year: 2030, cvc: "123" }
    }

    fn today() -> NaiveDate {
        parse_date("2026-11-21").unwrap()
    }

    fn faults(input: CardInput) -> Vec<(String, Code)> {
        let errors = input.judge(today()).err().unwrap_or_default();
        errors.into_iter().map(|error| (error.name, error.code)).collect()
    }

    #[test]
    fn each_test_card_does_what_it_is_for() {
        let cases = [
            ("4242 4242 4242 4242", Verdict::Succeeds),
            ("4242-4242-4242-4242", Verdict::Succeeds),
            ("4000000000000002", Verdict::Refused(Code::CardDeclined)),
            ("4000 0000 0000 9995", Verdict::Refused(Code::InsufficientFunds)),
            ("4000 0000 0000 0069", Verdict::Refused(Code::CardExpired)),
            ("4000 0025 0000 3155", Verdict::AsksHolder),
            // A valid number that is not a test card.
            ("5555 5555 5555 4444", Verdict::Refused(Code::CardDeclined)),
        ];
        for (number, verdict) in cases {
            assert_eq!(card(number).judge(today()).ok(), Some(verdict), "{number}");
        }
    }

    #[test]
    fn a_number_that_cannot_be_a_card_is_named() {
        for number in [
            "",
            "4242424242424241",
            "4242",
            "4242 4242 4242 424x",
            "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
            "00000000000000000000",
        ] {
            assert_eq!(
                faults(card(number)),
                [("cardNumber".to_owned(), Code::InvalidCardNumber)],
                "{number}"
            );
        }
    }

    #[test]
    fn a_card_is_good_to_the_end_of_its_month() {
        let cases = [
            (11, 2026, true),
            (11, 26, true),
            (10, 2026, false),
            (12, 2025, false),
            (1, 2027, true),
            (0, 2030, false),
            (13, 2030, false),
            (1, 2076, true),
            (1, 2077, false),
            (1, -1, false),
            (1, i32::MAX, false),
        ];
        for (exp_month, exp_year, good) in cases {
            let found = faults(CardInput { exp_month, exp_year, ..card("4242424242424242") });
            assert_eq!(found.is_empty(), good, "{exp_month}/{exp_year}");
        }
    }

    #[test]
    fn all_fields_are_named_at_once() {
        let found =
            faults(CardInput { holder_name: "  ", number: "1", exp_month: 1, exp_year: 20, cvc: "12a" });
        let expected = [
            ("holderName", Code::HolderRequired),
            ("cardNumber", Code::InvalidCardNumber),
            ("expMonth", Code::InvalidCardExpiry),
            ("cvc", Code::InvalidCardCvc),
        ];
        assert_eq!(found, expected.map(|(name, code)| (name.to_owned(), code)));
    }

    proptest! {
        #[test]
        fn any_input_is_judged(number in ".*", holder_name in ".*", cvc in ".*", exp_month: u32, exp_year: i32) {
            let input = CardInput { holder_name: &holder_name, number: &number, exp_month, exp_year, cvc: &cvc };
            prop_assert_ne!(input.judge(today()).ok(), Some(Verdict::Succeeds));
        }

        #[test]
        fn one_wrong_digit_is_noticed(place in 0usize..16, digit in 0u32..10) {
            let mut number: Vec<char> = "4242424242424242".chars().collect();
            let wrong = char::from_digit(digit, 10).unwrap();
            prop_assume!(number[place] != wrong);
            number[place] = wrong;
            let number: String = number.into_iter().collect();
            prop_assert_eq!(faults(card(&number)).len(), 1);
        }
    }
}

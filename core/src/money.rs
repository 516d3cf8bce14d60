//! Money: whole cents internally, euros as a JSON number with at most two decimals in the API.
//!
//! The school sells in euros only. Prices are in `price`, refunds in `refund`.

use crate::code::Code;
use crate::problem::Fault;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// An amount in euro cents. In JSON: euros, `120.5`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = f64))]
pub struct Cents(pub i64);

/// The only currency, in capitals as providers write it.
pub const CURRENCY: &str = "EUR";

impl Cents {
    pub const ZERO: Self = Self(0);

    /// One million euros: above any price of a school, and small enough that sums do not overflow.
    pub const MAX: Self = Self(100_000_000);

    /// From euros in JSON.
    ///
    /// # Errors
    /// `negative_amount` below 0; `invalid_amount` for more than two decimals, more than [`Self::MAX`] or not a number.
    pub fn from_euros(euros: f64) -> Result<Self, Fault> {
        if euros < 0.0 {
            return Err(Code::NegativeAmount.into());
        }
        let cents = Self::round(euros * 100.0).ok_or(Code::InvalidAmount)?;
        // Division rounds correctly: exactly the numbers with at most two decimals survive the round trip.
        if cents.to_euros().to_bits() == (euros + 0.0).to_bits() {
            Ok(cents)
        } else {
            Err(Code::InvalidAmount.into())
        }
    }

    /// Euros for JSON.
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53 cents")]
    pub fn to_euros(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// Rounded to the nearest cent, from 0 to [`Self::MAX`].
    #[expect(clippy::cast_possible_truncation, reason = "rounded, and within the bounds")]
    pub(crate) fn round(cents: f64) -> Option<Self> {
        let cents = cents.round();
        (0.0..=1e8).contains(&cents).then_some(Self(cents as i64))
    }

    /// The sum; none on overflow.
    pub fn checked_sum(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        amounts.into_iter().try_fold(Self::ZERO, |sum, amount| sum.0.checked_add(amount.0).map(Self))
    }

    /// `self × part / whole`, rounded down to a cent; zero when `whole` is 0.
    #[must_use]
    pub fn share(self, part: u64, whole: u64) -> Self {
        if whole == 0 {
            return Self::ZERO;
        }
        let share = i128::from(self.0) * i128::from(part.min(whole)) / i128::from(whole);
        Self(i64::try_from(share).unwrap_or(self.0))
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

/// French format with no-break spaces: `1 234,50 €`.
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = (self.0.unsigned_abs() / 100).to_string();
        if self.0 < 0 {
            f.write_str("-")?;
        }
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                f.write_str("\u{202f}")?;
            }
            write!(f, "{digit}")?;
        }
        write!(f, ",{:02}\u{a0}€", self.0.unsigned_abs() % 100)
    }
}

impl Serialize for Cents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 {
            serializer.serialize_i64(self.0 / 100)
        } else {
            serializer.serialize_f64(self.to_euros())
        }
    }
}

impl<'de> Deserialize<'de> for Cents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_euros(f64::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn euros_have_at_most_two_decimals() {
        let cases = [
            (0.0, Ok(0)),
            (-0.0, Ok(0)),
            (120.0, Ok(12_000)),
            (0.1, Ok(10)),
            (0.29, Ok(29)),
            (1.15, Ok(115)),
            (4.35, Ok(435)),
            (1_000_000.0, Ok(100_000_000)),
            (1_000_000.01, Err(Code::InvalidAmount)),
            (0.001, Err(Code::InvalidAmount)),
            (10.005, Err(Code::InvalidAmount)),
            (0.1 + 0.2, Err(Code::InvalidAmount)),
            (-0.01, Err(Code::NegativeAmount)),
            (f64::NEG_INFINITY, Err(Code::NegativeAmount)),
            (f64::INFINITY, Err(Code::InvalidAmount)),
            (f64::NAN, Err(Code::InvalidAmount)),
            (1e300, Err(Code::InvalidAmount)),
            (f64::MIN_POSITIVE, Err(Code::InvalidAmount)),
        ];
        for (euros, expected) in cases {
            assert_eq!(Cents::from_euros(euros).map(|c| c.0).map_err(|f| f.code), expected, "{euros}");
        }
    }

    #[test]
    fn french_writes_a_comma_and_no_break_spaces() {
        let cases = [
            (12_000, "120,00\u{a0}€"),
            (5, "0,05\u{a0}€"),
            (123_456, "1\u{202f}234,56\u{a0}€"),
            (100_000_000, "1\u{202f}000\u{202f}000,00\u{a0}€"),
            (-150, "-1,50\u{a0}€"),
        ];
        for (cents, expected) in cases {
            assert_eq!(Cents(cents).to_string(), expected);
        }
    }

    #[test]
    fn json_is_a_number_of_euros() {
        assert_eq!(serde_json::to_string(&[Cents(12_000), Cents(1_050)]).unwrap(), "[120,10.5]");
        assert_eq!(serde_json::from_str::<Cents>("10.5").unwrap(), Cents(1_050));
        assert_eq!(serde_json::from_str::<Cents>("120").unwrap(), Cents(12_000));
        for text in ["\"10\"", "10.555", "-1", "null", "1e40"] {
            assert!(serde_json::from_str::<Cents>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_highest_amount_is_reached_and_not_passed() {
        assert_eq!(Cents::round(1e8), Some(Cents::MAX));
        assert_eq!(Cents::round(1e8 + 1.0), None);
    }

    #[test]
    fn a_sum_that_does_not_fit_is_nothing() {
        assert_eq!(Cents::checked_sum([Cents(i64::MAX), Cents(1)]), None);
        assert_eq!(Cents::checked_sum([]), Some(Cents::ZERO));
    }

    proptest! {
        #[test]
        fn cents_come_back_from_json(cents in 0..=Cents::MAX.0) {
            let json = serde_json::to_string(&Cents(cents)).unwrap();
            prop_assert_eq!(serde_json::from_str::<Cents>(&json).unwrap(), Cents(cents));
            prop_assert_eq!(Cents::from_euros(Cents(cents).to_euros()), Ok(Cents(cents)));
        }

        #[test]
        fn any_number_is_an_amount_or_refused(euros in any::<f64>()) {
            if let Ok(cents) = Cents::from_euros(euros) {
                prop_assert!((0..=Cents::MAX.0).contains(&cents.0));
            }
        }

        #[test]
        fn a_share_is_never_more_than_the_whole(cents in 0..=Cents::MAX.0, part in 0u64..500, whole in 0u64..500) {
            let share = Cents(cents).share(part, whole);
            prop_assert!(share >= Cents::ZERO && share <= Cents(cents));
        }
    }
}

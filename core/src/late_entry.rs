//! What somebody pays who enters a course after some of its sessions: the share of the sessions that are left.
//! Source: school-life §8.

use crate::keyword::keywords;
use crate::money::Cents;
use chrono::NaiveDate;
use std::collections::BTreeMap;

keywords! {
    /// What a course costs once sessions were held.
    LateEntry {
        /// The share of the sessions that are left.
        ProRata = "PRO_RATA",
        /// The whole price.
        Full = "FULL",
    }
}

/// The sessions of a part of a course that are not cancelled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sessions {
    pub total: i64,
    /// Those that are still to come for whoever enters.
    pub left: i64,
}

impl Sessions {
    /// `price × left ÷ total`, a half cent rounded up.
    pub fn share(self, price: Cents) -> Cents {
        if self.total <= 0 {
            return price;
        }
        let (price, left, total) =
            (i128::from(price.0), i128::from(self.left.clamp(0, self.total)), i128::from(self.total));
        let share = (2 * price * left + total) / (2 * total);
        Cents(i64::try_from(share).unwrap_or(i64::MAX))
    }
}

/// The sessions of a course as somebody finds it who enters on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The day from which sessions count as left: the one asked for, at the earliest today.
    pub from: NaiveDate,
    /// By module; under none those that name no module.
    parts: BTreeMap<Option<i64>, Sessions>,
}

impl Entry {
    pub fn new(from: NaiveDate, parts: impl IntoIterator<Item = (Option<i64>, Sessions)>) -> Self {
        Self { from, parts: parts.into_iter().filter(|(_, sessions)| sessions.total > 0).collect() }
    }

    /// The sessions by which a module is priced: its own; those of the course when no session names a module; none when
    /// only others have sessions of their own.
    pub fn of_module(&self, id: i64) -> Option<Sessions> {
        let by_module = self.parts.keys().any(Option::is_some);
        self.parts.get(&by_module.then_some(id)).copied()
    }

    /// All sessions of the course; none without any.
    pub fn of_course(&self) -> Option<Sessions> {
        let add = |sum: Sessions, one: &Sessions| Sessions {
            total: sum.total + one.total,
            left: sum.left + one.left,
        };
        Some(self.parts.values().fold(Sessions::default(), add)).filter(|sessions| sessions.total > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;
    use proptest::prelude::*;

    fn entry(parts: &[(Option<i64>, i64, i64)]) -> Entry {
        let parts =
            parts.iter().map(|(module, total, left)| (*module, Sessions { total: *total, left: *left }));
        Entry::new(parse_date("2026-12-03").unwrap(), parts)
    }

    #[test]
    fn a_share_is_rounded_half_up() {
        let cases = [
            (20_000, 20, 20, 20_000),
            (20_000, 20, 12, 12_000),
            (10_000, 3, 1, 3_333),
            (10_000, 3, 2, 6_667),
            (5, 2, 1, 3),
            (1, 3, 1, 0),
            (9_900, 7, 0, 0),
            (9_900, 0, 0, 9_900),
        ];
        for (price, total, left, share) in cases {
            assert_eq!(
                Sessions { total, left }.share(Cents(price)),
                Cents(share),
                "{price} × {left} ÷ {total}"
            );
        }
    }

    #[test]
    fn modules_with_sessions_of_their_own_are_priced_by_them_and_the_others_whole() {
        let named = entry(&[(Some(1), 10, 0), (Some(2), 8, 6), (None, 4, 4)]);
        assert_eq!(named.of_module(1), Some(Sessions { total: 10, left: 0 }));
        assert_eq!(named.of_module(2), Some(Sessions { total: 8, left: 6 }));
        assert_eq!(named.of_module(3), None);
        let unnamed = entry(&[(None, 20, 5)]);
        assert_eq!(unnamed.of_module(3), Some(Sessions { total: 20, left: 5 }));
        assert_eq!((entry(&[]).of_module(1), entry(&[(None, 0, 0)]).of_course()), (None, None));
        assert_eq!(named.of_course(), Some(Sessions { total: 22, left: 10 }));
    }

    proptest! {
        #[test]
        fn a_share_is_within_half_a_cent_and_never_more_than_the_price(
            price in 0i64..100_000_000, total in 1i64..500, left in 0i64..500,
        ) {
            let sessions = Sessions { total, left: left.min(total) };
            let share = sessions.share(Cents(price)).0;
            prop_assert!(share >= 0 && share <= price);
            // |share × total − price × left| ≤ total / 2
            prop_assert!((2 * (i128::from(share) * i128::from(total) - i128::from(price) * i128::from(sessions.left))).abs() <= i128::from(total));
        }

        #[test]
        fn entering_later_never_costs_more(price in 0i64..1_000_000, total in 1i64..300, left in 0i64..300) {
            let left = left.min(total);
            let now = Sessions { total, left }.share(Cents(price));
            let later = Sessions { total, left: (left - 1).max(0) }.share(Cents(price));
            prop_assert!(later <= now);
        }
    }
}

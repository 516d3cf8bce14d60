//! Learners under 18: from which age on somebody makes a contract of their own, and consents for themselves.

use chrono::{Datelike, NaiveDate};

/// From this age on nobody needs a legal representative to make a contract.
pub const MAJORITY: i32 = 18;
/// From this age on nobody consents for the learner that their data are kept.
pub const DATA_CONSENT_AGE: i32 = 15;

/// Whether a legal representative must book for somebody born on this day.
pub fn is_minor(birth: NaiveDate, today: NaiveDate) -> bool {
    age(birth, today) < MAJORITY
}

/// Whether a legal representative must also consent for their data.
pub fn is_young_child(birth: NaiveDate, today: NaiveDate) -> bool {
    age(birth, today) < DATA_CONSENT_AGE
}

/// Whole years on this day.
fn age(birth: NaiveDate, today: NaiveDate) -> i32 {
    let had_birthday = (today.month(), today.day()) >= (birth.month(), birth.day());
    today.year() - birth.year() - i32::from(!had_birthday)
}

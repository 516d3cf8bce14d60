//! Age limits: from which age a learner can make a contract and consent for themselves.

use chrono::{Datelike, NaiveDate};

/// Age from which no legal representative is needed for a contract.
pub const MAJORITY: i32 = 18;
/// Age from which nobody must consent to the storage of the learner's data.
pub const DATA_CONSENT_AGE: i32 = 15;

/// Whether a legal representative must book for a person born on this day.
pub fn is_minor(birth: NaiveDate, today: NaiveDate) -> bool {
    age(birth, today) < MAJORITY
}

/// Whether a legal representative must also consent to the storage of their data.
pub fn is_young_child(birth: NaiveDate, today: NaiveDate) -> bool {
    age(birth, today) < DATA_CONSENT_AGE
}

/// Age in whole years on this day.
fn age(birth: NaiveDate, today: NaiveDate) -> i32 {
    let had_birthday = (today.month(), today.day()) >= (birth.month(), birth.day());
    today.year() - birth.year() - i32::from(!had_birthday)
}

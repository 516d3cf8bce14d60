//! Requirements for publishing a course, and the limits of its capacity.
//!
//! Whether a published course can be reserved today is decided in `course`.

use crate::code::Code;
use crate::money::Cents;
use crate::problem::{Fault, Fields, Problem};
use chrono::NaiveDate;

/// What publication requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Publishing {
    pub start_date: Option<NaiveDate>,
    pub end_date: Option<NaiveDate>,
    pub has_teacher: bool,
    pub modules: usize,
    pub price: Cents,
    pub free: bool,
}

impl Publishing {
    /// Checks whether the course may be published.
    ///
    /// # Errors
    /// Everything that is missing, under the course's field names.
    pub fn check(&self) -> Result<(), Problem> {
        let mut fields = Fields::default();
        for (name, date) in [("startDate", self.start_date), ("endDate", self.end_date)] {
            if date.is_none() {
                fields.refuse(name, Code::Required);
            }
        }
        if self.start_date.zip(self.end_date).is_some_and(|(start, end)| end <= start) {
            fields.refuse("endDate", Code::EndBeforeStart);
        }
        if !self.has_teacher {
            fields.refuse("teacherId", Code::TeacherRequired);
        }
        if self.modules == 0 {
            fields.refuse("modules", Code::ModulesRequired);
        }
        if self.price <= Cents::ZERO && !self.free {
            fields.refuse("price", Code::PriceRequired);
        }
        fields.finish()
    }
}

/// A capacity that is not below the number of seats taken.
///
/// # Errors
/// `too_small` below 1, `capacity_too_small` below the number of seats taken.
pub fn check_capacity(capacity: Option<i64>, seats_taken: i64) -> Result<(), Fault> {
    match capacity {
        Some(seats) if seats < 1 => Err(Fault::new(Code::TooSmall).with("min", 1)),
        Some(seats) if seats < seats_taken => {
            Err(Fault::new(Code::CapacityTooSmall).with("taken", seats_taken))
        }
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    #[test]
    fn publishing_names_all_that_is_missing() {
        let ready = Publishing {
            start_date: Some(day("2026-12-01")),
            end_date: Some(day("2027-03-01")),
            has_teacher: true,
            modules: 1,
            price: Cents(1),
            free: false,
        };
        assert_eq!(ready.check(), Ok(()));
        assert_eq!(Publishing { price: Cents::ZERO, free: true, ..ready }.check(), Ok(()));
        let swapped = Publishing { start_date: ready.end_date, end_date: ready.start_date, ..ready };
        assert_eq!(swapped.check().unwrap_err().code, Code::EndBeforeStart);
        let nothing = Publishing {
            start_date: None,
            end_date: None,
            has_teacher: false,
            modules: 0,
            price: Cents::ZERO,
            free: false,
        };
        assert_eq!(nothing.check().unwrap_err().fields.len(), 5);
    }

    #[test]
    fn seats_are_never_fewer_than_those_taken() {
        assert_eq!(check_capacity(Some(3), 3), Ok(()));
        assert_eq!(check_capacity(None, 300), Ok(()));
        assert_eq!(check_capacity(Some(2), 3).unwrap_err().to_string(), "3 places sont déjà prises.");
        assert_eq!(check_capacity(Some(0), 0).unwrap_err().code, Code::TooSmall);
    }
}

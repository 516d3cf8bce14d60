//! Calendar days of the school in Europe/Paris, whatever the server's time zone.
//!
//! Dates are `yyyy-mm-dd`; instants are UTC. Nothing here reads the clock.

use crate::code::Code;
use crate::problem::Fault;
use chrono::{DateTime, Datelike, Days, Months, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Europe::Paris;

/// The calendar day in Paris at this instant.
pub fn paris_day(at: DateTime<Utc>) -> NaiveDate {
    at.with_timezone(&Paris).date_naive()
}

/// The time of day in Paris at this instant.
pub fn paris_time(at: DateTime<Utc>) -> NaiveTime {
    at.with_timezone(&Paris).time()
}

/// The last millisecond of a day in Paris.
pub fn end_of_paris_day(day: NaiveDate) -> DateTime<Utc> {
    start_of_paris_day(add_days(day, 1)) - TimeDelta::milliseconds(1)
}

/// The first instant of a day in Paris.
pub fn start_of_paris_day(day: NaiveDate) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    // Paris changes its clocks at night but never at midnight, so midnight exists exactly once.
    Paris
        .from_local_datetime(&midnight)
        .earliest()
        .map_or_else(|| midnight.and_utc(), |at| at.with_timezone(&Utc))
}

/// The instant of a local time in Paris. On the night of March on which an hour is left out, a time of that hour is an hour
/// later on the clock (02:30 is 03:30); on the night of October on which an hour comes twice, it is the first of both.
pub fn paris_instant(day: NaiveDate, time: NaiveTime) -> DateTime<Utc> {
    let local = day.and_time(time);
    let at = |local| Paris.from_local_datetime(&local).earliest().map(|at| at.with_timezone(&Utc));
    let hour = TimeDelta::hours(1);
    at(local).or_else(|| at(local - hour).map(|before| before + hour)).unwrap_or_else(|| local.and_utc())
}

/// The same day some months later, clamped to the end of the month: 31 August + 6 → 28 or 29 February.
pub fn add_months_clamped(day: NaiveDate, months: u32) -> NaiveDate {
    day.checked_add_months(Months::new(months)).unwrap_or(NaiveDate::MAX)
}

/// Some days later.
pub fn add_days(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(Days::new(days)).unwrap_or(NaiveDate::MAX)
}

/// Some days earlier.
pub fn subtract_days(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(NaiveDate::MIN)
}

/// Parses a date, strictly `yyyy-mm-dd`, between 1900 and 2200.
///
/// # Errors
/// `invalid_date` for any other format or year, and for days that do not exist.
pub fn parse_date(text: &str) -> Result<NaiveDate, Fault> {
    let strict = text.len() == 10
        && text.bytes().enumerate().all(|(i, byte)| match i {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    strict
        .then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok())
        .flatten()
        .filter(|date| (1900..=2200).contains(&date.year()))
        .ok_or(Fault::new(Code::InvalidDate))
}

/// Parses a time of day, strictly `hh:mm`.
///
/// # Errors
/// `invalid_time`.
pub fn parse_time(text: &str) -> Result<NaiveTime, Fault> {
    let digits = |(i, byte): (usize, u8)| if i == 2 { byte == b':' } else { byte.is_ascii_digit() };
    let strict = text.len() == 5 && text.bytes().enumerate().all(digits);
    let time = strict.then(|| NaiveTime::parse_from_str(text, "%H:%M").ok()).flatten();
    time.ok_or(Fault::new(Code::InvalidTime))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    #[test]
    fn a_time_is_hours_and_minutes() {
        assert_eq!(parse_time("09:05"), Ok(NaiveTime::from_hms_opt(9, 5, 0).unwrap()));
        for wrong in ["", "9:05", "24:00", "12:60", "12h30", " 9:05", "12:30:00", "１２:3"] {
            assert_eq!(parse_time(wrong), Err(Code::InvalidTime.into()), "{wrong}");
        }
    }

    #[test]
    fn a_day_in_paris_is_not_a_day_in_utc() {
        let cases = [
            ("2026-06-30T21:59:59Z", "2026-06-30"),
            ("2026-06-30T22:00:00Z", "2026-07-01"),
            ("2026-12-31T22:59:59Z", "2026-12-31"),
            ("2026-12-31T23:00:00Z", "2027-01-01"),
            ("2026-03-29T00:30:00Z", "2026-03-29"),
            ("2026-10-25T22:30:00Z", "2026-10-25"),
        ];
        for (at, expected) in cases {
            assert_eq!(paris_day(at.parse().unwrap()), day(expected), "{at}");
        }
    }

    #[test]
    fn the_end_of_a_day_follows_summer_time() {
        let cases = [
            ("2026-01-15", "2026-01-15T22:59:59.999Z"),
            ("2026-07-15", "2026-07-15T21:59:59.999Z"),
            ("2026-03-29", "2026-03-29T21:59:59.999Z"),
            ("2026-10-25", "2026-10-25T22:59:59.999Z"),
        ];
        for (date, expected) in cases {
            assert_eq!(end_of_paris_day(day(date)), expected.parse::<DateTime<Utc>>().unwrap(), "{date}");
        }
    }

    #[test]
    fn a_local_time_has_one_instant_also_on_nights_when_clocks_change() {
        let cases = [
            ("2026-11-26", "18:30", "2026-11-26T17:30:00Z"),
            ("2026-07-02", "18:30", "2026-07-02T16:30:00Z"),
            // 02:00 to 03:00 does not exist.
            ("2026-03-29", "01:59", "2026-03-29T00:59:00Z"),
            ("2026-03-29", "02:00", "2026-03-29T01:00:00Z"),
            ("2026-03-29", "02:30", "2026-03-29T01:30:00Z"),
            ("2026-03-29", "03:00", "2026-03-29T01:00:00Z"),
            // 02:00 to 03:00 comes twice.
            ("2026-10-25", "01:59", "2026-10-24T23:59:00Z"),
            ("2026-10-25", "02:30", "2026-10-25T00:30:00Z"),
            ("2026-10-25", "03:00", "2026-10-25T02:00:00Z"),
        ];
        for (date, time, expected) in cases {
            let at = paris_instant(day(date), parse_time(time).unwrap());
            assert_eq!(at, expected.parse::<DateTime<Utc>>().unwrap(), "{date} {time}");
        }
    }

    #[test]
    fn months_are_clamped_to_their_end() {
        let cases = [
            ("2026-08-31", 6, "2027-02-28"),
            ("2027-08-31", 6, "2028-02-29"),
            ("2026-01-31", 1, "2026-02-28"),
            ("2026-05-15", 6, "2026-11-15"),
            ("2026-12-01", 1, "2027-01-01"),
            ("2026-03-31", 0, "2026-03-31"),
        ];
        for (from, months, expected) in cases {
            assert_eq!(add_months_clamped(day(from), months), day(expected), "{from} + {months}");
        }
    }

    #[test]
    fn dates_are_strict() {
        for text in ["2026-02-28", "2028-02-29", "1900-01-01", "2200-12-31"] {
            assert_eq!(day(text).to_string(), text);
        }
        let refused = [
            "",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-01-32",
            "2026-1-1",
            "26-01-01",
            "1899-12-31",
            "2201-01-01",
            "2026/01/01",
            "2026-01-01T00:00:00Z",
            " 2026-01-01",
            "+2026-1-01",
            "٢٠٢٦-٠١-٠١",
        ];
        for text in refused {
            assert_eq!(parse_date(text), Err(Fault::new(Code::InvalidDate)), "{text}");
        }
    }

    prop_compose! {
        fn any_day()(days in 0u64..100_000) -> NaiveDate {
            add_days(NaiveDate::from_ymd_opt(1900, 1, 1).unwrap(), days)
        }
    }

    proptest! {
        #[test]
        fn adding_months_lands_in_the_right_month(from in any_day(), months in 0u32..240) {
            let to = add_months_clamped(from, months);
            let distance = (to.year() - from.year()) * 12 + to.month().cast_signed() - from.month().cast_signed();
            prop_assert_eq!(distance, months.cast_signed());
            prop_assert!(to.day() <= from.day());
            prop_assert!(to.day() == from.day() || add_days(to, 1).month() != to.month());
        }

        #[test]
        fn a_day_begins_and_ends_within_itself(date in any_day()) {
            prop_assert_eq!(paris_day(start_of_paris_day(date)), date);
            prop_assert_eq!(paris_day(end_of_paris_day(date)), date);
            prop_assert_eq!(paris_day(end_of_paris_day(date) + TimeDelta::milliseconds(1)), add_days(date, 1));
        }

        #[test]
        fn any_text_is_a_date_or_refused(text in ".*") {
            if let Ok(date) = parse_date(&text) {
                prop_assert_eq!(date.to_string(), text);
            }
        }
    }
}

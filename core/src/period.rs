//! A period of days in Paris, both ends included, and its weeks.

use crate::calendar::{add_days, parse_date, start_of_paris_day, subtract_days};
use crate::code::Code;
use crate::problem::{Fields, Problem};
use chrono::{DateTime, Datelike, NaiveDate, Utc};

/// From a day to a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub from: NaiveDate,
    pub to: NaiveDate,
}

/// Two years including a leap day, in days.
const LONGEST: u64 = 731;

/// Default length of a period in weeks, including the week of its end.
const USUAL_WEEKS: u64 = 12;

impl Period {
    /// Any period; unlimited by default.
    ///
    /// # Errors
    /// `invalid_date` under `from` and `to`; `end_before_start` under `to`.
    pub fn open(from: Option<&str>, to: Option<&str>) -> Result<Self, Problem> {
        let (from, to) = parse(from, to)?;
        let ends = (NaiveDate::from_ymd_opt(1900, 1, 1), NaiveDate::from_ymd_opt(2200, 12, 31));
        Self::checked(from.or(ends.0).unwrap_or_default(), to.or(ends.1).unwrap_or_default())
    }

    /// A period of at most two years; by default twelve weeks until today.
    ///
    /// # Errors
    /// As [`Self::open`]; `period_too_long` under `from`.
    pub fn bounded(from: Option<&str>, to: Option<&str>, today: NaiveDate) -> Result<Self, Problem> {
        let (from, to) = parse(from, to)?;
        let to = to.unwrap_or_else(|| from.map_or(today, |from| from.max(today)));
        let usual = subtract_days(week_of(to), 7 * (USUAL_WEEKS - 1));
        let period = Self::checked(from.unwrap_or(usual), to)?;
        if period.days() > LONGEST {
            return Err(Problem::field("from", Code::PeriodTooLong));
        }
        Ok(period)
    }

    fn checked(from: NaiveDate, to: NaiveDate) -> Result<Self, Problem> {
        if to < from {
            return Err(Problem::field("to", Code::EndBeforeStart));
        }
        Ok(Self { from, to })
    }

    /// Number of days.
    pub fn days(&self) -> u64 {
        u64::try_from((self.to - self.from).num_days() + 1).unwrap_or_default()
    }

    /// The period of the same length right before it.
    #[must_use]
    pub fn before(&self) -> Self {
        Self { from: subtract_days(self.from, self.days()), to: subtract_days(self.from, 1) }
    }

    /// Its first instant.
    pub fn begins(&self) -> DateTime<Utc> {
        start_of_paris_day(self.from)
    }

    /// The first instant after it.
    pub fn ends(&self) -> DateTime<Utc> {
        start_of_paris_day(add_days(self.to, 1))
    }

    /// The Mondays of all weeks that overlap it.
    pub fn weeks(&self) -> impl Iterator<Item = NaiveDate> {
        let last = week_of(self.to);
        std::iter::successors(Some(week_of(self.from)), |monday| Some(add_days(*monday, 7)))
            .take_while(move |monday| *monday <= last)
    }
}

fn parse(from: Option<&str>, to: Option<&str>) -> Result<(Option<NaiveDate>, Option<NaiveDate>), Problem> {
    let mut fields = Fields::default();
    let from = from.and_then(|text| fields.check("from", parse_date(text)));
    let to = to.and_then(|text| fields.check("to", parse_date(text)));
    fields.finish()?;
    Ok((from, to))
}

/// The Monday of a day's week.
pub fn week_of(day: NaiveDate) -> NaiveDate {
    subtract_days(day, day.weekday().num_days_from_monday().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::paris_day;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    fn period(from: &str, to: &str) -> Period {
        Period::open(Some(from), Some(to)).unwrap()
    }

    #[test]
    fn weeks_begin_on_mondays() {
        let cases = [
            ("2026-03-02", "2026-03-02"),
            ("2026-03-08", "2026-03-02"),
            ("2026-01-01", "2025-12-29"),
            ("2024-12-31", "2024-12-30"),
            ("2026-10-25", "2026-10-19"),
        ];
        for (date, monday) in cases {
            assert_eq!(week_of(day(date)), day(monday), "{date}");
        }
    }

    #[test]
    fn a_week_turns_at_midnight_in_paris_whatever_the_clocks_do() {
        let cases = [
            // Summer time began on Sunday 29 March 2026, and ended on Sunday 25 October.
            ("2026-03-29T21:59:59Z", "2026-03-23"),
            ("2026-03-29T22:00:00Z", "2026-03-30"),
            ("2026-10-25T22:59:59Z", "2026-10-19"),
            ("2026-10-25T23:00:00Z", "2026-10-26"),
        ];
        for (at, monday) in cases {
            assert_eq!(week_of(paris_day(at.parse().unwrap())), day(monday), "{at}");
        }
    }

    #[test]
    fn twelve_weeks_until_today_unless_it_says_otherwise() {
        let today = day("2026-03-04");
        let usual = Period::bounded(None, None, today).unwrap();
        assert_eq!(usual, period("2025-12-15", "2026-03-04"));
        assert_eq!(usual.weeks().count(), 12);
        let until = Period::bounded(None, Some("2026-01-04"), today).unwrap();
        assert_eq!(until, period("2025-10-13", "2026-01-04"));
        assert_eq!(Period::bounded(Some("2026-02-10"), None, today), Ok(period("2026-02-10", "2026-03-04")));
        assert_eq!(Period::bounded(Some("2026-05-01"), None, today), Ok(period("2026-05-01", "2026-05-01")));
    }

    #[test]
    fn bad_periods_name_their_field() {
        let today = day("2026-03-04");
        let cases = [
            (Some("hier"), None, "from", Code::InvalidDate),
            (None, Some("2026-02-30"), "to", Code::InvalidDate),
            (Some("2026-02-02"), Some("2026-02-01"), "to", Code::EndBeforeStart),
            (Some("2024-03-04"), Some("2026-03-05"), "from", Code::PeriodTooLong),
        ];
        for (from, to, name, code) in cases {
            let problem = Period::bounded(from, to, today).unwrap_err();
            assert_eq!(
                (problem.fields[0].name.as_str(), problem.fields[0].code),
                (name, code),
                "{from:?} {to:?}"
            );
        }
        Period::bounded(Some("2024-03-05"), Some("2026-03-05"), today).unwrap();
        assert!(Period::open(Some("2026-02-02"), Some("2026-02-01")).is_err());
        Period::open(None, None).unwrap();
    }

    proptest! {
        #[test]
        fn its_instants_are_those_of_its_days(from in 0u64..40_000, more in 0u64..800) {
            let from = add_days(day("1990-01-01"), from);
            let period = Period { from, to: add_days(from, more) };
            prop_assert_eq!(paris_day(period.begins()), period.from);
            prop_assert_eq!(paris_day(period.ends()), add_days(period.to, 1));
            prop_assert_eq!(period.before().days(), period.days());
            prop_assert_eq!(period.before().ends(), period.begins());
            let weeks: Vec<_> = period.weeks().collect();
            prop_assert_eq!(weeks.first().copied(), Some(week_of(period.from)));
            prop_assert_eq!(weeks.last().copied(), Some(week_of(period.to)));
        }
    }
}

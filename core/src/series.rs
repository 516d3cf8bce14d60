//! Series of sessions: the days that a rule names, and which of them are skipped and why.

use crate::calendar::add_days;
use crate::class_session::Times;
use crate::closure::Closure;
use crate::code::Code;
use crate::holiday::{Holiday, holiday};
use crate::keyword::keywords;
use crate::problem::{Fault, Problem};
use chrono::{Datelike as _, NaiveDate, NaiveTime};
use std::collections::BTreeMap;

/// Maximum number of days from the first to the last, and of sessions.
pub const LONGEST: u64 = 731;
pub const MOST_SESSIONS: usize = 366;

/// "On Mondays and Thursdays at 18:30 for 90 minutes, from the 9th of November to the 25th of January."
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// ISO numbers, ascending: 1 is Monday.
    pub weekdays: Vec<u8>,
    /// Local.
    pub start: NaiveTime,
    pub minutes: i64,
    pub first_day: NaiveDate,
    pub end: End,
}

/// Where a series ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// On this day at the latest.
    LastDay(NaiveDate),
    /// After this many sessions; skipped days do not count.
    Count(i64),
}

/// The days on which there are no sessions.
#[derive(Debug, Clone, Default)]
pub struct DaysOff {
    pub closures: Vec<Closure>,
    /// Whether the two public holidays of Alsace-Moselle apply.
    pub alsace_moselle: bool,
}

keywords! {
    /// Why a day of a rule has no session.
    SkipReason {
        Holiday = "HOLIDAY",
        Closure = "CLOSURE",
    }
}

/// A day of a rule that has no session.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Skip {
    pub reason: SkipReason,
    /// The French name of the public holiday, or what the school calls the closure.
    pub label: String,
    /// Which public holiday it is.
    pub holiday: Option<Holiday>,
}

/// A day that a rule names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleDay {
    pub day: NaiveDate,
    pub skipped: Option<Skip>,
}

impl DaysOff {
    /// Why there are no sessions on this day; none when there may be.
    pub fn skip(&self, day: NaiveDate) -> Option<Skip> {
        if let Some(holiday) = holiday(day, self.alsace_moselle) {
            let label = holiday.french().to_owned();
            return Some(Skip { reason: SkipReason::Holiday, label, holiday: Some(holiday) });
        }
        let closure = self.closures.iter().find(|closure| closure.covers(day))?;
        Some(Skip { reason: SkipReason::Closure, label: closure.label.clone(), holiday: None })
    }
}

/// The number of a weekday, from 1 for Monday.
pub fn weekday(day: NaiveDate) -> u8 {
    u8::try_from(day.weekday().number_from_monday()).unwrap_or_default()
}

impl Rule {
    /// The session of this day.
    pub fn times(&self, day: NaiveDate) -> Times {
        Times { day, start: self.start, minutes: self.minutes }
    }

    /// Its days in order, skipped ones among them.
    ///
    /// # Errors
    /// `too_many` under `lastDay`; `period_too_long` under `count` when so many sessions take more than two years.
    pub fn days(&self, off: &DaysOff) -> Result<Vec<RuleDay>, Problem> {
        let (last, count) = match self.end {
            End::LastDay(last) => (last, usize::MAX),
            End::Count(count) => (add_days(self.first_day, LONGEST), usize::try_from(count).unwrap_or(0)),
        };
        let mut days = Vec::new();
        let mut sessions = 0;
        let named = self.first_day.iter_days().take_while(|day| *day <= last);
        for day in named.filter(|day| self.weekdays.contains(&weekday(*day))) {
            if sessions == count {
                return Ok(days);
            }
            let skipped = off.skip(day);
            sessions += usize::from(skipped.is_none());
            days.push(RuleDay { day, skipped });
            if sessions > MOST_SESSIONS {
                let fault = Fault::new(Code::TooMany).with("max", MOST_SESSIONS);
                return Err(Problem::field("lastDay", fault));
            }
        }
        if matches!(self.end, End::Count(_)) && sessions < count {
            return Err(Problem::field("count", Code::PeriodTooLong));
        }
        Ok(days)
    }
}

/// Sessions that come back: on these weekdays at this time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// ISO numbers, ascending.
    pub weekdays: Vec<u8>,
    pub start: NaiveTime,
    pub minutes: i64,
}

impl Slot {
    /// The time of its end, as it is announced.
    pub fn end(&self) -> NaiveTime {
        Times { day: NaiveDate::default(), start: self.start, minutes: self.minutes }.end()
    }
}

/// Maximum number of slots of a summary.
const MOST_SLOTS: usize = 3;

/// The usual times of these sessions, at most three: those of the earliest weekday first. What happens less than a quarter as
/// often as the most usual time is no slot.
pub fn slots(sessions: impl IntoIterator<Item = Times>) -> Vec<Slot> {
    let mut found = BTreeMap::<(NaiveTime, i64), BTreeMap<u8, usize>>::new();
    for session in sessions {
        let times = found.entry((session.start, session.minutes)).or_default();
        *times.entry(weekday(session.day)).or_default() += 1;
    }
    let most = found.values().flat_map(BTreeMap::values).copied().max().unwrap_or_default();
    let mut slots = Vec::new();
    for ((start, minutes), mut days) in found {
        days.retain(|_, times| *times * 4 >= most);
        let times: usize = days.values().sum();
        if times > 0 {
            slots.push((times, Slot { weekdays: days.into_keys().collect(), start, minutes }));
        }
    }
    slots.sort_by_key(|(times, _)| std::cmp::Reverse(*times));
    slots.truncate(MOST_SLOTS);
    let mut slots: Vec<Slot> = slots.into_iter().map(|(_, slot)| slot).collect();
    slots.sort_by(|one, other| (&one.weekdays, one.start).cmp(&(&other.weekdays, other.start)));
    slots
}

/// Minutes as hours: 90 is 1.5.
pub fn hours(minutes: i64) -> f64 {
    u32::try_from(minutes).map_or(0.0, f64::from) / 60.0
}

#[cfg(test)]
#[path = "series_tests.rs"]
mod tests;

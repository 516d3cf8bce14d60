//! A series of sessions as staff writes it: a rule, and where and by whom its sessions are given.

use crate::calendar::{parse_date, parse_time};
use crate::class_session::{TeacherChoice, course, minutes};
use crate::code::Code;
use crate::editing::{Form, double_option};
use crate::problem::{Fault, Fields};
use crate::series::{End, LONGEST, MOST_SESSIONS, Rule};
use chrono::NaiveDate;
use serde::Deserialize;

/// A series as sent by a form. In a change, absent fields stay, and null clears optional ones.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeriesInput {
    /// In a preview: the series that is changed.
    pub id: Option<i64>,
    /// Its course; never changes.
    pub course_id: Option<i64>,
    /// ISO numbers: 1 is Monday.
    pub weekdays: Option<Vec<i64>>,
    /// Local, `hh:mm`.
    pub start_time: Option<String>,
    /// 5 to 720.
    pub minutes: Option<i64>,
    /// `yyyy-mm-dd`.
    pub first_day: Option<String>,
    /// `yyyy-mm-dd`, at most two years later. Either this or `count`.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub last_day: Option<Option<String>>,
    /// How many sessions, at most 366; skipped days do not count.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub count: Option<Option<i64>>,
    /// Null: online.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub room_id: Option<Option<i64>>,
    /// Absent in a new series: the course's teacher; null: nobody yet.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub teacher_id: Option<Option<i64>>,
    /// The module of the course that its sessions belong to; null: to the whole course.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub module_id: Option<Option<i64>>,
    /// Whether the dates of the course are extended when sessions lie outside of them.
    pub extend_course: Option<bool>,
    /// The client's own id of a new series (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated series. The server checks that what it refers to exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    pub course_id: i64,
    pub rule: Rule,
    pub room_id: Option<i64>,
    pub teacher: TeacherChoice,
    pub module_id: Option<i64>,
    pub extend_course: bool,
}

impl Form for SeriesInput {
    type Content = Series;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn over(&self, before: Option<&Series>, fields: &mut Fields) -> Option<Series> {
        let course_id = fields.require("courseId", course(self.course_id, before.map(|old| old.course_id)));
        let rule = self.rule(before.map(|old| &old.rule), fields);
        Some(Series {
            course_id: course_id?,
            rule: rule?,
            room_id: self.room_id.unwrap_or_else(|| before.and_then(|old| old.room_id)),
            teacher: TeacherChoice::over(self.teacher_id, before.map(|old| old.teacher)),
            module_id: self.module_id.unwrap_or_else(|| before.and_then(|old| old.module_id)),
            extend_course: self.extend_course.unwrap_or(false),
        })
    }
}

impl SeriesInput {
    fn rule(&self, before: Option<&Rule>, fields: &mut Fields) -> Option<Rule> {
        let days = match &self.weekdays {
            Some(sent) => Some(weekdays(sent)),
            None => before.map(|old| Ok(old.weekdays.clone())),
        };
        let weekdays = fields.require("weekdays", days);
        let start = match &self.start_time {
            Some(text) => Some(parse_time(text)),
            None => before.map(|old| Ok(old.start)),
        };
        let start = fields.require("startTime", start);
        let length = self.minutes.or(before.map(|old| old.minutes));
        let minutes = fields.require("minutes", length.map(minutes));
        let first = match &self.first_day {
            Some(text) => Some(parse_date(text)),
            None => before.map(|old| Ok(old.first_day)),
        };
        let first_day = fields.require("firstDay", first);
        let end = self.end(first_day, before.map(|old| old.end), fields);
        Some(Rule { weekdays: weekdays?, start: start?, minutes: minutes?, first_day: first_day?, end: end? })
    }

    /// The end that is sent replaces the former one, whichever that was.
    fn end(&self, first: Option<NaiveDate>, before: Option<End>, fields: &mut Fields) -> Option<End> {
        let last_day = self.last_day.as_ref().and_then(Option::as_deref);
        let (last_day, before) = match (last_day, self.count.flatten(), before) {
            (Some(_), Some(_), _) => {
                fields.refuse("count", Code::InvalidValue);
                return None;
            }
            (None, Some(count), _) => return fields.check("count", check_count(count)).map(End::Count),
            (Some(text), None, _) => (fields.check("lastDay", parse_date(text))?, None),
            (None, None, Some(End::Count(count))) if self.count.is_none() => return Some(End::Count(count)),
            (None, None, Some(End::LastDay(last))) if self.last_day.is_none() => (last, Some(last)),
            (None, None, _) => {
                fields.refuse("lastDay", Code::Required);
                return None;
            }
        };
        // Where only the first day is sent, that one is at fault.
        let named = if before.is_some() { "firstDay" } else { "lastDay" };
        fields.check(named, check_last_day(first?, last_day)).map(End::LastDay)
    }
}

/// Numbers without duplicates, ascending.
fn weekdays(sent: &[i64]) -> Result<Vec<u8>, Fault> {
    if sent.is_empty() {
        return Err(Fault::new(Code::TooFew).with("min", 1));
    }
    let day = |day: &i64| u8::try_from(*day).ok().filter(|day| (1..=7).contains(day));
    let mut days: Vec<u8> = sent.iter().map(day).collect::<Option<_>>().ok_or(Code::InvalidValue)?;
    days.sort_unstable();
    days.dedup();
    Ok(days)
}

fn check_count(count: i64) -> Result<i64, Fault> {
    match usize::try_from(count) {
        Ok(0) | Err(_) if count < 1 => Err(Fault::new(Code::TooSmall).with("min", 1)),
        Ok(count) if count <= MOST_SESSIONS => Ok(i64::try_from(count).unwrap_or_default()),
        Ok(_) | Err(_) => Err(Fault::new(Code::TooBig).with("max", MOST_SESSIONS)),
    }
}

fn check_last_day(first: NaiveDate, last: NaiveDate) -> Result<NaiveDate, Fault> {
    match u64::try_from((last - first).num_days()) {
        Err(_) => Err(Code::EndBeforeStart.into()),
        Ok(days) if days >= LONGEST => Err(Code::PeriodTooLong.into()),
        Ok(_) => Ok(last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(json: &str) -> SeriesInput {
        serde_json::from_str(json).unwrap()
    }

    const WHOLE: &str = r#"{"courseId": 3, "weekdays": [4, 1, 4], "startTime": "18:30", "minutes": 90,
        "firstDay": "2026-11-09", "lastDay": "2027-01-25", "roomId": 2}"#;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    #[test]
    fn a_series_is_a_rule_with_a_place() {
        let made = input(WHOLE).create().unwrap().content;
        assert_eq!(made.rule.weekdays, [1, 4]);
        assert_eq!(made.rule.end, End::LastDay(day("2027-01-25")));
        assert_eq!(input("{}").change(&made).unwrap(), made);
        let counted = input(r#"{"count": 12}"#).change(&made).unwrap();
        assert_eq!(counted.rule.end, End::Count(12));
        assert_eq!(input(r#"{"lastDay": null}"#).change(&counted).unwrap(), counted);
        let again = input(r#"{"count": null, "lastDay": "2026-12-01"}"#).change(&counted).unwrap();
        assert_eq!(again.rule.end, End::LastDay(day("2026-12-01")));
        let problem = input("{}").create().unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["courseId", "weekdays", "startTime", "minutes", "firstDay", "lastDay"]);
    }

    #[test]
    fn each_field_has_its_bounds() {
        let made = input(WHOLE).create().unwrap().content;
        for (json, name, code) in [
            (r#"{"weekdays": []}"#, "weekdays", Code::TooFew),
            (r#"{"weekdays": [0]}"#, "weekdays", Code::InvalidValue),
            (r#"{"weekdays": [8]}"#, "weekdays", Code::InvalidValue),
            (r#"{"minutes": 0}"#, "minutes", Code::TooSmall),
            (r#"{"count": 0}"#, "count", Code::TooSmall),
            (r#"{"count": 367}"#, "count", Code::TooBig),
            (r#"{"count": 3, "lastDay": "2026-12-01"}"#, "count", Code::InvalidValue),
            (r#"{"lastDay": null}"#, "lastDay", Code::Required),
            (r#"{"lastDay": "2026-11-08"}"#, "lastDay", Code::EndBeforeStart),
            (r#"{"lastDay": "2028-11-09"}"#, "lastDay", Code::PeriodTooLong),
            (r#"{"firstDay": "2027-01-26"}"#, "firstDay", Code::EndBeforeStart),
            (r#"{"courseId": 4}"#, "courseId", Code::InvalidValue),
        ] {
            let problem = input(json).change(&made).unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.fields[0].code), (name, code), "{json}");
        }
        input(r#"{"lastDay": "2028-11-08"}"#).change(&made).unwrap();
    }
}

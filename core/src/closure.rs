//! Days on which the school is closed beside public holidays, as staff writes them.

use crate::calendar::parse_date;
use crate::code::Code;
use crate::editing::Form;
use crate::problem::{Fault, Fields};
use crate::text;
use chrono::NaiveDate;
use serde::Deserialize;

/// Maximum length of a label, in characters.
const MAX_LABEL: usize = 100;
/// Maximum length of a closure, in days.
const LONGEST: i64 = 366;

/// A closure as sent by a form. In a change, absent fields stay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClosureInput {
    /// `yyyy-mm-dd`.
    pub first_day: Option<String>,
    /// `yyyy-mm-dd`; absent in a new closure: the first day alone.
    pub last_day: Option<String>,
    /// At most 100 characters: `Vacances de Noël`.
    pub label: Option<String>,
    /// The client's own id of a new closure (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated closure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closure {
    pub first_day: NaiveDate,
    pub last_day: NaiveDate,
    pub label: String,
}

impl Closure {
    /// Whether the school is closed on this day.
    pub fn covers(&self, day: NaiveDate) -> bool {
        (self.first_day..=self.last_day).contains(&day)
    }
}

impl Form for ClosureInput {
    type Content = Closure;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn over(&self, before: Option<&Closure>, fields: &mut Fields) -> Option<Closure> {
        let day = |sent: &Option<String>, old: Option<NaiveDate>| match sent {
            Some(text) => Some(parse_date(text)),
            None => old.map(Ok),
        };
        let first_day = fields.require("firstDay", day(&self.first_day, before.map(|old| old.first_day)));
        let last_day = day(&self.last_day, before.map(|old| old.last_day).or(first_day));
        let last_day = last_day.map(|last| last.and_then(|last| check_last(first_day, last)));
        let last_day = match last_day {
            Some(last) => fields.check("lastDay", last),
            None => None,
        };
        let label = self.label.as_ref().or(before.map(|old| &old.label));
        let label = fields.require("label", label.map(|label| text::required_line(label, MAX_LABEL)));
        Some(Closure { first_day: first_day?, last_day: last_day?, label: label? })
    }
}

fn check_last(first: Option<NaiveDate>, last: NaiveDate) -> Result<NaiveDate, Fault> {
    match first.map(|first| (last - first).num_days()) {
        Some(..0) => Err(Code::EndBeforeStart.into()),
        Some(LONGEST..) => Err(Code::PeriodTooLong.into()),
        Some(_) | None => Ok(last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(json: &str) -> ClosureInput {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn a_closure_is_one_day_or_several() {
        let pont = input(r#"{"firstDay": "2026-05-15", "label": "Pont"}"#).create().unwrap().content;
        assert_eq!(pont.first_day, pont.last_day);
        let day = |text| parse_date(text).unwrap();
        let longer = input(r#"{"lastDay": "2026-05-16"}"#).change(&pont).unwrap();
        assert!(longer.covers(day("2026-05-15")) && longer.covers(day("2026-05-16")));
        assert!(!longer.covers(day("2026-05-14")) && !longer.covers(day("2026-05-17")));
        for (json, name, code) in [
            (r#"{"label": "x"}"#, "firstDay", Code::Required),
            (r#"{"firstDay": "2026-05-15"}"#, "label", Code::Required),
            (
                r#"{"firstDay": "2026-05-15", "lastDay": "2026-05-14", "label": "x"}"#,
                "lastDay",
                Code::EndBeforeStart,
            ),
            (
                r#"{"firstDay": "2026-05-15", "lastDay": "2027-05-16", "label": "x"}"#,
                "lastDay",
                Code::PeriodTooLong,
            ),
            (r#"{"firstDay": "hier", "label": "x"}"#, "firstDay", Code::InvalidDate),
        ] {
            let problem = input(json).create().unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.fields[0].code), (name, code), "{json}");
        }
    }
}

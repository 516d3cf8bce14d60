//! Who may read the contents of a module: learners with a live subscription that covers it, from its opening day on.
//! Before that day they get the day, afterwards that the access has ended; for everybody else the contents do not
//! exist.
//!
//! Staff reads everything; callers check that.

use crate::code::Code;
use crate::problem::Problem;
use crate::subscription::{Coverage, can_access};
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// From which day on the lessons of a subscription open; no day means from the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Opening {
    /// Modules that were bought or granted by name.
    pub named: BTreeMap<i64, Option<NaiveDate>>,
    /// All other modules of the course.
    pub others: Option<NaiveDate>,
}

impl Opening {
    /// The opening day of a module.
    pub fn of(&self, module: i64) -> Option<NaiveDate> {
        self.named.get(&module).copied().unwrap_or(self.others)
    }
}

/// A subscription, as far as reading depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// Id of the subscription.
    pub id: i64,
    pub coverage: Coverage,
    /// Whether it was not cancelled.
    pub active: bool,
    /// Last day of access.
    pub expires: NaiveDate,
    pub opening: Opening,
}

impl Hold {
    /// Whether it is live on this day.
    pub fn is_live(&self, today: NaiveDate) -> bool {
        can_access(self.active, self.expires, today)
    }
}

/// Whether these subscriptions to its course open the module on this day.
///
/// # Errors
/// `access_not_open` when one opens it later, with the first day as `on`; `access_ended` when one opened it before,
/// with the last day as `on` unless it was cancelled earlier; `not_found` when none covers it.
pub fn check(holds: &[Hold], module: i64, today: NaiveDate) -> Result<(), Problem> {
    let mut covering = holds.iter().filter(|hold| hold.coverage.covers(module)).peekable();
    if covering.peek().is_none() {
        return Err(Code::NotFound.into());
    }
    let (mut first, mut last) = (None, None);
    for hold in covering {
        if hold.is_live(today) {
            match hold.opening.of(module).filter(|day| today < *day) {
                None => return Ok(()),
                Some(day) => first = Some(first.map_or(day, |before: NaiveDate| before.min(day))),
            }
        } else {
            last = last.max(Some(hold.expires).filter(|day| *day < today));
        }
    }
    if let Some(day) = first {
        return Err(Problem::new(Code::AccessNotOpen).with("on", day.to_string()));
    }
    let ended = Problem::new(Code::AccessEnded);
    Err(match last {
        Some(day) => ended.with("on", day.to_string()),
        None => ended,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;

    fn hold(modules: &[i64], active: bool, expires: &str) -> Hold {
        let coverage = match modules {
            [] => Coverage::Course,
            some => Coverage::Modules(some.iter().copied().collect()),
        };
        Hold { id: 1, coverage, active, expires: parse_date(expires).unwrap(), opening: Opening::default() }
    }

    fn opening(mut hold: Hold, named: &[(i64, Option<&str>)], others: Option<&str>) -> Hold {
        let day = |text: &str| parse_date(text).unwrap();
        hold.opening.named = named.iter().map(|(id, on)| (*id, on.map(day))).collect();
        hold.opening.others = others.map(day);
        hold
    }

    #[test]
    fn a_module_opens_on_its_day() {
        let (today, live) = (parse_date("2026-11-21").unwrap(), "2026-12-31");
        let whole = |others| opening(hold(&[], true, live), &[], Some(others));
        let named = |on| opening(hold(&[1], true, live), &[(1, on)], Some("2026-12-24"));
        let cases = [
            (vec![whole("2026-11-21")], Ok(())),
            (vec![whole("2026-11-22")], Err(Some("2026-11-22"))),
            (vec![whole("2026-11-30"), named(Some("2026-11-25"))], Err(Some("2026-11-25"))),
            (vec![whole("2026-11-30"), named(Some("2026-11-21"))], Ok(())),
            (vec![named(None)], Ok(())),
            // An expired subscription does not open again.
            (
                vec![opening(hold(&[], true, "2026-11-20"), &[], None), whole("2026-11-30")],
                Err(Some("2026-11-30")),
            ),
        ];
        for (holds, expected) in cases {
            let told = check(&holds, 1, today).map_err(|problem| {
                assert_eq!(problem.code, Code::AccessNotOpen);
                problem.params.get("on").cloned()
            });
            assert_eq!(told, expected.map_err(|on: Option<&str>| on.map(Into::into)), "{holds:?}");
        }
    }

    #[test]
    fn a_module_opens_to_those_who_have_it_and_says_when_it_closed() {
        let cases = [
            (vec![], Err((Code::NotFound, None))),
            (vec![hold(&[], true, "2026-11-21")], Ok(())),
            (vec![hold(&[1], true, "2026-11-21")], Ok(())),
            (vec![hold(&[2], true, "2026-11-21")], Err((Code::NotFound, None))),
            (vec![hold(&[1], true, "2026-11-20")], Err((Code::AccessEnded, Some("2026-11-20")))),
            (vec![hold(&[2], true, "2026-11-20")], Err((Code::NotFound, None))),
            (vec![hold(&[], false, "2026-12-31")], Err((Code::AccessEnded, None))),
            (vec![hold(&[], false, "2026-12-31"), hold(&[1], true, "2026-11-21")], Ok(())),
            (
                vec![hold(&[2], true, "2026-12-31"), hold(&[1], true, "2026-11-01")],
                Err((Code::AccessEnded, Some("2026-11-01"))),
            ),
            (
                vec![
                    hold(&[1], true, "2026-05-01"),
                    hold(&[], true, "2026-11-02"),
                    hold(&[], false, "2026-12-31"),
                ],
                Err((Code::AccessEnded, Some("2026-11-02"))),
            ),
        ];
        let today = parse_date("2026-11-21").unwrap();
        for (holds, expected) in cases {
            let answer = check(&holds, 1, today);
            let told = answer.map_err(|problem| (problem.code, problem.params.get("on").cloned()));
            let expected = expected.map_err(|(code, on): (Code, Option<&str>)| (code, on.map(Into::into)));
            assert_eq!(told, expected, "{holds:?}");
        }
    }
}

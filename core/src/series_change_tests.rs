use super::*;
use crate::calendar::{add_days, parse_date, parse_time};
use crate::series::{DaysOff, End};
use chrono::NaiveDate;
use proptest::prelude::*;

fn day(text: &str) -> NaiveDate {
    parse_date(text).unwrap()
}

fn rule(weekdays: &[u8], start: &str, last: &str) -> Rule {
    Rule {
        weekdays: weekdays.to_vec(),
        start: parse_time(start).unwrap(),
        minutes: 90,
        first_day: day("2026-11-02"),
        end: End::LastDay(day(last)),
    }
}

/// Sessions as this rule made them.
fn made(rule: &Rule) -> Vec<Existing> {
    let days = rule.days(&DaysOff::default()).unwrap();
    let planned = |day: &RuleDay| Existing {
        times: rule.times(day.day),
        cancelled: false,
        by_hand: false,
        same_place: true,
    };
    days.iter().filter(|day| day.skipped.is_none()).map(planned).collect()
}

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn steps(rule: &Rule, existing: &[Existing], now: &str) -> Vec<String> {
    let days = rule.days(&DaysOff::default()).unwrap();
    let line = |step: &Step| {
        let from = step
            .from
            .map(|from| format!(" from {} {}", from.day.format("%m-%d"), from.start.format("%H:%M")));
        let change = step.change.map_or("SKIPPED", Change::as_str);
        let why = step.why.map(|why| format!(" {why}"));
        let when = format!("{} {}", step.times.day.format("%m-%d"), step.times.start.format("%H:%M"));
        format!("{when} {change}{}{}", why.unwrap_or_default(), from.unwrap_or_default())
    };
    compare(rule, &days, existing, at(now)).iter().map(line).collect()
}

#[test]
fn a_new_rule_adds_its_sessions() {
    let new = rule(&[1, 3], "18:30", "2026-11-11");
    let expected = ["11-02 18:30 ADD", "11-04 18:30 ADD", "11-09 18:30 ADD", "11-11 18:30 SKIPPED"];
    assert_eq!(steps(&new, &[], "2026-11-05T12:00:00Z"), expected, "also those that are past");
}

#[test]
fn another_time_moves_what_is_to_come_and_leaves_the_rest() {
    let mut existing = made(&rule(&[1], "18:30", "2026-12-07"));
    existing[2].cancelled = true;
    existing[3].by_hand = true;
    let expected = [
        "11-02 18:30 UNTOUCHED PAST",
        "11-09 19:00 MOVE from 11-09 18:30",
        "11-16 18:30 UNTOUCHED CANCELLED",
        "11-23 18:30 UNTOUCHED BY_HAND",
        "11-30 19:00 MOVE from 11-30 18:30",
        "12-07 19:00 MOVE from 12-07 18:30",
    ];
    assert_eq!(steps(&rule(&[1], "19:00", "2026-12-07"), &existing, "2026-11-03T12:00:00Z"), expected);
}

#[test]
fn another_weekday_moves_within_its_week() {
    let existing = made(&rule(&[1], "18:30", "2026-11-23"));
    let expected = [
        "11-02 18:30 UNTOUCHED PAST",
        "11-10 18:30 MOVE from 11-09 18:30",
        "11-17 18:30 MOVE from 11-16 18:30",
        "11-23 18:30 REMOVE",
    ];
    assert_eq!(steps(&rule(&[2], "18:30", "2026-11-23"), &existing, "2026-11-05T12:00:00Z"), expected);
}

#[test]
fn a_longer_rule_adds_and_a_shorter_one_removes() {
    let existing = made(&rule(&[1], "18:30", "2026-11-16"));
    let now = "2026-11-03T12:00:00Z";
    assert_eq!(
        steps(&rule(&[1], "18:30", "2026-11-23"), &existing, now),
        ["11-02 18:30 UNTOUCHED PAST", "11-09 18:30 KEEP", "11-16 18:30 KEEP", "11-23 18:30 ADD"]
    );
    assert_eq!(
        steps(&rule(&[1], "18:30", "2026-11-09"), &existing, now),
        ["11-02 18:30 UNTOUCHED PAST", "11-09 18:30 KEEP", "11-16 18:30 REMOVE"]
    );
    // One more weekday adds nothing in the past.
    assert_eq!(
        steps(&rule(&[1, 2], "18:30", "2026-11-10"), &existing, "2026-11-04T12:00:00Z"),
        ["11-02 18:30 UNTOUCHED PAST", "11-09 18:30 KEEP", "11-10 18:30 ADD", "11-16 18:30 REMOVE"]
    );
}

#[test]
fn a_session_moved_by_hand_stands_for_a_day_of_its_week() {
    let mut existing = made(&rule(&[1, 4], "18:30", "2026-11-12"));
    existing[3].times.day = day("2026-11-13");
    existing[3].by_hand = true;
    let now = "2026-11-01T12:00:00Z";
    let steps = steps(&rule(&[1, 4], "19:00", "2026-11-12"), &existing, now);
    let expected = [
        "11-02 19:00 MOVE from 11-02 18:30",
        "11-05 19:00 MOVE from 11-05 18:30",
        "11-09 19:00 MOVE from 11-09 18:30",
        "11-13 18:30 UNTOUCHED BY_HAND",
    ];
    assert_eq!(steps, expected, "no second session on Thursday");
}

#[test]
fn another_room_moves_a_session_where_it_is() {
    let mut existing = made(&rule(&[1], "18:30", "2026-11-09"));
    existing[1].same_place = false;
    let found = steps(&rule(&[1], "18:30", "2026-11-09"), &existing, "2026-11-03T12:00:00Z");
    assert_eq!(found, ["11-02 18:30 UNTOUCHED PAST", "11-09 18:30 MOVE from 11-09 18:30"]);
}

#[test]
fn a_new_time_that_is_over_today_leaves_todays_session() {
    let existing = made(&rule(&[1], "18:30", "2026-11-09"));
    let found = steps(&rule(&[1], "10:00", "2026-11-09"), &existing, "2026-11-02T12:00:00Z");
    assert_eq!(found, ["11-02 18:30 KEEP", "11-09 10:00 MOVE from 11-09 18:30"]);
}

prop_compose! {
    fn any_rule()(
        weekdays in proptest::collection::btree_set(1u8..=7, 1..=4),
        after in 0u64..21,
        length in 0u64..120,
        half_hours in 14u32..44,
    ) -> Rule {
        let first_day = add_days(day("2026-09-01"), after);
        let start = chrono::NaiveTime::from_hms_opt(half_hours / 2, half_hours % 2 * 30, 0).unwrap();
        let end = End::LastDay(add_days(first_day, length));
        Rule { weekdays: weekdays.into_iter().collect(), start, minutes: 90, first_day, end }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn what_must_not_be_touched_is_not(
        (before, after) in (any_rule(), any_rule()),
        marks in proptest::collection::vec((any::<bool>(), any::<bool>(), 0u64..3), 100),
        hours in 0i64..3000,
    ) {
        let now = at("2026-08-31T12:00:00Z") + chrono::TimeDelta::hours(hours);
        let mut existing = made(&before);
        for (session, (cancelled, by_hand, days)) in existing.iter_mut().zip(&marks) {
            (session.cancelled, session.by_hand) = (*cancelled && *days == 0, *by_hand);
            if *by_hand {
                session.times.day = add_days(session.times.day, *days);
            }
        }
        let days = after.days(&DaysOff::default()).unwrap();
        let steps = compare(&after, &days, &existing, now);
        // Every session has one line.
        let mut told: Vec<usize> = steps.iter().filter_map(|step| step.existing).collect();
        told.sort_unstable();
        prop_assert_eq!(told, (0..existing.len()).collect::<Vec<_>>());
        for step in &steps {
            let old = step.existing.map(|place| existing[place]);
            if let Some(old) = old.filter(|old| old.cancelled || old.by_hand || old.times.starts_at() <= now) {
                prop_assert_eq!((step.change, step.times), (Some(Change::Untouched), old.times));
                prop_assert!(step.why.is_some());
            }
            let written = matches!(step.change, Some(Change::Add | Change::Move));
            let may_be_past = existing.is_empty() || !written;
            prop_assert!(may_be_past || step.times.starts_at() > now, "nothing is written into the past");
            prop_assert!(!written || days.iter().any(|day| day.skipped.is_none() && after.times(day.day) == step.times));
        }
        // No day of the rule gets two sessions.
        let mut planned: Vec<NaiveDate> = steps
            .iter()
            .filter(|step| matches!(step.change, Some(Change::Add | Change::Move | Change::Keep)))
            .map(|step| step.times.day)
            .collect();
        let all = planned.len();
        planned.dedup();
        prop_assert_eq!(planned.len(), all);
        // Applied, it is in force: a second comparison changes nothing.
        let applied: Vec<Existing> = steps
            .iter()
            .filter(|step| step.stays_planned() || step.why == Some(Why::Cancelled))
            .map(|step| match step.change {
                Some(Change::Untouched | Change::Keep) => existing[step.existing.unwrap()],
                _ => Existing { times: step.times, cancelled: false, by_hand: false, same_place: true },
            })
            .collect();
        let again = compare(&after, &days, &applied, now);
        let quiet = |step: &Step| matches!(step.change, None | Some(Change::Keep | Change::Untouched));
        let loud: Vec<_> = again.iter().filter(|step| !quiet(step) && !applied.is_empty()).collect();
        prop_assert!(loud.is_empty(), "{:?}", loud);
    }
}

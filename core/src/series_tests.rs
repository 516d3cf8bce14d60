use super::*;
use crate::calendar::{paris_time, parse_date, parse_time};
use chrono::Weekday;
use proptest::prelude::*;

fn day(text: &str) -> NaiveDate {
    parse_date(text).unwrap()
}

fn time(text: &str) -> NaiveTime {
    parse_time(text).unwrap()
}

fn rule(weekdays: &[u8], first: &str, end: End) -> Rule {
    Rule { weekdays: weekdays.to_vec(), start: time("18:30"), minutes: 90, first_day: day(first), end }
}

fn closure(first: &str, last: &str, label: &str) -> Closure {
    Closure { first_day: day(first), last_day: day(last), label: label.to_owned() }
}

fn text(days: &[RuleDay]) -> Vec<String> {
    let line = |one: &RuleDay| match &one.skipped {
        Some(skip) => format!("{} {} {}", one.day, skip.reason, skip.label),
        None => one.day.to_string(),
    };
    days.iter().map(line).collect()
}

#[test]
fn a_rule_names_its_days_and_says_what_is_skipped() {
    let off = DaysOff {
        closures: vec![closure("2026-12-21", "2027-01-02", "Vacances de Noël")],
        alsace_moselle: false,
    };
    let until = rule(&[1, 4], "2026-12-14", End::LastDay(day("2027-01-07")));
    let expected = [
        "2026-12-14",
        "2026-12-17",
        "2026-12-21 CLOSURE Vacances de Noël",
        "2026-12-24 CLOSURE Vacances de Noël",
        "2026-12-28 CLOSURE Vacances de Noël",
        "2026-12-31 CLOSURE Vacances de Noël",
        "2027-01-04",
        "2027-01-07",
    ];
    assert_eq!(text(&until.days(&off).unwrap()), expected);
    // What is skipped does not count.
    let counted = rule(&[1, 4], "2026-12-14", End::Count(4));
    assert_eq!(text(&counted.days(&off).unwrap()), expected);
    let holiday = rule(&[5], "2026-12-18", End::Count(1));
    let good_friday = rule(&[5], "2027-03-26", End::Count(1));
    assert_eq!(text(&holiday.days(&DaysOff::default()).unwrap()), ["2026-12-18"]);
    assert_eq!(text(&good_friday.days(&DaysOff::default()).unwrap()), ["2027-03-26"]);
    let alsace = DaysOff { alsace_moselle: true, ..DaysOff::default() };
    assert_eq!(
        text(&good_friday.days(&alsace).unwrap()),
        ["2027-03-26 HOLIDAY Vendredi saint", "2027-04-02"]
    );
    let armistice = rule(&[3], "2026-11-11", End::LastDay(day("2026-11-11")));
    assert_eq!(text(&armistice.days(&off).unwrap()), ["2026-11-11 HOLIDAY Armistice de 1918"]);
}

#[test]
fn a_series_has_limits() {
    let every_day = [1, 2, 3, 4, 5, 6, 7];
    let long = rule(&every_day, "2026-01-01", End::LastDay(day("2027-12-31")));
    let fault = long.days(&DaysOff::default()).unwrap_err();
    assert_eq!((fault.fields[0].name.as_str(), fault.code), ("lastDay", Code::TooMany));
    let slow = rule(&[1], "2026-01-01", End::Count(200));
    let fault = slow.days(&DaysOff::default()).unwrap_err();
    assert_eq!((fault.fields[0].name.as_str(), fault.code), ("count", Code::PeriodTooLong));
    let closed =
        DaysOff { closures: vec![closure("2000-01-01", "2100-01-01", "Fermé")], alsace_moselle: false };
    assert!(rule(&[1], "2026-01-01", End::Count(1)).days(&closed).is_err());
    assert!(
        rule(&[1], "2026-01-01", End::LastDay(day("2026-03-01")))
            .days(&closed)
            .unwrap()
            .iter()
            .all(|day| day.skipped.is_some())
    );
}

#[test]
fn usual_times_are_told_in_short() {
    let times = |date: &str, start: &str| Times { day: day(date), start: time(start), minutes: 90 };
    // Mondays and Thursdays for five weeks, of which one Thursday was moved to a Friday, and one evening that is longer.
    let mut sessions: Vec<Times> = (0..5)
        .flat_map(|week| {
            let monday = add_days(day("2026-11-02"), 7 * week);
            [monday, add_days(monday, 3)].map(|day| Times { day, ..times("2026-11-02", "18:30") })
        })
        .collect();
    sessions[3].day = day("2026-11-13");
    sessions.push(Times { minutes: 180, ..times("2026-12-12", "10:00") });
    let found = slots(sessions.clone());
    assert_eq!(found, [Slot { weekdays: vec![1, 4], start: time("18:30"), minutes: 90 }]);
    for week in 0..2 {
        sessions.push(Times { day: add_days(day("2026-11-07"), 7 * week), ..times("2026-11-07", "10:00") });
    }
    let found: Vec<_> = slots(sessions).into_iter().map(|slot| slot.weekdays).collect();
    assert_eq!(found, [vec![1, 4], vec![6]]);
    assert_eq!(slots([]), []);
}

prop_compose! {
    fn any_rule()(
        weekdays in proptest::collection::btree_set(1u8..=7, 1..=7),
        after in 0u64..20_000,
        (hour, minute) in (0u32..24, 0u32..60),
        minutes in 5i64..=720,
        length in 0u64..LONGEST,
        count in proptest::option::of(1i64..=40),
    ) -> Rule {
        let first_day = add_days(day("2000-01-01"), after);
        let end = count.map_or(End::LastDay(add_days(first_day, length)), End::Count);
        let start = NaiveTime::from_hms_opt(hour, minute, 0).unwrap();
        Rule { weekdays: weekdays.into_iter().collect(), start, minutes, first_day, end }
    }
}

prop_compose! {
    fn any_days_off()(
        closures in proptest::collection::vec((0u64..20_800, 0u64..20), 0..8),
        alsace_moselle in any::<bool>(),
    ) -> DaysOff {
        let closures = closures.into_iter().map(|(after, length)| {
            let first_day = add_days(day("2000-01-01"), after);
            Closure { first_day, last_day: add_days(first_day, length), label: "Fermé".to_owned() }
        });
        DaysOff { closures: closures.collect(), alsace_moselle }
    }
}

/// The last Sundays of March and October, on which Paris changes its clocks.
fn clocks_change(day: NaiveDate) -> bool {
    [3, 10].contains(&day.month()) && day.weekday() == Weekday::Sun && day.day() > 24
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn the_days_of_a_rule_are_what_it_says(rule in any_rule(), off in any_days_off()) {
        let Ok(days) = rule.days(&off) else {
            // Too many, or too long: never with few sessions and few days off.
            let few = matches!(rule.end, End::Count(..=40)) && off.closures.is_empty();
            prop_assert!(!few);
            return Ok(());
        };
        prop_assert!(days.windows(2).all(|pair| pair[0].day < pair[1].day), "in order, none twice");
        for one in &days {
            prop_assert!(one.day >= rule.first_day && rule.weekdays.contains(&weekday(one.day)));
            prop_assert_eq!(&one.skipped, &off.skip(one.day));
            let open = off.closures.iter().all(|closure| !closure.covers(one.day));
            let working = holiday(one.day, off.alsace_moselle).is_none();
            prop_assert_eq!(one.skipped.is_none(), open && working);
        }
        let sessions = days.iter().filter(|one| one.skipped.is_none()).count();
        match rule.end {
            End::Count(count) => prop_assert_eq!(i64::try_from(sessions).unwrap(), count),
            End::LastDay(last) => {
                let named = rule.first_day.iter_days().take_while(|day| *day <= last);
                prop_assert_eq!(named.filter(|day| rule.weekdays.contains(&weekday(*day))).count(), days.len());
            }
        }
    }

    #[test]
    fn sessions_keep_their_local_hour_over_the_year(rule in any_rule()) {
        for one in rule.days(&DaysOff::default()).unwrap_or_default() {
            let times = rule.times(one.day);
            let local = paris_time(times.starts_at());
            let left_out = one.day.month() == 3 && clocks_change(one.day) && (2..3).contains(&chrono::Timelike::hour(&times.start));
            let shown = if left_out { times.start + chrono::TimeDelta::hours(1) } else { times.start };
            prop_assert_eq!(local, shown, "{} {}", one.day, times.start);
            prop_assert_eq!((times.ends_at() - times.starts_at()).num_minutes(), rule.minutes);
        }
    }

    #[test]
    fn both_nights_of_every_year_keep_the_local_hour(year in 2000i32..2060, month in prop_oneof![Just(3u32), Just(10)], hour in 0u32..24) {
        let sunday = (25..=31).filter_map(|day| NaiveDate::from_ymd_opt(year, month, day)).find(|day| clocks_change(*day)).unwrap();
        let start = NaiveTime::from_hms_opt(hour, 30, 0).unwrap();
        let on = |day| Times { day, start, minutes: 60 };
        let (before, at, after) = (on(sunday.pred_opt().unwrap()), on(sunday), on(sunday.succ_opt().unwrap()));
        let gap = month == 3 && hour == 2;
        for times in [before, at, after] {
            let shown = if gap && times.day == sunday { start + chrono::TimeDelta::hours(1) } else { start };
            prop_assert_eq!(paris_time(times.starts_at()), shown);
        }
        prop_assert_eq!((after.starts_at() - before.starts_at()).num_hours(), if month == 3 { 47 } else { 49 });
    }
}

//! A day is written in one way, exists, and lies where the calendar of Paris has it.

#![no_main]

use arbitrary::Arbitrary;
use chrono::{DateTime, Datelike, TimeDelta};
use libfuzzer_sys::fuzz_target;
use preau_core::calendar::{
    add_days, add_months_clamped, end_of_paris_day, paris_day, parse_date, parse_time, start_of_paris_day,
    subtract_days,
};
use preau_core::period::Period;
use preau_core::withdrawal::{begins_early, is_public_holiday, last_day};

#[derive(Arbitrary, Debug)]
struct Case {
    text: String,
    other: String,
    /// Days after 1 January 1900.
    days: u32,
    months: u16,
    seconds: u32,
}

fuzz_target!(|case: Case| {
    for text in [&case.text, &case.other] {
        if let Ok(day) = parse_date(text) {
            assert_eq!(&day.to_string(), text);
            assert!((1900..=2200).contains(&day.year()));
        }
        if let Ok(time) = parse_time(text) {
            assert_eq!(&time.format("%H:%M").to_string(), text);
        }
    }
    days(&case);
    periods(&case);
});

fn days(case: &Case) {
    let first = parse_date("1900-01-01").expect("a day");
    let day = add_days(first, u64::from(case.days % 109_000));
    assert_eq!(parse_date(&day.to_string()).ok(), Some(day), "{day}");
    assert_eq!(paris_day(start_of_paris_day(day)), day);
    assert_eq!(paris_day(end_of_paris_day(day)), day);
    assert_eq!(end_of_paris_day(day) + TimeDelta::milliseconds(1), start_of_paris_day(add_days(day, 1)));

    let later = add_months_clamped(day, u32::from(case.months));
    let distance = (later.year() - day.year()) * 12 + later.month().cast_signed() - day.month().cast_signed();
    assert_eq!(distance, i32::from(case.months));
    assert!(later.day() <= day.day());

    let last = last_day(day);
    assert!(last >= add_days(day, 14) && last <= add_days(day, 21), "{day}: {last}");
    assert!(!is_public_holiday(last), "{last}");
    assert!(begins_early(day, last) && !begins_early(day, add_days(last, 1)));

    let at = DateTime::from_timestamp(i64::from(case.seconds), 0).expect("years that exist");
    let today = paris_day(at);
    assert!(start_of_paris_day(today) <= at && at <= end_of_paris_day(today), "{at}");
}

fn periods(case: &Case) {
    let today = parse_date("2026-03-02").expect("a day");
    let (from, to) = (case.text.as_str(), case.other.as_str());
    for (from, to) in [(Some(from), Some(to)), (Some(from), None), (None, Some(to)), (None, None)] {
        if let Ok(period) = Period::open(from, to) {
            assert!(period.from <= period.to && period.begins() < period.ends());
        }
        if let Ok(period) = Period::bounded(from, to, today) {
            assert!((1..=731).contains(&period.days()));
            assert_eq!(period.before().to, subtract_days(period.from, 1));
            assert!(period.weeks().count() <= 106);
        }
    }
}

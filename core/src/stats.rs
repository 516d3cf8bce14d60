//! Statistics: sales by week, where buyers stop, how far learners get.
//!
//! Money counts on the day it was received or refunded, so a refund lowers the week of its decision and no earlier one.
//! A booking counts when it is confirmed, whatever happens later.

use crate::calendar::{add_days, paris_day, start_of_paris_day, subtract_days};
use crate::money::Cents;
use crate::period::{Period, week_of};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A counted event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A reservation was confirmed and paid.
    Booked,
    /// A reservation of a free course.
    Free,
    /// The school granted a subscription.
    Granted,
    /// Money was received.
    Received(Cents),
    /// Money was refunded.
    Returned(Cents),
}

/// Totals of the events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Sales {
    /// Confirmed and paid; neither free nor granted.
    pub bookings: i64,
    pub free: i64,
    pub granted: i64,
    /// Received minus refunded; negative when more was refunded.
    pub revenue: Cents,
    /// Amount refunded.
    pub refunded: Cents,
}

impl Sales {
    fn add(&mut self, event: Event) {
        match event {
            Event::Booked => self.bookings += 1,
            Event::Free => self.free += 1,
            Event::Granted => self.granted += 1,
            Event::Received(amount) => self.revenue.0 += amount.0,
            Event::Returned(amount) => {
                self.revenue.0 -= amount.0;
                self.refunded.0 += amount.0;
            }
        }
    }

    /// The totals of a period.
    pub fn of(period: &Period, events: &[(DateTime<Utc>, Event)]) -> Self {
        let mut sales = Self::default();
        for (_, event) in within(period, events) {
            sales.add(event);
        }
        sales
    }
}

/// The sales of a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SalesWeek {
    pub monday: NaiveDate,
    #[serde(flatten)]
    pub sales: Sales,
    /// Totals of the same days a week earlier, so that a partial week is compared with the same part of the previous
    /// one.
    pub before: Sales,
}

const WEEK: u64 = 7; // days

/// Every week that overlaps the period; only days of the period count. The events start a week before the period.
pub fn by_week(period: &Period, events: &[(DateTime<Utc>, Event)]) -> Vec<SalesWeek> {
    let mut weeks: BTreeMap<NaiveDate, (Sales, Sales)> =
        period.weeks().map(|monday| (monday, Default::default())).collect();
    let mut count = |day: NaiveDate, add: &dyn Fn(&mut (Sales, Sales))| {
        if (period.from..=period.to).contains(&day) {
            weeks.entry(week_of(day)).and_modify(add);
        }
    };
    for (at, event) in events {
        let day = paris_day(*at);
        count(day, &|week| week.0.add(*event));
        count(add_days(day, WEEK), &|week| week.1.add(*event));
    }
    weeks.into_iter().map(|(monday, (sales, before))| SalesWeek { monday, sales, before }).collect()
}

/// The start of the comparison period: as many days before the period, and at least a week.
pub fn compared_from(period: &Period) -> DateTime<Utc> {
    period.before().begins().min(start_of_paris_day(subtract_days(period.from, WEEK)))
}

fn within<'a>(
    period: &Period,
    events: &'a [(DateTime<Utc>, Event)],
) -> impl Iterator<Item = (DateTime<Utc>, Event)> + 'a {
    let (begins, ends) = (period.begins(), period.ends());
    events.iter().copied().filter(move |(at, _)| (begins..ends).contains(at))
}

/// Result of a hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Paid { after_minutes: i64 },
    Expired,
    Cancelled,
    Waiting,
}

/// Checkouts from opening to payment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Funnel {
    /// Seats held for a payment.
    pub opened: i64,
    pub paid: i64,
    pub expired: i64,
    /// Cancelled before the payment.
    pub cancelled: i64,
    /// Still held.
    pub waiting: i64,
    /// Median time to payment, in minutes.
    pub median_minutes: Option<i64>,
}

impl Funnel {
    pub fn of(outcomes: impl IntoIterator<Item = Outcome>) -> Self {
        let (mut funnel, mut minutes) = (Self::default(), Vec::new());
        for outcome in outcomes {
            funnel.opened += 1;
            match outcome {
                Outcome::Paid { after_minutes } => {
                    funnel.paid += 1;
                    minutes.push(after_minutes);
                }
                Outcome::Expired => funnel.expired += 1,
                Outcome::Cancelled => funnel.cancelled += 1,
                Outcome::Waiting => funnel.waiting += 1,
            }
        }
        funnel.median_minutes = median(minutes);
        funnel
    }
}

/// The median; the lower one of two middle values.
pub fn median(mut values: Vec<i64>) -> Option<i64> {
    values.sort_unstable();
    values.get(values.len().saturating_sub(1) / 2).copied()
}

/// A learner's progress in a module that they opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Track {
    pub subscription_id: i64,
    pub module_id: i64,
    pub viewed: u64,
    /// When one of its lessons was last viewed.
    pub last: DateTime<Utc>,
    pub completed: bool,
    /// Whether everything they have of the course is completed.
    pub finished: bool,
}

impl Track {
    /// In percent of this number of lessons; floored, 100 once completed even if lessons were added since.
    fn percent(&self, lessons: u64) -> i64 {
        let part = (self.viewed * 100).checked_div(lessons).unwrap_or(0).min(100);
        if self.completed { 100 } else { i64::try_from(part).unwrap_or(0) }
    }
}

/// Progress of the learners of a module.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Following {
    /// Learners who viewed a lesson of it.
    pub opened: i64,
    /// Median percentage of lessons viewed.
    pub median_percent: Option<i64>,
    pub completed: i64,
    /// Unfinished learners whose last viewed lesson is in it.
    pub stopped: i64,
}

/// Progress of learners in each module, by its id; `lessons` has each module's number of lessons.
pub fn following(lessons: &BTreeMap<i64, u64>, tracks: &[Track]) -> BTreeMap<i64, Following> {
    let stopped = stopped(tracks);
    let mut percents = BTreeMap::<i64, Vec<i64>>::new();
    let mut all: BTreeMap<i64, Following> = lessons.keys().map(|id| (*id, Following::default())).collect();
    for track in tracks {
        let Some(found) = all.get_mut(&track.module_id) else { continue };
        found.opened += 1;
        found.completed += i64::from(track.completed);
        found.stopped += i64::from(stopped.contains(&(track.subscription_id, track.module_id)));
        percents.entry(track.module_id).or_default().push(track.percent(lessons[&track.module_id]));
    }
    for (id, found) in &mut all {
        found.median_percent = median(percents.remove(id).unwrap_or_default());
    }
    all
}

/// The last module of each learner who is not finished.
fn stopped(tracks: &[Track]) -> BTreeSet<(i64, i64)> {
    let mut last = BTreeMap::<i64, &Track>::new();
    for track in tracks.iter().filter(|track| !track.finished) {
        let place = last.entry(track.subscription_id).or_insert(track);
        if (track.last, track.module_id) > (place.last, place.module_id) {
            *place = track;
        }
    }
    last.into_iter().map(|(subscription_id, track)| (subscription_id, track.module_id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn period(from: &str, to: &str) -> Period {
        Period::open(Some(from), Some(to)).unwrap()
    }

    #[test]
    fn a_week_ends_on_sunday_night_in_paris_also_when_the_clocks_change() {
        let events = [
            // 29 March 2026 is the Sunday with 23 hours.
            (at("2026-03-29T21:59:59Z"), Event::Booked),
            (at("2026-03-29T21:59:59Z"), Event::Received(Cents(12_000))),
            (at("2026-03-29T22:00:00Z"), Event::Booked),
            (at("2026-03-29T22:00:00Z"), Event::Received(Cents(8_050))),
        ];
        let weeks = by_week(&period("2026-03-23", "2026-04-05"), &events);
        let found: Vec<_> = weeks
            .iter()
            .map(|week| (week.monday.to_string(), week.sales.bookings, week.sales.revenue.0))
            .collect();
        assert_eq!(found, [("2026-03-23".to_owned(), 1, 12_000), ("2026-03-30".to_owned(), 1, 8_050)]);
    }

    #[test]
    fn a_refund_lowers_the_week_it_was_decided_in() {
        let events = [
            (at("2026-03-03T09:00:00Z"), Event::Received(Cents(24_050))),
            (at("2026-03-10T09:00:00Z"), Event::Returned(Cents(10_025))),
            (at("2026-03-11T09:00:00Z"), Event::Free),
            (at("2026-03-12T09:00:00Z"), Event::Granted),
            (at("2026-03-16T09:00:00Z"), Event::Booked),
        ];
        let period = period("2026-03-02", "2026-03-15");
        let weeks = by_week(&period, &events);
        assert_eq!(weeks[0].sales, Sales { revenue: Cents(24_050), ..Sales::default() });
        let second =
            Sales { free: 1, granted: 1, revenue: Cents(-10_025), refunded: Cents(10_025), bookings: 0 };
        assert_eq!(weeks[1].sales, second);
        let all = Sales { revenue: Cents(14_025), ..second };
        assert_eq!(Sales::of(&period, &events), all);
    }

    #[test]
    fn weeks_without_sales_are_there_and_days_outside_do_not_count() {
        let events = [(at("2026-03-03T09:00:00Z"), Event::Booked)];
        let weeks = by_week(&period("2026-03-04", "2026-03-18"), &events);
        assert_eq!(weeks.len(), 3);
        assert!(weeks.iter().all(|week| week.sales == Sales::default()));
    }

    #[test]
    fn a_week_is_compared_with_the_same_days_of_the_one_before() {
        let events = [
            // Monday, Thursday and Sunday before the period's first Wednesday, in Paris time.
            (at("2026-03-23T12:00:00Z"), Event::Free),
            (at("2026-03-26T12:00:00Z"), Event::Booked),
            (at("2026-03-29T21:59:59Z"), Event::Granted),
            (at("2026-04-02T12:00:00Z"), Event::Booked),
            // The period ends on Tuesday 7 April: nothing is compared with the Wednesday a week before it.
            (at("2026-04-01T12:00:00Z"), Event::Free),
        ];
        let weeks = by_week(&period("2026-04-01", "2026-04-07"), &events);
        let first = Sales { bookings: 1, free: 1, ..Sales::default() };
        let before = Sales { bookings: 1, granted: 1, ..Sales::default() };
        assert_eq!((weeks[0].sales, weeks[0].before), (first, before));
        assert_eq!((weeks[1].sales, weeks[1].before), (Sales::default(), Sales::default()));
    }

    #[test]
    fn days_are_compared_with_a_week_before_and_weeks_with_as_many() {
        for (from, to, begins) in
            [("2026-03-10", "2026-03-11", "2026-03-03"), ("2026-03-10", "2026-03-23", "2026-02-24")]
        {
            assert_eq!(paris_day(compared_from(&period(from, to))).to_string(), begins, "{from} {to}");
        }
    }

    #[test]
    fn the_funnel_adds_up() {
        let paid = |after_minutes| Outcome::Paid { after_minutes };
        let funnel = Funnel::of([
            paid(9),
            paid(3),
            Outcome::Expired,
            Outcome::Cancelled,
            Outcome::Waiting,
            paid(4_000),
        ]);
        let expected =
            Funnel { opened: 6, paid: 3, expired: 1, cancelled: 1, waiting: 1, median_minutes: Some(9) };
        assert_eq!(funnel, expected);
        assert_eq!(Funnel::of([]), Funnel::default());
    }

    #[test]
    fn the_median_is_one_of_the_values() {
        for (values, middle) in
            [(vec![], None), (vec![7], Some(7)), (vec![9, 1], Some(1)), (vec![5, 1, 3], Some(3))]
        {
            assert_eq!(median(values.clone()), middle, "{values:?}");
        }
    }

    #[test]
    fn learners_stop_in_the_module_of_their_last_lesson_unless_they_are_through() {
        let track = |subscription_id, module_id, viewed, last: &str, completed, finished| Track {
            subscription_id,
            module_id,
            viewed,
            last: at(last),
            completed,
            finished,
        };
        let tracks = [
            track(1, 11, 4, "2026-03-02T09:00:00Z", true, true),
            track(1, 12, 4, "2026-03-03T09:00:00Z", true, true),
            track(2, 11, 4, "2026-03-02T09:00:00Z", true, false),
            track(2, 12, 1, "2026-03-04T09:00:00Z", false, false),
            track(3, 11, 1, "2026-03-02T09:00:00Z", false, false),
        ];
        let found = following(&BTreeMap::from([(11, 4), (12, 4), (13, 4)]), &tracks);
        assert_eq!(found[&11], Following { opened: 3, median_percent: Some(100), completed: 2, stopped: 1 });
        assert_eq!(found[&12], Following { opened: 2, median_percent: Some(25), completed: 1, stopped: 1 });
        assert_eq!(found[&13], Following::default());
    }
}

//! The waiting list of a course: who waits, who is offered a seat, how long they may answer.
//!
//! Uses no clock and no database: the caller passes the time and the rows.

use crate::calendar::{add_days, paris_day, paris_instant};
use crate::code::Code;
use crate::keyword::keywords;
use crate::problem::{Fault, Problem};
use chrono::{DateTime, NaiveTime, TimeDelta, Utc};

/// Hours to answer an offer, where the course says nothing.
pub const DEFAULT_OFFER_HOURS: i64 = 24;
/// Maximum number of hours to answer an offer.
pub const MAX_OFFER_HOURS: i64 = 72;
/// First and last hour of the day, in Paris, between which the time to answer runs.
const DAY: (u32, u32) = (8, 22);
/// Maximum length of a first name on the list, in characters.
pub const MAX_FIRST_NAME: usize = 50;
/// Minimum and maximum length of the reason for another order, in characters.
pub const REASON_LENGTH: (usize, usize) = (3, 300);

keywords! {
    /// The state of an entry.
    EntryStatus {
        /// Without an account: the link in the mail was not used yet.
        Unconfirmed = "UNCONFIRMED",
        Waiting = "WAITING",
        /// A seat is kept for them until they answer.
        Offered = "OFFERED",
        Accepted = "ACCEPTED",
        Declined = "DECLINED",
        /// The time to answer is over.
        Lapsed = "LAPSED",
        /// Left the list, bought in another way, or the list ended with the course.
        Left = "LEFT",
    }
}

impl EntryStatus {
    /// Whether the entry is on the list: one learner is on the list of a course once.
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Unconfirmed | Self::Waiting | Self::Offered)
    }

    /// The address was confirmed. Idempotent: a later state stays.
    #[must_use]
    pub const fn confirmed(self) -> Self {
        match self {
            Self::Unconfirmed => Self::Waiting,
            other => other,
        }
    }

    /// A seat is offered: to the next one who waits, or again, by ADMIN, to whoever let an offer pass.
    ///
    /// # Errors
    /// `not_waiting`.
    pub fn offered(self) -> Result<Self, Problem> {
        match self {
            Self::Waiting | Self::Declined | Self::Lapsed => Ok(Self::Offered),
            Self::Unconfirmed | Self::Offered | Self::Accepted | Self::Left => Err(Code::NotWaiting.into()),
        }
    }

    /// The learner takes the offered seat. Idempotent. `until`: the end of the offer.
    ///
    /// # Errors
    /// `offer_over` once it lapsed, was declined or ended; `not_waiting` before there is an offer.
    pub fn accepted(self, until: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<Self, Problem> {
        match self {
            Self::Offered if until.is_some_and(|until| now < until) => Ok(Self::Accepted),
            Self::Accepted => Ok(Self::Accepted),
            Self::Offered | Self::Declined | Self::Lapsed | Self::Left => Err(Code::OfferOver.into()),
            Self::Unconfirmed | Self::Waiting => Err(Code::NotWaiting.into()),
        }
    }

    /// The learner lets the offered seat pass. Idempotent.
    ///
    /// # Errors
    /// `offer_over` once it lapsed, was accepted or ended; `not_waiting` before there is an offer.
    pub fn declined(self, until: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<Self, Problem> {
        match self {
            Self::Offered if until.is_some_and(|until| now < until) => Ok(Self::Declined),
            Self::Declined => Ok(Self::Declined),
            Self::Offered | Self::Accepted | Self::Lapsed | Self::Left => Err(Code::OfferOver.into()),
            Self::Unconfirmed | Self::Waiting => Err(Code::NotWaiting.into()),
        }
    }

    /// The learner leaves the list. An offer is declined instead, an accepted one cancelled as a reservation. Idempotent.
    ///
    /// # Errors
    /// `not_waiting` for an entry that left the list in another way.
    pub fn left(self) -> Result<Self, Problem> {
        match self {
            Self::Unconfirmed | Self::Waiting | Self::Left => Ok(Self::Left),
            Self::Offered | Self::Accepted | Self::Declined | Self::Lapsed => Err(Code::NotWaiting.into()),
        }
    }
}

/// Checks the hours to answer an offer.
///
/// # Errors
/// `offer_hours_out_of_range`.
pub fn check_offer_hours(hours: i64) -> Result<i64, Fault> {
    if (1..=MAX_OFFER_HOURS).contains(&hours) {
        Ok(hours)
    } else {
        Err(Fault::new(Code::OfferHoursOutOfRange).with("min", 1).with("max", MAX_OFFER_HOURS))
    }
}

/// Until when an offer made now can be answered: these hours of day time later, from 8 h to 22 h in Paris.
pub fn offer_until(now: DateTime<Utc>, hours: i64) -> DateTime<Utc> {
    let at = |day, hour| paris_instant(day, NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default());
    let mut left = TimeDelta::hours(hours);
    let mut day = paris_day(now);
    let mut from = now;
    loop {
        let (start, end) = (at(day, DAY.0), at(day, DAY.1));
        from = from.max(start);
        let today = (end - from).max(TimeDelta::zero());
        if left <= today {
            return from + left;
        }
        left -= today;
        day = add_days(day, 1);
    }
}

/// An entry's place in the order of those who wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub id: i64,
    /// Rising with the order, without meaning of its own.
    pub position: i64,
}

/// The places that change when an entry is put before another, or at the end. `order`: those who wait, in their order.
///
/// # Errors
/// `not_waiting` for an entry that is not in the list; `unknown_reference`, under `before`, for another that is not.
pub fn moved(order: &[Place], id: i64, before: Option<i64>) -> Result<Vec<Place>, Problem> {
    if !order.iter().any(|place| place.id == id) {
        return Err(Code::NotWaiting.into());
    }
    let mut ids: Vec<i64> = order.iter().map(|place| place.id).filter(|other| *other != id).collect();
    let at = match before {
        None => ids.len(),
        Some(before) => ids
            .iter()
            .position(|other| *other == before)
            .ok_or_else(|| Problem::field("before", Code::UnknownReference))?,
    };
    ids.insert(at, id);
    let places = ids.into_iter().zip(order);
    Ok(places
        .filter(|(id, old)| *id != old.id)
        .map(|(id, old)| Place { id, position: old.position })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn the_night_does_not_count() {
        // Offered, hours, until (UTC; Paris is one hour ahead in winter, two in summer).
        let cases = [
            ("2026-11-23T11:14:00Z", 1, "2026-11-23T12:14:00Z"),
            ("2026-11-23T11:00:00Z", 24, "2026-11-24T21:00:00Z"),
            ("2026-11-23T11:14:00Z", 24, "2026-11-25T07:14:00Z"),
            // At night: from 8 h on.
            ("2026-11-23T23:30:00Z", 2, "2026-11-24T09:00:00Z"),
            ("2026-11-23T21:00:00Z", 14, "2026-11-24T21:00:00Z"),
            ("2026-11-23T05:00:00Z", 1, "2026-11-23T08:00:00Z"),
            // Over the nights in which the clocks change: 28 March and 31 October 2027.
            ("2027-03-27T20:00:00Z", 2, "2027-03-28T07:00:00Z"),
            ("2027-10-30T19:00:00Z", 2, "2027-10-31T08:00:00Z"),
            ("2027-03-27T10:00:00Z", 24, "2027-03-28T19:00:00Z"),
        ];
        for (now, hours, until) in cases {
            assert_eq!(offer_until(at(now), hours), at(until), "{now} + {hours} h");
        }
    }

    proptest! {
        #[test]
        fn an_offer_is_answered_by_day_and_never_too_early(minutes in 0i64..600_000, hours in 1i64..=72) {
            let now = at("2026-11-23T00:00:00Z") + TimeDelta::minutes(minutes);
            let until = offer_until(now, hours);
            let hour = crate::calendar::paris_time(until);
            prop_assert!(until - now >= TimeDelta::hours(hours));
            prop_assert!(hour >= NaiveTime::from_hms_opt(8, 0, 0).unwrap());
            prop_assert!(hour <= NaiveTime::from_hms_opt(22, 0, 0).unwrap());
            // Each day has fourteen hours of it.
            prop_assert!(until - now <= TimeDelta::hours((hours / 14 + 2) * 25));
            prop_assert!(offer_until(now, hours) <= offer_until(now + TimeDelta::minutes(1), hours));
        }

        #[test]
        fn moving_one_keeps_the_order_of_the_others(n in 1usize..9, which in 0usize..9, before in 0usize..10) {
            let order: Vec<Place> = (1..=i64::try_from(n).unwrap()).map(|id| Place { id, position: id * 7 }).collect();
            let id = order[which % n].id;
            let before = order.get(before).map(|place| place.id).filter(|before| *before != id);
            let mut after = order.clone();
            for place in moved(&order, id, before).unwrap() {
                after.iter_mut().find(|other| other.id == place.id).unwrap().position = place.position;
            }
            after.sort_by_key(|place| place.position);
            let others = |list: &[Place]| list.iter().map(|place| place.id).filter(|other| *other != id).collect::<Vec<_>>();
            prop_assert_eq!(others(&after), others(&order));
            let at = after.iter().position(|other| other.id == id).unwrap();
            prop_assert_eq!(after.get(at + 1).map(|place| place.id), before);
        }
    }

    #[test]
    fn an_entry_goes_one_way() {
        use EntryStatus as S;
        let until = Some(at("2026-11-23T12:00:00Z"));
        let (before, after) = (at("2026-11-23T11:59:59Z"), at("2026-11-23T12:00:00Z"));
        let code = |result: Result<S, Problem>| result.map_err(|problem| problem.code);
        assert_eq!(code(S::Offered.accepted(until, before)), Ok(S::Accepted));
        assert_eq!(code(S::Offered.accepted(until, after)), Err(Code::OfferOver));
        assert_eq!(code(S::Accepted.accepted(until, after)), Ok(S::Accepted));
        assert_eq!(code(S::Waiting.accepted(None, before)), Err(Code::NotWaiting));
        for status in S::ALL {
            let is_over = !status.is_live();
            assert_eq!(status.confirmed().is_live(), !is_over);
            assert!(!is_over || code(status.left()).is_err() || *status == S::Left);
            assert_eq!(
                code(status.offered()).is_ok(),
                matches!(status, S::Waiting | S::Declined | S::Lapsed)
            );
            assert_eq!(
                code(status.declined(until, before)).is_ok(),
                matches!(status, S::Offered | S::Declined)
            );
        }
    }
}

//! What a new or changed rule does to the sessions of its series. Sessions that are past, cancelled or changed by hand are
//! not touched.

use crate::class_session::Times;
use crate::keyword::keywords;
use crate::period::week_of;
use crate::series::{Rule, RuleDay, Skip};
use chrono::{DateTime, Utc};

keywords! {
    /// What happens to a session.
    Change {
        Add = "ADD",
        /// Another day, time, length, room, teacher or module.
        Move = "MOVE",
        Keep = "KEEP",
        Remove = "REMOVE",
        Untouched = "UNTOUCHED",
    }
}

keywords! {
    /// Why a session is not touched.
    Why {
        Past = "PAST",
        Cancelled = "CANCELLED",
        ByHand = "BY_HAND",
    }
}

/// A session of the series as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Existing {
    pub times: Times,
    pub cancelled: bool,
    pub by_hand: bool,
    /// Whether room, teacher and module are those of the rule.
    pub same_place: bool,
}

impl Existing {
    /// Why a rule may not touch it.
    fn untouched(&self, now: DateTime<Utc>) -> Option<Why> {
        if self.cancelled {
            Some(Why::Cancelled)
        } else if self.times.starts_at() <= now {
            Some(Why::Past)
        } else {
            self.by_hand.then_some(Why::ByHand)
        }
    }
}

/// One line of a comparison: a session, or a day without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// When the session is afterwards; of one that is removed, when it was.
    pub times: Times,
    /// None for a day that is skipped.
    pub change: Option<Change>,
    /// The session's place in the list of existing ones.
    pub existing: Option<usize>,
    /// When a moved session was.
    pub from: Option<Times>,
    pub why: Option<Why>,
    pub skipped: Option<Skip>,
}

impl Step {
    fn new(times: Times, change: Option<Change>) -> Self {
        Self { times, change, existing: None, from: None, why: None, skipped: None }
    }

    /// Whether there is a session afterwards that is not cancelled.
    pub fn stays_planned(&self) -> bool {
        match self.change {
            Some(Change::Add | Change::Move | Change::Keep) => true,
            Some(Change::Untouched) => self.why != Some(Why::Cancelled),
            Some(Change::Remove) | None => false,
        }
    }
}

/// Days of the rule that have no session yet, by their place.
struct Wanted<'d> {
    days: &'d [RuleDay],
    taken: Vec<bool>,
}

impl Wanted<'_> {
    /// Takes the first free day that fits.
    fn take(&mut self, fits: impl Fn(&RuleDay) -> bool) -> Option<usize> {
        let place = (0..self.days.len()).find(|place| {
            !self.taken[*place] && self.days[*place].skipped.is_none() && fits(&self.days[*place])
        })?;
        self.taken[place] = true;
        Some(place)
    }
}

/// Compares the days of a rule with the sessions of its series, in the order of their days. A new series may begin in the
/// past; a changed rule adds nothing there.
pub fn compare(rule: &Rule, days: &[RuleDay], existing: &[Existing], now: DateTime<Utc>) -> Vec<Step> {
    let mut wanted = Wanted { days, taken: vec![false; days.len()] };
    let mut matched: Vec<Option<usize>> = vec![None; existing.len()];
    // Where one was moved by hand to the day of another, the day is the other's.
    for by_hand in [false, true] {
        for (session, place) in existing.iter().zip(&mut matched).filter(|(one, _)| one.by_hand == by_hand) {
            *place = wanted.take(|day| day.day == session.times.day);
        }
    }
    // A session that was moved by hand still stands for a day of its week.
    for (session, place) in existing.iter().zip(&mut matched) {
        if place.is_none() && session.by_hand {
            *place = wanted.take(|day| week_of(day.day) == week_of(session.times.day));
        }
    }
    let is_touched = |session: &Existing| session.untouched(now).is_none();
    let is_future = |day: &RuleDay| rule.times(day.day).starts_at() > now;
    for (session, place) in existing.iter().zip(&mut matched) {
        if place.is_none() && is_touched(session) {
            *place = wanted.take(|day| is_future(day) && week_of(day.day) == week_of(session.times.day));
        }
    }
    let mut steps: Vec<Step> = (0..existing.len())
        .map(|at| existing_step(rule, at, &existing[at], matched[at].map(|place| &days[place]), now))
        .collect();
    for (place, day) in days.iter().enumerate().filter(|(place, _)| !wanted.taken[*place]) {
        let times = rule.times(days[place].day);
        match &day.skipped {
            Some(skip) => steps.push(Step { skipped: Some(skip.clone()), ..Step::new(times, None) }),
            None if existing.is_empty() || is_future(day) => steps.push(Step::new(times, Some(Change::Add))),
            None => {}
        }
    }
    steps.sort_by_key(|step| step.times);
    steps
}

fn existing_step(
    rule: &Rule,
    at: usize,
    session: &Existing,
    wanted: Option<&RuleDay>,
    now: DateTime<Utc>,
) -> Step {
    let step = Step { existing: Some(at), ..Step::new(session.times, Some(Change::Untouched)) };
    if let Some(why) = session.untouched(now) {
        return Step { why: Some(why), ..step };
    }
    match wanted.map(|day| rule.times(day.day)) {
        Some(times) if times == session.times && session.same_place => {
            Step { change: Some(Change::Keep), ..step }
        }
        // The new time of this very day is over already: nothing is moved there.
        Some(times) if times.starts_at() <= now => Step { change: Some(Change::Keep), ..step },
        Some(times) => Step { times, change: Some(Change::Move), from: Some(session.times), ..step },
        None => Step { change: Some(Change::Remove), ..step },
    }
}

#[cfg(test)]
#[path = "series_change_tests.rs"]
mod tests;

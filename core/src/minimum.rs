//! The minimum size of a course: whether it starts, what the school can decide when too few enrolled, and the answers of
//! those who are asked.
//!
//! Uses no clock and no database: the caller passes the day and the rows.

use crate::calendar::add_days;
use crate::code::Code;
use crate::course::CourseType;
use crate::keyword::keywords;
use crate::money::Cents;
use crate::problem::{Fault, Fields, Problem};
use chrono::{NaiveDate, TimeDelta};

/// Maximum of a minimum size, in learners.
pub const MAX_MINIMUM: i64 = 1000;
/// ADMIN is told this many days before the decision day.
pub const TOLD_BEFORE: u64 = 3;
/// A course is listed as one to decide from this many days before its decision day.
pub const LISTED_BEFORE: u64 = 7;
/// Whoever did not answer is asked again this many days before the last day.
pub const ASKED_AGAIN_BEFORE: u64 = 2;

keywords! {
    /// What the school decides about a course with too few learners.
    Choice {
        /// The course starts as planned.
        Confirm = "CONFIRM",
        /// It is given later or earlier; whoever paid is asked.
        NewDates = "NEW_DATES",
        /// It is not given; whoever paid is offered a seat in another course.
        OtherCourse = "OTHER_COURSE",
        /// It is not given; everybody gets their money.
        Cancel = "CANCEL",
    }
}

keywords! {
    /// The state of a proposal to somebody who paid.
    ProposalStatus {
        Open = "OPEN",
        Accepted = "ACCEPTED",
        Refused = "REFUSED",
        /// Not answered in time: as refused.
        Lapsed = "LAPSED",
        /// The reservation ended in another way.
        Closed = "CLOSED",
    }
}

/// The minimum size of a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Minimum {
    pub learners: i64,
    /// The day on which the school decides when fewer enrolled.
    pub decision_day: NaiveDate,
}

impl Minimum {
    /// How many learners are missing, when `enrolled` have a seat.
    #[must_use]
    pub const fn missing(self, enrolled: i64) -> i64 {
        if enrolled < self.learners { self.learners - enrolled } else { 0 }
    }

    /// Whether the start depends on more learners.
    #[must_use]
    pub const fn is_open(self, enrolled: i64, confirmed: bool) -> bool {
        !confirmed && self.missing(enrolled) > 0
    }

    /// Whether the school must decide today.
    #[must_use]
    pub fn needs_decision(self, enrolled: i64, confirmed: bool, today: NaiveDate) -> bool {
        self.is_open(enrolled, confirmed) && self.decision_day <= today
    }
}

/// Checks the minimum size of a course; both parts or none.
pub fn check(
    learners: Option<i64>,
    decision_day: Option<NaiveDate>,
    (kind, capacity, start): (Option<CourseType>, Option<i64>, Option<NaiveDate>),
    fields: &mut Fields,
) -> Option<Minimum> {
    let (Some(learners), Some(decision_day)) = (learners, decision_day) else {
        match (learners, decision_day) {
            (Some(_), None) => fields.refuse("decisionDay", Code::DecisionDayRequired),
            (None, Some(_)) => fields.refuse("minimumLearners", Code::MinimumRequired),
            _ => {}
        }
        return None;
    };
    fields.check("minimumLearners", check_learners(learners, kind, capacity));
    if let Some(start) = start {
        fields.check("decisionDay", check_decision_day(decision_day, start));
    }
    Some(Minimum { learners, decision_day })
}

fn check_learners(learners: i64, kind: Option<CourseType>, capacity: Option<i64>) -> Result<(), Fault> {
    if kind == Some(CourseType::Online) {
        Err(Code::MinimumInPerson.into())
    } else if !(1..=MAX_MINIMUM).contains(&learners) {
        Err(Fault::new(Code::MinimumOutOfRange).with("min", 1).with("max", MAX_MINIMUM))
    } else if let Some(max) = capacity.filter(|capacity| learners > *capacity) {
        Err(Fault::new(Code::MinimumAboveCapacity).with("max", max))
    } else {
        Ok(())
    }
}

/// Checks the day of decision: no later than the first day.
///
/// # Errors
/// `decision_day_after_start`.
pub fn check_decision_day(day: NaiveDate, start: NaiveDate) -> Result<(), Fault> {
    if day > start {
        return Err(Fault::new(Code::DecisionDayAfterStart).with("max", start.to_string()));
    }
    Ok(())
}

/// The new dates of a course, and until when those who are asked can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewDates {
    pub start: NaiveDate,
    pub end: NaiveDate,
    /// The next day of decision; none when the new start is certain.
    pub decision_day: Option<NaiveDate>,
    /// The last day to answer.
    pub answer_by: NaiveDate,
}

impl NewDates {
    /// Checks the dates.
    ///
    /// # Errors
    /// The faults of each field.
    pub fn check(&self, today: NaiveDate, fields: &mut Fields) {
        if self.start <= today {
            fields.refuse("startDate", Code::StartInPast);
        }
        if self.end <= self.start {
            fields.refuse("endDate", Code::EndBeforeStart);
        }
        if let Some(day) = self.decision_day {
            if day <= self.answer_by {
                fields.refuse("decisionDay", Code::DecisionDayBeforeAnswers);
            } else {
                fields.check("decisionDay", check_decision_day(day, self.start));
            }
        }
        fields.check("answerBy", check_answer_by(self.answer_by, self.start, today));
    }

    /// By how much the sessions move: whole weeks, so that they keep their weekdays.
    #[must_use]
    pub const fn shift(&self, old_start: NaiveDate) -> TimeDelta {
        weeks_between(old_start, self.start)
    }
}

/// The whole weeks from one day to another, rounded to the nearest.
const fn weeks_between(from: NaiveDate, to: NaiveDate) -> TimeDelta {
    let days = to.signed_duration_since(from).num_days();
    TimeDelta::weeks((days + 3).div_euclid(7))
}

/// Checks the last day to answer: from tomorrow to the day before the course starts.
///
/// # Errors
/// `answer_by_out_of_range`.
pub fn check_answer_by(day: NaiveDate, start: NaiveDate, today: NaiveDate) -> Result<(), Fault> {
    let (min, max) = (add_days(today, 1), start.pred_opt().unwrap_or(start));
    if (min..=max).contains(&day) {
        return Ok(());
    }
    let fault = Fault::new(Code::AnswerByOutOfRange);
    Err(fault.with("min", min.to_string()).with("max", max.to_string()))
}

/// The price of a seat in another course: never more than what is left of the payment.
#[must_use]
pub fn moved_price(left: Cents, price: Cents) -> Cents {
    left.min(price)
}

impl ProposalStatus {
    /// The answer, when it can still be given. None: the same answer was given before.
    ///
    /// # Errors
    /// `proposal_over`.
    pub fn answered(
        self,
        answer: Self,
        answer_by: NaiveDate,
        today: NaiveDate,
    ) -> Result<Option<Self>, Problem> {
        match self {
            Self::Open if today <= answer_by => Ok(Some(answer)),
            given if given == answer => Ok(None),
            _ => Err(Code::ProposalOver.into()),
        }
    }
}

#[cfg(test)]
#[path = "minimum_tests.rs"]
mod tests;

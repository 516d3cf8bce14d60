//! Mails about the start of a course that has a minimum of learners: their formatted facts, rows and comparisons.

use chrono::NaiveDate;
use preau_core::language::UiLanguage;
use preau_core::money::Cents;
use serde_json::Value;

use super::facts::{
    CourseConfirmedFacts, CourseProposalFacts, DecisionDueFacts, ProposalAcceptedFacts, ProposalEndedFacts,
    ReservationFacts,
};
use crate::format::{date, money};

type Rows = Vec<(&'static str, Option<String>)>;

/// Adds what a confirmation says when the start of the course still depends on more learners.
pub(super) fn add_threshold(facts: &mut Value, reservation: &ReservationFacts, language: UiLanguage) {
    let threshold = reservation.threshold.as_ref();
    facts["missing"] = threshold.map(|threshold| threshold.missing).into();
    facts["decisionDay"] = threshold.map(|threshold| date(language, threshold.decision_day)).into();
}

/// Adds the formatted facts of a proposal.
pub(super) fn add_proposal(facts: &mut Value, proposal: &CourseProposalFacts, language: UiLanguage) {
    facts["answerBy"] = date(language, proposal.answer_by).into();
    facts["newDecisionDay"] = maybe_date(language, proposal.new_decision_day);
    facts["newPrice"] = money(language, proposal.new_price).into();
    facts["refundIfAccepted"] = some_money(language, proposal.refund_if_accepted).into();
    facts["refundIfRefused"] = some_money(language, proposal.refund_if_refused).into();
}

/// Adds the formatted facts of an accepted proposal.
pub(super) fn add_accepted(facts: &mut Value, accepted: &ProposalAcceptedFacts, language: UiLanguage) {
    facts["newDecisionDay"] = maybe_date(language, accepted.new_decision_day);
    facts["refund"] = some_money(language, accepted.refund).into();
}

/// Adds the formatted facts of a proposal that ended an enrolment.
pub(super) fn add_ended(facts: &mut Value, ended: &ProposalEndedFacts, language: UiLanguage) {
    facts["refund"] = some_money(language, ended.refund).into();
}

/// Null when there is none.
fn maybe_date(language: UiLanguage, day: Option<NaiveDate>) -> Value {
    day.map(|day| date(language, day)).into()
}

/// None for zero, about which a mail says nothing.
fn some_money(language: UiLanguage, amount: Cents) -> Option<String> {
    (!amount.is_zero()).then(|| money(language, amount))
}

pub(super) fn due_rows(facts: &DecisionDueFacts, language: UiLanguage) -> Rows {
    vec![
        ("course", Some(facts.course_name.clone())),
        ("courseStart", Some(date(language, facts.start_date))),
        ("decisionDay", Some(date(language, facts.decision_day))),
        ("enrolled", Some(facts.enrolled.to_string())),
        ("minimum", Some(facts.minimum.to_string())),
    ]
}

pub(super) fn confirmed_rows(facts: &CourseConfirmedFacts, language: UiLanguage) -> Rows {
    vec![
        ("course", Some(facts.course_name.clone())),
        ("learner", Some(facts.learners.join("\n"))),
        ("courseStart", Some(date(language, facts.start_date))),
    ]
}

pub(super) fn proposal_rows(facts: &CourseProposalFacts, language: UiLanguage) -> Rows {
    let back = |amount| (!facts.paid.is_zero()).then(|| money(language, amount));
    vec![
        ("learner", facts.learner_name.clone()),
        ("schedule", facts.new_schedule.clone()),
        ("location", facts.new_location.clone()),
        ("settled", some_money(language, facts.paid)),
        ("newPrice", facts.other_course.then(|| money(language, facts.new_price))),
        ("backIfAccepted", back(facts.refund_if_accepted)),
        ("backIfRefused", back(facts.refund_if_refused)),
        ("answerUntil", Some(date(language, facts.answer_by))),
    ]
}

/// The label, the value before the decision and the proposed one.
pub(super) fn proposal_changes(
    facts: &CourseProposalFacts,
    language: UiLanguage,
) -> Vec<(&'static str, String, String)> {
    let days = |before, now| (date(language, before), date(language, now));
    let (start, new_start) = days(facts.start_date, facts.new_start_date);
    let (end, new_end) = days(facts.end_date, facts.new_end_date);
    let mut changes = Vec::new();
    if facts.other_course {
        changes.push(("course", facts.course_name.clone(), facts.new_course_name.clone()));
    }
    changes.extend([("courseStart", start, new_start), ("courseEnd", end, new_end)]);
    changes
}

pub(super) fn accepted_rows(facts: &ProposalAcceptedFacts, language: UiLanguage) -> Rows {
    vec![
        ("course", Some(facts.new_course_name.clone())),
        ("learner", facts.learner_name.clone()),
        ("courseStart", Some(date(language, facts.new_start_date))),
        ("courseEnd", Some(date(language, facts.new_end_date))),
        ("back", some_money(language, facts.refund)),
        ("reservation", Some(facts.reservation_id.to_string())),
    ]
}

pub(super) fn ended_rows(facts: &ProposalEndedFacts, language: UiLanguage) -> Rows {
    vec![
        ("course", Some(facts.course_name.clone())),
        ("learner", facts.learner_name.clone()),
        ("back", some_money(language, facts.refund)),
        ("reservation", Some(facts.reservation_id.to_string())),
    ]
}

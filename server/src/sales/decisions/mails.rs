//! The mails about decisions: to those who are told, asked or answered, and to ADMIN.

use std::collections::BTreeMap;

use preau_core::money::Cents;

use super::plan::Plan;
use super::store;
use super::view::{DueDecision, Outcome, Proposal, ProposalKind};
use crate::error::Result;
use crate::mail::facts::{
    CourseConfirmedFacts, CourseProposalFacts, DecisionDueFacts, ProposalAcceptedFacts, ProposalEndedFacts,
    course_confirmed_fact, decision_due_fact, proposal_fact, proposal_learner_fact, proposal_reminder_fact,
};
use crate::mail::{self, Kind, NewMail};
use crate::people::accounts;
use crate::people::accounts::store::Account;
use crate::sales::cancellation::AffectedReservation;
use crate::write::Tx;

/// Somebody who is told that a course starts.
struct Told {
    name: String,
    language: String,
    /// For whom they paid.
    learners: Vec<String>,
}

/// Queues the mails that a course starts as planned: one to each payer, learner and whoever was granted it.
pub(super) async fn queue_confirmed(tx: &mut Tx, plan: &Plan, decision_id: i64) -> Result<()> {
    for (email, told) in told(plan) {
        let kind = Kind::CourseConfirmed(CourseConfirmedFacts {
            course_id: plan.course.id,
            course_name: plan.course.name.clone(),
            start_date: plan.course.start_date,
            learners: told.learners,
        });
        let fact = course_confirmed_fact(decision_id, &email);
        let letter = match accounts::store::find_by_email(tx, &email).await? {
            Some(account) => account.mail(kind, fact),
            None => NewMail {
                kind,
                fact,
                to: email,
                name: told.name,
                language: told.language.parse().unwrap_or_default(),
                user_id: None,
                reply_to: None,
            },
        };
        mail::queue(tx, &letter).await?;
    }
    Ok(())
}

fn told(plan: &Plan) -> BTreeMap<String, Told> {
    let mut people = BTreeMap::<String, Told>::new();
    let mut note = |email: &str, name: Option<&str>, language: &str, learner: Option<&str>| {
        let told = people.entry(email.to_owned()).or_insert_with(|| Told {
            name: name.unwrap_or_default().to_owned(),
            language: language.to_owned(),
            learners: Vec::new(),
        });
        told.learners.extend(learner.map(str::to_owned));
    };
    for planned in plan.with(Outcome::Told) {
        let AffectedReservation { payer_email, payer_name, learner_email, learner_name, language, .. } =
            &planned.row;
        let for_another = planned.row.payer_id != planned.row.learner_id;
        let learner = learner_name.as_deref().filter(|_| for_another);
        note(payer_email, payer_name.as_deref(), language, learner);
        if learner_email != payer_email {
            note(learner_email, learner_name.as_deref(), language, None);
        }
    }
    for granted in &plan.scope.granted {
        note(&granted.email, Some(&granted.name), "fr", None);
    }
    people.remove("");
    people
}

/// Queues the mail to one ADMIN that a course is to be decided about.
pub(super) async fn queue_due(tx: &mut Tx, course: &DueDecision, admin: &Account) -> Result<()> {
    let kind = Kind::DecisionDue(DecisionDueFacts {
        course_id: course.course_id,
        course_name: course.course_name.clone(),
        start_date: course.start_date,
        decision_day: course.decision_day,
        enrolled: course.enrolled,
        minimum: course.minimum_learners,
    });
    let fact = decision_due_fact(course.course_id, course.decision_day, admin.id);
    mail::queue(tx, &admin.mail(kind, fact)).await
}

/// Queues the mail that asks a payer; `again`: shortly before the last day.
pub(super) async fn queue_proposal(tx: &mut Tx, id: i64, again: bool) -> Result<()> {
    let proposal = store::view(tx, id).await?;
    let Some(payer) = reader(tx, proposal.payer_id).await? else { return Ok(()) };
    let fact = if again { proposal_reminder_fact(id) } else { proposal_fact(id) };
    let facts = CourseProposalFacts {
        proposal_id: id,
        other_course: proposal.kind == ProposalKind::OtherCourse,
        learner_name: proposal.learner_name.filter(|_| proposal.for_another),
        course_name: proposal.course_name,
        start_date: proposal.start_date,
        end_date: proposal.end_date,
        new_course_name: proposal.new_course_name,
        new_start_date: proposal.new_start_date,
        new_end_date: proposal.new_end_date,
        new_schedule: proposal.new_schedule,
        new_location: proposal.new_location,
        new_decision_day: proposal.new_decision_day,
        reason: proposal.reason,
        answer_by: proposal.answer_by,
        paid: proposal.paid,
        new_price: proposal.new_price,
        refund_if_accepted: proposal.refund_if_accepted,
        refund_if_refused: proposal.refund_if_refused,
        by_hand: proposal.by_hand,
        reminder: again,
    };
    mail::queue(tx, &payer.mail(Kind::CourseProposal(facts), fact)).await
}

/// Queues the mails about an accepted proposal: to the payer, and to a learner who is somebody else.
pub(super) async fn queue_accepted(tx: &mut Tx, id: i64) -> Result<()> {
    let proposal = store::view(tx, id).await?;
    let Some(payer) = reader(tx, proposal.payer_id).await? else { return Ok(()) };
    let facts = accepted(&proposal);
    let named = proposal.learner_name.filter(|_| proposal.for_another);
    let told = ProposalAcceptedFacts { learner_name: named, ..facts.clone() };
    mail::queue(tx, &payer.mail(Kind::ProposalAccepted(told), proposal_fact(id))).await?;
    // The guardian of a child is the payer, or pays for nobody.
    let learner = reader(tx, proposal.learner_id).await?;
    if let Some(learner) = learner.filter(|learner| proposal.for_another && learner.email.is_some()) {
        let told = ProposalAcceptedFacts { invoiced: false, refund: Cents::ZERO, ..facts };
        mail::queue(tx, &learner.mail(Kind::ProposalAccepted(told), proposal_learner_fact(id))).await?;
    }
    Ok(())
}

/// Whoever gets a mail about a proposal; none once their account was deleted.
async fn reader(tx: &mut Tx, id: Option<i64>) -> Result<Option<Account>> {
    match id {
        Some(id) => accounts::store::find(tx, id).await,
        None => Ok(None),
    }
}

fn accepted(proposal: &Proposal) -> ProposalAcceptedFacts {
    let other_course = proposal.kind == ProposalKind::OtherCourse;
    ProposalAcceptedFacts {
        proposal_id: proposal.id,
        other_course,
        course_id: proposal.new_course_id,
        course_name: proposal.course_name.clone(),
        new_course_name: proposal.new_course_name.clone(),
        new_start_date: proposal.new_start_date,
        new_end_date: proposal.new_end_date,
        new_decision_day: proposal.new_decision_day,
        learner_name: None,
        invoiced: other_course && !proposal.paid.is_zero(),
        refund: proposal.refund_if_accepted,
        by_hand: proposal.by_hand,
        reservation_id: proposal.reservation_id,
    }
}

/// Queues the mails about a reservation that ended because what was proposed was refused, or not answered: to the payer,
/// and to a learner who is somebody else. `by_payer`: whether it was the payer's answer, or silence.
pub(super) async fn queue_ended(tx: &mut Tx, id: i64, refused: bool, by_payer: bool) -> Result<()> {
    let proposal = store::view(tx, id).await?;
    let facts = ProposalEndedFacts {
        proposal_id: id,
        learner_name: proposal.learner_name.filter(|_| proposal.for_another),
        course_name: proposal.course_name,
        refused,
        by_reader: by_payer,
        refund: proposal.refund_if_refused,
        by_hand: proposal.by_hand,
        reservation_id: proposal.reservation_id,
    };
    let learner = reader(tx, proposal.learner_id).await?;
    if let Some(learner) = learner.filter(|learner| proposal.for_another && learner.email.is_some()) {
        let told =
            ProposalEndedFacts { learner_name: None, by_reader: false, refund: Cents::ZERO, ..facts.clone() };
        mail::queue(tx, &learner.mail(Kind::ProposalEnded(told), proposal_learner_fact(id))).await?;
    }
    match reader(tx, proposal.payer_id).await? {
        Some(payer) => mail::queue(tx, &payer.mail(Kind::ProposalEnded(facts), proposal_fact(id))).await,
        None => Ok(()),
    }
}

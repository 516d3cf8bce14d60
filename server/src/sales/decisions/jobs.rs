//! Scheduled work of decisions: ADMIN is told of what is due, whoever was asked is reminded, silence is a refusal.
//!
//! Each step can be repeated and run on several servers.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use preau_core::calendar::add_days;
use preau_core::minimum::{ASKED_AGAIN_BEFORE, ProposalStatus, TOLD_BEFORE};

use super::answers;
use super::mails;
use super::store::{self, ProposalState};
use crate::context::AppContext;
use crate::error::Result;
use crate::people::accounts;
use crate::{change, crash_point, execute};

/// Who was asked so shortly before the last day is not reminded.
const NOT_TWICE_WITHIN: TimeDelta = TimeDelta::days(1);

/// Ends what was not answered in time, reminds whoever did not answer, and tells ADMIN of decisions that are due.
pub async fn run(app: &AppContext) -> Result<()> {
    let today = app.clock.today();
    let late = {
        let mut conn = app.db.read().await?;
        store::late(&mut conn, today).await?
    };
    for proposal in late {
        let lapsed = change!(app, None, |tx| {
            let current = store::get(tx, proposal.id).await?;
            if current.status == ProposalStatus::Open {
                answers::refuse(tx, &current, ProposalStatus::Lapsed, true).await?;
                crash_point!("proposal.lapsed");
            }
            Ok(())
        });
        log_failure(&proposal, lapsed);
        app.mail_queued.notify_one();
    }
    // After the refunds: no mail is in their way.
    remind(app, today).await?;
    tell_admins(app, today).await
}

/// One proposal is not in the way of the others.
fn log_failure(proposal: &ProposalState, result: Result<()>) {
    if let Err(error) = result {
        tracing::warn!(proposal = proposal.id, %error, "a proposal is left for the next time");
    }
}

async fn tell_admins(app: &AppContext, today: NaiveDate) -> Result<()> {
    let due = {
        let mut conn = app.db.read().await?;
        store::due(&mut conn, add_days(today, TOLD_BEFORE), today).await?
    };
    for course in due {
        change!(app, None, |tx| {
            for admin in accounts::store::admins(tx).await? {
                mails::queue_due(tx, &course, &admin).await?;
            }
            Ok(())
        })?;
        app.mail_queued.notify_one();
    }
    Ok(())
}

async fn remind(app: &AppContext, today: NaiveDate) -> Result<()> {
    let asked_before = app.clock.now() - NOT_TWICE_WITHIN;
    let silent = {
        let mut conn = app.db.read().await?;
        store::to_remind(&mut conn, (today, add_days(today, ASKED_AGAIN_BEFORE)), asked_before).await?
    };
    for proposal in silent {
        let told = change!(app, None, |tx| {
            if store::reminded(tx, proposal.id).await? {
                mails::queue_proposal(tx, proposal.id, true).await?;
            }
            Ok(())
        });
        log_failure(&proposal, told);
        app.mail_queued.notify_one();
    }
    Ok(())
}

/// For how long the links in mails about a proposal work after its end.
const LINKS_FOR: TimeDelta = TimeDelta::days(90);
const FORGET_LINKS: &str = "
    DELETE FROM proposal_tokens WHERE proposal_id IN (SELECT id FROM decision_proposals WHERE answered_at <= $1)";

/// Forgets the links in mails about proposals that ended long ago.
pub async fn clean_up(app: &AppContext, now: DateTime<Utc>) -> Result<()> {
    change!(app, None, |tx| execute!(tx, FORGET_LINKS, now - LINKS_FOR).map(|_| ()))
}

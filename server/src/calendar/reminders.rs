//! The mail on the day before a learner's first session.

use chrono::{Days, NaiveTime};
use preau_core::calendar::{paris_instant, start_of_paris_day};

use super::events::place;
use super::store::{self, SessionRow};
use crate::context::AppContext;
use crate::error::Result;
use crate::mail::facts::{ReminderFacts, SessionFacts, reminder_fact};
use crate::mail::{self, Kind};
use crate::people::accounts;
use crate::write::Tx;
use crate::{change, fetch_scalar};

/// Nobody is reminded at night: from this hour in Paris on.
const FROM_HOUR: u32 = 9;

/// Queues the reminders of tomorrow's first sessions. Whoever came today has the sessions in the confirmation.
pub async fn queue_due(app: &AppContext) -> Result<()> {
    let (today, now) = (app.clock.today(), app.clock.now());
    let morning = NaiveTime::from_hms_opt(FROM_HOUR, 0, 0).unwrap_or_default();
    let Some(tomorrow) = today.checked_add_days(Days::new(1)) else { return Ok(()) };
    if now < paris_instant(today, morning) {
        return Ok(());
    }
    let first = {
        let mut conn = app.db.read().await?;
        store::first_sessions(&mut conn, tomorrow, start_of_paris_day(today)).await?
    };
    for (subscription_id, user_id, session_id) in first {
        // A failure must not block the others.
        match change!(app, None, |tx| queue(tx, subscription_id, user_id, session_id).await) {
            Ok(()) => app.mail_queued.notify_one(),
            Err(error) => {
                tracing::error!(subscription = subscription_id, %error, "a session was not recalled");
            }
        }
    }
    Ok(())
}

const WANTED: &str = "SELECT session_reminders FROM users WHERE id = $1";

async fn queue(tx: &mut Tx, subscription_id: i64, user_id: i64, session_id: i64) -> Result<()> {
    let Some(learner) = accounts::store::find(tx, user_id).await? else { return Ok(()) };
    let session = store::session(tx, session_id).await?;
    let facts = ReminderFacts {
        course_name: session.course_name.clone(),
        ward_name: learner.email.is_none().then(|| learner.full_name()),
        session: facts(&session),
    };
    let mail = learner.mail(Kind::SessionReminder(facts), reminder_fact(subscription_id));
    if let Some(reader) = mail.user_id
        && fetch_scalar!(tx, bool, WANTED, reader)?
    {
        mail::queue(tx, &mail).await?;
    }
    Ok(())
}

fn facts(session: &SessionRow) -> SessionFacts {
    SessionFacts {
        day: session.day,
        start_time: session.start_time.clone(),
        minutes: session.minutes,
        place: place(session),
        link: session.meeting_url.clone(),
        teacher: session.teacher_name.clone(),
        module: session.module_name.clone(),
        note: session.note.clone(),
        cancelled: session.is_cancelled(),
        reason: session.reason.clone(),
    }
}

//! What calendars show of a session.

use super::store::{self, SessionRow};
use crate::context::AppContext;
use crate::error::Result;
use crate::ics::{self, Event, Organizer, Purpose};
use crate::mail;
use crate::mail::attachments::GeneratedDocument;
use crate::school;

/// The sessions as a file to be opened once, or attached to a mail.
pub(crate) fn file(purpose: Purpose<'_>, sessions: &[SessionRow]) -> String {
    let events: Vec<Event> = sessions.iter().map(of_class).collect();
    ics::write(purpose, &events)
}

/// The sessions to come of a reservation, for its confirmation; none when there are none.
pub(crate) async fn attachment(app: &AppContext, reservation_id: i64) -> Result<Option<GeneratedDocument>> {
    let mut conn = app.db.read().await?;
    let sessions = store::of_reservation(&mut conn, reservation_id, app.clock.now()).await?;
    if sessions.is_empty() {
        return Ok(None);
    }
    let school = school::store::read(&mut conn).await?.name;
    let address = mail::school(&app.config)?.email.to_string();
    let organizer = Organizer { name: &school, email: &address };
    Ok(Some(GeneratedDocument::calendar(file(Purpose::Mail(organizer), &sessions))))
}

/// Where it is: its room with its address, else the place of the course.
pub(super) fn place(session: &SessionRow) -> Option<String> {
    match (&session.room_name, &session.room_address) {
        (Some(name), Some(address)) => Some(format!("{name}, {address}")),
        (Some(name), None) => Some(name.clone()),
        (None, _) => session.location.clone(),
    }
}

/// A session as its class and its teacher see it.
pub(super) fn of_class(session: &SessionRow) -> Event {
    let place = place(session);
    let online = place.is_none().then(|| session.meeting_url.clone()).flatten();
    let lines =
        [&session.module_name, &session.teacher_name, &session.reason, &session.note, &session.meeting_url];
    let lines: Vec<&str> = lines.into_iter().filter_map(|line| line.as_deref()).collect();
    Event {
        location: place.or(online),
        description: Some(lines.join("\n")).filter(|text| !text.is_empty()),
        link: session.meeting_url.clone(),
        ..in_room(session)
    }
}

/// A session in a room's calendar: the name of its course, and nothing about people.
pub(super) fn in_room(session: &SessionRow) -> Event {
    Event {
        uid: session.uid.clone(),
        sequence: session.sequence,
        changed_at: session.updated_at,
        starts_at: session.starts_at,
        ends_at: session.ends_at,
        summary: session.course_name.clone(),
        location: session.room_name.clone(),
        description: None,
        link: None,
        cancelled: session.is_cancelled(),
    }
}

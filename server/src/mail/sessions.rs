//! Sessions of a class in mails: their lines, and the events that calendars replace.

use chrono::TimeDelta;
use preau_core::calendar::{paris_instant, parse_time};
use preau_core::language::UiLanguage;

use super::facts::{CourseChangeFacts, ReminderFacts, SessionChange, SessionFacts};
use super::wording::LanguageTexts;
use crate::error::{Error, Result};
use crate::format::{long_date, span};
use crate::ics::Event;

/// Sessions that a mail lists; the others are in the attached file and on the pages of the class.
pub(super) const LISTED: usize = 30;

/// The day and the time of a session, in words.
pub(super) fn when(language: UiLanguage, session: &SessionFacts) -> String {
    let time = span(language, &session.start_time, session.minutes);
    format!(
        "{}{}{time}",
        long_date(language, session.day),
        if language == UiLanguage::Zh { " " } else { ", " }
    )
}

/// The labelled facts of a reminder.
pub(super) fn reminder_rows(
    facts: &ReminderFacts,
    language: UiLanguage,
) -> Vec<(&'static str, Option<String>)> {
    let session = &facts.session;
    vec![
        ("course", Some(facts.course_name.clone())),
        ("learner", facts.ward_name.clone()),
        ("session", Some(when(language, session))),
        ("location", session.place.clone()),
        ("link", session.link.clone()),
        ("courseTeacher", session.teacher.clone()),
    ]
}

impl LanguageTexts {
    /// A session before and after a change: its time, and whatever else differs.
    pub(super) fn compared(&self, change: &SessionChange, language: UiLanguage) -> (String, String) {
        let SessionChange { before, now, .. } = change;
        let before_text = match before {
            Some(session) => self.lines(session, now.as_ref(), language),
            None => self.session_added.clone(),
        };
        let now_text = match now {
            Some(session) => self.lines(session, before.as_ref(), language),
            None => self.session_deleted.clone(),
        };
        (before_text, now_text)
    }

    fn lines(&self, session: &SessionFacts, other: Option<&SessionFacts>, language: UiLanguage) -> String {
        if session.cancelled {
            let reason = session.reason.as_deref().filter(|reason| !reason.is_empty());
            let cancelled = &self.session_cancelled;
            return reason
                .map_or_else(|| cancelled.clone(), |reason| format!("{cancelled}{}{reason}", self.colon));
        }
        let mut lines = vec![when(language, session)];
        type Part = for<'s> fn(&'s SessionFacts) -> Option<&'s str>;
        let parts: [Part; 3] =
            [|one| one.place.as_deref(), |one| one.link.as_deref(), |one| one.teacher.as_deref()];
        // Beside a session that is no longer, or not yet, all of it is shown.
        let full = other.is_none_or(|other| other.cancelled);
        for part in parts {
            match part(session) {
                Some(text) if full || other.and_then(part) != Some(text) => lines.push(text.to_owned()),
                None if !full && other.and_then(part).is_some() => lines.push(self.nothing.clone()),
                _ => {}
            }
        }
        lines.join("\n")
    }
}

/// The sessions of a mail as calendars know them.
pub(super) fn events(facts: &CourseChangeFacts) -> Result<Vec<Event>> {
    facts.sessions.iter().map(|change| event(&facts.course_name, change)).collect()
}

fn event(course: &str, change: &SessionChange) -> Result<Event> {
    let shown = change.now.as_ref().or(change.before.as_ref());
    let session = shown.ok_or_else(|| Error::internal("a change of no session"))?;
    let start = parse_time(&session.start_time).map_err(|_| Error::internal("a session without a time"))?;
    let starts_at = paris_instant(session.day, start);
    let lines = [&session.module, &session.teacher, &session.reason, &session.note, &session.link];
    let lines: Vec<&str> = lines.into_iter().filter_map(|line| line.as_deref()).collect();
    Ok(Event {
        uid: change.uid.clone(),
        sequence: change.sequence,
        changed_at: change.told_at,
        starts_at,
        ends_at: starts_at + TimeDelta::minutes(session.minutes),
        summary: course.to_owned(),
        location: session.place.clone().or_else(|| session.link.clone()),
        description: Some(lines.join("\n")).filter(|text| !text.is_empty()),
        link: session.link.clone(),
        cancelled: session.cancelled || change.now.is_none(),
    })
}

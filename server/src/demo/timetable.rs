//! When and where the classes meet: rooms, days on which the school is closed, and the sessions of each course.

use std::collections::HashMap;

use chrono::{Datelike as _, NaiveDate};
use preau_core::closure::ClosureInput;
use preau_core::editing::Form as _;
use preau_core::series::DaysOff;
use preau_core::series_form::SeriesInput;

use crate::catalogue::timetable::{Closure, Room, add_series, days_off};
use crate::editing::Content as _;
use crate::error::{Error, Result};
use crate::execute;
use crate::write::Tx;

use super::content::{self, Meeting};
use super::days_from;

/// What the sessions of a course refer to.
pub(super) struct Timetable<'a> {
    rooms: HashMap<&'a str, i64>,
    off: DaysOff,
}

impl<'a> Timetable<'a> {
    /// Writes the rooms and the closures of last year, this year and the next.
    pub(super) async fn plant(tx: &mut Tx, school: &'a content::School) -> Result<Self> {
        let mut rooms = HashMap::new();
        for room in &school.rooms {
            rooms.insert(room.key.as_str(), Room::insert(tx, &room.facts.create()?).await?);
        }
        let this_year = tx.today.year();
        for year in this_year - 1..=this_year + 1 {
            for closure in &school.closures {
                Closure::insert(tx, &in_year(closure, year).create()?).await?;
            }
        }
        Ok(Self { rooms, off: days_off(tx).await? })
    }

    /// The rules of a course, not yet of any: the last ends on `end` unless it counts its sessions.
    fn rules(&self, meetings: &[Meeting], (start, end): (NaiveDate, NaiveDate)) -> Result<Vec<SeriesInput>> {
        let mut rules = Vec::new();
        for meeting in meetings {
            let room_id = match &meeting.room {
                Some(key) => Some(self.rooms.get(key.as_str()).copied().ok_or_else(|| unknown(key))?),
                None => None,
            };
            rules.push(SeriesInput {
                weekdays: Some(meeting.weekdays.clone()),
                start_time: Some(meeting.start_time.clone()),
                minutes: Some(meeting.minutes),
                first_day: Some(start.to_string()),
                last_day: meeting.count.is_none().then(|| Some(end.to_string())),
                count: meeting.count.map(Some),
                room_id: Some(room_id),
                ..SeriesInput::default()
            });
        }
        Ok(rules)
    }

    /// The last day of a course: later than planned when holidays move its last session.
    pub(super) fn end(&self, meetings: &[Meeting], dates: (NaiveDate, NaiveDate)) -> Result<NaiveDate> {
        let mut end = dates.1;
        for rule in self.rules(meetings, dates)? {
            let series = SeriesInput { course_id: Some(0), ..rule }.create()?.content;
            let last = series.rule.days(&self.off)?.into_iter().rfind(|day| day.skipped.is_none());
            end = last.map_or(end, |last| end.max(last.day));
        }
        Ok(end)
    }

    /// Writes the sessions of a course.
    pub(super) async fn sessions(
        &self,
        tx: &mut Tx,
        course_id: i64,
        meetings: &[Meeting],
        dates: (NaiveDate, NaiveDate),
    ) -> Result<()> {
        for rule in self.rules(meetings, dates)? {
            add_series(tx, &SeriesInput { course_id: Some(course_id), ..rule }.create()?).await?;
        }
        Ok(())
    }
}

fn in_year(closure: &content::Closure, year: i32) -> ClosureInput {
    let (month, day) = closure.first;
    let first = NaiveDate::from_ymd_opt(year, month, day);
    ClosureInput {
        first_day: first.map(|day| day.to_string()),
        last_day: first.map(|day| days_from(day, closure.days - 1).to_string()),
        label: Some(closure.label.clone()),
        ..ClosureInput::default()
    }
}

fn unknown(room: &str) -> Error {
    Error::internal(format!("demo content: unknown room {room}"))
}

const NOTE: &str = "
    UPDATE class_sessions SET note = $2, by_hand = TRUE
    WHERE id = (SELECT id FROM class_sessions WHERE course_id = $1 AND starts_at > $3 ORDER BY starts_at, id LIMIT 1)";
const CANCEL: &str = "
    UPDATE class_sessions SET status = 'CANCELLED', reason = $2
    WHERE id = (SELECT id FROM class_sessions WHERE course_id = $1 AND starts_at > $3
        ORDER BY starts_at, id LIMIT 1 OFFSET 2)";

/// The next session bears a note for learners, and the one after the next two is cancelled.
pub(super) async fn unforeseen(tx: &mut Tx, course_id: i64) -> Result<()> {
    let now = tx.now;
    execute!(tx, NOTE, course_id, "Apportez une photo d’un repas de famille : nous la décrirons.", now)?;
    execute!(tx, CANCEL, course_id, "Chiara est en formation ce jour-là.", now)?;
    Ok(())
}

/// Nobody of the demo school waits for a mail about what was planned.
pub(super) async fn forget_changes(tx: &mut Tx) -> Result<()> {
    execute!(tx, "DELETE FROM course_changes")?;
    Ok(())
}

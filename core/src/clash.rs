//! Why a session cannot be at its time: its room or its teacher is elsewhere, or its course is not held then.

use crate::calendar::parse_time;
use crate::class_session::{Times, time_text};
use crate::code::Code;
use crate::problem::Problem;
use chrono::NaiveDate;
use serde::Serialize;
use serde_json::json;

/// A session in the way of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct OtherSession {
    /// Its id.
    pub id: i64,
    /// Its course.
    pub course_id: i64,
    /// The course's name.
    pub course_name: String,
    /// Its day in Paris.
    pub date: NaiveDate,
    /// Its local time.
    pub start_time: String,
    /// Its length.
    pub minutes: i64,
    /// Its room.
    pub room_name: Option<String>,
    /// Who gives it.
    pub teacher_name: Option<String>,
}

/// What a session occupies.
#[derive(Clone, Copy, Debug)]
pub struct Occupation {
    pub times: Times,
    pub room_id: Option<i64>,
    pub teacher_id: Option<i64>,
}

impl Occupation {
    /// Why both cannot be: `room_taken` or `teacher_taken`; none when they can.
    pub fn clash(&self, other: &Self) -> Option<Code> {
        let shares = |own: Option<i64>, others: Option<i64>| own.is_some() && own == others;
        if !self.times.overlaps(&other.times) {
            return None;
        }
        if shares(self.room_id, other.room_id) {
            return Some(Code::RoomTaken);
        }
        shares(self.teacher_id, other.teacher_id).then_some(Code::TeacherTaken)
    }
}

/// The refusal of a session that is in the way of another.
pub fn taken(code: Code, other: &OtherSession) -> Problem {
    let start = parse_time(&other.start_time).unwrap_or_default();
    let end = Times { day: other.date, start, minutes: other.minutes }.end();
    Problem::new(code)
        .with("room", other.room_name.clone().unwrap_or_default())
        .with("teacher", other.teacher_name.clone().unwrap_or_default())
        .with("day", written(other.date))
        .with("from", other.start_time.clone())
        .with("to", time_text(end))
        .with("course", other.course_name.clone())
        .with("session", json!(other))
}

/// The refusal of a session outside of the dates of its course.
pub fn outside(first: NaiveDate, last: NaiveDate) -> Problem {
    Problem::new(Code::OutsideCourseDates)
        .with("startDate", first.to_string())
        .with("endDate", last.to_string())
        .with("start", written(first))
        .with("end", written(last))
}

/// A day in a message.
fn written(day: NaiveDate) -> String {
    day.format("%d/%m/%Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_date;

    fn at(start: &str, room_id: Option<i64>, teacher_id: Option<i64>) -> Occupation {
        let (day, start) = (parse_date("2026-11-26").unwrap(), parse_time(start).unwrap());
        Occupation { times: Times { day, start, minutes: 90 }, room_id, teacher_id }
    }

    #[test]
    fn a_room_and_a_teacher_are_in_one_place_at_a_time() {
        let evening = at("18:30", Some(2), Some(3));
        assert_eq!(evening.clash(&at("19:00", Some(2), Some(3))), Some(Code::RoomTaken));
        assert_eq!(evening.clash(&at("19:00", Some(4), Some(3))), Some(Code::TeacherTaken));
        assert_eq!(evening.clash(&at("19:00", Some(4), Some(5))), None);
        assert_eq!(evening.clash(&at("20:00", Some(2), Some(3))), None);
        assert_eq!(at("18:30", None, None).clash(&at("18:30", None, None)), None);
    }

    #[test]
    fn the_refusal_names_the_other_session() {
        let other = OtherSession {
            id: 7,
            course_id: 3,
            course_name: "Italien A1".to_owned(),
            date: parse_date("2026-11-26").unwrap(),
            start_time: "18:30".to_owned(),
            minutes: 90,
            room_name: Some("Figuier".to_owned()),
            teacher_name: None,
        };
        let refusal = taken(Code::RoomTaken, &other);
        let message = "La salle Figuier est déjà prise le 26/11/2026 de 18:30 à 20:00 : Italien A1.";
        assert_eq!((&*refusal.message, &refusal.params["session"]["id"]), (message, &json!(7)));
    }
}

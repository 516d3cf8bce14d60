//! Checks the sessions of classes: each is when it says and in one place, and no room and no teacher is in two.

use crate::catalogue::timetable::misdated;
use crate::db::Conn;
use crate::error::Result;

use super::{Finding, Rule};

const MISDATED: Rule =
    Rule { broken: "sessions whose instants are not those of their day and time in Paris", rows: "" };

/// Sessions of archived courses occupied nothing when they were still to come.
macro_rules! taken_twice {
    ($column:literal) => {
        concat!(
            "
            SELECT s.id FROM class_sessions s JOIN courses c ON c.id = s.course_id
            WHERE s.status = 'PLANNED' AND c.status <> 'ARCHIVED' AND EXISTS (SELECT 1 FROM class_sessions o
                JOIN courses oc ON oc.id = o.course_id WHERE o.",
            $column,
            " = s.",
            $column,
            " AND o.id < s.id
                AND o.status = 'PLANNED' AND oc.status <> 'ARCHIVED' AND o.starts_at < s.ends_at AND o.ends_at > s.starts_at)"
        )
    };
}

pub(super) const RULES: &[Rule] = &[
    Rule { broken: "sessions in a room where another is at that time", rows: taken_twice!("room_id") },
    Rule { broken: "sessions of a teacher who gives another at that time", rows: taken_twice!("teacher_id") },
    Rule {
        broken: "sessions of a series or a module of another course",
        rows: "
            SELECT s.id FROM class_sessions s LEFT JOIN session_series e ON e.id = s.series_id
                LEFT JOIN modules m ON m.id = s.module_id
            WHERE e.course_id <> s.course_id OR m.course_id <> s.course_id",
    },
    Rule {
        broken: "series of sessions of a module of another course",
        rows: "SELECT e.id FROM session_series e JOIN modules m ON m.id = e.module_id WHERE m.course_id <> e.course_id",
    },
    Rule {
        broken: "sessions that are planned although their course was cancelled",
        rows: "
            SELECT s.id FROM class_sessions s JOIN audit a
                ON a.entity = 'course' AND a.entity_id = s.course_id AND a.action = 'course.cancelled'
            WHERE s.status = 'PLANNED' AND s.created_at <= a.at AND s.starts_at > a.at
                AND NOT EXISTS (SELECT 1 FROM attendance t WHERE t.session_id = s.id)",
    },
];

/// The sessions whose instants do not follow from their local day and time.
pub(super) async fn misdated_sessions(conn: &mut Conn) -> Result<Option<Finding>> {
    Ok(MISDATED.finding(&misdated(conn).await?))
}

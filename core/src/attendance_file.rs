//! The attendance of a course for a spreadsheet: one row for each learner of each session.

use crate::attendance::{AttendanceStatus, Manner, Mark};
use crate::problem::Fault;
use crate::spreadsheet::{self, harmless};
use chrono::NaiveDate;

/// A learner in a session.
#[derive(Debug, Clone)]
pub struct Entry {
    pub course: String,
    pub day: NaiveDate,
    pub start_time: String,
    /// Length of the session.
    pub minutes: i64,
    pub learner: String,
    pub mark: Option<Mark>,
    /// Whether the sheet of the session is closed.
    pub closed: bool,
}

/// Columns of the file, in French.
const COLUMNS: [&str; 10] = [
    "Cours",
    "Date",
    "Heure",
    "Durée (min)",
    "Élève",
    "Présence",
    "Retard (min)",
    "Minutes suivies",
    "Relevé",
    "Feuille close",
];

impl AttendanceStatus {
    /// Its French name.
    pub const fn french(self) -> &'static str {
        match self {
            Self::Present => "Présence",
            Self::Late => "Retard",
            Self::Excused => "Absence excusée",
            Self::Absent => "Absence",
        }
    }
}

impl Manner {
    /// Its French name.
    pub const fn french(self) -> &'static str {
        match self {
            Self::Teacher => "Professeur",
            Self::Scan => "Code lu par l'élève",
            Self::Paper => "Signature sur papier",
        }
    }
}

/// The file of these entries.
pub fn file(entries: impl IntoIterator<Item = Entry>) -> Result<String, Fault> {
    let rows = entries.into_iter().map(|entry| {
        let mark = entry.mark.as_ref();
        let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
        [
            harmless(entry.course),
            entry.day.to_string(),
            entry.start_time,
            entry.minutes.to_string(),
            harmless(entry.learner),
            mark.map(|mark| mark.status.french().to_owned()).unwrap_or_default(),
            number(mark.and_then(|mark| mark.late)),
            number(mark.map(|mark| mark.attended(entry.minutes))),
            mark.map(|mark| mark.manner.french().to_owned()).unwrap_or_default(),
            if entry.closed { "oui" } else { "non" }.to_owned(),
        ]
    });
    spreadsheet::write(COLUMNS, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_learner_of_a_session_is_a_row() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 9).unwrap_or_default();
        let at = day.and_hms_opt(17, 30, 0).unwrap_or_default().and_utc();
        let entry = Entry {
            course: "Italien ; A1".to_owned(),
            day,
            start_time: "18:30".to_owned(),
            minutes: 90,
            learner: "=Léa".to_owned(),
            mark: Some(Mark {
                id: 1,
                subscription_id: 7,
                status: AttendanceStatus::Late,
                late: Some(10),
                manner: Manner::Paper,
                marked_at: at,
                received_at: at,
            }),
            closed: true,
        };
        let unmarked = Entry { mark: None, closed: false, ..entry.clone() };
        let text = file([entry, unmarked]).unwrap();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "\"Italien ; A1\";2026-11-09;18:30;90;'=Léa;Retard;10;80;Signature sur papier;oui",
                "\"Italien ; A1\";2026-11-09;18:30;90;'=Léa;;;;;non",
            ]
        );
    }
}

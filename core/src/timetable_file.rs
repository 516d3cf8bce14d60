//! Sessions of classes as a CSV file for spreadsheets: one row each, under named columns, in French or in English.

use crate::calendar::{parse_date, parse_time};
use crate::code::Code;
use crate::problem::{Fault, Fields, Problem};
use crate::spreadsheet::{self, Layout, Record, number_in};
use chrono::{NaiveDate, NaiveTime};
use std::collections::BTreeMap;

/// Maximum number of sessions in a file.
pub const MAX_ROWS: usize = 500;

/// The columns; faults are under their names.
pub const COLUMNS: [&str; 9] =
    ["course", "date", "startTime", "minutes", "room", "teacher", "module", "meetingUrl", "note"];
/// Names that people give them.
const ALIASES: [(&str, &str); 16] = [
    ("cours", "course"),
    ("jour", "date"),
    ("day", "date"),
    ("heure", "startTime"),
    ("début", "startTime"),
    ("time", "startTime"),
    ("start", "startTime"),
    ("durée", "minutes"),
    ("duration", "minutes"),
    ("salle", "room"),
    ("professeur", "teacher"),
    ("enseignant", "teacher"),
    ("enseignante", "teacher"),
    ("lien", "meetingUrl"),
    ("link", "meetingUrl"),
    ("remarque", "note"),
];

/// A parsed row. What it refers to is named, not found yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its row number in a spreadsheet; the column names are row 1.
    pub number: usize,
    /// A name or the last part of the address of its page.
    pub course: String,
    pub date: Option<NaiveDate>,
    pub start: Option<NaiveTime>,
    pub minutes: Option<i64>,
    /// None: online.
    pub room: Option<String>,
    /// None: the course's.
    pub teacher: Option<String>,
    /// None: the whole course.
    pub module: Option<String>,
    pub meeting_url: Option<String>,
    pub note: Option<String>,
    pub faults: Fields,
}

/// The rows of a file; empty rows are skipped.
///
/// # Errors
/// `file_not_unicode`; `unknown_columns` and `missing_columns` with their names; `too_many`.
pub fn read(file: &[u8]) -> Result<Vec<Row>, Problem> {
    const LAYOUT: Layout = Layout {
        columns: &COLUMNS,
        aliases: &ALIASES,
        needed: &["course", "date", "startTime", "minutes"],
        key: None,
        max_rows: MAX_ROWS,
    };
    Ok(spreadsheet::read(file, &LAYOUT)?.into_iter().map(row).collect())
}

fn row(Record { number, cells, mut faults }: Record) -> Row {
    let text =
        |column: &str| cells.get(column).map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty());
    let course = faults.require("course", text("course").map(Ok::<_, Fault>)).unwrap_or_default();
    let date = required(&cells, "date", &mut faults, day);
    let start = required(&cells, "startTime", &mut faults, time);
    let has_minutes = text("minutes").is_some();
    let minutes = number_in(&cells, "minutes", &mut faults);
    if !has_minutes {
        faults.refuse("minutes", Code::Required);
    }
    Row {
        number,
        course,
        date,
        start,
        minutes,
        room: text("room"),
        teacher: text("teacher"),
        module: text("module"),
        meeting_url: text("meetingUrl"),
        note: text("note"),
        faults,
    }
}

fn required<T>(
    cells: &BTreeMap<&'static str, String>,
    column: &str,
    faults: &mut Fields,
    parse: fn(&str) -> Result<T, Fault>,
) -> Option<T> {
    let cell = cells.get(column).map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
    faults.require(column, cell.map(parse))
}

/// `2026-11-09` or `09/11/2026`.
fn day(cell: &str) -> Result<NaiveDate, Fault> {
    let parts: Vec<&str> = cell.split(['/', '.']).map(str::trim).collect();
    match parts[..] {
        [day, month, year] => parse_date(&format!("{year}-{month:0>2}-{day:0>2}")),
        _ => parse_date(cell),
    }
}

/// `18:30`, `18h30`, `18 h` or `9:00`.
fn time(cell: &str) -> Result<NaiveTime, Fault> {
    let cell: String = cell.to_lowercase().replace('h', ":").split_whitespace().collect();
    let (hour, minute) = cell.split_once(':').unwrap_or((&cell, ""));
    parse_time(&format!("{hour:0>2}:{minute:0>2}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_session_in_either_language() {
        let french =
            "Cours;Jour;Heure;Durée;Salle;Enseignante\nPrimi passi;9/11/2026;18 h 30;90;Figuier;Chiara\n";
        let english =
            "course,date,startTime,minutes,room,teacher\nPrimi passi,2026-11-09,18:30,90,Figuier,Chiara\n";
        let [one] = &read(french.as_bytes()).unwrap()[..] else { panic!() };
        assert_eq!(read(english.as_bytes()).unwrap(), std::slice::from_ref(one));
        assert_eq!((one.number, one.minutes, one.module.as_deref()), (2, Some(90), None));
        assert_eq!(one.date.unwrap().to_string(), "2026-11-09");
        assert_eq!(one.start.unwrap().to_string(), "18:30:00");
        for (cell, shown) in
            [("9h", "09:00:00"), ("9:05", "09:05:00"), ("18 H 5", "18:05:00"), ("7", "07:00:00")]
        {
            assert_eq!(time(cell).unwrap().to_string(), shown, "{cell}");
        }
    }

    #[test]
    fn what_is_wrong_is_under_its_column() {
        let file = "cours;date;heure;durée;note\n;31/02/2026;25h;x;;\n;;;;\nA;2026-11-09;9h;;\n";
        let rows = read(file.as_bytes()).unwrap();
        let names = |row: &Row| -> Vec<(String, Code)> {
            let problem = row.faults.clone().finish().unwrap_err();
            problem.fields.into_iter().map(|field| (field.name, field.code)).collect()
        };
        let wrong = names(&rows[0]);
        let found: Vec<&str> = wrong.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(found, ["course", "date", "startTime", "minutes"], "{wrong:?}");
        assert_eq!(names(&rows[1]), [("minutes".to_owned(), Code::Required)]);
        assert_eq!(rows[1].number, 4);
        assert_eq!(read(b"cours;date;heure").unwrap_err().params["columns"], "minutes");
        assert_eq!(read(b"cours;quoi").unwrap_err().params["columns"], "quoi");
        assert_eq!(read(b"cours;course;date;heure;minutes").unwrap_err().code, Code::Duplicate);
        assert_eq!(read("cours;".repeat(100).as_bytes()).unwrap_err().code, Code::TooMany);
    }
}

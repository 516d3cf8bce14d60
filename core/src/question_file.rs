//! Questions of the level test as a CSV file for spreadsheets: one row each, under named columns.
//!
//! Options are in one cell as `a|b`, with `\|` for a bar and `\\` for a backslash; the correct answer has the API's
//! notation. A cell that a spreadsheet would evaluate as a formula starts with an apostrophe, which reading removes.
//! Reading returns exactly what was written. Translations are not in the file: a row leaves those of its question
//! unchanged.

use crate::code::Code;
use crate::keyword::keywords;
use crate::level_test::{TestQuestion, TestQuestionInput};
use crate::problem::{Fault, Fields, Problem};
use crate::spreadsheet::{self, MARK, harmless, plain};
use std::collections::BTreeMap;

/// Maximum number of questions in a file.
pub const MAX_ROWS: usize = 1000;

/// The columns, in the order in which they are written.
pub const COLUMNS: [&str; 10] = [
    "id",
    "language",
    "level",
    "typeCode",
    "question",
    "options",
    "correctAnswer",
    "mediaUrl",
    "transcript",
    "orderIndex",
];

/// Columns required to create a question.
const NEEDED: [&str; 4] = ["language", "typeCode", "question", "correctAnswer"];

keywords! {
    /// Result of a row.
    ImportOutcome {
        /// It created a question.
        Created = "created",
        /// It changed one.
        Updated = "updated",
        /// Its question exists with the same contents.
        Unchanged = "unchanged",
        /// It must be corrected.
        Refused = "error",
    }
}

/// A parsed row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its row number in a spreadsheet; the column names are row 1.
    pub number: usize,
    /// The question it changes; none: it creates one.
    pub id: Option<i64>,
    pub form: TestQuestionInput,
    /// Invalid numbers, or too many cells.
    pub faults: Fields,
}

/// The file of these questions, each with its id.
pub fn write<'q>(questions: impl IntoIterator<Item = (i64, &'q TestQuestion)>) -> Result<String, Fault> {
    let rows =
        questions.into_iter().map(|(id, TestQuestion { language, question, level, order_index, .. })| {
            let options: Vec<String> = question.options().iter().map(|option| escaped(option)).collect();
            let cells = [
                id.to_string(),
                language.clone(),
                level.map(|level| level.to_string()).unwrap_or_default(),
                question.type_code().to_string(),
                question.text.clone(),
                options.join("|"),
                question.correct_answer(),
                question.media_url().unwrap_or_default().to_owned(),
                question.transcript().unwrap_or_default().to_owned(),
                order_index.map(|place| place.to_string()).unwrap_or_default(),
            ];
            cells.map(harmless)
        });
    spreadsheet::write(COLUMNS, rows)
}

/// The rows of a file; empty rows are skipped.
///
/// # Errors
/// `file_not_unicode`; `unknown_columns` and `missing_columns` with their names; `too_many`.
pub fn read(file: &[u8]) -> Result<Vec<Row>, Problem> {
    let text = std::str::from_utf8(file).map_err(|_| Problem::new(Code::FileNotUnicode))?;
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let mut records = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes())
        .into_records()
        .map(|record| record.map_err(|_| Problem::new(Code::FileNotUnicode)));
    let columns = columns(&records.next().transpose()?.unwrap_or_default())?;
    let mut rows = Vec::new();
    for (number, record) in (2..).zip(records) {
        let record = record?;
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if rows.len() == MAX_ROWS {
            return Err(Fault::new(Code::TooMany).with("max", MAX_ROWS).into());
        }
        rows.push(row(number, &columns, &record));
    }
    Ok(rows)
}

/// The delimiter: whichever occurs more often in the first line.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |wanted: char| first.chars().filter(|c| *c == wanted).count();
    if count(';') > count(',') { b';' } else { b',' }
}

/// The column of each cell; none for a column without a name.
fn columns(names: &csv::StringRecord) -> Result<Vec<Option<&'static str>>, Problem> {
    let known = |name: &str| COLUMNS.into_iter().find(|column| column.eq_ignore_ascii_case(name));
    let names: Vec<&str> = names.iter().map(str::trim).collect();
    let listed = |names: Vec<&str>| names.join(", ");
    let unknown: Vec<&str> =
        names.iter().copied().filter(|&name| !name.is_empty() && known(name).is_none()).collect();
    if !unknown.is_empty() {
        let expected = listed(COLUMNS.to_vec());
        let problem = Problem::new(Code::UnknownColumns).with("columns", listed(unknown));
        return Err(problem.with("expected", expected));
    }
    let columns: Vec<Option<&'static str>> = names.into_iter().map(known).collect();
    let missing = |wanted: &&'static str| !columns.contains(&Some(*wanted)) && !columns.contains(&Some("id"));
    let missing: Vec<&str> = NEEDED.into_iter().filter(missing).collect();
    let twice = COLUMNS.into_iter().find(|name| columns.iter().filter(|c| **c == Some(*name)).count() > 1);
    match (missing.is_empty(), twice) {
        (false, _) => Err(Problem::new(Code::MissingColumns).with("columns", listed(missing))),
        (true, Some(twice)) => Err(Problem::field(twice, Code::Duplicate)),
        (true, None) => Ok(columns),
    }
}

fn row(number: usize, columns: &[Option<&'static str>], record: &csv::StringRecord) -> Row {
    let mut faults = Fields::default();
    let mut cells = BTreeMap::new();
    for (place, cell) in record.iter().enumerate() {
        match columns.get(place).copied().flatten() {
            Some(column) => {
                cells.insert(column, plain(cell).to_owned());
            }
            None if cell.trim().is_empty() => {}
            None => faults.refuse("cells", Code::ExtraCells),
        }
    }
    // A short row has no value in its last cells.
    for column in columns.iter().copied().flatten() {
        cells.entry(column).or_default();
    }
    let id = number_in(&cells, "id", &mut faults);
    let order_index = number_in(&cells, "orderIndex", &mut faults);
    let text = |column: &str| cells.get(column).cloned();
    let clearable = |column: &str| text(column).map(|cell| Some(cell).filter(|cell| !cell.trim().is_empty()));
    let type_code = text("typeCode").map(|cell| cell.trim().to_ascii_uppercase());
    let correct = text("correctAnswer").map(|cell| match type_code.as_deref() {
        Some("TRUE_FALSE") => truth(&cell).map_or(cell, str::to_owned),
        Some(_) | None => cell,
    });
    let form = TestQuestionInput {
        language: text("language"),
        question: text("question"),
        type_code,
        options: text("options").map(|cell| Some(options(&cell))),
        correct_answer: correct,
        media_url: clearable("mediaUrl"),
        transcript: clearable("transcript"),
        level: clearable("level").map(|level| level.map(|level| level.trim().to_ascii_uppercase())),
        translations: None,
        order_index,
        client_id: None,
    };
    Row { number, id, form, faults }
}

fn number_in(cells: &BTreeMap<&str, String>, column: &str, faults: &mut Fields) -> Option<i64> {
    let cell = cells.get(column).map(|cell| cell.trim()).filter(|cell| !cell.is_empty())?;
    faults.check(column, cell.parse::<i64>().map_err(|_| Code::InvalidType))
}

/// True and false as written by spreadsheets in the languages of the interface.
fn truth(cell: &str) -> Option<&'static str> {
    match cell.trim().to_uppercase().as_str() {
        "TRUE" | "VRAI" | "VERO" => Some("TRUE"),
        "FALSE" | "FAUX" | "FALSO" => Some("FALSE"),
        _ => None,
    }
}

fn escaped(option: &str) -> String {
    option.replace('\\', "\\\\").replace('|', "\\|")
}

/// The options in a cell; none when it is empty.
fn options(cell: &str) -> Vec<String> {
    if cell.trim().is_empty() {
        return Vec::new();
    }
    let mut options = vec![String::new()];
    let mut letters = cell.chars().peekable();
    while let Some(letter) = letters.next() {
        let taken = match letter {
            '|' => {
                options.push(String::new());
                continue;
            }
            '\\' => letters.next_if(|next| matches!(next, '|' | '\\')).unwrap_or('\\'),
            other => other,
        };
        if let Some(option) = options.last_mut() {
            option.push(taken);
        }
    }
    options
}

#[cfg(test)]
#[path = "question_file_tests.rs"]
mod tests;

//! Questions of the level test as a CSV file for spreadsheets: one row each, under named columns.
//!
//! Options are in one cell as `a|b`, with `\|` for a bar and `\\` for a backslash; the correct answer has the API's
//! notation. A cell that a spreadsheet would evaluate as a formula starts with an apostrophe, which reading removes.
//! Reading returns exactly what was written. Translations are not in the file: a row leaves those of its question
//! unchanged.

use crate::code::Code;
use crate::level_test::{TestQuestion, TestQuestionInput};
use crate::problem::{Fault, Fields, Problem};
use crate::spreadsheet::{self, Layout, Record, harmless, number_in};
use std::collections::BTreeMap;

/// Maximum number of questions in a file.
pub const MAX_ROWS: usize = 1000;

/// The columns, in the order in which they are written.
pub const COLUMNS: [&str; 11] = [
    "id",
    "language",
    "level",
    "typeCode",
    "question",
    "options",
    "correctAnswer",
    "mediaUrl",
    "transcript",
    "inFixedTest",
    "orderIndex",
];

/// Columns required to create a question.
const NEEDED: [&str; 4] = ["language", "typeCode", "question", "correctAnswer"];

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
    let rows = questions.into_iter().map(|(id, written)| {
        let TestQuestion { language, question, level, in_fixed_test, order_index, .. } = written;
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
            if *in_fixed_test { "TRUE" } else { "FALSE" }.to_owned(),
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
    const LAYOUT: Layout =
        Layout { columns: &COLUMNS, aliases: &[], needed: &NEEDED, key: Some("id"), max_rows: MAX_ROWS };
    Ok(spreadsheet::read(file, &LAYOUT)?.into_iter().map(row).collect())
}

fn row(Record { number, cells, mut faults }: Record) -> Row {
    let id = number_in(&cells, "id", &mut faults);
    let order_index = number_in(&cells, "orderIndex", &mut faults);
    let in_fixed_test = truth_in(&cells, "inFixedTest", &mut faults);
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
        in_fixed_test,
        order_index,
        client_id: None,
    };
    Row { number, id, form, faults }
}

/// Yes or no in a cell; none when it is empty.
fn truth_in(cells: &BTreeMap<&str, String>, column: &str, faults: &mut Fields) -> Option<bool> {
    let cell = cells.get(column).filter(|cell| !cell.trim().is_empty())?;
    faults.check(column, truth(cell).map(|word| word == "TRUE").ok_or(Code::InvalidValue))
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

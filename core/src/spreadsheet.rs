//! CSV files for spreadsheets: UTF-8, semicolons, and no cell from user input that would be evaluated as a formula. Files
//! that are read may have commas; their columns are named, in any order.

use crate::code::Code;
use crate::keyword::keywords;
use crate::problem::{Fault, Fields, Problem};
use crate::text::fold;
use std::collections::BTreeMap;

keywords! {
    /// Result of a row that is imported.
    ImportOutcome {
        /// It created something.
        Created = "created",
        /// It changed something.
        Updated = "updated",
        /// It is there already, with the same contents.
        Unchanged = "unchanged",
        /// It must be corrected.
        Refused = "error",
    }
}

/// Maximum number of columns of a file that is read. Finding the meaning of a name takes time.
const MAX_COLUMNS: usize = 100;
/// How many unknown names a refusal shows, and how many characters of each.
const MAX_SHOWN: usize = 10;
const MAX_SHOWN_LENGTH: usize = 60;
/// Byte order mark, by which spreadsheets recognise UTF-8.
const MARK: &str = "\u{feff}";

/// The file of these rows under these columns. Apply [`harmless`] to user input first.
pub(crate) fn write<const N: usize>(
    columns: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> Result<String, Fault> {
    let internal = |_| Fault::new(Code::Internal);
    // With a decimal comma, spreadsheets expect semicolons between cells.
    let mut file = csv::WriterBuilder::new().delimiter(b';').from_writer(MARK.as_bytes().to_vec());
    file.write_record(columns).map_err(internal)?;
    for row in rows {
        file.write_record(row).map_err(internal)?;
    }
    let bytes = file.into_inner().map_err(|_| Fault::new(Code::Internal))?;
    String::from_utf8(bytes).map_err(|_| Code::Internal.into())
}

/// Whether a spreadsheet would evaluate it; includes a leading apostrophe, so that removing one is always correct.
fn is_risky(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '\''])
}

/// Adds an apostrophe before a text that would be a formula.
pub(crate) fn harmless(cell: String) -> String {
    if is_risky(&cell) { format!("'{cell}") } else { cell }
}

/// Reverses [`harmless`].
pub(crate) fn plain(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_risky(rest)).unwrap_or(cell)
}

/// The columns of a file that is read.
pub(crate) struct Layout {
    pub(crate) columns: &'static [&'static str],
    /// Other names, each with that of its column.
    pub(crate) aliases: &'static [(&'static str, &'static str)],
    /// Columns that must be there.
    pub(crate) needed: &'static [&'static str],
    /// Where this column is, no other is needed.
    pub(crate) key: Option<&'static str>,
    pub(crate) max_rows: usize,
}

/// The cells of a row by their columns; those that it lacks are empty.
pub(crate) struct Record {
    /// Its row number in a spreadsheet; the column names are row 1.
    pub(crate) number: usize,
    pub(crate) cells: BTreeMap<&'static str, String>,
    /// Too many cells.
    pub(crate) faults: Fields,
}

/// The rows of a file; empty rows are skipped.
///
/// # Errors
/// `file_not_unicode`; `unknown_columns` and `missing_columns` with their names; `too_many`.
pub(crate) fn read(file: &[u8], layout: &Layout) -> Result<Vec<Record>, Problem> {
    let text = std::str::from_utf8(file).map_err(|_| Problem::new(Code::FileNotUnicode))?;
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let mut records = csv::ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes())
        .into_records()
        .map(|record| record.map_err(|_| Problem::new(Code::FileNotUnicode)));
    let columns = columns(&records.next().transpose()?.unwrap_or_default(), layout)?;
    let mut rows = Vec::new();
    for (number, record) in (2..).zip(records) {
        let record = record?;
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if rows.len() == layout.max_rows {
            return Err(Fault::new(Code::TooMany).with("max", layout.max_rows).into());
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
fn columns(names: &csv::StringRecord, layout: &Layout) -> Result<Vec<Option<&'static str>>, Problem> {
    let known = |name: &str| {
        let alias =
            layout.aliases.iter().find(|(other, _)| fold(other) == fold(name)).map(|(_, column)| *column);
        layout.columns.iter().copied().find(|column| column.eq_ignore_ascii_case(name)).or(alias)
    };
    if names.len() > MAX_COLUMNS {
        return Err(Fault::new(Code::TooMany).with("max", MAX_COLUMNS).into());
    }
    let names: Vec<&str> = names.iter().map(str::trim).collect();
    let listed = |names: Vec<&str>| names.join(", ");
    let unknown: Vec<&str> =
        names.iter().copied().filter(|&name| !name.is_empty() && known(name).is_none()).collect();
    if !unknown.is_empty() {
        let expected = listed(layout.columns.to_vec());
        let shown: Vec<String> = unknown.into_iter().take(MAX_SHOWN).map(shown).collect();
        let problem = Problem::new(Code::UnknownColumns).with("columns", shown.join(", "));
        return Err(problem.with("expected", expected));
    }
    let columns: Vec<Option<&'static str>> = names.into_iter().map(known).collect();
    let has_key = layout.key.is_some() && columns.contains(&layout.key);
    let missing: Vec<&str> = layout
        .needed
        .iter()
        .copied()
        .filter(|wanted| !has_key && !columns.contains(&Some(*wanted)))
        .collect();
    let twice = |name: &&str| columns.iter().filter(|column| **column == Some(*name)).count() > 1;
    match (missing.is_empty(), layout.columns.iter().copied().find(twice)) {
        (false, _) => Err(Problem::new(Code::MissingColumns).with("columns", listed(missing))),
        (true, Some(twice)) => Err(Problem::field(twice, Code::Duplicate)),
        (true, None) => Ok(columns),
    }
}

/// The beginning of a name, as a refusal shows it.
fn shown(name: &str) -> String {
    name.chars().take(MAX_SHOWN_LENGTH).collect()
}

fn row(number: usize, columns: &[Option<&'static str>], record: &csv::StringRecord) -> Record {
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
    Record { number, cells, faults }
}

/// The number in a cell; none when it is empty, and with a fault when it is no number.
pub(crate) fn number_in(cells: &BTreeMap<&str, String>, column: &str, faults: &mut Fields) -> Option<i64> {
    let cell = cells.get(column).map(|cell| cell.trim()).filter(|cell| !cell.is_empty())?;
    faults.check(column, cell.parse::<i64>().map_err(|_| Code::InvalidType))
}

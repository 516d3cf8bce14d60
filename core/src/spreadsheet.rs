//! CSV files for spreadsheets: UTF-8, semicolons, and no cell from user input that would be evaluated as a formula.

use crate::code::Code;
use crate::problem::Fault;

/// Byte order mark, by which spreadsheets recognise UTF-8.
pub(crate) const MARK: &str = "\u{feff}";

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

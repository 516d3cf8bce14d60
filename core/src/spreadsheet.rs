//! Files of rows that spreadsheets open as they are meant: UTF-8, semicolons, and no cell of somebody else's
//! that would be calculated.

use crate::code::Code;
use crate::problem::Fault;

/// By this spreadsheets know a file in UTF-8.
pub(crate) const MARK: &str = "\u{feff}";

/// The file of these rows under these columns. Texts of others belong through [`harmless`] first.
pub(crate) fn write<const N: usize>(
    columns: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> Result<String, Fault> {
    let internal = |_| Fault::new(Code::Internal);
    // Where commas stand in numbers, spreadsheets want semicolons between cells.
    let mut file = csv::WriterBuilder::new().delimiter(b';').from_writer(MARK.as_bytes().to_vec());
    file.write_record(columns).map_err(internal)?;
    for row in rows {
        file.write_record(row).map_err(internal)?;
    }
    let bytes = file.into_inner().map_err(|_| Fault::new(Code::Internal))?;
    String::from_utf8(bytes).map_err(|_| Code::Internal.into())
}

/// What a spreadsheet would calculate; the apostrophe itself, so that taking one away is always right.
fn is_risky(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠', '\''])
}

/// A text with an apostrophe before it where it would be a formula.
pub(crate) fn harmless(cell: String) -> String {
    if is_risky(&cell) { format!("'{cell}") } else { cell }
}

/// The text as it was before [`harmless`].
pub(crate) fn plain(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_risky(rest)).unwrap_or(cell)
}

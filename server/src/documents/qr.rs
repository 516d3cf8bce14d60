//! A QR code as rectangles: adjacent dark modules are merged.

use qrcode::{Color, EcLevel, QrCode};

use crate::error::{Error, Result};

/// Light modules around a code, without which scanners do not detect it.
const QUIET: u16 = 4;

/// The dark rectangles of the code of this text, in a square of `size` points whose upper left corner is `x`,
/// `top`; the quiet zone is inside.
///
/// The lowest level of error correction: a framed document is not scratched, and larger modules can be read
/// from farther away.
pub(super) fn rectangles(text: &str, [x, top]: [f32; 2], size: f32) -> Result<Vec<[f32; 4]>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L)
        .map_err(|error| Error::internal(format!("no QR code: {error}")))?;
    let modules = u16::try_from(code.width()).map_err(|error| Error::internal(error.to_string()))?;
    let module = size / f32::from(modules + 2 * QUIET);
    let at = |module_number: u16| f32::from(module_number + QUIET) * module;
    let mut found = Vec::new();
    for (row, colours) in (0_u16..).zip(code.to_colors().chunks(code.width())) {
        let mut column = 0_u16;
        for run in colours.chunk_by(PartialEq::eq) {
            let length = u16::try_from(run.len()).unwrap_or(u16::MAX);
            if run.first() == Some(&Color::Dark) {
                found.push([x + at(column), top + at(row), f32::from(length) * module, module]);
            }
            column = column.saturating_add(length);
        }
    }
    Ok(found)
}

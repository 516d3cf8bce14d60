//! Pictures in documents: PNG, JPEG and WebP, as large as their area allows.

use krilla::image::Image;

use super::canvas::{Canvas, UPRIGHT};
use super::file::DocumentInfo;

/// White margin around a picture in its area.
const PADDING: f32 = 10.0;

/// Parses a picture; nothing when it cannot be printed. Its pixels are decoded when it is written.
pub(super) fn read(bytes: &[u8]) -> Option<Image> {
    let data = || bytes.to_vec().into();
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Image::from_png(data(), false).ok(),
        [0xff, 0xd8, ..] => Image::from_jpeg(data(), false).ok(),
        [b'R', b'I', b'F', b'F', ..] => Image::from_webp(data(), false).ok(),
        _ => None,
    }
}

/// Width and height of a picture that can be printed; nothing for one that is damaged, of unsupported
/// colours, or with a side of more than `most` pixels.
#[must_use]
pub fn picture_size(bytes: &[u8], most: u32) -> Option<(u32, u32)> {
    let image = read(bytes)?;
    let (width, height) = image.size();
    if width == 0 || height == 0 || width.max(height) > most {
        return None;
    }
    // Errors appear only when a document is written.
    let mut canvas = Canvas::new(UPRIGHT).ok()?;
    canvas.image([0.0, 0.0, 10.0, 10.0], &image);
    let about = DocumentInfo {
        title: "Logo".into(),
        author: "Préau".into(),
        lang: "fr",
        day: chrono::NaiveDate::default(),
    };
    canvas.finish(Vec::new(), about).ok()?;
    Some((width, height))
}

/// The rectangle of an image centred in its area: in proportion, and at most one point per pixel.
pub(super) fn within([x, y, width, height]: [f32; 4], image: &Image) -> [f32; 4] {
    let side = |pixels: u32| f32::from(u16::try_from(pixels).unwrap_or(u16::MAX));
    let (wide, high) = (side(image.size().0), side(image.size().1));
    let scale = ((width - 2.0 * PADDING) / wide).min((height - 2.0 * PADDING) / high).min(1.0);
    let (wide, high) = (wide * scale, high * scale);
    [x + (width - wide) / 2.0, y + (height - high) / 2.0, wide, high]
}

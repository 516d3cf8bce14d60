//! Pictures on papers: PNG, JPEG and WebP, as large as their room lets them be.
//!
//! Where they come from is not known here.

use krilla::image::Image;

use super::file::About;
use super::sheet::{Sheet, UPRIGHT};

/// White around a picture in its room.
const PADDING: f32 = 10.0;

/// The picture of these bytes; nothing for what cannot be printed. Its colours are unpacked when it is.
pub(super) fn read(bytes: &[u8]) -> Option<Image> {
    let data = || bytes.to_vec().into();
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Image::from_png(data(), false).ok(),
        [0xff, 0xd8, ..] => Image::from_jpeg(data(), false).ok(),
        [b'R', b'I', b'F', b'F', ..] => Image::from_webp(data(), false).ok(),
        _ => None,
    }
}

/// Width and height of a picture that a paper can bear; nothing for one that is damaged, of colours that no paper
/// prints, or with a side of more than `most` pixels.
#[must_use]
pub fn picture_size(bytes: &[u8], most: u32) -> Option<(u32, u32)> {
    let image = read(bytes)?;
    let (width, height) = image.size();
    if width == 0 || height == 0 || width.max(height) > most {
        return None;
    }
    // Only a paper that was written tells.
    let mut sheet = Sheet::new(UPRIGHT).ok()?;
    sheet.image([0.0, 0.0, 10.0, 10.0], &image);
    let about =
        About {
            title: "Logo".into(), author: "Préau".into(), lang: "fr", day: chrono::NaiveDate::default()
        };
    sheet.finish(Vec::new(), about).ok()?;
    Some((width, height))
}

/// In the middle of its room, in its own shape, and a point a pixel at most.
pub(super) fn within([x, y, width, height]: [f32; 4], image: &Image) -> [f32; 4] {
    let side = |pixels: u32| f32::from(u16::try_from(pixels).unwrap_or(u16::MAX));
    let (wide, high) = (side(image.size().0), side(image.size().1));
    let scale = ((width - 2.0 * PADDING) / wide).min((height - 2.0 * PADDING) / high).min(1.0);
    let (wide, high) = (wide * scale, high * scale);
    [x + (width - wide) / 2.0, y + (height - high) / 2.0, wide, high]
}

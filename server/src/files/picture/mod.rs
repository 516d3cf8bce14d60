//! Pictures that staff uploads are decoded and re-encoded in their format: only pixels are stored, without
//! location, camera or comment. They are rotated according to their EXIF data, converted to sRGB, and scaled
//! to the size of a page.
//!
//! PNG and lossless WebP stay lossless. The frames of a GIF are unchanged; other animations are refused,
//! because the encoders here write still pictures only.

mod gif;
mod jpeg;
mod still;

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::{CompressionType, FilterType, PngDecoder, PngEncoder};
use image::codecs::webp::WebPDecoder;
use image::{DynamicImage, ImageResult};
use preau_core::code::Code;
use preau_core::file::{FileType, LONGEST_SIDE, WIDTHS};
use preau_core::problem::Fault;
use std::io::Cursor;

/// Quality of lossy pictures, out of 100: no difference is visible at the size of a page.
const JPEG_QUALITY: u8 = 85;
const WEBP_QUALITY: f32 = 82.0;

/// A picture as it is stored.
pub(crate) struct Picture {
    pub(crate) full: Rendition,
    /// The same at each of [`WIDTHS`] that is less than its own.
    pub(crate) narrower: Vec<Rendition>,
}

/// A picture at one size.
pub(crate) struct Rendition {
    pub(crate) bytes: Vec<u8>,
    /// In pixels.
    pub(crate) width: u32,
    pub(crate) height: u32,
}

#[derive(Clone, Copy)]
enum Format {
    Jpeg,
    Png,
    Webp { lossless: bool },
}

/// Re-encodes the picture. Takes CPU time in proportion to its pixels.
///
/// # Errors
/// `picture_unreadable`, `picture_too_large`, `gif_too_large`, `animation_refused`.
pub(crate) fn rewrite(bytes: &[u8], kind: &FileType) -> Result<Picture, Fault> {
    let input = Cursor::new(bytes);
    match kind.media_type() {
        "image/gif" => gif::copy(bytes).map(|full| Picture { full, narrower: Vec::new() }),
        "image/png" => {
            let decoder = PngDecoder::with_limits(input, still::header_limits()).map_err(unreadable)?;
            if decoder.is_apng().map_err(unreadable)? {
                return Err(Code::AnimationRefused.into());
            }
            encode_picture(&still::read(decoder)?, Format::Png)
        }
        "image/webp" => {
            let mut header = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(unreadable)?;
            let lossless = !header.is_lossy();
            let decoder = WebPDecoder::new(input).map_err(unreadable)?;
            if decoder.has_animation() {
                return Err(Code::AnimationRefused.into());
            }
            encode_picture(&still::read(decoder)?, Format::Webp { lossless })
        }
        _ if !jpeg::is_whole(bytes) => Err(Code::PictureUnreadable.into()),
        _ => encode_picture(&still::read(JpegDecoder::new(input).map_err(unreadable)?)?, Format::Jpeg),
    }
}

fn unreadable(error: impl std::fmt::Display) -> Fault {
    tracing::debug!(%error, "a picture cannot be decoded");
    Code::PictureUnreadable.into()
}

fn encode_picture(full: &DynamicImage, format: Format) -> Result<Picture, Fault> {
    let narrower = WIDTHS.iter().filter(|width| **width < full.width());
    let narrower = narrower.map(|width| encode(&still::at_width(full, *width), format));
    Ok(Picture { full: encode(full, format)?, narrower: narrower.collect::<Result<_, _>>()? })
}

fn encode(image: &DynamicImage, format: Format) -> Result<Rendition, Fault> {
    let mut bytes = Vec::new();
    match format {
        Format::Jpeg => {
            let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
            image.write_with_encoder(encoder)
        }
        Format::Png => {
            let encoder =
                PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive);
            image.write_with_encoder(encoder)
        }
        Format::Webp { lossless } => webp(image, lossless).map(|encoded| bytes = encoded),
    }
    .map_err(unreadable)?;
    Ok(Rendition { bytes, width: image.width(), height: image.height() })
}

/// Encodes with libwebp, the only encoder of lossy WebP; it gets pixels and never parses a file.
fn webp(image: &DynamicImage, lossless: bool) -> ImageResult<Vec<u8>> {
    let (width, height) = (image.width(), image.height());
    let encode = |encoder: webp::Encoder<'_>| encoder.encode_simple(lossless, WEBP_QUALITY);
    let encoded = if image.color().has_alpha() {
        encode(webp::Encoder::from_rgba(&image.to_rgba8(), width, height))
    } else {
        encode(webp::Encoder::from_rgb(&image.to_rgb8(), width, height))
    };
    encoded.map(|memory| memory.to_vec()).map_err(|error| {
        let format = image::ImageFormat::WebP.into();
        image::ImageError::Encoding(image::error::EncodingError::new(format, format!("{error:?}")))
    })
}

/// Width and height of a picture that is scaled so that neither side is longer than [`LONGEST_SIDE`].
fn fit(width: u32, height: u32) -> (u32, u32) {
    let longer = width.max(height);
    if longer <= LONGEST_SIDE {
        return (width, height);
    }
    (scaled(width, LONGEST_SIDE, longer), scaled(height, LONGEST_SIDE, longer))
}

/// A side in pixels, times `part` over `whole`, rounded.
fn scaled(side: u32, part: u32, whole: u32) -> u32 {
    let (side, part, whole) = (u64::from(side), u64::from(part), u64::from(whole.max(1)));
    u32::try_from((side * part + whole / 2) / whole).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::{fit, scaled};

    #[test]
    fn a_picture_keeps_its_shape_and_is_never_enlarged() {
        assert_eq!(fit(4000, 3000), (2400, 1800));
        assert_eq!(fit(3000, 4000), (1800, 2400));
        assert_eq!(fit(2400, 1), (2400, 1));
        assert_eq!(fit(40_000, 1), (2400, 1));
        assert_eq!(fit(1, 1), (1, 1));
        assert_eq!(scaled(1800, 960, 2400), 720);
    }
}

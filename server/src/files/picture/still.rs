//! A still picture: decoded within limits, rotated, in sRGB, and scaled.

use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, Limits, RgbaImage};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};
use preau_core::code::Code;
use preau_core::file::MAX_MEGAPIXELS;
use preau_core::problem::Fault;

use super::{fit, scaled, unreadable};

const MEGAPIXEL: u64 = 1_000_000;
/// Maximum memory of the decoded pixels: [`MAX_MEGAPIXELS`] with four bytes each.
const MAX_BYTES: u64 = MAX_MEGAPIXELS as u64 * MEGAPIXEL * 4;

/// Maximum memory of a decoder apart from the pixels: a profile that decompresses to more is refused.
const MAX_HEADER_BYTES: u64 = 32 * 1024 * 1024;

pub(super) fn header_limits() -> Limits {
    limits(MAX_HEADER_BYTES)
}

fn limits(max_alloc: u64) -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(max_alloc);
    limits
}

/// The decoded picture. The size in its header is checked before it is decoded.
pub(super) fn read(mut decoder: impl ImageDecoder) -> Result<DynamicImage, Fault> {
    let (width, height) = decoder.dimensions();
    // Pictures with 16 bits per channel take twice the memory.
    let most = MAX_BYTES / u64::from(decoder.color_type().bytes_per_pixel()).max(4) / MEGAPIXEL;
    if u64::from(width) * u64::from(height) > most * MEGAPIXEL {
        return Err(Fault::new(Code::PictureTooLarge).with("max", most));
    }
    decoder.set_limits(limits(2 * MAX_BYTES)).map_err(unreadable)?;
    // Metadata that a decoder cannot read is ignored.
    let profile = decoder.icc_profile().ok().flatten();
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let (width, height) = fit(width, height);
    let image = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    let mut image = in_srgb(in_8_bits(resized(image, width, height)), profile.as_deref());
    image.apply_orientation(orientation);
    Ok(image)
}

/// The picture at this width, which is less than its own.
pub(super) fn at_width(image: &DynamicImage, width: u32) -> DynamicImage {
    resized(image.clone(), width, scaled(image.height(), width, image.width()))
}

/// Scales down. The fine filter works in floating point on a whole side of the picture, so a box filter to
/// twice the size comes first.
fn resized(image: DynamicImage, width: u32, height: u32) -> DynamicImage {
    if (image.width(), image.height()) == (width, height) {
        return image;
    }
    let has_alpha = image.color().has_alpha();
    let (twice, higher) = (width.saturating_mul(2), height.saturating_mul(2));
    let near = if image.width() > twice && image.height() > higher {
        let near = image.thumbnail_exact(twice, higher);
        drop(image);
        near
    } else {
        image
    };
    if !has_alpha {
        return near.resize_exact(width, height, FilterType::Lanczos3);
    }
    // Premultiplied alpha, so that the colour of transparent pixels does not show at edges.
    let mut pixels = near.into_rgba8();
    each_colour(&mut pixels, |colour, alpha| (colour * alpha + 127) / 255);
    let smaller = DynamicImage::from(pixels).resize_exact(width, height, FilterType::Lanczos3);
    let mut pixels = smaller.into_rgba8();
    each_colour(&mut pixels, |colour, alpha| (colour * 255 + alpha / 2).checked_div(alpha).unwrap_or(0));
    pixels.into()
}

/// Changes every colour depending on its pixel's alpha.
fn each_colour(image: &mut RgbaImage, change: impl Fn(u16, u16) -> u16) {
    for pixel in image.pixels_mut() {
        let [colours @ .., alpha] = &mut pixel.0;
        for colour in colours {
            *colour = u8::try_from(change((*colour).into(), (*alpha).into())).unwrap_or(u8::MAX);
        }
    }
}

fn in_8_bits(image: DynamicImage) -> DynamicImage {
    match image {
        DynamicImage::ImageLuma16(_) => image.into_luma8().into(),
        DynamicImage::ImageLumaA16(_) => image.into_luma_alpha8().into(),
        DynamicImage::ImageRgb16(_) => image.into_rgb8().into(),
        DynamicImage::ImageRgba16(_) => image.into_rgba8().into(),
        other => other,
    }
}

/// Converts to sRGB, the default without a profile. An unusable profile is ignored.
fn in_srgb(image: DynamicImage, profile: Option<&[u8]>) -> DynamicImage {
    let Some(profile) = profile.and_then(|bytes| ColorProfile::new_from_slice(bytes).ok()) else {
        return image;
    };
    let layout = match image {
        DynamicImage::ImageRgb8(_) => Layout::Rgb,
        DynamicImage::ImageRgba8(_) => Layout::Rgba,
        _ => return image,
    };
    let is_rgb = profile.color_space == DataColorSpace::Rgb;
    let srgb = ColorProfile::new_srgb();
    let Some(transform) = is_rgb
        .then(|| profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default()).ok())
        .flatten()
    else {
        return image;
    };
    let mut converted = vec![0; image.as_bytes().len()];
    if transform.transform(image.as_bytes(), &mut converted).is_err() {
        return image;
    }
    let (width, height) = (image.width(), image.height());
    let made = match image {
        DynamicImage::ImageRgb8(_) => {
            image::RgbImage::from_raw(width, height, converted).map(DynamicImage::from)
        }
        _ => RgbaImage::from_raw(width, height, converted).map(DynamicImage::from),
    };
    made.unwrap_or(image)
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    #[test]
    fn the_colour_of_what_is_transparent_does_not_come_through() {
        let image =
            RgbaImage::from_fn(
                80,
                80,
                |x, _| {
                    if x < 37 { Rgba([255, 255, 255, 255]) } else { Rgba([0, 0, 0, 0]) }
                },
            );
        let smaller = resized(image.into(), 40, 40).into_rgba8();
        for pixel in smaller.pixels().filter(|pixel| pixel.0[3] > 8) {
            assert!(pixel.0[..3].iter().all(|colour| *colour > 240), "{pixel:?}");
        }
    }

    #[test]
    fn colours_of_a_wide_profile_become_those_of_a_screen() {
        let profile = ColorProfile::new_display_p3().encode().unwrap();
        let image = DynamicImage::from(image::RgbImage::from_pixel(4, 4, image::Rgb([200, 60, 60])));
        let same = in_srgb(image.clone(), Some(b"no profile"));
        assert_eq!(same, image);
        let converted = in_srgb(image, Some(&profile)).into_rgb8();
        let [red, green, _] = converted.get_pixel(0, 0).0;
        assert!(red > 205 && green < 60, "{red} {green}");
    }
}

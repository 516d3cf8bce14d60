//! A GIF, still or animated: its frames are copied with their palettes and durations, without comments and
//! other extensions.

use gif::{ColorOutput, DecodeOptions, Decoder, Encoder, MemoryLimit};
use preau_core::code::Code;
use preau_core::file::{LONGEST_SIDE, MAX_GIF_MEGAPIXELS};
use preau_core::problem::Fault;

use super::{Rendition, unreadable};

const MAX_PIXELS: u64 = MAX_GIF_MEGAPIXELS as u64 * 1_000_000;

/// The same frames in a new file.
pub(super) fn copy(bytes: &[u8]) -> Result<Rendition, Fault> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    options.check_frame_consistency(true);
    options.set_memory_limit(MemoryLimit::Bytes(
        (u64::from(LONGEST_SIDE) * u64::from(LONGEST_SIDE)).try_into().map_err(unreadable)?,
    ));
    let mut decoder = options.read_info(bytes).map_err(unreadable)?;
    let (width, height) = (decoder.width(), decoder.height());
    if u32::from(width.max(height)) > LONGEST_SIDE {
        return Err(too_large());
    }
    let palette = decoder.global_palette().unwrap_or_default().to_vec();
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette).map_err(unreadable)?;
    copy_frames(&mut decoder, &mut encoder)?;
    let bytes = encoder.into_inner().map_err(unreadable)?;
    Ok(Rendition { bytes, width: width.into(), height: height.into() })
}

fn copy_frames(decoder: &mut Decoder<&[u8]>, encoder: &mut Encoder<Vec<u8>>) -> Result<(), Fault> {
    let mut pixels = 0;
    // Counted before they are decompressed.
    while let Some(next) = decoder.next_frame_info().map_err(unreadable)? {
        let is_first = pixels == 0;
        pixels += (u64::from(next.width) * u64::from(next.height)).max(1);
        if pixels > MAX_PIXELS {
            return Err(too_large());
        }
        let mut frame = next.clone();
        let mut buffer = vec![0; decoder.buffer_size()];
        decoder.read_into_buffer(&mut buffer).map_err(unreadable)?;
        if is_first {
            encoder.set_repeat(decoder.repeat()).map_err(unreadable)?;
        }
        frame.buffer = buffer.into();
        // The decoder has deinterlaced the lines.
        frame.interlaced = false;
        encoder.write_frame(&frame).map_err(unreadable)?;
    }
    if pixels == 0 { Err(Code::PictureUnreadable.into()) } else { Ok(()) }
}

fn too_large() -> Fault {
    Fault::new(Code::GifTooLarge).with("side", LONGEST_SIDE).with("max", MAX_GIF_MEGAPIXELS)
}

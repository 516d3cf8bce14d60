//! Checks that a JPEG is complete. Its decoder fills missing parts with grey without an error.

/// Follows the segments to the end of the image; data that a camera appends after it is ignored.
pub(super) fn is_whole(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(2..).unwrap_or_default();
    loop {
        // Between segments and in entropy-coded data, a byte of 0xff and the next one are a marker.
        let Some(place) = rest.iter().position(|byte| *byte == 0xff) else { return false };
        let Some(marker) = rest.get(place + 1) else { return false };
        rest = &rest[place + 1..];
        match marker {
            0xd9 => return true,
            // Padding, a stuffed byte, and markers without parameters.
            0xff => {}
            0x00 | 0x01 | 0xd0..=0xd8 => rest = &rest[1..],
            _ => {
                let Some([high, low]) = rest.get(1..3) else { return false };
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                let Some(after) = rest.get(1 + length.max(2)..) else { return false };
                rest = after;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_whole;

    #[test]
    fn the_end_is_that_of_the_picture_and_of_nothing_inside_it() {
        // A thumbnail with an end marker of its own, data with a stuffed byte, and appended data.
        let start = b"\xff\xd8\xff\xe1\x00\x04\xff\xd9\xff\xda\x00\x02\x12\xff\x00\x34\xff\xd0\x56";
        let whole = [start.as_slice(), b"\xff\xd9\xff\xda appended"].concat();
        assert!(is_whole(&whole));
        for cut in 0..start.len() + 2 {
            assert!(!is_whole(&whole[..cut]), "{cut}");
        }
    }
}

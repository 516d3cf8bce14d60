//! Range requests for files: media players use them to show the duration and to seek.
//!
//! Only a single range is served; several ranges, and unreadable ones, get the whole file, as RFC 9110
//! allows.

use std::ops::Range;

use axum::http::{HeaderMap, header};
use http_range_header::{EndPosition, StartPosition, parse_range_header};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Whole,
    Bytes(Range<usize>),
    /// The range begins beyond the end of the file.
    Beyond,
}

/// The requested part of a file with this tag and length.
pub(crate) fn part(asked: &HeaderMap, tag: &str, length: usize) -> Part {
    // A client with a part of an older version must not be sent the rest of this one.
    if asked.get(header::IF_RANGE).is_some_and(|known| known != tag) {
        return Part::Whole;
    }
    let wanted = asked.get(header::RANGE).and_then(|value| value.to_str().ok());
    let Some(Ok(parsed)) = wanted.map(parse_range_header) else { return Part::Whole };
    let [range] = parsed.ranges.as_slice() else { return Part::Whole };
    let within = |place: u64| usize::try_from(place).unwrap_or(usize::MAX).min(length);
    let (first, behind) = match (range.start, range.end) {
        (StartPosition::Index(first), EndPosition::Index(last)) if last < first => return Part::Whole,
        (StartPosition::Index(first), EndPosition::Index(last)) => (within(first), within(last) + 1),
        (StartPosition::Index(first), EndPosition::LastByte) => (within(first), length),
        (StartPosition::FromLast(count), _) => (length - within(count), length),
    };
    if first < length { Part::Bytes(first..behind.min(length)) } else { Part::Beyond }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[track_caller]
    fn wants(range: &str, expected: &Part) {
        let asked = HeaderMap::from_iter([(header::RANGE, HeaderValue::from_str(range).unwrap())]);
        assert_eq!(part(&asked, "\"now\"", 100), *expected, "{range}");
    }

    #[test]
    fn one_range_within_the_file_is_granted() {
        wants("bytes=0-", &Part::Bytes(0..100));
        wants("bytes=0-0", &Part::Bytes(0..1));
        wants("bytes=10-19", &Part::Bytes(10..20));
        wants("bytes=90-1000", &Part::Bytes(90..100));
        wants("bytes=-10", &Part::Bytes(90..100));
        wants("bytes=-1000", &Part::Bytes(0..100));
    }

    #[test]
    fn what_begins_behind_the_end_cannot_be_granted() {
        wants("bytes=100-", &Part::Beyond);
        wants("bytes=100-200", &Part::Beyond);
    }

    #[test]
    fn several_ranges_and_what_cannot_be_read_get_the_whole() {
        for range in ["bytes=0-1, 5-6", "bytes=5-2", "bytes=x-", "lines=1-2", "bytes=", "0-1"] {
            wants(range, &Part::Whole);
        }
    }

    #[test]
    fn a_part_is_only_added_to_the_same_file() {
        for (known, expected) in [("\"now\"", Part::Bytes(5..100)), ("\"before\"", Part::Whole)] {
            let asked = HeaderMap::from_iter([
                (header::RANGE, HeaderValue::from_static("bytes=5-")),
                (header::IF_RANGE, HeaderValue::from_static(known)),
            ]);
            assert_eq!(part(&asked, "\"now\"", 100), expected);
        }
    }
}

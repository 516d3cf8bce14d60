//! Files uploaded by staff: their kinds, maximum sizes and signatures, and the addresses by which content refers to
//! them.
//!
//! Image formats that can contain scripts (SVG) are not supported.

use std::ops::Range;

use crate::code::Code;
use crate::keyword::keywords;
use crate::problem::Fault;
use crate::text;

keywords! {
    /// Purpose of a file.
    FileKind {
        Image = "IMAGE",
        Pdf = "PDF",
        Audio = "AUDIO",
        Video = "VIDEO",
        Captions = "CAPTIONS",
    }
}

const MEGABYTE: u64 = 1024 * 1024;

impl FileKind {
    /// Maximum size, in megabytes.
    pub const fn megabytes(self) -> u64 {
        match self {
            Self::Image => 10,
            Self::Pdf => 50,
            Self::Audio => 100,
            Self::Video => 1024,
            Self::Captions => 1,
        }
    }

    /// Maximum size, in bytes.
    pub const fn limit(self) -> u64 {
        self.megabytes() * MEGABYTE
    }

    /// Number of bytes needed to recognise the type: captions are checked to their end.
    pub const fn head(self) -> u64 {
        match self {
            Self::Captions => self.limit(),
            Self::Image | Self::Pdf | Self::Audio | Self::Video => 4096,
        }
    }
}

/// A type of file: its extensions, media types and first bytes.
#[derive(Debug)]
pub struct FileType {
    pub kind: FileKind,
    /// The first is used in its address.
    extensions: &'static [&'static str],
    /// The first is the one it is served with; browsers also send the others.
    names: &'static [&'static str],
    begins: fn(&[u8]) -> bool,
}

static TYPES: [FileType; 12] = [
    file_type(FileKind::Image, &["jpg", "jpeg"], &["image/jpeg"], |b| b.starts_with(&[0xff, 0xd8, 0xff])),
    file_type(FileKind::Image, &["png"], &["image/png"], |b| b.starts_with(b"\x89PNG\r\n\x1a\n")),
    file_type(FileKind::Image, &["webp"], &["image/webp"], |b| is_riff(b, b"WEBP")),
    file_type(FileKind::Image, &["gif"], &["image/gif"], |b| {
        b.starts_with(b"GIF87a") || b.starts_with(b"GIF89a")
    }),
    file_type(FileKind::Pdf, &["pdf"], &["application/pdf"], |b| b.starts_with(b"%PDF-")),
    file_type(FileKind::Audio, &["mp3"], &["audio/mpeg", "audio/mp3"], is_mp3),
    file_type(FileKind::Audio, &["m4a"], &["audio/mp4", "audio/x-m4a", "audio/m4a"], is_mp4),
    file_type(FileKind::Audio, &["ogg", "oga"], &["audio/ogg", "application/ogg"], |b| {
        b.starts_with(b"OggS")
    }),
    file_type(FileKind::Audio, &["wav"], &["audio/wav", "audio/x-wav", "audio/wave"], |b| {
        is_riff(b, b"WAVE")
    }),
    file_type(FileKind::Video, &["mp4"], &["video/mp4"], is_mp4),
    file_type(FileKind::Video, &["webm"], &["video/webm"], is_webm),
    file_type(FileKind::Captions, &["vtt"], &["text/vtt"], is_vtt),
];

const fn file_type(
    kind: FileKind,
    extensions: &'static [&'static str],
    names: &'static [&'static str],
    begins: fn(&[u8]) -> bool,
) -> FileType {
    FileType { kind, extensions, names, begins }
}

fn is_riff(bytes: &[u8], form: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(form)
}

/// An ID3 tag, or the first frame of layer III.
fn is_mp3(bytes: &[u8]) -> bool {
    let frame = |b: &[u8]| b[0] == 0xff && matches!(b[1], 0xfa | 0xfb | 0xf2 | 0xf3 | 0xe2 | 0xe3);
    bytes.starts_with(b"ID3") || bytes.get(..2).is_some_and(frame)
}

/// Brands of video and audio; images (`heic`, `avif`) use the same container.
fn is_mp4(bytes: &[u8]) -> bool {
    let brand = bytes.get(8..12).unwrap_or_default();
    let brands: [&[u8]; 8] = [b"isom", b"mp41", b"mp42", b"avc1", b"M4V ", b"M4A ", b"dash", b"MSNV"];
    bytes.get(4..8).is_some_and(|mark| mark == b"ftyp")
        && (brands.contains(&brand) || brand.starts_with(b"iso"))
}

/// Matroska with the document type `webm`, found in its first bytes.
fn is_webm(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(64)];
    start.starts_with(&[0x1a, 0x45, 0xdf, 0xa3]) && start.windows(4).any(|part| part == b"webm")
}

fn is_vtt(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rest = text.strip_prefix("WEBVTT");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']))
        && !text.contains('\0')
}

impl FileType {
    /// The media type it is served with.
    pub const fn media_type(&self) -> &'static str {
        self.names[0]
    }

    /// The extension of its address.
    pub const fn extension(&self) -> &'static str {
        self.extensions[0]
    }

    /// The type of a file with this name.
    ///
    /// # Errors
    /// `file_type_refused`.
    pub fn of_name(name: &str) -> Result<&'static Self, Fault> {
        let extension = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).unwrap_or_default();
        let found = TYPES.iter().find(|one| one.extensions.contains(&extension.as_str()));
        found.ok_or_else(|| Code::FileTypeRefused.into())
    }

    /// Whether the sender declared this type, or none.
    pub fn is_declared(&self, media_type: &str) -> bool {
        ["", "application/octet-stream"].contains(&media_type) || self.names.contains(&media_type)
    }

    /// Whether the bytes start like this type; see [`FileKind::head`].
    pub fn begins_so(&self, head: &[u8]) -> bool {
        (self.begins)(head)
    }
}

/// Maximum size of one image, in megapixels: it is decoded before it is written again.
pub const MAX_MEGAPIXELS: u32 = 40;
/// Maximum size of all frames of a GIF together, in megapixels.
pub const MAX_GIF_MEGAPIXELS: u32 = 100;
/// Maximum length of the longer side of a stored image, in pixels.
pub const LONGEST_SIDE: u32 = 2400;
/// Additional widths at which an image is served, in pixels.
pub const WIDTHS: [u32; 3] = [480, 960, 1600];

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 150;

/// A file's name, without any path.
///
/// # Errors
/// `required`, `too_long`, `control_character`, `invalid_value`.
pub fn name(sent: &str) -> Result<String, Fault> {
    let name = text::required_line(sent, MAX_NAME)?;
    if name.contains(['/', '\\']) || name.contains("..") {
        return Err(Code::InvalidValue.into());
    }
    Ok(name)
}

/// Path prefix of uploaded files.
pub const FOLDER: &str = "/api/files/";

/// The address of a file: identical contents have the same address.
pub fn address(sha256: &str, kind: &FileType) -> String {
    format!("{FOLDER}{sha256}.{}", kind.extension())
}

/// The type of an uploaded file according to its address; none for other addresses.
pub fn at(address: &str) -> Option<&'static FileType> {
    let (hash, extension) = address.strip_prefix(FOLDER)?.split_once('.')?;
    let hexadecimal = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    if hash.len() != 64 || !hash.bytes().all(hexadecimal) {
        return None;
    }
    TYPES.iter().find(|one| one.extension() == extension)
}

/// The address of the uploaded file that a link points to, in any form in which it is copied: with a site's host name
/// before it, or with a user's access token after it. None for other links.
pub fn in_link(link: &str) -> Option<&str> {
    let path = match link.strip_prefix("https://").or_else(|| link.strip_prefix("http://")) {
        Some(rest) => rest.get(rest.find('/')?..)?,
        None => link,
    };
    let address = path.split(['?', '#']).next()?;
    at(address).map(|_| address)
}

/// The ranges of a text that contain addresses of uploaded files.
pub fn named_in(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.match_indices(FOLDER).filter_map(|(start, _)| {
        let name = &text[start + FOLDER.len()..];
        let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(name.len());
        let address = text[start..start + FOLDER.len() + length].trim_end_matches('.');
        at(address).map(|_| start..start + address.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str) -> &'static FileType {
        FileType::of_name(name).unwrap()
    }

    #[test]
    fn the_end_of_a_name_says_the_type() {
        assert_eq!(of("Zoé.JPEG").media_type(), "image/jpeg");
        assert_eq!((of("a.b.mp4").kind, of("a.oga").extension()), (FileKind::Video, "ogg"));
        for other in ["logo.svg", "page.html", "pdf", "", "a.", "archive.zip", "a.mp4.exe"] {
            assert_eq!(FileType::of_name(other).unwrap_err().code, Code::FileTypeRefused, "{other}");
        }
    }

    #[test]
    fn the_first_bytes_must_say_the_same() {
        let cases: [(&str, &[u8]); 13] = [
            ("a.jpg", b"\xff\xd8\xff\xe0"),
            ("a.png", b"\x89PNG\r\n\x1a\n"),
            ("a.webp", b"RIFF\0\0\0\0WEBPVP8 "),
            ("a.gif", b"GIF89a"),
            ("a.pdf", b"%PDF-1.7"),
            ("a.mp3", b"ID3\x04"),
            ("a.m4a", b"\0\0\0\x1cftypM4A "),
            ("a.ogg", b"OggS"),
            ("a.wav", b"RIFF\0\0\0\0WAVEfmt "),
            ("a.mp4", b"\0\0\0\x20ftypisom"),
            ("a.webm", b"\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f\x42\x86\x81\x01\x42\x82\x84webm"),
            ("a.vtt", b"\xef\xbb\xbfWEBVTT\n\n00:01.000 --> 00:02.000\nCiao"),
            ("a.vtt", b"WEBVTT"),
        ];
        for (name, head) in cases {
            assert!(of(name).begins_so(head), "{name}");
            for other in
                ["a.jpg", "a.png", "a.webp", "a.gif", "a.pdf", "a.mp3", "a.ogg", "a.wav", "a.webm", "a.vtt"]
            {
                let same = of(other).extension() == of(name).extension();
                assert_eq!(of(other).begins_so(head), same, "{other} with the bytes of {name}");
            }
            for cut in 0..head.len() {
                let _ = of(name).begins_so(&head[..cut]);
            }
        }
        assert!(!of("a.mp4").begins_so(b"\0\0\0\x20ftypheic"));
        assert!(!of("a.webm").begins_so(b"\x1a\x45\xdf\xa3\x42\x82\x88matroska"));
        assert!(!of("a.vtt").begins_so(b"WEBVTT\n\xff"));
        assert!(!of("a.vtt").begins_so(b"WEBVTTX"));
        assert!(!of("a.png").begins_so(b""));
    }

    #[test]
    fn what_the_sender_says_may_not_differ() {
        let (audio, text) = (of("a.mp3"), of("a.vtt"));
        assert!(audio.is_declared("audio/mp3") && audio.is_declared("") && text.is_declared("text/vtt"));
        assert!(!audio.is_declared("text/html") && !text.is_declared("text/plain"));
    }

    #[test]
    fn a_name_names_no_place() {
        assert_eq!(name(" Fiche n° 3.pdf ").unwrap(), "Fiche n° 3.pdf");
        let cases = [
            ("", Code::Required),
            ("../a.pdf", Code::InvalidValue),
            ("a/b.pdf", Code::InvalidValue),
            ("C:\\a.pdf", Code::InvalidValue),
            ("..", Code::InvalidValue),
            ("a\0.pdf", Code::ControlCharacter),
            ("a\n.pdf", Code::ControlCharacter),
        ];
        for (sent, code) in cases {
            assert_eq!(name(sent).unwrap_err().code, code, "{sent:?}");
        }
    }

    #[test]
    fn a_link_is_known_however_it_was_copied_and_found_in_a_text() {
        let kept = address(&"0123456789abcdef".repeat(4), of("a.pdf"));
        for link in [
            kept.clone(),
            format!("{kept}?by=1&until=2&seal=3"),
            format!("{kept}#page=2"),
            format!("https://ecole.fr{kept}?by=1"),
            format!("http://localhost:8080{kept}"),
        ] {
            assert_eq!(in_link(&link), Some(kept.as_str()), "{link}");
        }
        for other in ["", "https://ecole.fr", "/api/files/x.pdf", "mailto:a@b.fr", "//ecole.fr/api/files/x"] {
            assert_eq!(in_link(other), None, "{other}");
        }
        let text = format!("<a href=\"{kept}\">é {kept}. /api/files/ {kept}x</a>");
        let found: Vec<_> = named_in(&text).map(|place| text[place].to_owned()).collect();
        assert_eq!(found, [kept.clone(), kept]);
    }

    #[test]
    fn an_address_says_what_it_is_of() {
        let hash = "0123456789abcdef".repeat(4);
        let kept = address(&hash, of("a.JPEG"));
        assert_eq!(kept, format!("/api/files/{hash}.jpg"));
        assert_eq!(at(&kept).map(|kind| kind.kind), Some(FileKind::Image));
        for other in [
            "/assets/a.jpg".to_owned(),
            format!("/api/files/{hash}.exe"),
            format!("/api/files/{hash}.jpeg"),
            format!("/api/files/{}.jpg", &hash[1..]),
            format!("/api/files/{}.jpg", hash.to_uppercase()),
            format!("/api/files/{hash}.jpg?by=1"),
            format!("https://a.fr/api/files/{hash}.jpg"),
        ] {
            assert!(at(&other).is_none(), "{other}");
        }
    }
}

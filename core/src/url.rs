//! Typed addresses: of the web, or of a page or file of this site.
//!
//! Also recognises YouTube videos, in any form in which their address is copied. Nothing is fetched here.

use crate::code::Code;
use crate::file::{self, FileKind};
use crate::problem::Fault;
use crate::text;

/// Maximum length of an address, in characters.
pub const MAX_URL: usize = 2000;

/// An address on the web, over http or https.
///
/// # Errors
/// `invalid_value`, `control_character`, `too_long`.
pub fn web_address(text: &str) -> Result<String, Fault> {
    let url = line(text)?;
    if is_web(&url) { Ok(url) } else { Err(Code::InvalidValue.into()) }
}

/// An address on the web, or a path of this site: `/assets/audio/treno.mp3`.
///
/// # Errors
/// `required`, `invalid_value`, `control_character`, `too_long`.
pub fn web_or_own_address(text: &str) -> Result<String, Fault> {
    let url = line(text)?;
    if url.is_empty() {
        return Err(Code::Required.into());
    }
    let own = url.starts_with('/') && !url.starts_with("//");
    if own || is_web(&url) { Ok(url) } else { Err(Code::InvalidValue.into()) }
}

/// As [`web_or_own_address`]; an uploaded file must be of one of these kinds.
pub fn address_of(text: &str, kinds: &[FileKind]) -> Result<String, Fault> {
    let url = web_or_own_address(text)?;
    let fits =
        !url.starts_with(file::FOLDER) || file::at(&url).is_some_and(|found| kinds.contains(&found.kind));
    if fits { Ok(url) } else { Err(Code::InvalidValue.into()) }
}

/// The 11-character id of a YouTube video, if this is the address of one.
pub fn youtube_id(url: &str) -> Option<&str> {
    let (host, rest) = after_scheme(url)?.split_once('/')?;
    let rest = rest.split('#').next()?;
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let mut segments = path.split('/');
    let first = segments.next()?;
    let host = host.to_ascii_lowercase();
    let id = match host.trim_start_matches("www.") {
        "youtu.be" => first,
        "youtube.com" | "m.youtube.com" | "music.youtube.com" | "youtube-nocookie.com" => match first {
            "watch" => query.split('&').find_map(|pair| pair.strip_prefix("v="))?,
            "embed" | "shorts" | "live" | "v" => segments.next()?,
            _ => return None,
        },
        _ => return None,
    };
    let sound = id.len() == 11 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    // The embed address of a playlist contains this word, which has the form of an id.
    (sound && id != "videoseries").then_some(id)
}

/// One line without spaces, and without backslashes, which browsers read as slashes.
fn line(text: &str) -> Result<String, Fault> {
    let url = text::line(text, MAX_URL)?;
    if url.contains(|c: char| c.is_whitespace() || c == '\\') {
        return Err(Code::InvalidValue.into());
    }
    Ok(url)
}

fn is_web(url: &str) -> bool {
    after_scheme(url).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '['))
}

fn after_scheme(url: &str) -> Option<&str> {
    url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EVIL: [&str; 9] = [
        "javascript:alert(1)",
        "https://",
        "https:// a",
        "//example.fr",
        "data:image/png;base64,AA",
        "https://a.fr\\@b.fr",
        "/\\example.fr",
        "/a b",
        "a/b.mp3",
    ];

    #[test]
    fn addresses_are_of_the_web_or_of_this_site() {
        for web in
            ["https://example.fr/zoe.png", "http://localhost:8080/a", "https://[::1]/", "https://例子.中国/"]
        {
            assert_eq!(web_address(web).as_deref(), Ok(web));
            assert_eq!(web_or_own_address(web).as_deref(), Ok(web));
        }
        for own in ["/", "/assets/audio/treno.mp3", "/courses?id=3"] {
            assert_eq!(web_or_own_address(own).as_deref(), Ok(own));
            assert!(web_address(own).is_err());
        }
        for wrong in EVIL {
            assert_eq!(web_or_own_address(wrong), Err(Code::InvalidValue.into()), "{wrong}");
            assert!(web_address(wrong).is_err(), "{wrong}");
        }
        assert_eq!(web_or_own_address(" "), Err(Code::Required.into()));
        assert_eq!(web_or_own_address(&format!("/{}", "a".repeat(MAX_URL))).unwrap_err().code, Code::TooLong);
    }

    #[test]
    fn an_uploaded_file_is_of_the_kind_that_is_wanted() {
        let film = format!("/api/files/{}.mp4", "0".repeat(64));
        assert_eq!(address_of(&film, &[FileKind::Video]).as_ref(), Ok(&film));
        assert!(address_of(&film, &[FileKind::Image, FileKind::Pdf]).is_err());
        assert!(address_of("/api/files/x", FileKind::ALL).is_err());
        assert!(address_of("/assets/video/a.mp4", &[FileKind::Pdf]).is_ok());
    }

    #[test]
    fn a_video_is_recognised_however_its_address_was_copied() {
        let found = [
            "https://www.youtube.com/watch?v=t4IjJav7xbg",
            "https://youtube.com/watch?v=t4IjJav7xbg&t=42s",
            "http://www.youtube.com/watch?feature=shared&v=t4IjJav7xbg",
            "https://m.youtube.com/watch?v=t4IjJav7xbg#menu",
            "https://music.youtube.com/watch?v=t4IjJav7xbg&list=RDAMVM",
            "https://WWW.YouTube.com/watch?v=t4IjJav7xbg",
            "https://youtu.be/t4IjJav7xbg",
            "https://youtu.be/t4IjJav7xbg?si=abc&t=10",
            "https://youtu.be/t4IjJav7xbg/",
            "https://www.youtube.com/embed/t4IjJav7xbg?start=3",
            "https://www.youtube-nocookie.com/embed/t4IjJav7xbg",
            "https://www.youtube.com/shorts/t4IjJav7xbg?feature=share",
            "https://www.youtube.com/live/t4IjJav7xbg#t=1",
            "https://www.youtube.com/v/t4IjJav7xbg",
        ];
        for url in found {
            assert_eq!(youtube_id(url), Some("t4IjJav7xbg"), "{url}");
        }
        let other = [
            "https://www.youtube.com/",
            "https://www.youtube.com/@preau",
            "https://www.youtube.com/playlist?list=PLt4IjJav7xbg",
            "https://www.youtube.com/embed/videoseries?list=PL1",
            "https://www.youtube.com/watch?v=short",
            "https://www.youtube.com/watch?v=t4IjJav7xbg\"><",
            "https://www.youtube.com/watch?x=1#v=t4IjJav7xbg",
            "https://youtube.com.evil.example/watch?v=t4IjJav7xbg",
            "https://evil.example/youtu.be/t4IjJav7xbg",
            "https://youtube.com@evil.example/watch?v=t4IjJav7xbg",
            "https://notyoutube.com/watch?v=t4IjJav7xbg",
            "https://vimeo.com/12345678901",
            "/watch?v=t4IjJav7xbg",
            "youtu.be/t4IjJav7xbg",
            "",
        ];
        for url in other {
            assert_eq!(youtube_id(url), None, "{url}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_an_address_or_refused(text in any::<String>()) {
            let _ = youtube_id(&text);
            if let Ok(url) = web_or_own_address(&text) {
                prop_assert_eq!(web_or_own_address(&url), Ok(url.clone()));
                prop_assert!(url.starts_with('/') || url.starts_with("http"));
            }
        }
    }
}

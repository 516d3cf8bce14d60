//! Colours of documents, and typography of their languages.

use preau_core::language::UiLanguage;

use super::canvas::Style;
use super::font::Face;

pub(super) const NIGHT: [u8; 3] = [0x2b, 0x15, 0x54];
pub(super) const TEXT: [u8; 3] = [0x2a, 0x1e, 0x48];
pub(super) const SECONDARY: [u8; 3] = [0x5d, 0x50, 0x78];
pub(super) const WALL: [u8; 3] = [0xe9, 0xe3, 0xf4];
pub(super) const FLOOR: [u8; 3] = [0xd8, 0xcf, 0xe9];
pub(super) const PLINTH: [u8; 3] = [0xbf, 0xb3, 0xd8];
pub(super) const PAPER: [u8; 3] = [0xf4, 0xf0, 0xfa];
pub(super) const HAIRLINE: [u8; 3] = [0xd8, 0xcf, 0xe9];
pub(super) const WHITE: [u8; 3] = [0xff; 3];
pub(super) const LIGHT: [u8; 3] = [0xff, 0xd9, 0x76];
pub(super) const PATCH: [u8; 3] = [0xff, 0xf2, 0xce];

/// The accent colour of a taught language, for arches and for text.
pub(super) fn accent(language: &str) -> [u8; 3] {
    match language {
        "fr" => [0x1c, 0x5b, 0xaa],
        "en" => [0xa2, 0x28, 0x6b],
        "it" => [0xa8, 0x48, 0x0f],
        "zh" => [0x0a, 0x71, 0x60],
        _ => [0x50, 0x2a, 0x92],
    }
}

/// The language tag in files and for browsers.
pub(super) const fn tongue(language: UiLanguage) -> &'static str {
    match language {
        UiLanguage::Fr => "fr",
        UiLanguage::En => "en",
        UiLanguage::It => "it",
        UiLanguage::Zh => "zh-Hans",
    }
}

/// The colon after a label, with the space before it in French.
pub(super) const fn colon(language: UiLanguage) -> &'static str {
    match language {
        UiLanguage::Fr => "\u{a0}: ",
        UiLanguage::En | UiLanguage::It => ": ",
        UiLanguage::Zh => "：",
    }
}

pub(super) const fn french_style(face: Face, size: f32, colour: [u8; 3]) -> Style {
    Style { face, size, colour, lang: "fr" }
}

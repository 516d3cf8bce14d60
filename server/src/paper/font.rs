//! The faces that papers are set in, and text turned into their glyphs.
//!
//! What a face has no glyph for is taken from the next one: titles fall back on the text face, and that on the
//! Chinese one. So every name of the four languages can be written; a letter of none of them becomes `?`, which [`Fonts::lacks`]
//! tells beforehand.

use std::sync::LazyLock;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::UnicodeBuffer;

use crate::error::{Error, Result};

/// A face, by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Text,
    Strong,
    Title,
}

struct Loaded {
    shaper: rustybuzz::Face<'static>,
    font: Font,
}

pub(super) struct Fonts {
    text: Loaded,
    strong: Loaded,
    title: Loaded,
    chinese: Loaded,
}

static FONTS: LazyLock<Option<Fonts>> = LazyLock::new(|| {
    let load = |bytes: &'static [u8]| {
        let shaper = rustybuzz::Face::from_slice(bytes, 0)?;
        Some(Loaded { shaper, font: Font::new(bytes.into(), 0)? })
    };
    Some(Fonts {
        text: load(include_bytes!("../../fonts/RadioCanada-Regular.ttf"))?,
        strong: load(include_bytes!("../../fonts/RadioCanada-SemiBold.ttf"))?,
        title: load(include_bytes!("../../fonts/Besley-SemiBold.ttf"))?,
        chinese: load(include_bytes!("../../fonts/NotoSansCJKsc-Regular.otf"))?,
    })
});

/// Letters of one face, side by side.
pub(super) struct Run {
    pub font: Font,
    pub text: String,
    pub glyphs: Vec<KrillaGlyph>,
    /// In ems.
    pub width: f32,
}

impl Fonts {
    /// The embedded ones.
    pub(super) fn load() -> Result<&'static Self> {
        FONTS.as_ref().ok_or_else(|| Error::internal("the fonts of papers are damaged"))
    }

    /// The text as glyphs, cut where the face changes.
    pub(super) fn shape(&self, face: Face, text: &str) -> Vec<Run> {
        let mut runs: Vec<(&Loaded, String)> = Vec::new();
        for letter in text.chars() {
            let (loaded, letter) = self.find(face, letter);
            match runs.last_mut() {
                Some((last, run)) if std::ptr::eq(*last, loaded) => run.push(letter),
                _ => runs.push((loaded, letter.to_string())),
            }
        }
        runs.into_iter().map(|(loaded, text)| loaded.shape(text)).collect()
    }

    /// Whether some letter of the text stands in no face.
    pub(super) fn lacks(&self, text: &str) -> bool {
        text.chars().any(|letter| letter != '?' && self.find(Face::Text, letter).1 == '?')
    }

    /// How wide the text is, in ems.
    pub(super) fn width(&self, face: Face, text: &str) -> f32 {
        self.shape(face, text).iter().map(|run| run.width).sum()
    }

    fn find(&self, face: Face, letter: char) -> (&Loaded, char) {
        // No face has the narrow no-break space of French numbers.
        let letter = if letter == '\u{202f}' { '\u{a0}' } else { letter };
        let wanted = match face {
            Face::Text => &self.text,
            Face::Strong => &self.strong,
            Face::Title => &self.title,
        };
        let has = |loaded: &&Loaded| loaded.shaper.glyph_index(letter).is_some();
        let found = [wanted, &self.text, &self.chinese].into_iter().find(has);
        found.map_or((wanted, '?'), |loaded| (loaded, letter))
    }
}

impl Loaded {
    #[expect(clippy::cast_precision_loss, reason = "positions in a font are far below 2^24")]
    fn shape(&self, text: String) -> Run {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text);
        buffer.guess_segment_properties();
        buffer.set_direction(rustybuzz::Direction::LeftToRight);
        let shaped = rustybuzz::shape(&self.shaper, &[], buffer);
        let em = self.font.units_per_em();
        let ems = |units: i32| units as f32 / em;
        let starts: Vec<usize> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        let end_of = |start: usize| starts.iter().copied().filter(|other| *other > start).min();
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).map(|(info, place)| {
            let start = info.cluster as usize;
            let range = start..end_of(start).unwrap_or(text.len());
            let [advance, x, y] = [place.x_advance, place.x_offset, place.y_offset].map(ems);
            KrillaGlyph::new(GlyphId::new(info.glyph_id), advance, x, y, 0.0, range, None)
        });
        let glyphs: Vec<_> = glyphs.collect();
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum();
        Run { font: self.font.clone(), text, glyphs, width }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_a_text_is_drawn_in_some_face() {
        let fonts = Fonts::load().unwrap();
        let text = "Ève Nguyễn, 王小明, 1\u{202f}234,50\u{a0}€ ع";
        let drawn: String = fonts.shape(Face::Title, text).into_iter().map(|run| run.text).collect();
        assert_eq!(drawn, "Ève Nguyễn, 王小明, 1\u{a0}234,50\u{a0}€ ?");
        assert!(fonts.lacks("علي") && fonts.lacks("김민수") && !fonts.lacks("Zoé? Nguyễn 王小明 Ирина"));
    }
}

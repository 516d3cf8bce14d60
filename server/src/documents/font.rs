//! The fonts of documents, and shaping of text into glyphs.
//!
//! A glyph that a font lacks is taken from the next one: titles fall back on the text font, that on the one
//! of more alphabets, and that on the Chinese one. New names have no other letters (`preau_core::letters`);
//! in one that was stored before, such a letter is transliterated into Latin ones;
//! [`Fonts::is_transliterated`] detects that beforehand.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Direction, Script, ShapePlan, UnicodeBuffer};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::error::{Error, Result};

const LEFT_TO_RIGHT: Direction = Direction::LeftToRight;

/// A font by its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Text,
    Strong,
    Title,
}

struct LoadedFace {
    shaper: rustybuzz::Face<'static>,
    font: Font,
    /// How text of a script is shaped: slower to prepare than a line is to shape.
    plans: Mutex<HashMap<Script, Arc<ShapePlan>>>,
}

pub(super) struct Fonts {
    text: LoadedFace,
    strong: LoadedFace,
    title: LoadedFace,
    /// Latin, Greek and Cyrillic with all their extensions.
    alphabets: LoadedFace,
    chinese: LoadedFace,
}

static FONTS: LazyLock<Option<Fonts>> = LazyLock::new(|| {
    let load = |bytes: &'static [u8]| {
        let shaper = rustybuzz::Face::from_slice(bytes, 0)?;
        Some(LoadedFace { shaper, font: Font::new(bytes.into(), 0)?, plans: Mutex::default() })
    };
    Some(Fonts {
        text: load(include_bytes!("../../fonts/RadioCanada-Regular.ttf"))?,
        strong: load(include_bytes!("../../fonts/RadioCanada-SemiBold.ttf"))?,
        title: load(include_bytes!("../../fonts/Besley-SemiBold.ttf"))?,
        alphabets: load(include_bytes!("../../fonts/NotoSans-Regular.ttf"))?,
        chinese: load(include_bytes!("../../fonts/NotoSansCJKsc-Regular.otf"))?,
    })
});

/// Adjacent glyphs of one font.
pub(super) struct Run {
    pub font: Font,
    pub text: String,
    pub glyphs: Vec<KrillaGlyph>,
    /// Width in ems.
    pub width: f32,
}

impl Fonts {
    /// Loads the embedded fonts.
    pub(super) fn load() -> Result<&'static Self> {
        FONTS.as_ref().ok_or_else(|| Error::internal("the fonts of papers are damaged"))
    }

    /// The text as glyphs, split where the font changes.
    pub(super) fn shape(&self, face: Face, text: &str) -> Vec<Run> {
        let mut runs: Vec<(&LoadedFace, String)> = Vec::new();
        for (loaded, letters) in
            marked_letters(text).into_iter().flat_map(|letters| self.choose_faces(face, letters))
        {
            match runs.last_mut() {
                Some((last, run)) if std::ptr::eq(*last, loaded) => run.push_str(&letters),
                _ => runs.push((loaded, letters)),
            }
        }
        runs.into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(loaded, text)| loaded.shape(text))
            .collect()
    }

    /// A letter with its marks in one font; where none has all of them, each in the first that has it, or
    /// transliterated.
    fn choose_faces(&self, face: Face, letters: String) -> Vec<(&LoadedFace, String)> {
        if let Some(loaded) = self.find(face, &letters) {
            return vec![(loaded, letters)];
        }
        let apart = letters.chars().map(|letter| match self.find(face, &letter.to_string()) {
            Some(loaded) => (loaded, letter.to_string()),
            None => (self.wanted(face), transliterate(letter).to_owned()),
        });
        apart.collect()
    }

    /// Whether a letter of the text is in no font, so that it is transliterated.
    pub(super) fn is_transliterated(&self, text: &str) -> bool {
        let is_transliterated = |letter: char| self.find(Face::Text, &letter.to_string()).is_none();
        marked_letters(text).iter().any(|letters| letters.chars().any(is_transliterated))
    }

    /// Width of the text in ems.
    pub(super) fn width(&self, face: Face, text: &str) -> f32 {
        self.shape(face, text).iter().map(|run| run.width).sum()
    }

    const fn wanted(&self, face: Face) -> &LoadedFace {
        match face {
            Face::Text => &self.text,
            Face::Strong => &self.strong,
            Face::Title => &self.title,
        }
    }

    /// The first font that has all of these.
    fn find(&self, face: Face, letters: &str) -> Option<&LoadedFace> {
        let has =
            |loaded: &&LoadedFace| letters.chars().all(|letter| loaded.shaper.glyph_index(letter).is_some());
        [self.wanted(face), &self.text, &self.alphabets, &self.chinese].into_iter().find(has)
    }
}

/// The letter transliterated into Latin ones; an emoji, whose transliteration would be its name between
/// colons, is left out.
fn transliterate(letter: char) -> &'static str {
    let written = any_ascii::any_ascii_char(letter);
    if written.starts_with(':') { "" } else { written }
}

/// Letters with their combining marks, composed where Unicode allows it.
fn marked_letters(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for letter in text.nfc() {
        // No font has the narrow no-break space of French numbers.
        let letter = if letter == '\u{202f}' { '\u{a0}' } else { letter };
        match all.last_mut() {
            Some(last) if is_combining_mark(letter) => last.push(letter),
            _ => all.push(letter.to_string()),
        }
    }
    all
}

impl LoadedFace {
    /// The plan for text of this script, from left to right and in no particular language.
    fn plan(&self, script: Script) -> Arc<ShapePlan> {
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        // Digits and signs alone are of no script.
        let known = Some(script).filter(|script| *script != rustybuzz::script::UNKNOWN);
        let new = || Arc::new(ShapePlan::new(&self.shaper, LEFT_TO_RIGHT, known, None, &[]));
        plans.entry(script).or_insert_with(new).clone()
    }

    #[expect(clippy::cast_precision_loss, reason = "positions in a font are far below 2^24")]
    fn shape(&self, text: String) -> Run {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text);
        buffer.guess_segment_properties();
        buffer.set_direction(LEFT_TO_RIGHT);
        let shaped = rustybuzz::shape_with_plan(&self.shaper, &self.plan(buffer.script()), buffer);
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

    fn drawn(face: Face, text: &str) -> String {
        Fonts::load().unwrap().shape(face, text).into_iter().map(|run| run.text).collect()
    }

    #[test]
    fn what_names_may_be_written_with_is_what_the_faces_have() {
        let fonts = Fonts::load().unwrap();
        // It ends the table of a font, and is not a letter.
        let letters = (' '..=char::MAX).filter(|letter| *letter != '\u{ffff}');
        let other: String = letters
            .filter(|letter| {
                let has = |loaded: &LoadedFace| loaded.shaper.glyph_index(*letter).is_some();
                preau_core::letters::is_renderable(*letter)
                    != [&fonts.text, &fonts.alphabets, &fonts.chinese].into_iter().any(has)
            })
            .collect();
        assert_eq!(other, "");
    }

    #[test]
    fn every_letter_of_a_text_is_drawn_in_some_face() {
        let text = "Ève Nguyễn, 王小明, 陳建國, さくら, Ἑλένη, Ґалаґан, 1\u{202f}234,50\u{a0}€";
        for face in [Face::Text, Face::Strong, Face::Title] {
            assert_eq!(drawn(face, text), text.replace('\u{202f}', "\u{a0}"));
        }
        assert!(!Fonts::load().unwrap().is_transliterated(text));
    }

    #[test]
    fn a_sign_that_no_face_has_leaves_no_word() {
        assert_eq!(drawn(Face::Title, "Il caffè 🙂👍🏽 A1"), "Il caffè  A1");
        assert_eq!(drawn(Face::Text, "👩‍🏫 C’est ☀️ : → 7:30"), drawn(Face::Text, " C’est ☀ : → 7:30"));
    }

    #[test]
    fn marks_are_set_on_their_letters_however_they_were_typed() {
        for name in ["Nguyễn", "Ἑλένη", "Їжак", "Zoé", "ばば"] {
            let apart: String = name.nfd().collect();
            assert_ne!(apart, name);
            assert_eq!(drawn(Face::Title, &apart), name);
        }
        // There is no composed character: both are of one font, and the mark has no width.
        let fonts = Fonts::load().unwrap();
        let runs = fonts.shape(Face::Text, "M\u{304}");
        assert_eq!(runs.len(), 1);
        assert!((runs[0].width - fonts.shape(Face::Text, "M")[0].width).abs() < 0.2);
    }

    #[test]
    fn letters_of_no_face_are_written_in_latin_ones() {
        let fonts = Fonts::load().unwrap();
        for (name, latin) in
            [("김민수", "GimMinSu"), ("علي", "`ly"), ("Zoé דוד", "Zoé dvd"), ("Zoé? ", "Zoé? ")]
        {
            assert_eq!(drawn(Face::Title, name), latin);
            assert_eq!(fonts.is_transliterated(name), !name.starts_with("Zoé?"), "{name}");
        }
    }
}

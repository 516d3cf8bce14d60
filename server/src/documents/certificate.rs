//! Layout of a certificate of completion: on the left the school's wall with arches, on the right the learner
//! and the course.

use std::num::NonZeroU16;

use krilla::image::Image;
use krilla::tagging::Tag;
use preau_core::certificate::Summary;
use preau_core::language::UiLanguage;

use super::Diploma;
use super::canvas::{ACROSS, Canvas, Part, Place, Style, TextBlock};
use super::file::DocumentInfo;
use super::font::Face;
use super::look::{
    FLOOR, HAIRLINE, LIGHT, NIGHT, PLINTH, SECONDARY, TEXT, WALL, WHITE, accent, colon, french_style, tongue,
};
use super::words::{self, CertificateWords, Words};
use super::{qr, school};
use crate::error::Result;
use crate::format::date;

const MARGIN: f32 = 44.0;
const WALL_END: f32 = 262.0;
/// Vertical position of the floor under the wall.
const GROUND: f32 = 500.0;
const LEFT: f32 = WALL_END + 46.0;
const RIGHT: f32 = ACROSS[0] - MARGIN;
const WIDTH: f32 = RIGHT - LEFT;
/// Vertical position of the signature and the verification, and of the page's foot.
const LOWER: f32 = 402.0;
const FOOT: f32 = 552.0;
/// Size of the QR code with its quiet zone: 4.4 cm.
const QR: f32 = 125.0;

/// Font sizes, the preferred one first, each with its maximum number of lines.
const NAME: &[(f32, f32)] =
    &[(36.0, 1.0), (32.0, 1.0), (28.0, 1.0), (24.0, 1.0), (22.0, 2.0), (19.0, 2.0), (16.0, 2.0), (13.0, 3.0)];
const COURSE: &[(f32, f32)] =
    &[(20.0, 1.0), (18.0, 1.0), (16.0, 1.0), (15.0, 2.0), (13.0, 2.0), (11.0, 2.0), (9.0, 3.0)];
const LEVEL: &[(f32, f32)] = &[(34.0, 1.0), (26.0, 1.0), (18.0, 1.0), (13.0, 1.0), (10.0, 1.0)];

/// Draws the PDF document.
pub(super) fn draw(diploma: &Diploma, logo: Option<&Image>) -> Result<Vec<u8>> {
    let words = words::of(diploma.language)?;
    let french = words::of(UiLanguage::Fr)?;
    let mut draft =
        Draft { logo, canvas: Canvas::new(ACROSS)?, words, french, diploma, y: MARGIN, parts: Vec::new() };
    draft.wall();
    draft.title();
    draft.learner();
    draft.course();
    draft.facts();
    draft.signature();
    draft.verification()?;
    draft.foot();
    let Diploma { summary, language, school, .. } = diploma;
    let title = format!("{} {}", words.certificate.title, summary.number);
    let about =
        DocumentInfo { title, author: school.name.clone(), lang: tongue(*language), day: summary.issued_on };
    draft.canvas.finish(draft.parts, about)
}

struct Draft<'a> {
    /// The school's own logo.
    logo: Option<&'a Image>,
    canvas: Canvas,
    words: &'static Words,
    french: &'static Words,
    diploma: &'a Diploma,
    y: f32,
    parts: Vec<Part>,
}

/// Selects a word, in the document's language and in French.
type Word = fn(&CertificateWords) -> &str;

impl Draft<'_> {
    const fn summary(&self) -> &Summary {
        &self.diploma.summary
    }

    const fn is_french(&self) -> bool {
        matches!(self.diploma.language, UiLanguage::Fr)
    }

    const fn style(&self, face: Face, size: f32, colour: [u8; 3]) -> Style {
        Style { face, size, colour, lang: tongue(self.diploma.language) }
    }

    /// Writes a text below the previous one.
    fn write(&mut self, tag: Tag<krilla::tagging::kind::P>, style: Style, text: &str) {
        let written = self.canvas.write(Place::left(LEFT, self.y, WIDTH), style, text);
        self.y = written.bottom;
        self.parts.push(Part::of(tag, written.parts));
    }

    /// Writes a word, with the French one below it in a document of another language.
    fn bilingual(&mut self, place: Place, sizes: [f32; 2], word: Word) -> TextBlock {
        let style = self.style(Face::Text, sizes[0], SECONDARY);
        let mut written = self.canvas.write(place, style, word(&self.words.certificate));
        if !self.is_french() {
            let place = Place { top: written.bottom - 1.0, ..place };
            let style = french_style(Face::Text, sizes[1], SECONDARY);
            let french = self.canvas.write(place, style, word(&self.french.certificate));
            written.parts.extend(french.parts);
            written.bottom = french.bottom;
        }
        written
    }

    /// The wall on its floor with three arches; the last one has the language's colour and contains the
    /// level.
    fn wall(&mut self) {
        let accent = accent(&self.summary().language);
        self.canvas.rectangle([0.0, 0.0, WALL_END, GROUND], WALL);
        self.canvas.rectangle([0.0, GROUND, WALL_END, ACROSS[1] - GROUND], FLOOR);
        self.canvas.rectangle([0.0, GROUND, WALL_END, 3.0], PLINTH);
        // The light through the last arch, to the lower left.
        let light = [[134.0, GROUND + 3.0], [226.0, GROUND + 3.0], [176.0, 560.0], [84.0, 560.0]];
        self.canvas.polygon(&light, LIGHT);
        for (x, width, height, colour) in
            [(MARGIN, 34.0, 106.0, WHITE), (88.0, 38.0, 168.0, WHITE), (134.0, 92.0, 262.0, accent)]
        {
            self.canvas.arch(x, GROUND, width, height, colour);
        }
        let place = Place::left(MARGIN, MARGIN - 6.0, WALL_END - MARGIN - 24.0);
        let written = school::address(&mut self.canvas, place, 19.0, &self.diploma.school);
        self.parts.extend(written.parts);
        if let Some(logo) = self.logo {
            let top = written.bottom + 10.0;
            // Above the arches, of which the tallest begins at 238.
            school::logo_plate(&mut self.canvas, [MARGIN, top, 150.0, (228.0 - top).max(44.0)], logo);
        }
        let level = self.summary().level.clone();
        let fitting = self.fitting_size(Face::Title, &level, 78.0, LEVEL);
        let style = Style { face: Face::Title, size: fitting, colour: WHITE, lang: "fr" };
        let width = self.canvas.width(style, &level);
        // Decorative for screen readers: the level is repeated among the facts.
        self.canvas.write_artifact(0, Place::left(180.0 - width / 2.0, 282.0, 92.0), style, &level);
    }

    /// The first of these sizes in which the text takes no more lines than allowed; else the last.
    fn fitting_size(&self, face: Face, text: &str, width: f32, sizes: &[(f32, f32)]) -> f32 {
        let fits = |(size, lines): &&(f32, f32)| {
            let style = self.style(face, *size, TEXT);
            self.canvas.height(width, style, text) <= (lines + 0.5) * style.leading()
        };
        sizes.iter().find(fits).or(sizes.last()).map_or(10.0, |(size, _)| *size)
    }

    fn title(&mut self) {
        let title = self.words.certificate.title.clone();
        let style = self.style(Face::Title, 30.0, NIGHT);
        let written = self.canvas.write(Place::left(LEFT, self.y, WIDTH), style, &title);
        self.parts.push(Part::of(Tag::Hn(NonZeroU16::MIN, Some(title)), written.parts));
        self.y = written.bottom;
        if !self.is_french() {
            self.write(Tag::P, french_style(Face::Text, 12.0, SECONDARY), &self.french.certificate.title);
        }
        self.y += 24.0;
    }

    /// The learner's name. When a letter is in no font, a line is left to write the name by hand: a Latin
    /// transliteration would be a guess.
    fn learner(&mut self) {
        let declares = self.bilingual(Place::left(LEFT, self.y, WIDTH), [12.0, 9.0], |words| &words.declares);
        self.parts.push(Part::of(Tag::P, declares.parts));
        self.y = declares.bottom + 6.0;
        let name = self.summary().learner_name.clone();
        if self.canvas.fonts.is_transliterated(&name) {
            self.canvas.rectangle([LEFT, self.y + 38.0, WIDTH, 0.8], SECONDARY);
            self.y += 42.0;
            self.write(Tag::P, self.style(Face::Text, 9.0, SECONDARY), &self.words.certificate.by_hand);
        } else {
            let size = self.fitting_size(Face::Title, &name, WIDTH, NAME);
            self.write(Tag::P, self.style(Face::Title, size, TEXT), &name);
            self.canvas.rectangle([LEFT, self.y + 2.0, 64.0, 4.0], LIGHT);
            self.y += 6.0;
        }
        self.y += 14.0;
    }

    fn course(&mut self) {
        let followed = self.bilingual(Place::left(LEFT, self.y, WIDTH), [12.0, 9.0], |words| &words.followed);
        self.parts.push(Part::of(Tag::P, followed.parts));
        self.y = followed.bottom + 4.0;
        let name = self.summary().course_name.clone();
        let size = self.fitting_size(Face::Strong, &name, WIDTH, COURSE);
        let colour = accent(&self.summary().language);
        self.write(Tag::P, self.style(Face::Strong, size, colour), &name);
        self.y += 14.0;
    }

    /// Side by side: language and level, the duration (older documents only) or the attendance, and the dates.
    fn facts(&mut self) {
        let words = &self.words.certificate;
        let Summary { language, level, hours, starts_on, ends_on, .. } = self.summary();
        let minutes = self.summary().attended_minutes.zip(self.summary().held_minutes);
        let named = words.languages.get(language).unwrap_or(&self.diploma.language_name);
        let form = if starts_on == ends_on { &words.one_day } else { &words.date_range };
        let day = |day| date(self.diploma.language, day);
        let when = form.replace("{first}", &day(*starts_on)).replace("{last}", &day(*ends_on));
        let duration = hours.map(|hours| {
            let unit = if hours == 1 { &words.hour } else { &words.hours };
            format!("{hours}\u{a0}{unit}")
        });
        let attended = minutes.map(|(attended, held)| {
            words.attended_of.replace("{attended}", &hours_of(attended)).replace("{held}", &hours_of(held))
        });
        let dates = if duration.is_some() {
            248.0
        } else if attended.is_some() {
            296.0
        } else {
            154.0
        };
        let facts: [(f32, f32, Word, Option<String>); 4] = [
            (0.0, 140.0, |words| &words.language, Some(format!("{named} · {level}"))),
            (154.0, 80.0, |words| &words.duration, duration),
            (154.0, 128.0, |words| &words.attended, attended),
            (dates, WIDTH - dates, |words| &words.dates, Some(when)),
        ];
        let top = self.y;
        for (x, width, word, value) in facts {
            let Some(value) = value else { continue };
            let label = self.bilingual(Place::left(LEFT + x, top, width), [9.0, 7.5], word);
            let style = self.style(Face::Strong, 11.5, TEXT);
            let value = self.canvas.write(Place::left(LEFT + x, label.bottom + 1.0, width), style, &value);
            self.y = self.y.max(value.bottom);
            self.parts.push(Part::of(Tag::P, label.parts.into_iter().chain(value.parts).collect()));
        }
    }

    /// The date of issue, the number, and the place for the school's signature.
    fn signature(&mut self) {
        let width = WIDTH - QR - 24.0;
        self.canvas.rectangle([LEFT, LOWER - 14.0, WIDTH, 0.8], HAIRLINE);
        let day = date(self.diploma.language, self.summary().issued_on);
        let number = self.summary().number.clone();
        let facts: [(f32, Word, String); 2] =
            [(0.0, |words| &words.issued, day), (154.0, |words| &words.number, number)];
        let mut bottom = LOWER;
        for (x, word, value) in facts {
            let label = self.bilingual(Place::left(LEFT + x, LOWER, 150.0), [9.0, 7.5], word);
            let style = self.style(Face::Strong, 11.5, TEXT);
            let value = self.canvas.write(Place::left(LEFT + x, label.bottom + 1.0, 150.0), style, &value);
            bottom = value.bottom;
            self.parts.push(Part::of(Tag::P, label.parts.into_iter().chain(value.parts).collect()));
        }
        let place = Place::left(LEFT, bottom + 12.0, width);
        let signed = self.bilingual(place, [9.0, 7.5], |words| &words.for_the_school);
        self.parts.push(Part::of(Tag::P, signed.parts));
        self.canvas.rectangle([LEFT, LOWER + QR - 2.0, 210.0, 0.8], SECONDARY);
    }

    /// The QR code, and the address to which it leads.
    fn verification(&mut self) -> Result<()> {
        let corner = [RIGHT - QR, LOWER - 4.0];
        let alternative = format!("{} ({})", self.words.certificate.picture, self.diploma.page);
        let modules = qr::rectangles(&self.diploma.address, corner, QR)?;
        let picture = self.canvas.picture(modules, NIGHT, alternative);
        self.parts.push(picture);
        let style = self.style(Face::Text, 8.0, SECONDARY);
        let colon = colon(self.diploma.language);
        let text = format!("{}{colon}{}", self.words.certificate.verify, self.diploma.page);
        let place = Place::right(RIGHT, corner[1] + QR - 2.0, WIDTH - 220.0);
        let written = self.canvas.write(place, style, &text);
        self.parts.push(Part::of(Tag::P, written.parts));
        Ok(())
    }

    fn foot(&mut self) {
        let style = french_style(Face::Text, 7.5, SECONDARY);
        let text = school::identity(&self.diploma.school, self.french);
        let written = self.canvas.write(Place::left(LEFT, FOOT, WIDTH), style, &text);
        self.parts.push(Part::of(Tag::P, written.parts));
    }
}

/// `40 h 30`
fn hours_of(minutes: i64) -> String {
    match (minutes / 60, minutes % 60) {
        (hours, 0) => format!("{hours}\u{a0}h"),
        (hours, rest) => format!("{hours}\u{a0}h\u{a0}{rest:02}"),
    }
}

//! Sheets of A4: texts and shapes in their places, and what the texts are to somebody who hears them.
//!
//! Knows nothing of invoices. Lengths are points from the upper left corner.

use chrono::{Datelike as _, NaiveDate};
use krilla::color::rgb;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ContentTag, Identifier, Node, SpanTag, TagGroup, TagKind, TagTree};
use krilla::{Document, SerializeSettings};

use super::font::{Face, Fonts};
use crate::error::{Error, Result};

pub(super) const WIDTH: f32 = 595.276;
pub(super) const HEIGHT: f32 = 841.89;

/// How letters look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub face: Face,
    pub size: f32,
    pub colour: [u8; 3],
    /// `fr`, `zh-Hans`…
    pub lang: &'static str,
}

impl Style {
    /// From one line to the next.
    pub(super) fn leading(&self) -> f32 {
        self.size * 1.42
    }
}

/// Where a text stands: its left edge or its right one, the top, and how wide it may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub x: f32,
    pub top: f32,
    pub width: f32,
    pub to_the_right: bool,
}

impl Place {
    pub(super) const fn left(x: f32, top: f32, width: f32) -> Self {
        Self { x, top, width, to_the_right: false }
    }

    /// A text that ends at `x`.
    pub(super) const fn right(x: f32, top: f32, width: f32) -> Self {
        Self { x, top, width, to_the_right: true }
    }
}

/// What texts are: a paragraph, a table, a cell.
pub(super) enum Part {
    Group(TagKind, Vec<Self>),
    Text(usize),
}

impl Part {
    pub(super) fn of(tag: impl Into<TagKind>, parts: Vec<Self>) -> Self {
        Self::Group(tag.into(), parts)
    }
}

enum Mark {
    Text { id: Option<usize>, x: f32, baseline: f32, style: Style, text: String },
    Shape { path: Path, colour: [u8; 3] },
}

pub(super) struct Sheet {
    fonts: &'static Fonts,
    pages: Vec<Vec<Mark>>,
    texts: usize,
}

/// Lines that were written: their names, and where the next text may begin.
pub(super) struct Written {
    pub parts: Vec<Part>,
    pub bottom: f32,
}

impl Sheet {
    pub(super) fn new() -> Result<Self> {
        Ok(Self { fonts: Fonts::load()?, pages: vec![Vec::new()], texts: 0 })
    }

    pub(super) fn turn(&mut self) {
        self.pages.push(Vec::new());
    }

    pub(super) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// How high the text would be.
    pub(super) fn height(&self, width: f32, style: Style, text: &str) -> f32 {
        let lines = u16::try_from(self.lines(width, style, text).len()).unwrap_or(u16::MAX);
        f32::from(lines) * style.leading()
    }

    /// Writes a text on the last page, in as many lines as it needs.
    pub(super) fn write(&mut self, place: Place, style: Style, text: &str) -> Written {
        let mut bottom = place.top;
        let mut parts = Vec::new();
        for text in self.lines(place.width, style, text) {
            let id = self.texts;
            self.texts += 1;
            self.put(self.pages.len() - 1, Some(id), Place { top: bottom, ..place }, style, text);
            parts.push(Part::Text(id));
            bottom += style.leading();
        }
        Written { parts, bottom }
    }

    /// Writes a line that every page repeats, so that nobody has to hear it again.
    pub(super) fn repeat(&mut self, page: usize, place: Place, style: Style, text: &str) {
        for (line, top) in self.lines(place.width, style, text).into_iter().zip(0_u16..) {
            let top = place.top + f32::from(top) * style.leading();
            self.put(page, None, Place { top, ..place }, style, line);
        }
    }

    fn put(&mut self, page: usize, id: Option<usize>, place: Place, style: Style, text: String) {
        let width = if place.to_the_right { self.fonts.width(style.face, &text) * style.size } else { 0.0 };
        let baseline = place.top + style.size * 1.06;
        self.pages[page].push(Mark::Text { id, x: place.x - width, baseline, style, text });
    }

    /// A filled rectangle on the last page.
    pub(super) fn rectangle(&mut self, [x, y, width, height]: [f32; 4], colour: [u8; 3]) {
        let path = Rect::from_xywh(x, y, width, height).and_then(|rect| {
            let mut path = PathBuilder::new();
            path.push_rect(rect);
            path.finish()
        });
        self.shape(path, colour);
    }

    /// An arch whose foot stands at `x`, `foot`, on the last page.
    pub(super) fn arch(&mut self, x: f32, foot: f32, width: f32, height: f32, colour: [u8; 3]) {
        // Of a quarter of a circle by a curve of Bézier.
        const ROUND: f32 = 0.552_285;
        let radius = width / 2.0;
        let (spring, bend, right) = (foot - height + radius, radius * ROUND, x + width);
        let mut path = PathBuilder::new();
        path.move_to(x, foot);
        path.line_to(x, spring);
        path.cubic_to(x, spring - bend, x + radius - bend, spring - radius, x + radius, spring - radius);
        path.cubic_to(x + radius + bend, spring - radius, right, spring - bend, right, spring);
        path.line_to(right, foot);
        path.close();
        self.shape(path.finish(), colour);
    }

    fn shape(&mut self, path: Option<Path>, colour: [u8; 3]) {
        if let (Some(path), Some(page)) = (path, self.pages.last_mut()) {
            page.push(Mark::Shape { path, colour });
        }
    }

    /// The text in lines: broken at spaces and between Chinese signs, in a word only when it is too long.
    fn lines(&self, width: f32, style: Style, text: &str) -> Vec<String> {
        let fits =
            |line: &str| self.fonts.width(style.face, line.trim_end_matches(' ')) * style.size <= width;
        let mut lines = Vec::new();
        let mut line = String::new();
        for piece in pieces(text) {
            if !fits(&format!("{line}{piece}")) && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in piece.chars() {
                if !fits(&format!("{line}{letter}")) && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        lines.push(line);
        lines
            .into_iter()
            .map(|line| line.trim_matches(' ').to_owned())
            .filter(|line| !line.is_empty())
            .collect()
    }
}

/// Words with the space after them, and Chinese signs with the punctuation that belongs to them.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut open = false;
    for letter in text.chars() {
        let closing = "，。、：；！？）》”".contains(letter);
        match pieces.last_mut() {
            Some(piece) if closing || open && !is_chinese(letter) => piece.push(letter),
            _ => pieces.push(letter.to_string()),
        }
        open = letter != ' ' && !is_chinese(letter) && !closing;
    }
    pieces
}

fn is_chinese(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// What a reader's program shows of a document besides its pages.
pub(super) struct About {
    pub title: String,
    pub author: String,
    pub lang: &'static str,
    pub day: NaiveDate,
}

impl Sheet {
    /// The sheets as PDF/A-3a, to which an electronic invoice may be attached one day; its parts in the order in which
    /// they are read. The same sheets give the same bytes.
    pub(super) fn finish(self, parts: Vec<Part>, about: About) -> Result<Vec<u8>> {
        let configuration = ConfigurationBuilder::new()
            .with_archival_validator(Archival::A3_A)
            .with_accessibility_validator(Accessibility::UA1)
            .finish()
            .map_err(damaged)?;
        let settings =
            SerializeSettings { configuration, enable_tagging: true, ..SerializeSettings::default() };
        let mut document = Document::new_with(settings);
        let mut written = vec![None; self.texts];
        for marks in &self.pages {
            let format = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| damaged("no page"))?;
            let mut page = document.start_page_with(format);
            let mut surface = page.surface();
            for mark in marks {
                mark.draw(&mut surface, self.fonts, &mut written);
            }
            surface.finish();
            page.finish();
        }
        let nodes: Vec<Node> = parts.into_iter().filter_map(|part| node(part, &written)).collect();
        document.set_tag_tree(TagTree::from(nodes).with_lang(Some(about.lang.to_owned())));
        let mut outline = Outline::new();
        let top = XyzDestination::new(0, Point::from_xy(0.0, 0.0));
        outline.push_child(OutlineNode::new(about.title.clone(), top));
        document.set_outline(outline);
        document.set_metadata(about.metadata());
        document.finish().map_err(damaged)
    }
}

impl About {
    fn metadata(self) -> Metadata {
        let [month, day] = [self.day.month(), self.day.day()].map(|part| u8::try_from(part).unwrap_or(1));
        let created = DateTime::new(u16::try_from(self.day.year()).unwrap_or_default()).month(month).day(day);
        Metadata::new()
            .title(self.title)
            .authors(vec![self.author])
            .creator("Préau".to_owned())
            .language(self.lang.to_owned())
            .creation_date(created)
    }
}

fn node(part: Part, written: &[Option<Identifier>]) -> Option<Node> {
    match part {
        Part::Text(id) => written.get(id).copied().flatten().map(Node::from),
        Part::Group(tag, parts) => {
            let children = parts.into_iter().filter_map(|part| node(part, written)).collect();
            Some(TagGroup::with_children(tag, children).into())
        }
    }
}

impl Mark {
    fn draw(&self, surface: &mut Surface<'_>, fonts: &Fonts, written: &mut [Option<Identifier>]) {
        match self {
            Self::Shape { path, colour } => {
                surface.set_fill(Some(fill(*colour)));
                surface.start_tagged(ContentTag::Artifact(Artifact::default()));
                surface.draw_path(path);
                surface.end_tagged();
            }
            Self::Text { id, x, baseline, style, text } => {
                surface.set_fill(Some(fill(style.colour)));
                let span = ContentTag::Span(SpanTag::empty().with_lang(Some(style.lang)));
                let tag = if id.is_some() { span } else { ContentTag::Artifact(Artifact::default()) };
                let identifier = surface.start_tagged(tag);
                let mut x = *x;
                for run in fonts.shape(style.face, text) {
                    let start = Point::from_xy(x, *baseline);
                    x += run.width * style.size;
                    surface.draw_glyphs(start, &run.glyphs, run.font, &run.text, style.size, false);
                }
                surface.end_tagged();
                if let Some(place) = id.and_then(|id| written.get_mut(id)) {
                    *place = Some(identifier);
                }
            }
        }
    }
}

fn fill([red, green, blue]: [u8; 3]) -> Fill {
    Fill { paint: rgb::Color::new(red, green, blue).into(), ..Fill::default() }
}

fn damaged(error: impl std::fmt::Debug) -> Error {
    Error::internal(format!("a paper cannot be written: {error:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Style = Style { face: Face::Text, size: 10.0, colour: [0; 3], lang: "fr" };

    #[test]
    fn lines_break_at_spaces_between_signs_and_in_endless_words() {
        let sheet = Sheet::new().unwrap();
        let broken = |text: &str, width: f32| sheet.lines(width, PLAIN, text);
        assert_eq!(broken("Cours d’italien", 500.0), ["Cours d’italien"]);
        assert_eq!(broken("Cours d’italien", 50.0), ["Cours", "d’italien"]);
        assert_eq!(broken("汉语课程，第一级", 31.0), ["汉语课", "程，第", "一级"]);
        assert!(broken(&"x".repeat(80), 60.0).len() > 4);
        assert_eq!(broken("120,00\u{a0}€", 20.0).concat(), "120,00\u{a0}€");
        assert!(broken("  ", 50.0).is_empty());
    }

    #[test]
    fn every_letter_of_a_text_is_drawn_in_some_face() {
        let fonts = Fonts::load().unwrap();
        let text = "Ève Nguyễn, 王小明, 1\u{202f}234,50\u{a0}€ ع";
        let drawn: String = fonts.shape(Face::Title, text).into_iter().map(|run| run.text).collect();
        assert_eq!(drawn, "Ève Nguyễn, 王小明, 1\u{a0}234,50\u{a0}€ ?");
    }
}

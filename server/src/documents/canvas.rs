//! A4 pages: positioned texts and shapes, and the roles of the texts for screen readers.
//!
//! Independent of the content; [`super::file`] writes the pages. Lengths are points from the upper left
//! corner.

use krilla::geom::{Path, PathBuilder, Rect};
use krilla::image::Image;
use krilla::tagging::{Tag, TagKind};

use super::font::{Face, Fonts};
use super::lines::lines;
use crate::error::Result;

/// Width and height of a page in portrait format.
pub(super) const UPRIGHT: [f32; 2] = [595.276, 841.89];
/// Width and height in landscape format.
pub(super) const ACROSS: [f32; 2] = [UPRIGHT[1], UPRIGHT[0]];

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub face: Face,
    pub size: f32,
    pub colour: [u8; 3],
    /// `fr`, `zh-Hans`…
    pub lang: &'static str,
}

impl Style {
    /// Line height.
    pub(super) fn leading(&self) -> f32 {
        self.size * 1.42
    }
}

/// Position of a text: its left or right edge, the top, and the maximum width.
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

    /// A right-aligned text that ends at `x`.
    pub(super) const fn right(x: f32, top: f32, width: f32) -> Self {
        Self { x, top, width, to_the_right: true }
    }
}

/// Structure elements: a paragraph, a table, a cell.
pub(super) enum Part {
    Group(TagKind, Vec<Self>),
    /// A text or a picture, by the id of its drawing.
    Drawing(usize),
}

impl Part {
    pub(super) fn of(tag: impl Into<TagKind>, parts: Vec<Self>) -> Self {
        Self::Group(tag.into(), parts)
    }
}

pub(super) enum Drawing {
    Text {
        id: Option<usize>,
        x: f32,
        baseline: f32,
        style: Style,
        text: String,
    },
    /// `id` is set when it is more than decoration.
    Shape {
        id: Option<usize>,
        path: Path,
        colour: [u8; 3],
    },
    Image {
        place: [f32; 4],
        image: Image,
    },
}

pub(super) struct Canvas {
    pub(super) size: [f32; 2],
    pub(super) fonts: &'static Fonts,
    pub(super) pages: Vec<Vec<Drawing>>,
    /// Number of drawings with an id.
    pub(super) tagged: usize,
}

/// The structure of a written text, and the top of the next one.
pub(super) struct TextBlock {
    pub parts: Vec<Part>,
    pub bottom: f32,
}

impl Canvas {
    pub(super) fn new(size: [f32; 2]) -> Result<Self> {
        Ok(Self { size, fonts: Fonts::load()?, pages: vec![Vec::new()], tagged: 0 })
    }

    pub(super) fn add_page(&mut self) {
        self.pages.push(Vec::new());
    }

    pub(super) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Width of the text in one line.
    pub(super) fn width(&self, style: Style, text: &str) -> f32 {
        self.fonts.width(style.face, text) * style.size
    }

    /// Height of the text.
    pub(super) fn height(&self, width: f32, style: Style, text: &str) -> f32 {
        let lines = u16::try_from(lines(self.fonts, width, style, text).len()).unwrap_or(u16::MAX);
        f32::from(lines) * style.leading()
    }

    /// Writes a text on the last page, in as many lines as it needs.
    pub(super) fn write(&mut self, place: Place, style: Style, text: &str) -> TextBlock {
        let mut bottom = place.top;
        let mut parts = Vec::new();
        for text in lines(self.fonts, place.width, style, text) {
            let id = self.next_id();
            self.add_line(self.pages.len() - 1, Some(id), Place { top: bottom, ..place }, style, text);
            parts.push(Part::Drawing(id));
            bottom += style.leading();
        }
        TextBlock { parts, bottom }
    }

    /// Writes a repeated line as an artifact, which screen readers skip.
    pub(super) fn write_artifact(&mut self, page: usize, place: Place, style: Style, text: &str) {
        for (line, top) in lines(self.fonts, place.width, style, text).into_iter().zip(0_u16..) {
            let top = place.top + f32::from(top) * style.leading();
            self.add_line(page, None, Place { top, ..place }, style, line);
        }
    }

    fn next_id(&mut self) -> usize {
        self.tagged += 1;
        self.tagged - 1
    }

    fn add_line(&mut self, page: usize, id: Option<usize>, place: Place, style: Style, text: String) {
        let width = if place.to_the_right { self.fonts.width(style.face, &text) * style.size } else { 0.0 };
        let baseline = place.top + style.size * 1.06;
        self.pages[page].push(Drawing::Text { id, x: place.x - width, baseline, style, text });
    }

    /// A filled rectangle on the last page.
    pub(super) fn rectangle(&mut self, [x, y, width, height]: [f32; 4], colour: [u8; 3]) {
        self.shape(None, rectangles([[x, y, width, height]]), colour);
    }

    /// A picture of filled rectangles, with its alternative text.
    pub(super) fn picture(
        &mut self,
        rectangles_of: impl IntoIterator<Item = [f32; 4]>,
        colour: [u8; 3],
        alternative: String,
    ) -> Part {
        let id = self.next_id();
        self.shape(Some(id), rectangles(rectangles_of), colour);
        Part::of(Tag::Figure(Some(alternative)), vec![Part::Drawing(id)])
    }

    /// A filled polygon on the last page.
    pub(super) fn polygon(&mut self, corners: &[[f32; 2]], colour: [u8; 3]) {
        let mut path = PathBuilder::new();
        for (nth, [x, y]) in corners.iter().enumerate() {
            if nth == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
        }
        path.close();
        self.shape(None, path.finish(), colour);
    }

    /// An arch whose lower left corner is at `x`, `foot`, on the last page.
    pub(super) fn arch(&mut self, x: f32, foot: f32, width: f32, height: f32, colour: [u8; 3]) {
        // Approximates a quarter of a circle by a Bézier curve.
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
        self.shape(None, path.finish(), colour);
    }

    /// An image on the last page, without information beyond the texts.
    pub(super) fn image(&mut self, place: [f32; 4], image: &Image) {
        if let Some(page) = self.pages.last_mut() {
            page.push(Drawing::Image { place, image: image.clone() });
        }
    }

    fn shape(&mut self, id: Option<usize>, path: Option<Path>, colour: [u8; 3]) {
        if let (Some(path), Some(page)) = (path, self.pages.last_mut()) {
            page.push(Drawing::Shape { id, path, colour });
        }
    }
}

fn rectangles(all: impl IntoIterator<Item = [f32; 4]>) -> Option<Path> {
    let mut path = PathBuilder::new();
    for rectangle in all.into_iter().filter_map(|[x, y, w, h]| Rect::from_xywh(x, y, w, h)) {
        path.push_rect(rectangle);
    }
    path.finish()
}

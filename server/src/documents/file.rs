//! Writes pages as a file: PDF/A-3a, tagged for accessibility.

use chrono::{Datelike as _, NaiveDate};
use krilla::color::rgb;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Point, Size, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ContentTag, Identifier, Node, SpanTag, TagGroup, TagTree};
use krilla::{Document, SerializeSettings};

use super::canvas::{Canvas, Drawing, Part};
use super::font::Fonts;
use crate::error::{Error, Result};

/// Metadata of a document.
pub(super) struct DocumentInfo {
    pub title: String,
    pub author: String,
    pub lang: &'static str,
    pub day: NaiveDate,
}

impl Canvas {
    /// The pages as PDF/A-3a, to which an electronic invoice may be attached in the future; `parts` in
    /// reading order. The same content gives the same bytes.
    pub(super) fn finish(self, parts: Vec<Part>, about: DocumentInfo) -> Result<Vec<u8>> {
        let configuration = ConfigurationBuilder::new()
            .with_archival_validator(Archival::A3_A)
            .with_accessibility_validator(Accessibility::UA1)
            .finish()
            .map_err(damaged)?;
        let settings =
            SerializeSettings { configuration, enable_tagging: true, ..SerializeSettings::default() };
        let mut document = Document::new_with(settings);
        let mut written = vec![None; self.tagged];
        for drawings in &self.pages {
            let format =
                PageSettings::from_wh(self.size[0], self.size[1]).ok_or_else(|| damaged("no page"))?;
            let mut page = document.start_page_with(format);
            let mut surface = page.surface();
            for drawing in drawings {
                drawing.draw(&mut surface, self.fonts, &mut written);
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

impl DocumentInfo {
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
        Part::Drawing(id) => written.get(id).copied().flatten().map(Node::from),
        Part::Group(tag, parts) => {
            let children = parts.into_iter().filter_map(|part| node(part, written)).collect();
            Some(TagGroup::with_children(tag, children).into())
        }
    }
}

impl Drawing {
    fn draw(&self, surface: &mut Surface<'_>, fonts: &Fonts, written: &mut [Option<Identifier>]) {
        match self {
            Self::Shape { id, path, colour } => {
                surface.set_fill(Some(fill(*colour)));
                let decoration = ContentTag::Artifact(Artifact::default());
                let tag = if id.is_some() { ContentTag::Other } else { decoration };
                let identifier = surface.start_tagged(tag);
                surface.draw_path(path);
                surface.end_tagged();
                record_identifier(*id, identifier, written);
            }
            Self::Image { place: [x, y, width, height], image } => {
                let Some(size) = Size::from_wh(*width, *height) else { return };
                surface.start_tagged(ContentTag::Artifact(Artifact::default()));
                surface.push_transform(&Transform::from_translate(*x, *y));
                surface.draw_image(image.clone(), size);
                surface.pop();
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
                record_identifier(*id, identifier, written);
            }
        }
    }
}

fn record_identifier(id: Option<usize>, identifier: Identifier, written: &mut [Option<Identifier>]) {
    if let Some(place) = id.and_then(|id| written.get_mut(id)) {
        *place = Some(identifier);
    }
}

fn fill([red, green, blue]: [u8; 3]) -> Fill {
    Fill { paint: rgb::Color::new(red, green, blue).into(), ..Fill::default() }
}

fn damaged(error: impl std::fmt::Debug) -> Error {
    Error::internal(format!("a paper cannot be written: {error:?}"))
}

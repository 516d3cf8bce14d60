//! Layout of the attendance sheet of a session. French only: it is kept for the authorities. It claims no signature that
//! was not given.

use std::num::NonZeroU16;

use chrono::NaiveDate;
use krilla::image::Image;
use krilla::tagging::{TableHeaderScope, Tag};
use preau_core::attendance::{AttendanceStatus, Manner};
use preau_core::language::UiLanguage;

use super::canvas::{Canvas, Part, Place, UPRIGHT};
use super::data::Seller;
use super::file::DocumentInfo;
use super::font::Face;
use super::look::{HAIRLINE, NIGHT, PAPER, SECONDARY, TEXT, french_style};
use super::{school, words};
use crate::error::Result;
use crate::format::{clock, date};

/// The attendance of a session.
#[derive(Clone, Debug)]
pub struct AttendanceSheet {
    pub school: Seller,
    pub course: String,
    pub module: Option<String>,
    pub day: NaiveDate,
    /// `18:30`
    pub start_time: String,
    pub minutes: i64,
    /// None: online.
    pub room: Option<String>,
    pub teacher: Option<String>,
    pub lines: Vec<SheetLine>,
    /// To be signed by hand.
    pub blank: bool,
    pub printed_on: NaiveDate,
    pub closed: Option<ClosedSheet>,
}

/// A learner on the sheet.
#[derive(Clone, Debug)]
pub struct SheetLine {
    pub learner: String,
    /// With the minutes of somebody late.
    pub mark: Option<(AttendanceStatus, Option<i64>, Manner)>,
    /// Whether it was corrected after the sheet was closed.
    pub corrected: bool,
}

/// When a sheet was closed, and its hash.
#[derive(Clone, Debug)]
pub struct ClosedSheet {
    pub number: String,
    pub closed_on: NaiveDate,
    pub closed_by: String,
    pub hash: String,
}

const MARGIN: f32 = 48.0;
const RIGHT: f32 = UPRIGHT[0] - MARGIN;
const WIDTH: f32 = RIGHT - MARGIN;
const WALL_FOOT: f32 = 112.0;
/// Vertical position of the end of the lines on a page, and of its foot.
const LINES_END: f32 = 730.0;
const FOOT: f32 = 786.0;
/// Left edges of the columns after the name.
const COLUMNS: [f32; 3] = [MARGIN + 210.0, MARGIN + 330.0, MARGIN + 400.0];
const HEADS: [&str; 4] = ["Nom", "Présence", "Minutes", "Relevé"];
const HEADS_BLANK: [&str; 4] = ["Nom", "Présence", "Retard", "Signature"];

/// Draws the PDF document.
pub(super) fn draw(sheet: &AttendanceSheet, logo: Option<&Image>) -> Result<Vec<u8>> {
    let mut draft = Draft { canvas: Canvas::new(UPRIGHT)?, sheet, y: 0.0, parts: Vec::new() };
    school::wall(&mut draft.canvas, [UPRIGHT[0], WALL_FOOT], RIGHT, logo);
    let written = school::address(&mut draft.canvas, Place::left(MARGIN, 20.0, 320.0), 17.0, &sheet.school);
    draft.parts.extend(written.parts);
    draft.title();
    draft.lines();
    draft.statements();
    draft.foot()?;
    let about = DocumentInfo {
        title: draft.name(),
        author: sheet.school.name.clone(),
        lang: "fr",
        day: sheet.printed_on,
    };
    draft.canvas.finish(draft.parts, about)
}

struct Draft<'a> {
    canvas: Canvas,
    sheet: &'a AttendanceSheet,
    y: f32,
    parts: Vec<Part>,
}

impl Draft<'_> {
    fn name(&self) -> String {
        match &self.sheet.closed {
            Some(closed) => format!("Feuille de présence {}", closed.number),
            None => "Feuille de présence".to_owned(),
        }
    }

    /// Writes a text below the previous one.
    fn write(&mut self, face: Face, size: f32, colour: [u8; 3], text: &str) {
        let style = french_style(face, size, colour);
        let written = self.canvas.write(Place::left(MARGIN, self.y, WIDTH), style, text);
        self.y = written.bottom;
        self.parts.push(Part::of(Tag::P, written.parts));
    }

    fn title(&mut self) {
        let title = self.name();
        let style = french_style(Face::Title, 22.0, NIGHT);
        let written = self.canvas.write(Place::left(MARGIN, WALL_FOOT + 22.0, WIDTH), style, &title);
        self.parts.push(Part::of(Tag::Hn(NonZeroU16::MIN, Some(title)), written.parts));
        self.y = written.bottom + 6.0;
        let sheet = self.sheet;
        let course = match &sheet.module {
            Some(module) => format!("{} – {module}", sheet.course),
            None => sheet.course.clone(),
        };
        self.write(Face::Strong, 12.0, TEXT, &course);
        let french = UiLanguage::Fr;
        let when = format!(
            "{}, {} ({} minutes)",
            date(french, sheet.day),
            clock(french, &sheet.start_time),
            sheet.minutes
        );
        self.write(Face::Text, 10.0, TEXT, &when);
        let place = sheet.room.as_deref().unwrap_or("en ligne");
        let teacher = sheet.teacher.as_deref().unwrap_or("–");
        self.write(Face::Text, 10.0, TEXT, &format!("Lieu\u{a0}: {place} · Professeur\u{a0}: {teacher}"));
        self.y += 12.0;
    }

    fn lines(&mut self) {
        let mut rows = vec![self.head()];
        let height = if self.sheet.blank { 34.0 } else { 24.0 };
        for line in &self.sheet.lines {
            if self.y + height > LINES_END {
                self.canvas.add_page();
                self.y = MARGIN;
                rows.push(self.head());
            }
            rows.push(self.row(line, height));
        }
        self.parts.push(Part::of(Tag::Table, rows));
        self.y += 14.0;
    }

    fn head(&mut self) -> Part {
        let heads = if self.sheet.blank { HEADS_BLANK } else { HEADS };
        self.canvas.rectangle([MARGIN, self.y, WIDTH, 22.0], PAPER);
        let style = french_style(Face::Strong, 8.5, SECONDARY);
        let places = places(self.y + 5.0);
        let cells = places.into_iter().zip(heads).map(|(place, head)| {
            Part::of(Tag::TH(TableHeaderScope::Column), self.canvas.write(place, style, head).parts)
        });
        let cells = cells.collect();
        self.y += 22.0;
        Part::of(Tag::TR, cells)
    }

    fn row(&mut self, line: &SheetLine, height: f32) -> Part {
        let [status, minutes, manner] = cells(line, self.sheet.minutes);
        let style = french_style(Face::Text, 9.5, TEXT);
        let places = places(self.y + 5.0);
        let texts = [line.learner.clone(), status, minutes, manner];
        let mut bottom = self.y + height;
        let mut row = Vec::new();
        for (place, text) in places.into_iter().zip(texts) {
            let written = self.canvas.write(place, style, &text);
            bottom = bottom.max(written.bottom + 4.0);
            row.push(Part::of(Tag::TD, written.parts));
        }
        self.y = bottom;
        self.canvas.rectangle([MARGIN, self.y, WIDTH, 0.6], HAIRLINE);
        Part::of(Tag::TR, row)
    }

    fn statements(&mut self) {
        if self.y + 60.0 > LINES_END {
            self.canvas.add_page();
            self.y = MARGIN;
        }
        let sheet = self.sheet;
        if sheet.blank {
            return self.write(Face::Text, 9.0, SECONDARY, "Signature du professeur\u{a0}:");
        }
        let text = "Relevé de présence. «\u{a0}Signature sur papier\u{a0}» renvoie à la feuille signée à la main, que l’école \
             conserve\u{a0}; les autres relevés ne valent pas signature.";
        self.write(Face::Text, 8.5, SECONDARY, text);
        if sheet.lines.iter().any(|line| line.corrected) {
            self.write(Face::Text, 8.5, SECONDARY, "* Corrigé après la clôture de la feuille.");
        }
        let Some(closed) = &sheet.closed else {
            return self.write(Face::Strong, 9.0, TEXT, "Cette feuille n’est pas encore close.");
        };
        let by = format!("Close le {} par {}.", date(UiLanguage::Fr, closed.closed_on), closed.closed_by);
        self.write(Face::Strong, 9.0, TEXT, &by);
        self.write(Face::Text, 8.0, SECONDARY, &format!("SHA-256\u{a0}: {}", closed.hash));
    }

    /// The school's legal identity and the page number, at the foot of each page.
    fn foot(&mut self) -> Result<()> {
        let style = french_style(Face::Text, 7.5, SECONDARY);
        let text = school::identity(&self.sheet.school, words::of(UiLanguage::Fr)?);
        let pages = self.canvas.page_count();
        let place = Place::left(MARGIN, FOOT, WIDTH - 60.0);
        let written = self.canvas.write(place, style, &text);
        self.parts.push(Part::of(Tag::P, written.parts));
        for page in 0..pages {
            if page + 1 < pages {
                self.canvas.write_artifact(page, place, style, &text);
            }
            let number = format!("{}/{pages}", page + 1);
            self.canvas.write_artifact(page, Place::right(RIGHT, FOOT, 50.0), style, &number);
        }
        Ok(())
    }
}

fn places(top: f32) -> [Place; 4] {
    [
        Place::left(MARGIN + 8.0, top, COLUMNS[0] - MARGIN - 16.0),
        Place::left(COLUMNS[0], top, COLUMNS[1] - COLUMNS[0] - 8.0),
        Place::left(COLUMNS[1], top, COLUMNS[2] - COLUMNS[1] - 8.0),
        Place::left(COLUMNS[2], top, RIGHT - COLUMNS[2]),
    ]
}

/// Status, minutes attended, and how the mark came about.
fn cells(line: &SheetLine, minutes: i64) -> [String; 3] {
    let Some((status, late, manner)) = &line.mark else { return Default::default() };
    let star = if line.corrected { "\u{a0}*" } else { "" };
    let attended = match status {
        AttendanceStatus::Present => minutes,
        AttendanceStatus::Late => minutes - late.unwrap_or_default(),
        AttendanceStatus::Excused | AttendanceStatus::Absent => 0,
    };
    let late = late.map(|late| format!(" ({late}\u{a0}min)")).unwrap_or_default();
    let manner = manner.french().replace('\'', "’");
    [format!("{}{late}{star}", status.french()), attended.to_string(), manner]
}

//! What an invoice and a credit note look like: the school under its arches, who buys, what was sold, what it came to.

use std::num::NonZeroU16;

use krilla::tagging::{TableHeaderScope, Tag};
use preau_core::invoice::{InvoiceKind, VAT_EXEMPT};
use preau_core::language::UiLanguage;
use preau_core::money::Cents;

use super::font::Face;
use super::sheet::{About, Part, Place, Sheet, Style, WIDTH};
use super::words::{self, Words};
use crate::error::Result;
use crate::invoices::view::{Invoice, InvoiceLine, Seller};
use crate::mail::format::{date, money};

// The colours of the school's look.
const NIGHT: [u8; 3] = [0x2b, 0x15, 0x54];
const TEXT: [u8; 3] = [0x2a, 0x1e, 0x48];
const SECONDARY: [u8; 3] = [0x5d, 0x50, 0x78];
const WALL: [u8; 3] = [0xe9, 0xe3, 0xf4];
const PAPER: [u8; 3] = [0xf4, 0xf0, 0xfa];
const HAIRLINE: [u8; 3] = [0xd8, 0xcf, 0xe9];
const WHITE: [u8; 3] = [0xff; 3];
const LIGHT: [u8; 3] = [0xff, 0xd9, 0x76];
const PATCH: [u8; 3] = [0xff, 0xf2, 0xce];

const MARGIN: f32 = 48.0;
const RIGHT: f32 = WIDTH - MARGIN;
const WALL_FOOT: f32 = 138.0;
/// Where a page of lines ends, and where its foot stands.
const LINES_END: f32 = 752.0;
const FOOT: f32 = 776.0;
/// Right edges of the columns of numbers, and how wide a title may be.
const COLUMNS: [f32; 3] = [RIGHT - 186.0, RIGHT - 94.0, RIGHT - 10.0];
const TITLE_WIDTH: f32 = 262.0;

/// Draws the paper.
pub(super) fn draw(invoice: &Invoice) -> Result<Vec<u8>> {
    let mut paper = Draft {
        sheet: Sheet::new()?,
        words: words::of(invoice.language)?,
        french: words::of(UiLanguage::Fr)?,
        invoice,
        y: 0.0,
        parts: Vec::new(),
    };
    paper.wall();
    paper.title();
    paper.facts();
    paper.sold();
    paper.lines();
    paper.totals();
    paper.feet();
    let lang = tongue(invoice.language);
    let title = format!("{} {}", paper.kind(paper.words), invoice.number);
    let about = About { title, author: invoice.seller.name.clone(), lang, day: invoice.issued_on };
    paper.sheet.finish(paper.parts, about)
}

const fn tongue(language: UiLanguage) -> &'static str {
    match language {
        UiLanguage::Fr => "fr",
        UiLanguage::En => "en",
        UiLanguage::It => "it",
        UiLanguage::Zh => "zh-Hans",
    }
}

struct Draft<'a> {
    sheet: Sheet,
    words: &'static Words,
    french: &'static Words,
    invoice: &'a Invoice,
    y: f32,
    parts: Vec<Part>,
}

/// A word of the paper's language, and the French one.
type Word = fn(&Words) -> &str;

const fn french_style(face: Face, size: f32, colour: [u8; 3]) -> Style {
    Style { face, size, colour, lang: "fr" }
}

impl Draft<'_> {
    const fn style(&self, face: Face, size: f32, colour: [u8; 3]) -> Style {
        Style { face, size, colour, lang: tongue(self.invoice.language) }
    }

    const fn is_french(&self) -> bool {
        matches!(self.invoice.language, UiLanguage::Fr)
    }

    fn kind<'w>(&self, words: &'w Words) -> &'w str {
        match self.invoice.kind {
            InvoiceKind::Invoice => &words.invoice,
            InvoiceKind::CreditNote => &words.credit_note,
        }
    }

    /// A label, with the French one under it on a paper of another language.
    fn label(&mut self, place: Place, word: Word) -> (Vec<Part>, f32) {
        let style = self.style(Face::Strong, 8.5, SECONDARY);
        let first = self.sheet.write(place, style, word(self.words));
        if self.is_french() {
            return (first.parts, first.bottom);
        }
        let style = french_style(Face::Text, 7.5, SECONDARY);
        let second = self.sheet.write(Place { top: first.bottom - 1.0, ..place }, style, word(self.french));
        (first.parts.into_iter().chain(second.parts).collect(), second.bottom)
    }

    /// The wall with its arches, and the school before it.
    fn wall(&mut self) {
        self.sheet.rectangle([0.0, 0.0, WIDTH, WALL_FOOT], WALL);
        self.sheet.rectangle([0.0, WALL_FOOT, WIDTH, 3.0], HAIRLINE);
        for (from_right, width, height, colour) in
            [(142.0, 28.0, 50.0, WHITE), (104.0, 40.0, 74.0, WHITE), (54.0, 54.0, 102.0, LIGHT)]
        {
            self.sheet.arch(RIGHT - from_right, WALL_FOOT, width, height, colour);
        }
        let seller = &self.invoice.seller;
        let name = french_style(Face::Title, 19.0, NIGHT);
        let line = french_style(Face::Text, 9.0, SECONDARY);
        let written = self.sheet.write(Place::left(MARGIN, 26.0, 320.0), name, &seller.name);
        let mut y = written.bottom + 3.0;
        self.parts.push(Part::of(Tag::P, written.parts));
        for text in address(seller) {
            let written = self.sheet.write(Place::left(MARGIN, y, 320.0), line, &text);
            y = written.bottom;
            self.parts.push(Part::of(Tag::P, written.parts));
        }
    }

    fn title(&mut self) {
        let title = format!("{}\u{a0}{}", self.kind(self.words), self.invoice.number);
        let style = self.style(Face::Title, 24.0, NIGHT);
        let written = self.sheet.write(Place::left(MARGIN, WALL_FOOT + 28.0, RIGHT - MARGIN), style, &title);
        self.parts.push(Part::of(Tag::Hn(NonZeroU16::MIN, Some(title.clone())), written.parts));
        self.y = written.bottom;
        if !self.is_french() {
            let style = french_style(Face::Text, 10.0, SECONDARY);
            let text = format!("{} {}", self.kind(self.french), self.invoice.number);
            let written = self.sheet.write(Place::left(MARGIN, self.y - 2.0, RIGHT - MARGIN), style, &text);
            self.parts.push(Part::of(Tag::P, written.parts));
            self.y = written.bottom;
        }
        self.y += 14.0;
    }

    /// Days and references on the left, the buyer on the right.
    fn facts(&mut self) {
        let top = self.y;
        for (word, value) in self.known() {
            let label = self.label(Place::left(MARGIN, self.y, 116.0), word);
            let style = self.style(Face::Text, 9.5, TEXT);
            let value = self.sheet.write(Place::left(MARGIN + 122.0, self.y - 1.0, 158.0), style, &value);
            self.parts.push(Part::of(Tag::P, label.0.into_iter().chain(value.parts).collect()));
            self.y = label.1.max(value.bottom) + 3.0;
        }
        let bottom = self.buyer(top);
        self.y = self.y.max(bottom) + 16.0;
    }

    fn known(&self) -> Vec<(Word, String)> {
        let invoice = self.invoice;
        let day = |day| date(invoice.language, day);
        let means = self.words.means_of.get(invoice.means.as_str()).cloned().unwrap_or_default();
        let mut known: Vec<(Word, String)> = vec![(|words| &words.issued, day(invoice.issued_on))];
        if let Some(credited) = &invoice.credited {
            let text = format!("{} {} {}", credited.number, self.words.dated, day(credited.issued_on));
            known.push((|words| &words.original, text));
        } else {
            known.push((|words| &words.paid, day(invoice.paid_on)));
        }
        known.push((|words| &words.means, means));
        known.push((|words| &words.reference, invoice.payment_ref.clone()));
        known.push((|words| &words.reservation, format!("n°\u{a0}{}", invoice.reservation_id)));
        known
    }

    fn buyer(&mut self, top: f32) -> f32 {
        let (x, width) = (RIGHT - 200.0, 176.0);
        let buyer = &self.invoice.buyer;
        let name = self.style(Face::Strong, 11.0, TEXT);
        let line = self.style(Face::Text, 9.5, SECONDARY);
        let more: Vec<&str> =
            [Some(buyer.email.as_str()), buyer.country.as_deref()].into_iter().flatten().collect();
        let label = if self.is_french() { 12.1 } else { 21.8 };
        let text: f32 = more.iter().map(|text| self.sheet.height(width, line, text)).sum();
        let height = label + self.sheet.height(width, name, &buyer.name) + text + 26.0;
        self.sheet.rectangle([x - 14.0, top - 10.0, RIGHT - x + 14.0, height], PAPER);
        let (mut parts, y) = self.label(Place::left(x, top + 1.0, width), |words| &words.buyer);
        let written = self.sheet.write(Place::left(x, y + 2.0, width), name, &buyer.name);
        let mut y = written.bottom;
        parts.extend(written.parts);
        for text in more {
            let written = self.sheet.write(Place::left(x, y, width), line, text);
            y = written.bottom;
            parts.extend(written.parts);
        }
        self.parts.push(Part::of(Tag::P, parts));
        top - 10.0 + height
    }

    /// The course, for whom and when.
    fn sold(&mut self) {
        let invoice = self.invoice;
        let name = self.style(Face::Strong, 12.0, TEXT);
        let line = self.style(Face::Text, 9.5, SECONDARY);
        let written =
            self.sheet.write(Place::left(MARGIN, self.y, RIGHT - MARGIN), name, &invoice.course_name);
        let mut parts = written.parts;
        let days = [invoice.starts_on, invoice.ends_on].map(|day| date(invoice.language, day));
        let colon = match invoice.language {
            UiLanguage::Fr => "\u{a0}: ",
            UiLanguage::En | UiLanguage::It => ": ",
            UiLanguage::Zh => "：",
        };
        let Words { learner, period, .. } = self.words;
        let text =
            format!("{learner}{colon}{} · {period}{colon}{} – {}", invoice.learner_name, days[0], days[1]);
        let written = self.sheet.write(Place::left(MARGIN, written.bottom, RIGHT - MARGIN), line, &text);
        self.y = written.bottom + 10.0;
        parts.extend(written.parts);
        self.parts.push(Part::of(Tag::P, parts));
    }

    fn lines(&mut self) {
        let mut rows = vec![self.head()];
        for line in &self.invoice.lines {
            let style = self.style(Face::Text, 10.0, TEXT);
            let height = self.sheet.height(TITLE_WIDTH, style, &line.title) + 10.0;
            if self.y + height > LINES_END {
                self.turn();
                rows.push(self.head());
            }
            rows.push(self.row(line, height));
        }
        self.parts.push(Part::of(Tag::Table, rows));
        self.y += 12.0;
    }

    fn turn(&mut self) {
        self.sheet.turn();
        self.y = MARGIN;
    }

    fn head(&mut self) -> Part {
        let height = if self.is_french() { 22.0 } else { 32.0 };
        self.sheet.rectangle([MARGIN, self.y, RIGHT - MARGIN, height], PAPER);
        let top = self.y + 5.0;
        let mut cells = Vec::new();
        let columns: [(Place, Word); 4] = [
            (Place::left(MARGIN + 10.0, top, TITLE_WIDTH), |words| &words.item),
            (Place::right(COLUMNS[0], top, 60.0), |words| &words.quantity),
            (Place::right(COLUMNS[1], top, 88.0), |words| &words.unit),
            (Place::right(COLUMNS[2], top, 80.0), |words| &words.amount),
        ];
        for (place, word) in columns {
            let (parts, _) = self.label(place, word);
            cells.push(Part::of(Tag::TH(TableHeaderScope::Column), parts));
        }
        self.y += height;
        Part::of(Tag::TR, cells)
    }

    fn row(&mut self, line: &InvoiceLine, height: f32) -> Part {
        let language = self.invoice.language;
        let style = self.style(Face::Text, 10.0, TEXT);
        let top = self.y + 5.0;
        let cells = [
            (Place::left(MARGIN + 10.0, top, TITLE_WIDTH), line.title.clone()),
            (Place::right(COLUMNS[0], top, 60.0), line.quantity.to_string()),
            (Place::right(COLUMNS[1], top, 88.0), money(language, line.unit)),
            (Place::right(COLUMNS[2], top, 80.0), money(language, line.total)),
        ];
        let cells = cells.map(|(place, text)| Part::of(Tag::TD, self.sheet.write(place, style, &text).parts));
        self.y += height;
        self.sheet.rectangle([MARGIN, self.y, RIGHT - MARGIN, 0.6], HAIRLINE);
        Part::of(Tag::TR, cells.into())
    }

    /// What it comes to, on the right; what the law wants said of it, on the left.
    fn totals(&mut self) {
        if self.y + 118.0 > LINES_END {
            self.turn();
        }
        let top = self.y;
        let invoice = self.invoice;
        let sums: [(Word, Cents); 2] =
            [(|words| &words.net, invoice.total), (|words| &words.vat, Cents::ZERO)];
        for (word, amount) in sums {
            self.sum(word, amount, 10.0);
        }
        self.y += 4.0;
        let height = if self.is_french() { 30.0 } else { 36.0 };
        self.sheet.rectangle([RIGHT - 234.0, self.y, 234.0, height], PATCH);
        self.y += 7.0;
        match invoice.kind {
            InvoiceKind::Invoice => self.sum(|words| &words.total, invoice.total, 13.0),
            InvoiceKind::CreditNote => self.sum(|words| &words.credited_total, invoice.total, 13.0),
        }
        self.mentions(top);
    }

    fn sum(&mut self, word: Word, amount: Cents, size: f32) {
        let style = self.style(Face::Strong, size, TEXT);
        let (mut parts, bottom) = self.label(Place::left(RIGHT - 222.0, self.y + 1.0, 120.0), word);
        let place = Place::right(COLUMNS[2], self.y - size / 10.0, 110.0);
        let written = self.sheet.write(place, style, &money(self.invoice.language, amount));
        parts.extend(written.parts);
        self.parts.push(Part::of(Tag::P, parts));
        self.y = bottom.max(written.bottom) + 3.0;
    }

    fn mentions(&mut self, top: f32) {
        let mut y = top;
        let told: Word = match self.invoice.kind {
            InvoiceKind::Invoice => |words| &words.paid_in_full,
            InvoiceKind::CreditNote => |words| &words.paid_back,
        };
        let ours = (self.style(Face::Text, 9.0, SECONDARY), told(self.words));
        let french = (french_style(Face::Text, 9.0, SECONDARY), told(self.french));
        let vat = (french.0, self.invoice.vat_mention.as_str());
        let mut said = vec![vat];
        // The school's own words on VAT are not ours to translate.
        if !self.is_french() && self.invoice.vat_mention == VAT_EXEMPT {
            said.push((ours.0, &self.words.vat_exempt));
        }
        said.push(french);
        if !self.is_french() {
            said.push(ours);
        }
        for (style, text) in said {
            let written = self.sheet.write(Place::left(MARGIN, y, 234.0), style, text);
            self.parts.push(Part::of(Tag::P, written.parts));
            y = written.bottom + 3.0;
        }
    }

    /// Who the school is to the State, and the number of the page, at the foot of each.
    fn feet(&mut self) {
        let style = french_style(Face::Text, 7.5, SECONDARY);
        let text = identity(&self.invoice.seller, self.french);
        let pages = self.sheet.page_count();
        let written = self.sheet.write(Place::left(MARGIN, FOOT, RIGHT - MARGIN - 110.0), style, &text);
        self.parts.push(Part::of(Tag::P, written.parts));
        for page in 0..pages {
            if page + 1 < pages {
                self.sheet.repeat(page, Place::left(MARGIN, FOOT, RIGHT - MARGIN - 110.0), style, &text);
            }
            let number = format!("{} · {}/{pages}", self.invoice.number, page + 1);
            self.sheet.repeat(page, Place::right(RIGHT, FOOT, 110.0), style, &number);
        }
    }
}

/// Where the school is and how it is reached, a line each.
fn address(seller: &Seller) -> Vec<String> {
    let joined = |parts: &[&Option<String>], between: &str| {
        let parts: Vec<&str> = parts.iter().filter_map(|part| part.as_deref()).collect();
        parts.join(between)
    };
    let lines = [
        joined(&[&seller.street], ""),
        joined(&[&seller.postal_code, &seller.city], " "),
        joined(&[&seller.country], ""),
        joined(&[&seller.phone, &seller.email], " · "),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// The school as the State knows it. That its declaration is no approval has to be said with it.
fn identity(seller: &Seller, words: &Words) -> String {
    let legal = seller.legal_name.as_ref().unwrap_or(&seller.name);
    let siret = seller.siret.as_ref().map(|siret| format!("{} {}", words.siret, grouped(siret)));
    let activity = seller.training_activity_number.as_ref().map(|number| {
        format!("{} {number}. Cet enregistrement ne vaut pas agrément de l’État.", words.activity)
    });
    let parts = [Some(legal.clone()), seller.legal_form.clone(), siret, activity];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// A SIRET as it is read: `123 456 789 00012`.
fn grouped(siret: &str) -> String {
    match (siret.get(..3), siret.get(3..6), siret.get(6..9), siret.get(9..)) {
        (Some(a), Some(b), Some(c), Some(d)) if siret.len() == 14 => [a, b, c, d].join("\u{a0}"),
        _ => siret.to_owned(),
    }
}

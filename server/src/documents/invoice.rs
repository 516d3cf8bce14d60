//! Layout of invoices and credit notes: the school, the buyer, the lines, the totals.

use std::num::NonZeroU16;

use krilla::image::Image;
use krilla::tagging::{TableHeaderScope, Tag};
use preau_core::invoice::InvoiceKind;
use preau_core::language::UiLanguage;
use preau_core::money::Cents;
use preau_core::price::{ModulePrice, PriceFacts};

use super::canvas::{Canvas, Part, Place, Style, UPRIGHT};
use super::file::DocumentInfo;
use super::font::Face;
use super::look::{HAIRLINE, NIGHT, PAPER, PATCH, SECONDARY, TEXT, colon, french_style, tongue};
use super::school;
use super::words::{self, Words};
use crate::documents::data::{Invoice, InvoiceLine};
use crate::error::Result;
use crate::format::{date, money};

const MARGIN: f32 = 48.0;
const RIGHT: f32 = UPRIGHT[0] - MARGIN;
const WALL_FOOT: f32 = 138.0;
/// Vertical position of the end of the lines on a page, and of its foot.
const LINES_END: f32 = 752.0;
const FOOT: f32 = 776.0;
/// Right edges of the columns of numbers, and the maximum width of a title.
const COLUMNS: [f32; 3] = [RIGHT - 186.0, RIGHT - 94.0, RIGHT - 10.0];
const TITLE_WIDTH: f32 = 262.0;

/// Draws the PDF document.
pub(super) fn draw(invoice: &Invoice, logo: Option<&Image>) -> Result<Vec<u8>> {
    let mut draft = Draft {
        logo,
        canvas: Canvas::new(UPRIGHT)?,
        words: words::of(invoice.language)?,
        french: words::of(UiLanguage::Fr)?,
        invoice,
        y: 0.0,
        parts: Vec::new(),
    };
    draft.wall();
    draft.title();
    draft.facts();
    draft.course();
    draft.lines();
    draft.totals();
    draft.footers();
    let lang = tongue(invoice.language);
    let title = format!("{} {}", draft.kind(draft.words), invoice.number);
    let about = DocumentInfo { title, author: invoice.seller.name.clone(), lang, day: invoice.issued_on };
    draft.canvas.finish(draft.parts, about)
}

struct Draft<'a> {
    /// The school's own logo.
    logo: Option<&'a Image>,
    canvas: Canvas,
    words: &'static Words,
    french: &'static Words,
    invoice: &'a Invoice,
    y: f32,
    parts: Vec<Part>,
}

/// Selects a word, in the document's language and in French.
type Word = fn(&Words) -> &str;

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

    /// Writes a label, with the French one below it in a document of another language.
    fn label(&mut self, place: Place, word: Word) -> (Vec<Part>, f32) {
        let style = self.style(Face::Strong, 8.5, SECONDARY);
        let first = self.canvas.write(place, style, word(self.words));
        if self.is_french() {
            return (first.parts, first.bottom);
        }
        let style = french_style(Face::Text, 7.5, SECONDARY);
        let second = self.canvas.write(Place { top: first.bottom - 1.0, ..place }, style, word(self.french));
        (first.parts.into_iter().chain(second.parts).collect(), second.bottom)
    }

    fn wall(&mut self) {
        school::wall(&mut self.canvas, [UPRIGHT[0], WALL_FOOT], RIGHT, self.logo);
        let place = Place::left(MARGIN, 26.0, 320.0);
        let written = school::address(&mut self.canvas, place, 19.0, &self.invoice.seller);
        self.parts.extend(written.parts);
    }

    fn title(&mut self) {
        let title = format!("{}\u{a0}{}", self.kind(self.words), self.invoice.number);
        let style = self.style(Face::Title, 24.0, NIGHT);
        let written = self.canvas.write(Place::left(MARGIN, WALL_FOOT + 28.0, RIGHT - MARGIN), style, &title);
        self.parts.push(Part::of(Tag::Hn(NonZeroU16::MIN, Some(title.clone())), written.parts));
        self.y = written.bottom;
        if !self.is_french() {
            let style = french_style(Face::Text, 10.0, SECONDARY);
            let text = format!("{} {}", self.kind(self.french), self.invoice.number);
            let written = self.canvas.write(Place::left(MARGIN, self.y - 2.0, RIGHT - MARGIN), style, &text);
            self.parts.push(Part::of(Tag::P, written.parts));
            self.y = written.bottom;
        }
        self.y += 14.0;
    }

    /// Dates and references on the left, the buyer on the right.
    fn facts(&mut self) {
        let top = self.y;
        for (word, value) in self.fact_rows() {
            let label = self.label(Place::left(MARGIN, self.y, 116.0), word);
            let style = self.style(Face::Text, 9.5, TEXT);
            let value = self.canvas.write(Place::left(MARGIN + 122.0, self.y - 1.0, 158.0), style, &value);
            self.parts.push(Part::of(Tag::P, label.0.into_iter().chain(value.parts).collect()));
            self.y = label.1.max(value.bottom) + 3.0;
        }
        let bottom = self.buyer(top);
        self.y = self.y.max(bottom) + 16.0;
    }

    fn fact_rows(&self) -> Vec<(Word, String)> {
        let invoice = self.invoice;
        let day = |day| date(invoice.language, day);
        let means = self.words.means_of.get(invoice.means.as_str()).cloned().unwrap_or_default();
        let mut rows: Vec<(Word, String)> = vec![(|words| &words.issued, day(invoice.issued_on))];
        if let Some(credited) = &invoice.credited {
            let text = format!("{} {} {}", credited.number, self.words.dated, day(credited.issued_on));
            rows.push((|words| &words.original, text));
        } else {
            rows.push((|words| &words.paid, day(invoice.paid_on)));
        }
        rows.push((|words| &words.means, means));
        rows.push((|words| &words.reservation, format!("n°\u{a0}{}", invoice.reservation_id)));
        rows
    }

    fn buyer(&mut self, top: f32) -> f32 {
        let (x, width) = (RIGHT - 200.0, 176.0);
        let buyer = &self.invoice.buyer;
        let name = self.style(Face::Strong, 11.0, TEXT);
        let line = self.style(Face::Text, 9.5, SECONDARY);
        let town = buyer.address.as_ref().map(|address| format!("{} {}", address.postal_code, address.city));
        let street = buyer.address.as_ref().map(|address| address.street.as_str());
        let country = buyer.country.as_deref();
        let more: Vec<&str> =
            [street, town.as_deref(), country, Some(buyer.email.as_str())].into_iter().flatten().collect();
        let label = if self.is_french() { 12.1 } else { 21.8 };
        let text: f32 = more.iter().map(|text| self.canvas.height(width, line, text)).sum();
        let height = label + self.canvas.height(width, name, &buyer.name) + text + 26.0;
        self.canvas.rectangle([x - 14.0, top - 10.0, RIGHT - x + 14.0, height], PAPER);
        let (mut parts, y) = self.label(Place::left(x, top + 1.0, width), |words| &words.buyer);
        let written = self.canvas.write(Place::left(x, y + 2.0, width), name, &buyer.name);
        let mut y = written.bottom;
        parts.extend(written.parts);
        for text in more {
            let written = self.canvas.write(Place::left(x, y, width), line, text);
            y = written.bottom;
            parts.extend(written.parts);
        }
        self.parts.push(Part::of(Tag::P, parts));
        top - 10.0 + height
    }

    /// The course, for whom and when.
    fn course(&mut self) {
        let invoice = self.invoice;
        let name = self.style(Face::Strong, 12.0, TEXT);
        let line = self.style(Face::Text, 9.5, SECONDARY);
        let written =
            self.canvas.write(Place::left(MARGIN, self.y, RIGHT - MARGIN), name, &invoice.course_name);
        let mut parts = written.parts;
        let days = [invoice.starts_on, invoice.ends_on].map(|day| date(invoice.language, day));
        let colon = colon(invoice.language);
        let Words { learner, period, .. } = self.words;
        let text =
            format!("{learner}{colon}{} · {period}{colon}{} – {}", invoice.learner_name, days[0], days[1]);
        let written = self.canvas.write(Place::left(MARGIN, written.bottom, RIGHT - MARGIN), line, &text);
        self.y = written.bottom + 10.0;
        parts.extend(written.parts);
        self.parts.push(Part::of(Tag::P, parts));
    }

    fn lines(&mut self) {
        let mut rows = vec![self.table_head()];
        for line in &self.invoice.lines {
            let style = self.style(Face::Text, 10.0, TEXT);
            let mut height = self.canvas.height(TITLE_WIDTH, style, &line.title) + 10.0;
            let why = line.price.as_ref().map(|price| self.explanation(price)).unwrap_or_default();
            for sentence in &why {
                height += self.canvas.height(TITLE_WIDTH, self.style(Face::Text, 8.5, SECONDARY), sentence);
            }
            if self.y + height > LINES_END {
                self.next_page();
                rows.push(self.table_head());
            }
            rows.push(self.row(line, &why, height));
        }
        self.parts.push(Part::of(Tag::Table, rows));
        self.y += 12.0;
    }

    fn next_page(&mut self) {
        self.canvas.add_page();
        self.y = MARGIN;
    }

    fn table_head(&mut self) -> Part {
        let height = if self.is_french() { 22.0 } else { 32.0 };
        self.canvas.rectangle([MARGIN, self.y, RIGHT - MARGIN, height], PAPER);
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

    /// From what the price of a late entry was computed, in sentences.
    fn explanation(&self, price: &PriceFacts) -> Vec<String> {
        let language = self.invoice.language;
        let filled = |words: &str, values: &[(&str, &str)]| {
            values.iter().fold(words.to_owned(), |text, (name, value)| text.replace(name, value))
        };
        let of = |left: i64, all: i64| (left.to_string(), all.to_string());
        let module = |module: &ModulePrice| {
            let amount = money(language, module.amount);
            let named = [("{title}", module.title.as_str()), ("{amount}", &amount)];
            let Some((left, all)) = module.sessions_left.zip(module.sessions) else {
                return filled(&self.words.whole_module, &named);
            };
            let (left, all) = of(left, all);
            filled(&self.words.late_module, &[named[0], named[1], ("{left}", &left), ("{all}", &all)])
        };
        let (day, full) = (date(language, price.from), money(language, price.full));
        let (left, all) = of(price.sessions_left, price.sessions);
        let values = [("{day}", &*day), ("{left}", &left), ("{all}", &all), ("{full}", &full)];
        let whole = filled(&self.words.late_entry, &values);
        std::iter::once(whole).chain(price.modules.iter().map(module)).collect()
    }

    fn row(&mut self, line: &InvoiceLine, why: &[String], height: f32) -> Part {
        let language = self.invoice.language;
        let style = self.style(Face::Text, 10.0, TEXT);
        let top = self.y + 5.0;
        let cells = [
            (Place::left(MARGIN + 10.0, top, TITLE_WIDTH), line.title.clone()),
            (Place::right(COLUMNS[0], top, 60.0), line.quantity.to_string()),
            (Place::right(COLUMNS[1], top, 88.0), money(language, line.unit)),
            (Place::right(COLUMNS[2], top, 80.0), money(language, line.total)),
        ];
        let mut written = cells.map(|(place, text)| self.canvas.write(place, style, &text));
        let small = self.style(Face::Text, 8.5, SECONDARY);
        for sentence in why {
            let place = Place::left(MARGIN + 10.0, written[0].bottom, TITLE_WIDTH);
            let block = self.canvas.write(place, small, sentence);
            written[0].bottom = block.bottom;
            written[0].parts.extend(block.parts);
        }
        let cells = written.map(|block| Part::of(Tag::TD, block.parts));
        self.y += height;
        self.canvas.rectangle([MARGIN, self.y, RIGHT - MARGIN, 0.6], HAIRLINE);
        Part::of(Tag::TR, cells.into())
    }

    /// The totals on the right; the statements that the law requires on the left.
    fn totals(&mut self) {
        if self.y + 118.0 > LINES_END {
            self.next_page();
        }
        let top = self.y;
        let invoice = self.invoice;
        let sums: [(Word, Cents); 2] =
            [(|words| &words.net, invoice.total), (|words| &words.vat, Cents::ZERO)];
        for (word, amount) in sums {
            self.total_row(word, amount, 10.0);
        }
        self.y += 4.0;
        let height = if self.is_french() { 30.0 } else { 36.0 };
        self.canvas.rectangle([RIGHT - 234.0, self.y, 234.0, height], PATCH);
        self.y += 7.0;
        match invoice.kind {
            InvoiceKind::Invoice => self.total_row(|words| &words.total, invoice.total, 13.0),
            InvoiceKind::CreditNote => self.total_row(|words| &words.credited_total, invoice.total, 13.0),
        }
        self.mentions(top);
    }

    fn total_row(&mut self, word: Word, amount: Cents, size: f32) {
        let style = self.style(Face::Strong, size, TEXT);
        let (mut parts, bottom) = self.label(Place::left(RIGHT - 222.0, self.y + 1.0, 120.0), word);
        let place = Place::right(COLUMNS[2], self.y - size / 10.0, 110.0);
        let written = self.canvas.write(place, style, &money(self.invoice.language, amount));
        parts.extend(written.parts);
        self.parts.push(Part::of(Tag::P, parts));
        self.y = bottom.max(written.bottom) + 3.0;
    }

    fn mentions(&mut self, top: f32) {
        let mut y = top;
        let payment: Word = match self.invoice.kind {
            InvoiceKind::Invoice => |words| &words.paid_in_full,
            InvoiceKind::CreditNote
                if self.invoice.credited.as_ref().is_some_and(|credited| credited.moved) =>
            {
                |words| &words.carried_over
            }
            InvoiceKind::CreditNote => |words| &words.paid_back,
        };
        let ours = (self.style(Face::Text, 9.0, SECONDARY), payment(self.words));
        let french = (french_style(Face::Text, 9.0, SECONDARY), payment(self.french));
        let mention = self.invoice.vat_mention.as_str();
        let mut mentions = Vec::new();
        if !mention.is_empty() {
            mentions.push((french.0, mention));
        }
        // Only known VAT grounds have translations: a text that a school wrote itself is not translated.
        if !self.is_french()
            && let Some(text) = self.words.vat_grounds.get(mention)
        {
            mentions.push((ours.0, text));
        }
        mentions.push(french);
        if !self.is_french() {
            mentions.push(ours);
        }
        for (style, text) in mentions {
            let written = self.canvas.write(Place::left(MARGIN, y, 234.0), style, text);
            self.parts.push(Part::of(Tag::P, written.parts));
            y = written.bottom + 3.0;
        }
    }

    /// The school's legal identity and the page number, at the foot of each page.
    fn footers(&mut self) {
        let style = french_style(Face::Text, 7.5, SECONDARY);
        let text = school::identity(&self.invoice.seller, self.french);
        let pages = self.canvas.page_count();
        let written = self.canvas.write(Place::left(MARGIN, FOOT, RIGHT - MARGIN - 110.0), style, &text);
        self.parts.push(Part::of(Tag::P, written.parts));
        for page in 0..pages {
            if page + 1 < pages {
                self.canvas.write_artifact(
                    page,
                    Place::left(MARGIN, FOOT, RIGHT - MARGIN - 110.0),
                    style,
                    &text,
                );
            }
            let number = format!("{} · {}/{pages}", self.invoice.number, page + 1);
            self.canvas.write_artifact(page, Place::right(RIGHT, FOOT, 110.0), style, &number);
        }
    }
}

//! Invoices and credit notes: their numbers, the amount of a credit note, and the CSV file for the accountant.
//!
//! The server assigns the numbers, without duplicates or gaps.

use crate::calendar::paris_day;
use crate::keyword::keywords;
use crate::money::Cents;
use crate::problem::Fault;
use crate::spreadsheet::{self, harmless};
use chrono::{DateTime, Datelike, NaiveDate, Utc};

keywords! {
    /// Kind of document.
    InvoiceKind {
        Invoice = "INVOICE",
        CreditNote = "CREDIT_NOTE",
    }
}

keywords! {
    /// Means of payment.
    Means {
        Card = "CARD",
        Transfer = "TRANSFER",
        Cheque = "CHEQUE",
        Cash = "CASH",
    }
}

impl InvoiceKind {
    const fn letter(self) -> char {
        match self {
            Self::Invoice => 'F',
            Self::CreditNote => 'A',
        }
    }

    const fn french(self) -> &'static str {
        match self {
            Self::Invoice => "Facture",
            Self::CreditNote => "Avoir",
        }
    }

    /// Number of a document, `F2026-00001`: one series per kind and year.
    pub fn number(self, year: i32, sequence: i64) -> String {
        format!("{}{year}-{sequence:05}", self.letter())
    }
}

impl Means {
    const fn french(self) -> &'static str {
        match self {
            Self::Card => "Carte bancaire",
            Self::Transfer => "Virement",
            Self::Cheque => "Chèque",
            Self::Cash => "Espèces",
        }
    }
}

/// The year of a document's series, by its time of issue in Paris.
pub fn year(issued: DateTime<Utc>) -> i32 {
    paris_day(issued).year()
}

/// The amount of the next credit note on an invoice: everything refunded and not yet credited, at most what is left of
/// the invoice.
#[must_use]
pub fn to_credit(total: Cents, returned: Cents, credited: Cents) -> Cents {
    Cents((returned.min(total).0 - credited.0).max(0))
}

/// A row in the accountant's file.
#[derive(Debug, Clone)]
pub struct Entry {
    pub number: String,
    pub issued_on: NaiveDate,
    pub kind: InvoiceKind,
    pub customer: String,
    pub course: String,
    pub total: Cents,
    pub means: Means,
    pub payment_ref: String,
    pub reservation_id: i64,
    /// For a credit note: number of its invoice.
    pub credited: Option<String>,
}

/// Columns of the accountant's file, in French.
pub const COLUMNS: [&str; 12] = [
    "Numéro",
    "Date",
    "Type",
    "Client",
    "Libellé",
    "Montant HT",
    "TVA",
    "Montant TTC",
    "Moyen de paiement",
    "Référence du paiement",
    "Réservation",
    "Facture d'origine",
];

/// The accountant's file: credit notes are negative, so that columns add up; no VAT, since none is charged.
pub fn file(entries: impl IntoIterator<Item = Entry>) -> Result<String, Fault> {
    let rows = entries.into_iter().map(|entry| {
        let total = decimal(entry.kind, entry.total);
        [
            entry.number,
            entry.issued_on.to_string(),
            entry.kind.french().to_owned(),
            harmless(entry.customer),
            harmless(entry.course),
            total.clone(),
            "0,00".to_owned(),
            total,
            entry.means.french().to_owned(),
            harmless(entry.payment_ref),
            entry.reservation_id.to_string(),
            entry.credited.unwrap_or_default(),
        ]
    });
    spreadsheet::write(COLUMNS, rows)
}

/// `-1234,50`, in the number format of French spreadsheets.
fn decimal(kind: InvoiceKind, amount: Cents) -> String {
    let sign = if kind == InvoiceKind::CreditNote { "-" } else { "" };
    format!("{sign}{},{:02}", amount.0 / 100, amount.0 % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_tell_kind_year_and_place() {
        assert_eq!(InvoiceKind::Invoice.number(2026, 1), "F2026-00001");
        assert_eq!(InvoiceKind::CreditNote.number(2027, 123_456), "A2027-123456");
    }

    #[test]
    fn the_year_changes_at_midnight_in_paris() {
        let at = |text: &str| year(text.parse().unwrap());
        assert_eq!(at("2026-12-31T22:59:59Z"), 2026);
        assert_eq!(at("2026-12-31T23:00:00Z"), 2027);
    }

    #[test]
    fn a_credit_note_says_what_none_said_and_no_more_than_is_left() {
        let cases = [
            ((10_000, 4_000, 0), 4_000),
            ((10_000, 10_000, 4_000), 6_000),
            ((10_000, 10_000, 10_000), 0),
            ((10_000, 12_000, 0), 10_000),
            ((10_000, 0, 4_000), 0),
        ];
        for ((total, returned, credited), expected) in cases {
            assert_eq!(to_credit(Cents(total), Cents(returned), Cents(credited)), Cents(expected));
        }
    }

    #[test]
    fn the_file_adds_up_and_calculates_nothing() {
        let invoice = Entry {
            number: "F2026-00001".to_owned(),
            issued_on: NaiveDate::from_ymd_opt(2026, 3, 2).unwrap(),
            kind: InvoiceKind::Invoice,
            customer: "=HYPERLINK(\"http://x\")".to_owned(),
            course: "Italien ; A1".to_owned(),
            total: Cents(123_450),
            means: Means::Card,
            payment_ref: "PAY_REF_1".to_owned(),
            reservation_id: 7,
            credited: None,
        };
        let credit = Entry {
            number: "A2026-00001".to_owned(),
            kind: InvoiceKind::CreditNote,
            total: Cents(5),
            credited: Some(invoice.number.clone()),
            ..invoice.clone()
        };
        let text = file([invoice, credit]).unwrap();
        let mut records = csv::ReaderBuilder::new()
            .delimiter(b';')
            .from_reader(text.trim_start_matches('\u{feff}').as_bytes());
        let rows: Vec<_> = records.records().map(Result::unwrap).collect();
        assert_eq!(&rows[0][3], "'=HYPERLINK(\"http://x\")");
        assert_eq!(
            [&rows[0][4], &rows[0][5], &rows[0][7], &rows[0][11]],
            ["Italien ; A1", "1234,50", "1234,50", ""]
        );
        assert_eq!([&rows[1][2], &rows[1][7], &rows[1][11]], ["Avoir", "-0,05", "F2026-00001"]);
    }

    proptest! {
        #[test]
        fn credit_notes_never_exceed_their_invoice(total in 1..=Cents::MAX.0, refunds in prop::collection::vec(0..Cents::MAX.0, 0..8)) {
            let (mut returned, mut credited) = (0, 0);
            for refund in refunds {
                returned += refund;
                credited += to_credit(Cents(total), Cents(returned), Cents(credited)).0;
                prop_assert_eq!(credited, returned.min(total));
            }
        }
    }
}

//! Files of rows: any bytes are read or refused, what is written is read to the letter, and no cell calculates.

#![no_main]

use chrono::NaiveDate;
use libfuzzer_sys::fuzz_target;
use preau_core::editing::Form as _;
use preau_core::invoice::{Entry, InvoiceKind, Means, file};
use preau_core::level_test::TestQuestion;
use preau_core::money::Cents;
use preau_core::question_file::{MAX_ROWS, read, write};

fuzz_target!(|bytes: &[u8]| {
    questions(bytes);
    accountant(&String::from_utf8_lossy(bytes));
});

fn questions(bytes: &[u8]) {
    let Ok(rows) = read(bytes) else { return };
    assert!(rows.len() <= MAX_ROWS);
    let good = rows.iter().filter(|row| row.faults.is_empty());
    let good = good.filter_map(|row| row.form.create().ok()).map(|new| new.content);
    let good: Vec<(i64, TestQuestion)> = (1..).zip(good).collect();
    let written = write(good.iter().map(|(id, question)| (*id, question))).expect("memory is enough");
    calculates_nothing(&written, &[]);
    let again = read(written.as_bytes()).expect("what was written is read");
    assert_eq!(again.len(), good.len());
    for (row, (id, question)) in again.iter().zip(&good) {
        assert!(row.faults.is_empty(), "{written}");
        assert_eq!(row.id, Some(*id));
        assert_eq!(row.form.create().map(|new| new.content).as_ref(), Ok(question), "{written}");
    }
}

/// The accountant's file with somebody's own text wherever it may stand.
fn accountant(text: &str) {
    let entry = Entry {
        number: "A2026-00001".to_owned(),
        issued_on: NaiveDate::from_ymd_opt(2026, 3, 2).expect("a day"),
        kind: InvoiceKind::CreditNote,
        customer: text.to_owned(),
        course: text.to_owned(),
        total: Cents(12_050),
        means: Means::Card,
        payment_ref: text.to_owned(),
        reservation_id: 1,
        credited: Some("F2026-00001".to_owned()),
    };
    // The amounts are the school's own numbers, with a minus on credit notes.
    calculates_nothing(&file([entry]).expect("memory is enough"), &[5, 7]);
}

/// No cell, as any spreadsheet cuts the file, begins as a formula does.
fn calculates_nothing(file: &str, numbers: &[usize]) {
    let text = file.trim_start_matches('\u{feff}');
    let mut reader = ::csv::ReaderBuilder::new().delimiter(b';').flexible(true).from_reader(text.as_bytes());
    for record in reader.records() {
        for (place, cell) in record.expect("rows").iter().enumerate() {
            let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']);
            assert!(!formula || numbers.contains(&place), "{cell:?} in {file}");
        }
    }
}

//! An amount is whole cents from nothing to a million euros, read as it was written, and never shared out twice.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use preau_core::money::Cents;
use preau_core::price::{Owned, PricedCourse, PricedModule, quote};

#[derive(Arbitrary, Debug)]
struct Case {
    euros: f64,
    text: String,
    cents: i64,
    part: u64,
    whole: u64,
    prices: Vec<u32>,
    chosen: Vec<u8>,
}

fuzz_target!(|case: Case| {
    if let Ok(cents) = Cents::from_euros(case.euros) {
        assert!((Cents::ZERO..=Cents::MAX).contains(&cents));
        assert_eq!(cents.to_euros().to_bits(), (case.euros + 0.0).to_bits(), "read as another amount");
        assert_eq!(Cents::from_euros(cents.to_euros()), Ok(cents));
    }
    if let Ok(cents) = serde_json::from_str::<Cents>(&case.text) {
        let again = serde_json::to_string(&cents).expect("an amount is written");
        assert_eq!(serde_json::from_str::<Cents>(&again).expect("and read"), cents, "{}", case.text);
    }
    shares(Cents(case.cents.rem_euclid(Cents::MAX.0 + 1)), case.part, case.whole);
    french(Cents(case.cents));
    quotes(&case);
});

/// What two parts of a whole are worth is never more than the whole, and a larger part is worth no less.
fn shares(cents: Cents, part: u64, whole: u64) {
    let share = cents.share(part, whole);
    assert!((Cents::ZERO..=cents).contains(&share));
    assert!(cents.share(part.saturating_add(1), whole) >= share);
    if whole > 0 {
        let part = part % whole;
        assert!(cents.share(part, whole).0 + cents.share(whole - part, whole).0 <= cents.0);
    }
}

/// The digits that are shown are those of the amount.
fn french(cents: Cents) {
    let digits: String = cents.to_string().chars().filter(|c| c.is_ascii_digit() || *c == '-').collect();
    assert_eq!(digits.parse::<i128>().expect("digits"), i128::from(cents.0), "{cents}");
}

/// A quote is the sum of its lines, whatever was chosen, and never more than the prices together.
fn quotes(case: &Case) {
    let modules: Vec<PricedModule> = (1..)
        .zip(case.prices.iter().take(20))
        .map(|(id, price)| PricedModule {
            id,
            title: format!("Module {id}"),
            price: Cents(i64::from(*price) % (Cents::MAX.0 / 20)),
        })
        .collect();
    let total = Cents::checked_sum(modules.iter().map(|module| module.price)).expect("twenty amounts");
    let course = PricedCourse { title: "Cours".to_owned(), price: total, free: false, modules };
    let chosen: Vec<i64> = case.chosen.iter().map(|id| i64::from(*id)).collect();
    if let Ok(quote) = quote(&course, &chosen, &Owned::Nothing) {
        assert_eq!(Cents::checked_sum(quote.lines.iter().map(|line| line.amount)), Some(quote.total));
        assert!(quote.total <= total);
    }
}

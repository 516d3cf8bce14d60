//! A signature is of one body, one secret and one moment: whatever else is shown is refused.

#![no_main]

use arbitrary::Arbitrary;
use chrono::DateTime;
use libfuzzer_sys::fuzz_target;
use preau_fuzz::signature::{sign, verifies};

#[derive(Arbitrary, Debug)]
struct Case {
    header: String,
    body: Vec<u8>,
    other: Vec<u8>,
    secret: String,
    wrong: String,
    seconds: u32,
    later: i16,
    place: usize,
    letter: char,
}

fuzz_target!(|case: Case| {
    let at = |seconds: i64| DateTime::from_timestamp(seconds, 0).expect("years that exist");
    let signed = i64::from(case.seconds);
    let now = signed + i64::from(case.later);
    let good = sign(&case.secret, &case.body, at(signed)).expect("any text is a key");
    let in_time = case.later.unsigned_abs() <= 300;
    assert_eq!(verifies(&good, &case.body, &[&case.wrong, &case.secret], at(now)), in_time);

    if case.other != case.body {
        assert!(!verifies(&good, &case.other, &[&case.secret], at(signed)), "another body");
    }
    // HMAC fills a short key up with zeros, and so takes it for the same with zeros behind it.
    let key = |secret: &str| secret.trim_end_matches('\0').to_owned();
    if key(&case.wrong) != key(&case.secret) && case.wrong.len().max(case.secret.len()) <= 64 {
        assert!(!verifies(&good, &case.body, &[&case.wrong], at(signed)), "another secret");
    }
    assert!(!verifies(&good, &case.body, &[], at(signed)), "no secret");

    // One letter of the header changed: only the case of a digit says nothing.
    let mut letters: Vec<char> = good.chars().collect();
    let place = case.place % letters.len();
    letters[place] = case.letter;
    let changed: String = letters.into_iter().collect();
    if !changed.eq_ignore_ascii_case(&good) {
        assert!(!verifies(&changed, &case.body, &[&case.secret], at(signed)), "{changed}");
    }

    // What somebody makes up without the secret is good only if it is the signature itself.
    if verifies(&case.header, &case.body, &[&case.secret], at(signed)) {
        let parts = || case.header.split(',').filter_map(|part| part.trim().split_once('='));
        let time =
            parts().find(|(name, _)| *name == "t").expect("a time").1.parse::<i64>().expect("a number");
        let own = sign(&case.secret, &case.body, at(time)).expect("any text is a key");
        let own = own.split_once("v1=").expect("a signature").1;
        assert!(parts().any(|(name, value)| name == "v1" && value.eq_ignore_ascii_case(own)), "made up");
    }
});

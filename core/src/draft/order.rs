//! Merges two orders of the same list: each side's moves are applied to the other's order.

use super::sequence::unmoved;
use std::collections::BTreeSet;

/// All rows of both: in their order, but each row that I moved or added follows its predecessor in mine.
pub(super) fn merge_orders(base: &[String], mine: &[String], theirs: &[String]) -> Vec<String> {
    let left = unmoved(base, mine).into_iter().flat_map(|range| &mine[range]).collect::<BTreeSet<_>>();
    let moved = |key: &String| mine.contains(key) && !left.contains(key);
    let mut order: Vec<String> = theirs.iter().filter(|key| !moved(key)).cloned().collect();
    let mut before: Option<&String> = None;
    for key in mine {
        if !order.contains(key) {
            let place = before.and_then(|before| order.iter().position(|other| other == before));
            order.insert(place.map_or(0, |place| place + 1), key.clone());
        }
        before = Some(key);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn keys(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    #[test]
    fn both_move_and_add() {
        let cases = [
            ("abc", "abc", "abc", "abc"),
            ("abc", "cab", "abc", "cab"),
            ("abc", "abc", "cab", "cab"),
            ("abcdef", "fabcde", "bacdef", "fbacde"),
            ("abc", "abXc", "cab", "cabX"),
            ("abc", "Xabc", "abcY", "XabcY"),
            ("abc", "ac", "cba", "cba"),
            ("", "a", "b", "ab"),
        ];
        for (base, mine, theirs, expected) in cases {
            assert_eq!(
                merge_orders(&keys(base), &keys(mine), &keys(theirs)).concat(),
                expected,
                "{mine} {theirs}"
            );
        }
    }

    proptest! {
        #[test]
        fn everything_stands_once(
            base in Just(keys("abcdef")).prop_shuffle(),
            mine in Just(keys("abcdefXY")).prop_shuffle(),
            theirs in Just(keys("abcdefVW")).prop_shuffle(),
            cut in 0..8_usize,
        ) {
            let mut order = merge_orders(&base, &mine[cut..], &theirs);
            order.sort();
            order.dedup();
            let all: BTreeSet<&String> = mine[cut..].iter().chain(&theirs).collect();
            prop_assert_eq!(order.iter().collect::<BTreeSet<_>>(), all.clone());
            prop_assert_eq!(merge_orders(&base, &mine[cut..], &theirs).len(), all.len());
            prop_assert_eq!(merge_orders(&base, &base, &theirs), theirs.clone());
            prop_assert_eq!(merge_orders(&base, &mine, &base), mine);
        }
    }
}

//! Three-way comparison of sequences: which ranges one side changed, and which both did.

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};
use std::ops::Range;

/// A range of the result, as indices into the three sequences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stretch {
    /// Unchanged.
    Base(Range<usize>),
    /// Changed by me.
    Mine(Range<usize>),
    /// Changed by them, or by both in the same way.
    Theirs(Range<usize>),
    /// Changed by both, differently.
    Disputed { base: Range<usize>, mine: Range<usize>, theirs: Range<usize> },
}

/// One side's replacement of a range of the base.
#[derive(Debug, Clone)]
struct Hunk {
    base: Range<usize>,
    now: Range<usize>,
}

/// One side's position during the traversal of the base.
struct Side {
    hunks: Vec<Hunk>,
    next: usize,
    /// Its index that corresponds to the index in the base.
    at: usize,
}

/// The whole sequence, range by range.
pub(super) fn stretches(base: &[String], mine: &[String], theirs: &[String]) -> Vec<Stretch> {
    let (mut my, mut their) = (Side::new(base, mine), Side::new(base, theirs));
    let mut at = 0;
    let mut all = Vec::new();
    while let Some(mut changed) = first(&my, &their) {
        let began = (my.next, their.next);
        while my.takes(&mut changed) || their.takes(&mut changed) {}
        if at < changed.start {
            all.push(Stretch::Base(at..changed.start));
        }
        let own = my.pass(began.0, at, &changed);
        let other = their.pass(began.1, at, &changed);
        all.push(match (my.next > began.0, their.next > began.1) {
            (true, false) => Stretch::Mine(own),
            (true, true) if mine[own.clone()] != theirs[other.clone()] => {
                Stretch::Disputed { base: changed.clone(), mine: own, theirs: other }
            }
            (true | false, true) | (false, false) => Stretch::Theirs(other),
        });
        at = changed.end;
    }
    if at < base.len() {
        all.push(Stretch::Base(at..base.len()));
    }
    all
}

/// The base range of the next change.
fn first(my: &Side, their: &Side) -> Option<Range<usize>> {
    let next = [my, their].into_iter().filter_map(|side| side.hunks.get(side.next));
    next.map(|hunk| hunk.base.clone()).min_by_key(|range| (range.start, range.end))
}

impl Side {
    fn new(base: &[String], now: &[String]) -> Self {
        let mut hunks: Vec<Hunk> = Vec::new();
        for op in changes(base, now) {
            let hunk = Hunk { base: op.old_range(), now: op.new_range() };
            match hunks.last_mut() {
                Some(last) if last.base.end == hunk.base.start && last.now.end == hunk.now.start => {
                    last.base.end = hunk.base.end;
                    last.now.end = hunk.now.end;
                }
                Some(_) | None => hunks.push(hunk),
            }
        }
        Self { hunks, next: 0, at: 0 }
    }

    /// Extends the range by the side's next change if they overlap in the base.
    fn takes(&mut self, changed: &mut Range<usize>) -> bool {
        let Some(hunk) = self.hunks.get(self.next) else { return false };
        let both_insert = hunk.base.start == hunk.base.end && *changed == hunk.base;
        if !both_insert
            && (hunk.base.start >= changed.end || changed.start >= hunk.base.end)
            && hunk.base != *changed
        {
            return false;
        }
        changed.end = changed.end.max(hunk.base.end);
        self.next += 1;
        true
    }

    /// Advances to the end of the range; returns the corresponding range of this side.
    fn pass(&mut self, began: usize, at: usize, changed: &Range<usize>) -> Range<usize> {
        let start = self.at + (changed.start - at);
        let end = match self.hunks[began..self.next].last() {
            Some(last) => last.now.end + (changed.end - last.base.end),
            None => start + changed.len(),
        };
        self.at = end;
        start..end
    }
}

fn changes(before: &[String], after: &[String]) -> impl Iterator<Item = DiffOp> {
    let ops = capture_diff_slices(Algorithm::Myers, before, after);
    ops.into_iter().filter(|op| op.tag() != DiffTag::Equal)
}

/// Ranges of the second that occur in the same order in the first.
pub(super) fn unmoved(before: &[String], after: &[String]) -> Vec<Range<usize>> {
    let ops = capture_diff_slices(Algorithm::Myers, before, after);
    ops.into_iter().filter(|op| op.tag() == DiffTag::Equal).map(|op| op.new_range()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn letters(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    /// The merged sequence, with disputes as `[mine|theirs]`.
    fn merged(base: &str, mine: &str, theirs: &str) -> String {
        let (base, mine, theirs) = (letters(base), letters(mine), letters(theirs));
        let all = stretches(&base, &mine, &theirs).into_iter().map(|stretch| match stretch {
            Stretch::Base(range) => base[range].concat(),
            Stretch::Mine(range) => mine[range].concat(),
            Stretch::Theirs(range) => theirs[range].concat(),
            Stretch::Disputed { mine: own, theirs: other, .. } => {
                format!("[{}|{}]", mine[own].concat(), theirs[other].concat())
            }
        });
        all.collect()
    }

    #[test]
    fn only_what_both_changed_is_disputed() {
        let cases = [
            ("abc", "abc", "abc", "abc"),
            ("abc", "aXc", "abc", "aXc"),
            ("abc", "abc", "aYc", "aYc"),
            ("abc", "Xbc", "abY", "XbY"),
            ("abc", "aXc", "aXc", "aXc"),
            ("abc", "aXc", "aYc", "a[X|Y]c"),
            ("abc", "Xbc", "aYc", "XYc"),
            ("abc", "abcX", "Yabc", "YabcX"),
            ("abc", "abcX", "abcY", "abc[X|Y]"),
            ("abc", "ac", "aYc", "a[|Y]c"),
            ("abcd", "aXYd", "abZd", "a[XY|bZ]d"),
            ("abc", "aXbc", "Ybc", "YXbc"),
            ("", "X", "", "X"),
            ("", "X", "Y", "[X|Y]"),
            ("a", "", "", ""),
        ];
        for (base, mine, theirs, expected) in cases {
            assert_eq!(merged(base, mine, theirs), expected, "{base} {mine} {theirs}");
        }
    }

    proptest! {
        #[test]
        fn nothing_new_is_left_out(base in "[a-d]{0,8}", mine in "[a-dX-Z]{0,8}", theirs in "[a-dU-W]{0,8}") {
            let both = merged(&base, &mine, &theirs);
            for letter in mine.chars().chain(theirs.chars()).filter(char::is_ascii_uppercase) {
                let times = |text: &str| text.matches(letter).count();
                prop_assert_eq!(times(&both), times(&mine) + times(&theirs), "{}", both);
            }
        }

        #[test]
        fn one_who_changed_nothing_takes_what_the_other_wrote(base in "[a-d]{0,8}", other in "[a-g]{0,8}") {
            prop_assert_eq!(merged(&base, &base, &other), other.clone());
            prop_assert_eq!(merged(&base, &other, &base), other.clone());
            prop_assert_eq!(merged(&base, &other, &other), other);
        }
    }
}

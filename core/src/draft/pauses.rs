//! How long to wait before the school is asked again: longer each time, and never all at the same moment.

use chrono::TimeDelta;

/// Milliseconds before the second try.
const FIRST: i64 = 2_000;
/// The longest pause, in milliseconds.
const LONGEST: i64 = 300_000;

/// The longest that anything waits, whatever the school asks for: what is to wait longer was put off by a clock that
/// has been put back since.
pub(super) const LONGEST_WAIT: TimeDelta = TimeDelta::minutes(15);

/// The longest that something waits which never got an answer while the school was there.
pub(super) const LONGEST_LOST: TimeDelta = TimeDelta::seconds(30);
/// Tries without an answer after which it is not the school that is away.
pub(super) const OFTEN: u32 = 4;

/// The pause after so many tries that failed. `chance` is any number, thrown by the caller: it takes up to half of
/// the pause away.
pub fn pause(tries: u32, chance: u32) -> TimeDelta {
    let doubled = FIRST.saturating_mul(1_i64 << tries.saturating_sub(1).min(30)).min(LONGEST);
    let half = doubled / 2;
    TimeDelta::milliseconds(half + half * i64::from(chance) / i64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn pauses_double_up_to_five_minutes() {
        let cases = [(0, 2), (1, 2), (2, 4), (3, 8), (8, 256), (9, 300), (u32::MAX, 300)];
        for (tries, seconds) in cases {
            assert_eq!(pause(tries, u32::MAX), TimeDelta::seconds(seconds), "{tries}");
            assert_eq!(pause(tries, 0), TimeDelta::seconds(seconds) / 2, "{tries}");
        }
    }

    proptest! {
        #[test]
        fn chance_takes_at_most_half(tries: u32, chance: u32) {
            let pause = pause(tries, chance);
            prop_assert!(pause >= TimeDelta::seconds(1) && pause <= TimeDelta::minutes(5));
        }
    }
}

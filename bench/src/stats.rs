//! Medians, percentiles and ratios of measured values.

/// The median; of an even number of values the upper one of the two in the middle. Nothing without values.
pub fn median(values: &[f64]) -> Option<f64> {
    percentile(values, 50.0)
}

/// The smallest value that this percentage of the values does not exceed.
pub fn percentile(values: &[f64], percent: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a rank among a few thousand values"
    )]
    let rank = (percent / 100.0 * sorted.len() as f64).floor() as usize;
    sorted.get(rank.min(last)).copied()
}

/// `part` divided by `whole`; nothing when `whole` is zero.
pub fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then_some(part / whole)
}

/// A count as a floating-point number.
#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub const fn number(count: i64) -> f64 {
    count as f64
}

/// Rate per second.
pub fn per_second(count: usize, seconds: f64) -> f64 {
    number(i64::try_from(count).unwrap_or(i64::MAX)) / seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_stands_in_the_middle_whatever_the_order() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(3.0));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn one_slow_answer_of_a_hundred_is_the_ninety_ninth_percentile() {
        let mut values: Vec<f64> = (1..=99).map(|_| 1.0).collect();
        values.push(50.0);
        assert_eq!(percentile(&values, 99.0), Some(50.0));
        assert_eq!(percentile(&values, 98.0), Some(1.0));
        assert_eq!(percentile(&values, 100.0), Some(50.0));
    }

    #[test]
    fn nothing_is_compared_with_nothing() {
        assert_eq!(ratio(1.0, 4.0), Some(0.25));
        assert_eq!(ratio(1.0, 0.0), None);
    }
}

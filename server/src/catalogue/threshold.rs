//! Whether the start of a course that somebody bought still depends on how many enrol.

use chrono::NaiveDate;
use serde::Serialize;

/// How many learners are missing, and until when the school decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Threshold {
    pub missing: i64,
    pub decision_day: NaiveDate,
}

impl Threshold {
    /// That of a course, of the column [`missing!`] and its decision day; none when it starts in any case.
    #[must_use]
    pub fn of(missing: Option<i64>, decision_day: Option<NaiveDate>) -> Option<Self> {
        let (missing, decision_day) = missing.zip(decision_day)?;
        Some(Self { missing, decision_day })
    }
}

/// The column that says how many learners are missing in `courses c`.
macro_rules! missing {
    () => {
        "CASE WHEN c.status = 'PUBLISHED' AND NOT c.start_confirmed AND c.enrolled < c.minimum_learners
            THEN c.minimum_learners - c.enrolled END AS missing, c.decision_day"
    };
}
pub(crate) use missing;

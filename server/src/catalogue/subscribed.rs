//! What a user may read of a course. This module reads the rows; the rules are in `preau_core::reading`; callers check
//! roles.

use chrono::NaiveDate;
use preau_core::price::Scope;
use preau_core::problem::Problem;
use preau_core::reading::{self, Hold, Opening};
use preau_core::subscription::Coverage;

use super::teaching;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::fetch_all;
use crate::people::accounts::store::own_and_wards;

/// What a user's subscriptions open of one course on one day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    holds: Vec<Hold>,
    has_seat: bool,
    today: NaiveDate,
}

impl Access {
    /// Whether there is a subscription that was not cancelled, even if it has expired.
    #[must_use]
    pub fn subscribed(&self) -> bool {
        self.holds.iter().any(|hold| hold.active)
    }

    /// The combined coverage of the live subscriptions.
    #[must_use]
    pub fn live(&self) -> Option<Coverage> {
        let live = self.holds.iter().filter(|hold| hold.is_live(self.today));
        live.map(|hold| hold.coverage.clone()).reduce(Coverage::with)
    }

    /// Whether one of the subscriptions has a seat in the course; an expired one still has it.
    #[must_use]
    pub const fn has_seat(&self) -> bool {
        self.has_seat
    }

    /// Whether the contents of the module may be read; see [`reading::check`].
    ///
    /// # Errors
    /// `not_found`, `access_ended`, `access_not_open`.
    pub fn check(&self, module_id: i64) -> Result<(), Problem> {
        reading::check(&self.holds, module_id, self.today)
    }

    /// Restricts to one subscription.
    #[must_use]
    pub fn only(mut self, subscription_id: i64) -> Self {
        self.holds.retain(|hold| hold.id == subscription_id);
        self
    }
}

#[derive(preau_derive::FromRow)]
struct AccessRow {
    id: i64,
    scope: String,
    active: bool,
    holds_seat: bool,
    access_expires_at: NaiveDate,
    opens_on: Option<NaiveDate>,
    module_id: Option<i64>,
    module_opens_on: Option<NaiveDate>,
}

/// The subscriptions of a course whose `user_id` satisfies `$whose`, one row per module.
macro_rules! holds {
    ($whose:expr) => {
        concat!(
            "SELECT s.id, s.scope, s.active, s.holds_seat, s.access_expires_at, s.opens_on, m.module_id,
                m.opens_on AS module_opens_on
            FROM subscriptions s LEFT JOIN subscription_modules m ON m.subscription_id = s.id
            WHERE s.user_id ",
            $whose,
            " AND s.course_id = $2 ORDER BY s.id"
        )
    };
}

const ACCESS: &str = holds!("= $1");
const READABLE: &str = holds!(concat!("IN ", own_and_wards!("$1")));

/// What the subscriptions of this user and of their wards open of this course today: a guardian may read them too.
pub async fn readable(conn: &mut Conn, user_id: i64, course_id: i64, today: NaiveDate) -> Result<Access> {
    access(&fetch_all!(conn, AccessRow, READABLE, user_id, course_id)?, today)
}

/// Whether this user may read the contents of the module today, as learner or teacher; where none is named, whether they
/// belong to the class.
pub(crate) async fn may_read(
    conn: &mut Conn,
    user_id: i64,
    course_id: i64,
    module_id: Option<i64>,
    today: NaiveDate,
) -> Result<bool> {
    let access = readable(conn, user_id, course_id, today).await?;
    if module_id.map_or_else(|| access.live().is_some(), |id| access.check(id).is_ok()) {
        return Ok(true);
    }
    let teacher_id = teaching::teacher_of(conn, user_id).await?;
    teaching::teaches_course(conn, teacher_id, course_id, today).await
}

/// What this user's own subscriptions open of this course today.
pub async fn to_course(conn: &mut Conn, user_id: i64, course_id: i64, today: NaiveDate) -> Result<Access> {
    access(&fetch_all!(conn, AccessRow, ACCESS, user_id, course_id)?, today)
}

fn access(rows: &[AccessRow], today: NaiveDate) -> Result<Access> {
    let holds = rows.chunk_by(|one, next| one.id == next.id).map(|subscription| {
        let row = &subscription[0];
        let coverage = coverage(subscription)?;
        let named = subscription.iter().filter_map(|row| Some((row.module_id?, row.module_opens_on)));
        let opening = Opening { named: named.collect(), others: row.opens_on };
        Ok(Hold { id: row.id, coverage, active: row.active, expires: row.access_expires_at, opening })
    });
    let has_seat = rows.iter().any(|row| row.holds_seat);
    Ok(Access { holds: holds.collect::<Result<_>>()?, has_seat, today })
}

fn coverage(rows: &[AccessRow]) -> Result<Coverage> {
    match rows[0].scope.parse().map_err(|_| Error::internal("unknown scope in subscriptions"))? {
        Scope::Course => Ok(Coverage::Course),
        Scope::Modules => Ok(Coverage::Modules(rows.iter().filter_map(|row| row.module_id).collect())),
    }
}

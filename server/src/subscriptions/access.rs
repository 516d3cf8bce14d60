//! What a user may read of a course. The rows stand here, the rules in `preau_core::subscription`;
//! roles are the caller's business.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use preau_core::price::Scope;
use preau_core::subscription::{Coverage, can_access};

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::fetch_all;

/// What somebody's subscriptions open of one course.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// There is a subscription that was not taken back, be it over.
    pub subscribed: bool,
    /// What the live ones cover together.
    pub live: Option<Coverage>,
}

impl Access {
    /// Whether a live subscription covers the module.
    #[must_use]
    pub fn covers(&self, module_id: i64) -> bool {
        self.live.as_ref().is_some_and(|coverage| coverage.covers(module_id))
    }
}

#[derive(sqlx::FromRow)]
struct AccessRow {
    id: i64,
    scope: String,
    active: bool,
    access_expires_at: NaiveDate,
    module_id: Option<i64>,
}

const ACCESS: &str = "
    SELECT s.id, s.scope, s.active, s.access_expires_at, m.module_id
    FROM subscriptions s LEFT JOIN subscription_modules m ON m.subscription_id = s.id
    WHERE s.user_id = $1 AND s.course_id = $2 ORDER BY s.id";

/// What this user's subscriptions open of this course today.
///
/// # Errors
/// When the database fails.
pub async fn to_course(conn: &mut Conn, user_id: i64, course_id: i64, today: NaiveDate) -> Result<Access> {
    let rows = fetch_all!(conn, AccessRow, ACCESS, user_id, course_id)?;
    let mut access = Access::default();
    for subscription in rows.chunk_by(|one, next| one.id == next.id) {
        let row = &subscription[0];
        access.subscribed |= row.active;
        if can_access(row.active, row.access_expires_at, today) {
            let coverage = coverage(subscription)?;
            access.live = Some(match access.live.take() {
                Some(other) => other.with(coverage),
                None => coverage,
            });
        }
    }
    Ok(access)
}

fn coverage(rows: &[AccessRow]) -> Result<Coverage> {
    match rows[0].scope.parse().map_err(|_| Error::internal("unknown scope in subscriptions"))? {
        Scope::Course => Ok(Coverage::Course),
        Scope::Modules => {
            Ok(Coverage::Modules(rows.iter().filter_map(|row| row.module_id).collect::<BTreeSet<_>>()))
        }
    }
}

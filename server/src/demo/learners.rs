//! The other learners of the demo school: enrolled at the desk, so that classes have people in them.

use chrono::NaiveDate;
use preau_core::role::Role;
use preau_core::subscription::{Coverage, Grant};
use preau_core::text::slug;

use crate::error::Result;
use crate::execute;
use crate::write::Tx;

use super::content::Account;
use super::plant::Planted;
use super::{days_from, morning_of, store};

const GRANT: &str = "
    INSERT INTO subscriptions (user_id, course_id, scope, subscription_date, access_expires_at, grant_reason,
        created_at, updated_at)
    VALUES ($1, $2, 'COURSE', $3, $4, 'Inscription au secrétariat', $5, $5)";

/// Fills the seats of every course with learners taken in turn: nobody sits twice in one class as long as
/// there are more learners than seats in any class.
pub(super) async fn enrol(tx: &mut Tx, names: &[(String, String)], courses: &[Planted]) -> Result<()> {
    let mut learners = Vec::new();
    for (first_name, last_name) in names {
        let account = Account {
            email: format!("{}.{}@preau.test", slug(first_name), slug(last_name)),
            role: Role::Student,
            first_name: first_name.clone(),
            last_name: last_name.clone(),
            phone_number: None,
            birth_date: None,
        };
        learners.push(store::account(tx, &account, None).await?);
    }
    let mut turn = learners.iter().cycle();
    for course in courses {
        for (days, learner) in (2..).zip(turn.by_ref().take(course.learners)) {
            let enrolled = days_from(course.start_date.min(tx.today), -2 * days);
            grant(tx, *learner, course, enrolled).await?;
        }
    }
    Ok(())
}

async fn grant(tx: &mut Tx, user_id: i64, course: &Planted, day: NaiveDate) -> Result<u64> {
    let Grant { expires, .. } = Grant::new(Coverage::Course, day, Some(course.end_date));
    execute!(tx, GRANT, user_id, course.id, day, expires, morning_of(day))
}

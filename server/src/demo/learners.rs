//! The other learners of the demo school: enrolled at the desk, so that classes have people in them.

use chrono::NaiveDate;
use preau_core::role::Role;
use preau_core::subscription::{Coverage, Grant};
use preau_core::text::slug;

use crate::error::Result;
use crate::execute;
use crate::write::Tx;

use super::content::{Account, Content, Testimonial};
use super::plant::Planted;
use super::{days_from, morning_of, store};

const GRANT: &str = "
    INSERT INTO subscriptions (user_id, course_id, scope, subscription_date, access_expires_at, grant_reason,
        created_at, updated_at)
    VALUES ($1, $2, 'COURSE', $3, $4, 'Inscription au secrétariat', $5, $5)";

/// Fills the seats of every course: first with those who speak of it, then with learners taken in turn.
/// Nobody sits twice in one class as long as there are more learners than seats in any class.
pub(super) async fn enrol(tx: &mut Tx, content: &Content, courses: &[Planted]) -> Result<()> {
    let mut learners = Vec::new();
    for (first_name, last_name) in &content.people.learners {
        learners.push(account(tx, first_name, last_name).await?);
    }
    let mut turn = learners.iter().cycle();
    for course in courses {
        let seated = testify(tx, &content.testimonials, Some(course)).await?;
        let others = course.learners.saturating_sub(seated);
        for (days, learner) in (2..).zip(turn.by_ref().take(others)) {
            let enrolled = days_from(course.start_date.min(tx.today), -2 * days);
            grant(tx, *learner, course, enrolled).await?;
        }
    }
    testify(tx, &content.testimonials, None).await?;
    Ok(())
}

async fn account(tx: &mut Tx, first_name: &str, last_name: &str) -> Result<i64> {
    let account = Account {
        email: format!("{}.{}@preau.test", slug(first_name), slug(last_name)),
        role: Role::Student,
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        phone_number: None,
        birth_date: None,
    };
    store::account(tx, &account, None).await
}

/// What is said of a course, or of the school: each by somebody who had a seat when they spoke. Answers how
/// many they are.
async fn testify(tx: &mut Tx, said: &[Testimonial], course: Option<&Planted>) -> Result<usize> {
    let key = course.map(|course| course.key.as_str());
    let mut authors = 0;
    for (turn, said) in (1..).zip(said).filter(|(_, said)| said.course.as_deref() == key) {
        let author = account(tx, &said.first_name, &said.last_name).await?;
        let day = days_from(tx.today, -9 * turn);
        if let Some(course) = course {
            grant(tx, author, course, days_from(day, -30)).await?;
        }
        store::testimonial(tx, said, author, course.map(|course| course.id), morning_of(day)).await?;
        authors += 1;
    }
    Ok(authors)
}

async fn grant(tx: &mut Tx, user_id: i64, course: &Planted, day: NaiveDate) -> Result<u64> {
    let Grant { expires, .. } = Grant::new(Coverage::Course, day, Some(course.end_date));
    execute!(tx, GRANT, user_id, course.id, day, expires, morning_of(day))
}

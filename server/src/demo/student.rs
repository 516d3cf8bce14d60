//! The demo student's three purchases: one under way, one completed, one over.

use crate::clock::Ids;
use crate::error::Result;
use crate::write::Tx;

use super::content::DemoStudent;
use super::days_from;
use super::plant::Planted;
use super::purchase::{Means, Person, Purchase};

/// Gives the student what the courses say.
pub(super) async fn enrol(tx: &mut Tx, ids: &Ids, student: &Person, courses: &[Planted]) -> Result<()> {
    for course in courses {
        if let Some(of) = course.demo_student {
            let purchase = bought(of, course, tx);
            purchase.make(tx, ids, student, course).await?;
        }
    }
    Ok(())
}

fn bought(of: DemoStudent, course: &Planted, tx: &Tx) -> Purchase {
    let (day, means, percent) = match of {
        DemoStudent::Active => (days_from(tx.today, -12), Means::Card, 56),
        DemoStudent::Completed => (days_from(course.start_date, -4), Means::Transfer, 100),
        DemoStudent::Expired => (days_from(course.start_date, -6), Means::Cheque, 67),
    };
    let mut purchase = Purchase::new(day, means);
    if of == DemoStudent::Active {
        purchase.modules = course.modules();
        purchase.modules.truncate(3);
    }
    purchase.viewed = purchase.lessons(course, percent);
    purchase
}

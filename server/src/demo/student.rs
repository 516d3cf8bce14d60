//! The demo student's three purchases: one under way, one completed, one over.

use chrono::NaiveDate;
use preau_core::payment::Method;

use super::content::DemoStudent;
use super::days_from;
use super::plant::Planted;
use super::purchase::{Means, Purchase};

pub(super) fn purchases(student_id: i64, courses: &[Planted], today: NaiveDate) -> Vec<Purchase<'_>> {
    let of = |course: &Planted| course.demo_student;
    courses.iter().filter_map(|it| Some(purchase(student_id, it, of(it)?, today))).collect()
}

fn purchase(student_id: i64, course: &Planted, of: DemoStudent, today: NaiveDate) -> Purchase<'_> {
    let (day, means, percent) = match of {
        DemoStudent::Active => (days_from(today, -12), Means::Card, 56),
        DemoStudent::Completed => (days_from(course.start_date, -4), Means::Desk(Method::Transfer), 100),
        DemoStudent::Expired => (days_from(course.start_date, -6), Means::Desk(Method::Cheque), 67),
    };
    let mut purchase = Purchase::new(student_id, course, day, means);
    if of == DemoStudent::Active {
        purchase.modules = course.modules();
        purchase.modules.truncate(3);
    }
    purchase.opened = purchase.lessons(percent);
    purchase
}

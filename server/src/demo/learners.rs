//! The other learners of the demo school: they bought over the last months, by card or at the desk, some were granted
//! their course, a few withdrew; and they have opened more or fewer lessons.

use preau_core::payment::Method;
use preau_core::role::Role;
use preau_core::text::slug;

use crate::error::Result;
use crate::write::Tx;

use super::content::{Account, Content, Testimonial};
use super::plant::Planted;
use super::purchase::{Means, Outcome, Purchase};
use super::{days_from, morning_of, store};

/// Days over which a course that has not begun was sold.
const SOLD_FOR: usize = 80;
/// Percentages of the lessons that the learners of a course have opened, by turns.
const FOLLOWED: [usize; 9] = [100, 58, 34, 75, 17, 100, 42, 8, 67];
const REASONS: [&str; 3] =
    ["Bourse de la mairie", "Échange avec l'école de Gênes", "Geste commercial : cours annulé en juin"];
/// By how many days the school extended the access of some learners of the course that is over.
const EXTENDED: [i64; 4] = [12, 24, 37, 52];
const MEANS: [Means; 8] = [
    Means::Card,
    Means::Card,
    Means::Desk(Method::Transfer),
    Means::Card,
    Means::Card,
    Means::Desk(Method::Cheque),
    Means::Card,
    Means::Desk(Method::Cash),
];

/// The purchases that fill the seats of every course: first by those who review it, then by learners taken in turn.
/// No learner has two seats in one class as long as there are more learners than seats in any class.
pub(super) async fn purchases<'a>(
    tx: &mut Tx,
    content: &Content,
    courses: &'a [Planted],
) -> Result<Vec<Purchase<'a>>> {
    let mut learners = Vec::new();
    for (first_name, last_name) in &content.people.learners {
        learners.push(account(tx, first_name, last_name).await?);
    }
    let mut next = learners.into_iter().cycle();
    let mut all = Vec::new();
    for (number, course) in courses.iter().enumerate() {
        let reviewers = reviews(tx, &content.testimonials, Some(course)).await?;
        let others = course.learners.saturating_sub(reviewers.len());
        all.extend(reviewers.into_iter().map(|(learner, day)| reviewed(tx, learner, course, day)));
        for (nth, learner) in next.by_ref().take(others).enumerate() {
            all.push(seat(tx, learner, course, number * 7 + nth * 5));
        }
        if course.learners > 0 && !course.priced.free {
            all.extend(unfinished(tx, next.by_ref(), course, number));
        }
    }
    reviews(tx, &content.testimonials, None).await?;
    Ok(all)
}

/// A purchase or a grant of the course; `seed` varies it.
fn seat<'a>(tx: &Tx, learner: i64, course: &'a Planted, seed: usize) -> Purchase<'a> {
    let begun = course.start_date < tx.today;
    let span = if begun { SOLD_FOR / 2 } else { SOLD_FOR };
    let days = i64::try_from(1 + seed * 29 % span).unwrap_or(1);
    let day = days_from(course.start_date.min(tx.today), -days);
    if seed % 11 == 6 {
        let granted = Outcome::Granted(REASONS[seed % REASONS.len()]);
        return Purchase::new(learner, course, day, Means::Free).ends(granted);
    }
    let mut purchase = purchase(learner, course, day, seed, days > 4);
    if seed % 6 == 4 && !course.priced.free {
        purchase.modules = course.modules();
        purchase.modules.truncate(2);
    }
    if begun {
        purchase.opened = purchase.lessons(FOLLOWED[seed % FOLLOWED.len()]);
    }
    if course.end_date < tx.today {
        purchase.extended_to = EXTENDED.get(seed / 5 % 7).map(|days| days_from(tx.today, *days));
    }
    purchase
}

/// Transfers and cheques arrive some days after the hold, where `has_time`.
fn purchase(
    learner: i64,
    course: &Planted,
    day: chrono::NaiveDate,
    seed: usize,
    has_time: bool,
) -> Purchase<'_> {
    let means = if course.priced.free { Means::Free } else { MEANS[seed % MEANS.len()] };
    let minutes = |most: usize| i64::try_from(seed * 37 % most).unwrap_or(0);
    let took = match means {
        Means::Card => 3 + minutes(8),
        Means::Free => 0,
        Means::Desk(Method::Transfer | Method::Cheque) if has_time => 1_440 + minutes(2_880),
        Means::Desk(_) => 5,
    };
    Purchase::new(learner, course, day, means).later(minutes(540), took)
}

/// In addition to those with a seat: an expired hold, a withdrawal, a hold at the desk.
fn unfinished<'a>(
    tx: &Tx,
    mut next: impl Iterator<Item = i64>,
    course: &'a Planted,
    number: usize,
) -> Vec<Purchase<'a>> {
    let before = |day, days: usize| days_from(day, -i64::try_from(days).unwrap_or(1));
    let latest = course.start_date.min(tx.today);
    let mut all = Vec::new();
    if let Some(learner) = next.next().filter(|_| number % 3 != 1) {
        let day = before(latest, 2 + number * 11 % 60);
        all.push(Purchase::new(learner, course, day, Means::Card).later(60, 0).ends(Outcome::Expired));
    }
    if let Some(learner) = next.next().filter(|_| number % 5 == 3) {
        let day = before(latest, 5 + number * 7 % 50);
        all.push(Purchase::new(learner, course, day, Means::Card).ends(Outcome::Withdrawn));
    }
    let open = course.start_date > tx.today && course.is_unlimited;
    if let Some(learner) = next.next().filter(|_| open) {
        let day = before(tx.today, 1 + number % 4);
        let means = Means::Desk(Method::Transfer);
        all.push(Purchase::new(learner, course, day, means).ends(Outcome::Pending));
    }
    all
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

/// Writes the reviews of a course, or of the school. Returns their authors and days.
async fn reviews(
    tx: &mut Tx,
    all: &[Testimonial],
    course: Option<&Planted>,
) -> Result<Vec<(i64, chrono::NaiveDate)>> {
    let key = course.map(|course| course.key.as_str());
    let mut authors = Vec::new();
    for (nth, review) in (1..).zip(all).filter(|(_, review)| review.course.as_deref() == key) {
        let author = account(tx, &review.first_name, &review.last_name).await?;
        let day = days_from(tx.today, -9 * nth);
        store::testimonial(tx, review, author, course.map(|course| course.id), morning_of(day)).await?;
        authors.push((author, day));
    }
    Ok(authors)
}

/// The purchase of somebody who reviewed the course on `day`.
fn reviewed<'a>(tx: &Tx, learner: i64, course: &'a Planted, day: chrono::NaiveDate) -> Purchase<'a> {
    let mut purchase = Purchase::new(learner, course, days_from(day, -30), Means::Card);
    if course.start_date < tx.today {
        purchase.opened = purchase.lessons(92);
    }
    purchase
}

//! The other learners of the demo school: they bought over the last months, by card or at the desk, some were given
//! their place, a few gave up; and they have come more or less far.

use preau_core::role::Role;
use preau_core::subscription::{Coverage, Grant};
use preau_core::text::slug;

use crate::clock::Ids;
use crate::error::Result;
use crate::execute;
use crate::write::Tx;

use super::content::{Account, Content, Testimonial};
use super::plant::Planted;
use super::purchase::{Means, Person, Purchase};
use super::{days_from, morning_of, store};

const GRANT: &str = "
    INSERT INTO subscriptions (user_id, course_id, scope, granted_scope, subscription_date, access_expires_at,
        grant_reason, created_at, updated_at)
    VALUES ($1, $2, 'COURSE', 'COURSE', $3, $4, $5, $6, $6)";
const LENGTHEN: &str = "UPDATE subscriptions SET access_expires_at = $2 WHERE id = $1";

/// Days over which a course that has not begun was sold.
const SOLD_FOR: usize = 80;
/// Of a hundred lessons, how many the learners of a course have viewed, in turn.
const FOLLOWED: [usize; 9] = [100, 58, 34, 75, 17, 100, 42, 8, 67];
const REASONS: [&str; 3] =
    ["Bourse de la mairie", "Échange avec l'école de Gênes", "Geste commercial : cours annulé en juin"];
/// Days that the school added for those of the course that is over.
const LENGTHENED: [i64; 4] = [12, 24, 37, 52];
const MEANS: [Means; 8] = [
    Means::Card,
    Means::Card,
    Means::Transfer,
    Means::Card,
    Means::Card,
    Means::Cheque,
    Means::Card,
    Means::Cash,
];

/// Fills the seats of every course: first with those who speak of it, then with learners taken in turn.
/// Nobody sits twice in one class as long as there are more learners than seats in any class.
pub(super) async fn enrol(tx: &mut Tx, ids: &Ids, content: &Content, courses: &[Planted]) -> Result<()> {
    let mut learners = Vec::new();
    for (first_name, last_name) in &content.people.learners {
        learners.push(account(tx, first_name, last_name).await?);
    }
    let mut turn = learners.iter().cycle();
    for (number, course) in courses.iter().enumerate() {
        let seated = testify(tx, ids, &content.testimonials, Some(course)).await?;
        let others = course.learners.saturating_sub(seated);
        for (nth, learner) in turn.by_ref().take(others).enumerate() {
            seat(tx, ids, learner, course, number * 7 + nth * 5).await?;
        }
        if course.learners > 0 && !course.priced.free {
            linger(tx, ids, turn.by_ref(), course, number).await?;
        }
    }
    testify(tx, ids, &content.testimonials, None).await?;
    Ok(())
}

/// Somebody buys the course, or is given it. `chance` is a number that looks like one.
async fn seat(tx: &mut Tx, ids: &Ids, learner: &Person, course: &Planted, chance: usize) -> Result<()> {
    let begun = course.start_date < tx.today;
    let span = if begun { SOLD_FOR / 2 } else { SOLD_FOR };
    let days = i64::try_from(1 + chance * 29 % span).unwrap_or(1);
    let day = days_from(course.start_date.min(tx.today), -days);
    if chance % 11 == 6 {
        let reason = REASONS[chance % REASONS.len()];
        let Grant { expires, .. } = Grant::new(Coverage::Course, day, Some(course.end_date));
        return execute!(tx, GRANT, learner.id, course.id, day, expires, reason, morning_of(day)).map(|_| ());
    }
    let mut purchase = purchase(course, day, chance, days > 4);
    if chance % 6 == 4 && !course.priced.free {
        purchase.modules = course.modules();
        purchase.modules.truncate(2);
    }
    if begun {
        purchase.viewed = purchase.lessons(course, FOLLOWED[chance % FOLLOWED.len()]);
    }
    let subscription_id = purchase.make(tx, ids, learner, course).await?;
    if course.end_date < tx.today
        && let Some(days) = LENGTHENED.get(chance / 5 % 7)
    {
        execute!(tx, LENGTHEN, subscription_id, days_from(tx.today, *days))?;
    }
    Ok(())
}

/// Money at the desk comes some days after the seat, where there was time for it.
fn purchase(course: &Planted, day: chrono::NaiveDate, chance: usize, time: bool) -> Purchase {
    let means = if course.priced.free { Means::Free } else { MEANS[chance % MEANS.len()] };
    let minutes = |most: usize| i64::try_from(chance * 37 % most).unwrap_or(0);
    let took = match means {
        Means::Card => 3 + minutes(8),
        Means::Free => 0,
        Means::Transfer | Means::Cheque if time => 1_440 + minutes(2_880),
        Means::Transfer | Means::Cheque | Means::Cash => 5,
    };
    Purchase::new(day, means).later(minutes(540), took)
}

/// Beside those who have a seat: who did not pay in time, who withdrew, whom the desk waits for.
async fn linger<'a>(
    tx: &mut Tx,
    ids: &Ids,
    mut turn: impl Iterator<Item = &'a Person>,
    course: &Planted,
    number: usize,
) -> Result<()> {
    let ago = |days: usize| -i64::try_from(days).unwrap_or(1);
    if let Some(learner) = turn.next().filter(|_| number % 3 != 1) {
        let day = days_from(course.start_date.min(tx.today), ago(2 + number * 11 % 60));
        Purchase::new(day, Means::Card).later(60, 0).expire(tx, learner, course).await?;
    }
    if let Some(learner) = turn.next().filter(|_| number % 5 == 3) {
        let day = days_from(course.start_date.min(tx.today), ago(5 + number * 7 % 50));
        let purchase =
            Purchase::new(day, if number.is_multiple_of(2) { Means::Card } else { Means::Transfer });
        purchase.make_and_withdraw(tx, ids, learner, course).await?;
    }
    let open = course.start_date > tx.today && course.is_unlimited;
    if let Some(learner) = turn.next().filter(|_| open) {
        let day = days_from(tx.today, ago(1 + number % 4));
        Purchase::new(day, Means::Transfer).wait(tx, learner, course).await?;
    }
    Ok(())
}

async fn account(tx: &mut Tx, first_name: &str, last_name: &str) -> Result<Person> {
    let account = Account {
        email: format!("{}.{}@preau.test", slug(first_name), slug(last_name)),
        role: Role::Student,
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        phone_number: None,
        birth_date: None,
    };
    Ok(Person { id: store::account(tx, &account, None).await?, email: account.email })
}

/// What is said of a course, or of the school: each by somebody who had a seat when they spoke. Answers how
/// many they are.
async fn testify(tx: &mut Tx, ids: &Ids, said: &[Testimonial], course: Option<&Planted>) -> Result<usize> {
    let key = course.map(|course| course.key.as_str());
    let mut authors = 0;
    for (turn, said) in (1..).zip(said).filter(|(_, said)| said.course.as_deref() == key) {
        let author = account(tx, &said.first_name, &said.last_name).await?;
        let day = days_from(tx.today, -9 * turn);
        if let Some(course) = course {
            let mut purchase = Purchase::new(days_from(day, -30), Means::Card);
            if course.start_date < tx.today {
                purchase.viewed = purchase.lessons(course, 92);
            }
            purchase.make(tx, ids, &author, course).await?;
        }
        store::testimonial(tx, said, author.id, course.map(|course| course.id), morning_of(day)).await?;
        authors += 1;
    }
    Ok(authors)
}

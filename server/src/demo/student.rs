//! The demo student's three purchases: one under way, one completed, one over; each with the rows that a
//! real purchase leaves behind.

use chrono::{Duration, NaiveDate};
use preau_core::price::{Owned, Quote, Scope, quote};
use preau_core::subscription::{Coverage, Grant, SubscriptionStatus};

use crate::clock::Ids;
use crate::error::Result;
use crate::subscriptions::learning;
use crate::write::Tx;
use crate::{execute, fetch_scalar};

use super::content::DemoStudent;
use super::plant::Planted;
use super::{days_from, morning_of};

/// What was bought and how far it was followed.
struct Purchase {
    day: NaiveDate,
    /// The selected modules; none is the whole course.
    modules: Vec<i64>,
    /// How it was paid.
    paid_by: &'static str,
    /// Lessons viewed, in their order.
    viewed: Vec<i64>,
}

impl Purchase {
    fn new(of: DemoStudent, course: &Planted, today: NaiveDate) -> Self {
        let modules: Vec<i64> = course.priced.modules.iter().map(|module| module.id).collect();
        let lessons = |modules: &[i64]| -> Vec<i64> {
            modules.iter().flat_map(|module| &course.lessons[module]).copied().collect()
        };
        match of {
            DemoStudent::Active => {
                let modules = modules[..3.min(modules.len())].to_vec();
                let mut viewed = lessons(&modules);
                viewed.truncate(viewed.len() * 5 / 9);
                Self { day: days_from(today, -12), modules, paid_by: "CARD", viewed }
            }
            DemoStudent::Completed => Self {
                day: days_from(course.start_date, -4),
                viewed: lessons(&modules),
                modules: Vec::new(),
                paid_by: "TRANSFER",
            },
            DemoStudent::Expired => {
                let mut viewed = lessons(&modules);
                viewed.truncate(viewed.len() * 2 / 3);
                let day = days_from(course.start_date, -6);
                Self { day, modules: Vec::new(), paid_by: "CHEQUE", viewed }
            }
        }
    }
}

/// Gives the student (id, e-mail) what the courses say.
pub(super) async fn enrol(tx: &mut Tx, ids: &Ids, student: (i64, &str), courses: &[Planted]) -> Result<()> {
    for course in courses {
        if let Some(of) = course.demo_student {
            let purchase = Purchase::new(of, course, tx.today);
            let quote = quote(&course.priced, &purchase.modules, &Owned::Nothing)?;
            let reservation_id = reserve(tx, student, course, &purchase, &quote).await?;
            let payment_ref = pay(tx, ids, reservation_id, &purchase, &quote).await?;
            let subscription_id =
                subscribe(tx, student.0, course, &purchase, (reservation_id, payment_ref)).await?;
            follow(tx, subscription_id, course, &purchase).await?;
        }
    }
    Ok(())
}

const RESERVE: &str = "
    INSERT INTO reservations (status, course_id, scope, start_date, payer_id, learner_id, payer_email, learner_email,
        hold_until, desk, holds_seat, amount_cents, confirmed_at, confirmed_by, created_at, updated_at)
    VALUES ('CONFIRMED', $1, $2, $3, $4, $4, $5, $5, $6, $7, FALSE, $8, $9, $10, $11, $9) RETURNING id";
const LINE: &str = "
    INSERT INTO reservation_lines (reservation_id, course_id, module_id, title, cents) VALUES ($1, $2, $3, $4, $5)";

async fn reserve(
    tx: &mut Tx,
    (user_id, email): (i64, &str),
    course: &Planted,
    purchase: &Purchase,
    quote: &Quote,
) -> Result<i64> {
    let at = morning_of(purchase.day);
    let id = fetch_scalar!(
        tx,
        i64,
        RESERVE,
        course.id,
        quote.scope.as_str(),
        course.start_date.max(purchase.day),
        user_id,
        email,
        at + Duration::minutes(15),
        purchase.paid_by != "CARD",
        quote.total.0,
        at + Duration::minutes(4),
        purchase.paid_by,
        at,
    )?;
    for line in &quote.lines {
        execute!(tx, LINE, id, course.id, line.module_id, &line.title, line.amount.0)?;
    }
    Ok(id)
}

const PAY: &str = "
    INSERT INTO payments (reservation_id, provider, provider_id, payment_ref, amount_cents, status, received_cents,
        paid_at, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, 'PAID', $5, $6, $6, $6) RETURNING id";
const PAID_BY: &str = "UPDATE reservations SET payment_id = $2 WHERE id = $1";
const INTENT: &str = "
    INSERT INTO sandbox_intents (id, idempotency_key, client_secret, amount_cents, currency, status, announced_at,
        created_at, updated_at)
    VALUES ($1, $2, $3, $4, 'EUR', 'SUCCEEDED', $5, $5, $5)";

/// Notes the payment; a card's also at the sandbox, so that it can be refunded like any other.
async fn pay(
    tx: &mut Tx,
    ids: &Ids,
    reservation_id: i64,
    purchase: &Purchase,
    quote: &Quote,
) -> Result<String> {
    let at = morning_of(purchase.day) + Duration::minutes(4);
    let payment_ref = format!("PAY_REF_{}_{}", at.timestamp_millis(), ids.hex128());
    let intent = (purchase.paid_by == "CARD").then(|| format!("pi_sandbox_{}", ids.hex128()));
    let provider = if intent.is_some() { "SANDBOX" } else { "DESK" };
    if let Some(intent) = &intent {
        let secret = format!("{intent}_secret_{}", ids.token());
        execute!(tx, INTENT, intent, &payment_ref, secret, quote.total.0, at)?;
    }
    let payment_id = fetch_scalar!(
        tx,
        i64,
        PAY,
        reservation_id,
        provider,
        intent.as_deref(),
        &payment_ref,
        quote.total.0,
        at
    )?;
    execute!(tx, PAID_BY, reservation_id, payment_id)?;
    Ok(payment_ref)
}

const SUBSCRIBE: &str = "
    INSERT INTO subscriptions (user_id, course_id, scope, payment_reference, subscription_date, access_expires_at,
        reservation_origin_id, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id";
const FROM_RESERVATION: &str =
    "INSERT INTO subscription_reservations (reservation_id, subscription_id, scope) VALUES ($1, $2, $3)";
const OPEN_MODULE: &str =
    "INSERT INTO subscription_modules (subscription_id, module_id, reservation_id) VALUES ($1, $2, $3)";

async fn subscribe(
    tx: &mut Tx,
    user_id: i64,
    course: &Planted,
    purchase: &Purchase,
    (reservation_id, payment_ref): (i64, String),
) -> Result<i64> {
    let scope = if purchase.modules.is_empty() { Scope::Course } else { Scope::Modules };
    let Grant { expires, .. } = Grant::new(Coverage::Course, purchase.day, Some(course.end_date));
    let id = fetch_scalar!(
        tx,
        i64,
        SUBSCRIBE,
        user_id,
        course.id,
        scope.as_str(),
        payment_ref,
        purchase.day,
        expires,
        reservation_id,
        morning_of(purchase.day) + Duration::minutes(4),
    )?;
    execute!(tx, FROM_RESERVATION, reservation_id, id, scope.as_str())?;
    for module_id in &purchase.modules {
        execute!(tx, OPEN_MODULE, id, *module_id, reservation_id)?;
    }
    Ok(id)
}

const VIEW: &str =
    "INSERT INTO lesson_views (subscription_id, lesson_id, viewed_at, opened_at) VALUES ($1, $2, $3, $3)";
const COMPLETE_CHAPTERS: &str = "
    INSERT INTO chapter_completions (subscription_id, chapter_id, completed_at)
    SELECT $1, l.chapter_id, MAX(v.viewed_at)
    FROM lessons l LEFT JOIN lesson_views v ON v.lesson_id = l.id AND v.subscription_id = $1
    GROUP BY l.chapter_id HAVING COUNT(*) = COUNT(v.lesson_id)";
const COMPLETE_MODULES: &str = "
    INSERT INTO module_completions (subscription_id, module_id, completed_at)
    SELECT $1, c.module_id, MAX(v.viewed_at)
    FROM chapters c JOIN lessons l ON l.chapter_id = c.id
    LEFT JOIN lesson_views v ON v.lesson_id = l.id AND v.subscription_id = $1
    GROUP BY c.module_id HAVING COUNT(*) = COUNT(v.lesson_id)";
const COMPLETE: &str = "
    UPDATE subscriptions SET status = $3, completed_at = $2, completion_notified_at = $2, updated_at = $2 WHERE id = $1";

/// Views the lessons one after the other, evenly from the purchase until yesterday or the course's end.
async fn follow(tx: &mut Tx, subscription_id: i64, course: &Planted, purchase: &Purchase) -> Result<()> {
    let begun = morning_of(days_from(purchase.day, 1));
    let until = morning_of(course.end_date.min(days_from(tx.today, -1)));
    let count = i32::try_from(purchase.viewed.len()).unwrap_or(i32::MAX);
    let moment = |nth: i32| begun + (until - begun) / count.max(1) * nth;
    for (nth, lesson_id) in (1..).zip(&purchase.viewed) {
        execute!(tx, VIEW, subscription_id, *lesson_id, moment(nth))?;
    }
    execute!(tx, COMPLETE_CHAPTERS, subscription_id)?;
    execute!(tx, COMPLETE_MODULES, subscription_id)?;
    if learning::get(tx, subscription_id).await?.journey.of_course().completed {
        let status = SubscriptionStatus::Completed.as_str();
        execute!(tx, COMPLETE, subscription_id, moment(count), status)?;
    }
    Ok(())
}

//! A purchase of the demo school, with the rows that a real one leaves behind: reservation, payment, subscription,
//! what was viewed of it, and perhaps the money that went back.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use preau_core::price::{Owned, Quote, Scope, quote};
use preau_core::subscription::{Coverage, Grant, SubscriptionStatus};

use crate::clock::Ids;
use crate::error::Result;
use crate::sales::subscriptions::learning;
use crate::write::Tx;
use crate::{execute, fetch_scalar};

use super::plant::Planted;
use super::{days_from, morning_of};

/// Who buys for themselves.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) id: i64,
    pub(super) email: String,
}

/// How it was paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    Card,
    Transfer,
    Cheque,
    Cash,
    Free,
}

impl Means {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Card => "CARD",
            Self::Transfer => "TRANSFER",
            Self::Cheque => "CHEQUE",
            Self::Cash => "CASH",
            Self::Free => "FREE",
        }
    }

    const fn at_the_desk(self) -> bool {
        matches!(self, Self::Transfer | Self::Cheque | Self::Cash)
    }
}

/// What was bought and how far it was followed.
#[derive(Clone, Debug)]
pub(super) struct Purchase {
    at: DateTime<Utc>,
    day: NaiveDate,
    /// From the held seat to the money.
    took: Duration,
    /// The selected modules; none is the whole course.
    pub(super) modules: Vec<i64>,
    means: Means,
    /// Lessons viewed, in their order.
    pub(super) viewed: Vec<i64>,
}

/// What a purchase made.
struct Bought {
    reservation_id: i64,
    /// Nothing when it was free: the payment, its name, and the sandbox's name of it.
    payment: Option<(i64, String, Option<String>)>,
    cents: i64,
}

impl Purchase {
    pub(super) fn new(day: NaiveDate, means: Means) -> Self {
        let took = Duration::minutes(4);
        Self { at: morning_of(day), day, took, modules: Vec::new(), means, viewed: Vec::new() }
    }

    /// The same, some minutes later in the day and paid after as many.
    pub(super) fn later(self, minutes: i64, took: i64) -> Self {
        Self { at: self.at + Duration::minutes(minutes), took: Duration::minutes(took), ..self }
    }

    fn paid(&self) -> DateTime<Utc> {
        self.at + self.took
    }

    /// The first lessons of what was bought, so many of a hundred.
    pub(super) fn lessons(&self, course: &Planted, percent: usize) -> Vec<i64> {
        let modules = if self.modules.is_empty() { course.modules() } else { self.modules.clone() };
        let mut lessons: Vec<i64> =
            modules.iter().flat_map(|module| &course.lessons[module]).copied().collect();
        lessons.truncate(lessons.len() * percent / 100);
        lessons
    }

    /// Writes all of it.
    pub(super) async fn make(&self, tx: &mut Tx, ids: &Ids, who: &Person, course: &Planted) -> Result<i64> {
        let bought = self.buy(tx, ids, who, course).await?;
        let subscription_id = self.subscribe(tx, who, course, &bought).await?;
        self.follow(tx, subscription_id, course).await?;
        Ok(subscription_id)
    }

    /// Bought, and given up three days later: all the money went back, the seat is free again.
    pub(super) async fn make_and_withdraw(
        &self,
        tx: &mut Tx,
        ids: &Ids,
        who: &Person,
        course: &Planted,
    ) -> Result<()> {
        let bought = self.buy(tx, ids, who, course).await?;
        let subscription_id = self.subscribe(tx, who, course, &bought).await?;
        let at = (self.paid() + Duration::days(3)).min(tx.now);
        execute!(tx, END_SUBSCRIPTION, subscription_id, at)?;
        execute!(tx, CANCEL, bought.reservation_id, at)?;
        let Some((payment_id, _, intent)) = &bought.payment else { return Ok(()) };
        let name = intent.as_ref().map(|_| format!("re_sandbox_{}", ids.hex128()));
        let refund = (*payment_id, bought.reservation_id, bought.cents);
        execute!(tx, REFUND, refund.0, refund.1, refund.2, name.as_deref(), at)?;
        if let (Some(intent), Some(name)) = (intent, &name) {
            execute!(tx, SANDBOX_REFUND, name, ids.hex128(), intent, bought.cents, at)?;
            execute!(tx, SANDBOX_RETURNED, intent, bought.cents)?;
        }
        Ok(())
    }

    /// A seat was held and nobody paid in time.
    pub(super) async fn expire(&self, tx: &mut Tx, who: &Person, course: &Planted) -> Result<()> {
        let quote = quote(&course.priced, &self.modules, &Owned::Nothing)?;
        let id = self.hold(tx, who, course, &quote).await?;
        execute!(tx, EXPIRE, id, self.at + Duration::minutes(15)).map(|_| ())
    }

    /// A seat is held at the desk until the money comes.
    pub(super) async fn wait(&self, tx: &mut Tx, who: &Person, course: &Planted) -> Result<()> {
        let quote = quote(&course.priced, &self.modules, &Owned::Nothing)?;
        let id = self.hold(tx, who, course, &quote).await?;
        execute!(tx, WAIT, id, self.at + Duration::days(7))?;
        execute!(tx, TAKE_SEAT, course.id).map(|_| ())
    }
}

const END_SUBSCRIPTION: &str =
    "UPDATE subscriptions SET active = FALSE, holds_seat = FALSE, updated_at = $2 WHERE id = $1";
const CANCEL: &str =
    "UPDATE reservations SET status = 'CANCELLED', cancelled_at = $2, updated_at = $2 WHERE id = $1";
const REFUND: &str = "
    INSERT INTO refunds (payment_id, reservation_id, amount_cents, reason, status, provider_id, attempts,
        next_attempt_at, created_at, done_at)
    VALUES ($1, $2, $3, 'WITHDRAWAL', 'DONE', $4, 1, $5, $5, $5)";
const SANDBOX_REFUND: &str = "
    INSERT INTO sandbox_refunds (id, idempotency_key, intent_id, amount_cents, created_at) VALUES ($1, $2, $3, $4, $5)";
const SANDBOX_RETURNED: &str = "UPDATE sandbox_intents SET refunded_cents = $2 WHERE id = $1";
const EXPIRE: &str =
    "UPDATE reservations SET status = 'EXPIRED', expired_at = $2, updated_at = $2 WHERE id = $1";
const WAIT: &str = "UPDATE reservations SET hold_until = $2, holds_seat = TRUE WHERE id = $1";
const TAKE_SEAT: &str = "UPDATE courses SET seats_taken = seats_taken + 1 WHERE id = $1";

const HOLD: &str = "
    INSERT INTO reservations (status, course_id, scope, start_date, payer_id, learner_id, payer_email, learner_email,
        hold_until, desk, holds_seat, amount_cents, created_at, updated_at)
    VALUES ('HELD', $1, $2, $3, $4, $4, $5, $5, $6, $7, FALSE, $8, $9, $9) RETURNING id";
const LINE: &str = "
    INSERT INTO reservation_lines (reservation_id, course_id, module_id, title, cents) VALUES ($1, $2, $3, $4, $5)";
const CONFIRM: &str = "
    UPDATE reservations SET status = 'CONFIRMED', confirmed_at = $2, confirmed_by = $3, payment_id = $4, updated_at = $2
    WHERE id = $1";
const PAY: &str = "
    INSERT INTO payments (reservation_id, provider, provider_id, payment_ref, amount_cents, status, received_cents,
        paid_at, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, 'PAID', $5, $6, $7, $6) RETURNING id";
const INTENT: &str = "
    INSERT INTO sandbox_intents (id, idempotency_key, client_secret, amount_cents, currency, status, announced_at,
        created_at, updated_at)
    VALUES ($1, $2, $3, $4, 'EUR', 'SUCCEEDED', $5, $6, $5)";

impl Purchase {
    async fn buy(&self, tx: &mut Tx, ids: &Ids, who: &Person, course: &Planted) -> Result<Bought> {
        let quote = quote(&course.priced, &self.modules, &Owned::Nothing)?;
        let reservation_id = self.hold(tx, who, course, &quote).await?;
        let payment = match self.means {
            Means::Free => None,
            _ => Some(self.pay(tx, ids, reservation_id, quote.total.0).await?),
        };
        let payment_id = payment.as_ref().map(|(id, ..)| *id);
        execute!(tx, CONFIRM, reservation_id, self.paid(), self.means.as_str(), payment_id)?;
        Ok(Bought { reservation_id, payment, cents: quote.total.0 })
    }

    async fn hold(&self, tx: &mut Tx, who: &Person, course: &Planted, quote: &Quote) -> Result<i64> {
        let id = fetch_scalar!(
            tx,
            i64,
            HOLD,
            course.id,
            quote.scope.as_str(),
            course.start_date.max(self.day),
            who.id,
            &who.email,
            self.at + Duration::minutes(15),
            self.means.at_the_desk(),
            quote.total.0,
            self.at,
        )?;
        for line in &quote.lines {
            execute!(tx, LINE, id, course.id, line.module_id, &line.title, line.amount.0)?;
        }
        Ok(id)
    }

    /// Notes the payment; a card's also at the sandbox, so that it can be refunded like any other.
    async fn pay(
        &self,
        tx: &mut Tx,
        ids: &Ids,
        reservation_id: i64,
        cents: i64,
    ) -> Result<(i64, String, Option<String>)> {
        let (opened, paid) = (self.at, self.paid());
        let name = format!("PAY_REF_{}_{}", opened.timestamp_millis(), ids.hex128());
        let intent = (self.means == Means::Card).then(|| format!("pi_sandbox_{}", ids.hex128()));
        let provider = if intent.is_some() { "SANDBOX" } else { "DESK" };
        if let Some(intent) = &intent {
            let secret = format!("{intent}_secret_{}", ids.token());
            execute!(tx, INTENT, intent, &name, secret, cents, paid, opened)?;
        }
        let began = if intent.is_some() { opened } else { paid };
        let id = fetch_scalar!(
            tx,
            i64,
            PAY,
            reservation_id,
            provider,
            intent.as_deref(),
            &name,
            cents,
            paid,
            began
        )?;
        Ok((id, name, intent))
    }
}

const SUBSCRIBE: &str = "
    INSERT INTO subscriptions (user_id, course_id, scope, payment_reference, subscription_date, access_expires_at,
        reservation_origin_id, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id";
const FROM_RESERVATION: &str =
    "INSERT INTO subscription_reservations (reservation_id, subscription_id, scope) VALUES ($1, $2, $3)";
const OPEN_MODULE: &str =
    "INSERT INTO subscription_modules (subscription_id, module_id, reservation_id) VALUES ($1, $2, $3)";

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

impl Purchase {
    async fn subscribe(&self, tx: &mut Tx, who: &Person, course: &Planted, bought: &Bought) -> Result<i64> {
        let scope = if self.modules.is_empty() { Scope::Course } else { Scope::Modules };
        let Grant { expires, .. } = Grant::new(Coverage::Course, self.day, Some(course.end_date));
        let id = fetch_scalar!(
            tx,
            i64,
            SUBSCRIBE,
            who.id,
            course.id,
            scope.as_str(),
            bought.payment.as_ref().map(|(_, name, _)| name.as_str()),
            self.day,
            expires,
            bought.reservation_id,
            self.paid(),
        )?;
        execute!(tx, FROM_RESERVATION, bought.reservation_id, id, scope.as_str())?;
        for module_id in &self.modules {
            execute!(tx, OPEN_MODULE, id, *module_id, bought.reservation_id)?;
        }
        Ok(id)
    }

    /// Views the lessons one after the other, evenly from the purchase until yesterday or the course's end.
    async fn follow(&self, tx: &mut Tx, subscription_id: i64, course: &Planted) -> Result<()> {
        if self.viewed.is_empty() {
            return Ok(());
        }
        let begun = (self.paid() + Duration::hours(12)).max(morning_of(course.start_date));
        let until = morning_of(course.end_date.min(days_from(tx.today, -1))).max(begun);
        let count = i32::try_from(self.viewed.len()).unwrap_or(i32::MAX);
        let moment = |nth: i32| begun + (until - begun) / count * nth;
        for (nth, lesson_id) in (1..).zip(&self.viewed) {
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
}

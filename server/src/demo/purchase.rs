//! Purchases of the demo school. They go through the functions that real sales go through, each step at its own time:
//! all steps of all purchases are sorted by time, and the clock of the transaction is set before each.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use preau_core::calendar::paris_day;
use preau_core::consent::Given;
use preau_core::language::UiLanguage;
use preau_core::money::Cents;
use preau_core::payment::{Method, Provider};
use preau_core::reservation::{CARD_HOLD, DESK_HOLD, PaymentRef};

use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::learning::progress::{completion, note_completion_notified, open_lesson};
use crate::people::accounts;
use crate::sales::checkout::consents::{Agreed, terms_in_force};
use crate::sales::checkout::hold::{self, HoldRequest, Participant};
use crate::sales::checkout::settle;
use crate::sales::payment::NewIntent;
use crate::sales::payment::sandbox::demo as sandbox;
use crate::sales::payment::store::{self as payments, Payment, new_payment_ref};
use crate::sales::refunds::{self, How};
use crate::sales::reservations::store as reservations;
use crate::sales::subscriptions::learning::{self, Learning};
use crate::sales::subscriptions::{NewGrant, grant, store as subscriptions};
use crate::sales::withdrawals;
use crate::write::Tx;

use super::plant::Planted;
use super::{days_from, morning_of};

/// How a seat is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Means {
    Card,
    Desk(Method),
    Free,
}

/// What becomes of a purchase.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    /// It is paid, and the learner may follow the course.
    Paid,
    /// It is paid, and the payer withdraws from it three days later.
    Withdrawn,
    /// Nobody pays in time.
    Expired,
    /// It still waits for the payment at the desk.
    Pending,
    /// It is no purchase: the school grants the course for this reason.
    Granted(&'static str),
}

/// A purchase of somebody for themselves.
#[derive(Clone, Debug)]
pub(super) struct Purchase<'a> {
    learner_id: i64,
    course: &'a Planted,
    /// When the seat is held.
    at: DateTime<Utc>,
    /// Time between the hold and the payment.
    took: Duration,
    /// The selected modules; empty: the whole course.
    pub(super) modules: Vec<i64>,
    means: Means,
    pub(super) outcome: Outcome,
    /// Lessons opened, in their order.
    pub(super) opened: Vec<i64>,
    /// The last day of access, if the school has extended it.
    pub(super) extended_to: Option<NaiveDate>,
}

impl<'a> Purchase<'a> {
    pub(super) fn new(learner_id: i64, course: &'a Planted, day: NaiveDate, means: Means) -> Self {
        Self {
            learner_id,
            course,
            at: morning_of(day),
            took: Duration::minutes(4),
            modules: Vec::new(),
            means,
            outcome: Outcome::Paid,
            opened: Vec::new(),
            extended_to: None,
        }
    }

    /// The same, some minutes later in the day and paid after as many.
    pub(super) fn later(self, minutes: i64, took: i64) -> Self {
        Self { at: self.at + Duration::minutes(minutes), took: Duration::minutes(took), ..self }
    }

    /// The same with another outcome.
    pub(super) fn ends(self, outcome: Outcome) -> Self {
        Self { outcome, ..self }
    }

    /// The first `percent` of the lessons bought.
    pub(super) fn lessons(&self, percent: usize) -> Vec<i64> {
        let modules = if self.modules.is_empty() { self.course.modules() } else { self.modules.clone() };
        let mut lessons: Vec<i64> =
            modules.iter().flat_map(|module| &self.course.lessons[module]).copied().collect();
        lessons.truncate(lessons.len() * percent / 100);
        lessons
    }

    /// The steps with their times.
    fn steps(&self, today: NaiveDate) -> Vec<(DateTime<Utc>, Step)> {
        let paid = self.at + self.took;
        let mut steps = match self.outcome {
            Outcome::Granted(reason) => vec![(self.at, Step::Grant(reason))],
            Outcome::Pending => vec![(self.at, Step::Hold)],
            Outcome::Expired => vec![(self.at, Step::Hold), (self.at + CARD_HOLD, Step::Expire)],
            Outcome::Paid => vec![(self.at, Step::Hold), (paid, Step::Pay)],
            Outcome::Withdrawn => {
                let withdrawn = paid + Duration::days(3);
                let refunded = withdrawn + Duration::minutes(1);
                vec![
                    (self.at, Step::Hold),
                    (paid, Step::Pay),
                    (withdrawn, Step::Withdraw),
                    (refunded, Step::Refund),
                ]
            }
        };
        // Evenly from the purchase until yesterday or the course's end.
        let begun = (paid + Duration::hours(12)).max(morning_of(self.course.start_date));
        let until = morning_of(self.course.end_date.min(days_from(today, -1))).max(begun);
        let count = i32::try_from(self.opened.len()).unwrap_or(i32::MAX).max(1);
        let opened = (1..).zip(&self.opened);
        steps
            .extend(opened.map(|(nth, lesson)| (begun + (until - begun) / count * nth, Step::Open(*lesson))));
        steps.extend(self.extended_to.map(|day| (until, Step::Extend(day))));
        steps
    }
}

/// One step of a purchase.
#[derive(Clone, Copy, Debug)]
enum Step {
    Hold,
    Pay,
    Expire,
    Withdraw,
    Refund,
    Grant(&'static str),
    Open(i64),
    Extend(NaiveDate),
}

/// A purchase under way.
struct Sale<'a> {
    purchase: &'a Purchase<'a>,
    reservation_id: i64,
    learning: Option<Learning>,
}

/// Makes all purchases in the order of their steps.
pub(super) async fn make(tx: &mut Tx, app: &AppContext, purchases: &[Purchase<'_>]) -> Result<()> {
    let (now, today) = (tx.now, tx.today);
    let mut steps = Vec::new();
    for (nth, purchase) in purchases.iter().enumerate() {
        steps.extend(purchase.steps(today).into_iter().map(|(at, step)| (at.min(now), nth, step)));
    }
    // Stable: steps of one purchase at one time keep their order.
    steps.sort_by_key(|(at, ..)| *at);
    let new = |purchase| Sale { purchase, reservation_id: 0, learning: None };
    let mut sales: Vec<Sale<'_>> = purchases.iter().map(new).collect();
    for (at, nth, step) in steps {
        (tx.now, tx.today) = (at, paris_day(at));
        sales[nth].take(tx, app, step).await?;
    }
    (tx.now, tx.today) = (now, today);
    Ok(())
}

impl Sale<'_> {
    async fn take(&mut self, tx: &mut Tx, app: &AppContext, step: Step) -> Result<()> {
        match step {
            Step::Hold => self.hold(tx, app).await,
            Step::Pay => self.pay(tx, app).await,
            Step::Expire => self.expire(tx).await,
            Step::Withdraw => {
                let row = reservations::get(tx, self.reservation_id).await?;
                withdrawals::declare(tx, &app.config, &row).await
            }
            Step::Refund => self.refund(tx, app).await,
            Step::Grant(reason) => {
                let Purchase { learner_id: user_id, course, modules, .. } = self.purchase;
                let (modules, reason) = (modules.clone(), reason.to_owned());
                let new = NewGrant { user_id: *user_id, course_id: course.id, modules, reason };
                grant(tx, &new).await.map(|_| ())
            }
            Step::Open(lesson_id) => self.open(tx, app, lesson_id).await,
            Step::Extend(day) => {
                let id = subscriptions::of_reservation(tx, self.reservation_id).await?;
                let row = learning::get(tx, id).await?.row;
                subscriptions::set_last_day(tx, id, row.access_expires_at, day).await
            }
        }
    }

    async fn hold(&mut self, tx: &mut Tx, app: &AppContext) -> Result<()> {
        let Purchase { learner_id, course, means, modules, .. } = self.purchase;
        let account = accounts::store::get(tx, *learner_id).await?;
        let buyer = Participant::known(&account);
        let desk = matches!(means, Means::Desk(_));
        let given = Given {
            accept_terms: true,
            terms_version: terms_in_force(tx).await?.map(|terms| terms.number),
            request_early_start: true,
            parental_consent: true,
            child_data_consent: true,
        };
        let request = HoldRequest {
            course_id: course.id,
            modules: modules.clone(),
            start_date: course.start_date.max(tx.today),
            in_production: app.config.is_production(),
            agreed: (!desk).then_some(Agreed { given, birth_date: account.birth_date }),
            learner: buyer.clone(),
            payer: buyer,
            draft: None,
            token_hash: None,
            length: if desk { DESK_HOLD } else { CARD_HOLD },
            desk,
            language: UiLanguage::Fr,
            origin: None,
            request_key: None,
            replaces: None,
            provider: Provider::Sandbox,
            payment_ref: new_payment_ref(tx.now, &app.ids),
        };
        self.reservation_id = hold::create_hold(tx, &request).await?.reservation_id;
        Ok(())
    }

    async fn pay(&self, tx: &mut Tx, app: &AppContext) -> Result<()> {
        let (config, id) = (&app.config, self.reservation_id);
        match self.purchase.means {
            Means::Free => settle::confirm_if_free(tx, config, id, Cents::ZERO).await.map(|_| ()),
            Means::Desk(method) => {
                let row = reservations::get(tx, id).await?;
                let payment_ref = new_payment_ref(tx.now, &app.ids);
                settle::confirm_desk_payment(tx, config, &row, &payment_ref, method, None).await
            }
            Means::Card => {
                let payment = self.payment(tx).await?;
                let new = NewIntent {
                    amount: Cents(payment.amount_cents),
                    currency: payment.currency.clone(),
                    payment_ref: PaymentRef(payment.payment_ref.clone()),
                    reservation_id: Some(id),
                    idempotency_key: payment.payment_ref.clone(),
                };
                let intent = sandbox::pay(tx, &app.ids, &new).await?;
                payments::set_provider_id(tx, payment.id, &intent.id).await?;
                settle::apply(tx, config, Provider::Sandbox, &intent).await.map(|_| ())
            }
        }
    }

    async fn payment(&self, tx: &mut Tx) -> Result<Payment> {
        let all = payments::of_reservation(tx, self.reservation_id).await?;
        all.into_iter().next().ok_or_else(Error::not_found)
    }

    async fn expire(&self, tx: &mut Tx) -> Result<()> {
        let row = reservations::get(tx, self.reservation_id).await?;
        reservations::expire(tx, &row).await?;
        let payment = self.payment(tx).await?;
        payments::mark_cancelled(tx, payment.id).await
    }

    async fn refund(&self, tx: &mut Tx, app: &AppContext) -> Result<()> {
        let payment = self.payment(tx).await?;
        let intent = payment.provider_id.as_deref().ok_or_else(Error::not_found)?;
        for refund in refunds::of_payment(tx, payment.id).await? {
            let key = format!("refund-{}", refund.id);
            let made = sandbox::refund(tx, &app.ids, intent, Cents(refund.amount_cents), &key).await?;
            refunds::done(tx, refund.id, How::Provider(&made)).await?;
        }
        Ok(())
    }

    async fn open(&mut self, tx: &mut Tx, app: &AppContext, lesson_id: i64) -> Result<()> {
        let mut learning = if let Some(learning) = self.learning.take() {
            learning
        } else {
            let id = subscriptions::of_reservation(tx, self.reservation_id).await?;
            completion::lock(tx, id, None).await?
        };
        open_lesson(tx, &app.config, &mut learning, lesson_id).await?;
        if learning.row.completed_at.is_some() {
            note_completion_notified(tx, learning.row.id).await?;
        }
        self.learning = Some(learning);
        Ok(())
    }
}

//! The current price of a selection, before anything is held.

use axum::extract::State;
use chrono::NaiveDate;
use preau_core::calendar::parse_date;
use preau_core::code::Code;
use preau_core::consent::ConsentKind;
use preau_core::course::{Refusal, start_window};
use preau_core::money::{CURRENCY, Cents};
use preau_core::order::MAX_MODULES;
use preau_core::price::{Line, Scope, quote};
use preau_core::problem::{Fault, Fields};
use serde::{Deserialize, Serialize};

use super::{consents, course, hold};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::Json;
use crate::school::vat;

/// A selection.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Selection {
    pub course_id: Option<i64>,
    /// Empty: the whole course.
    pub reserved_module_ids: Option<Vec<i64>>,
    /// `other`: what the caller owns does not count.
    pub reservation_target: Option<String>,
    /// `yyyy-mm-dd`; absent or invalid: today.
    pub requested_start_date: Option<String>,
    /// With `other`: somebody the caller has booked for before, whose own subscriptions and birth date count.
    pub beneficiary_id: Option<i64>,
    /// Birth date of any other learner, `yyyy-mm-dd`; absent or invalid: an adult.
    pub birth_date: Option<String>,
}

/// The price of a selection.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteAnswer {
    pub scope: Scope,
    pub lines: Vec<Line>,
    /// Euros.
    #[schema(value_type = f64)]
    pub amount: Cents,
    pub currency: &'static str,
    /// Nothing to pay: a signed-in account with a verified address is needed instead.
    pub free: bool,
    /// None: unlimited.
    pub seats_left: Option<i64>,
    /// Why it cannot be reserved now.
    pub refusal: Option<RefusalReason>,
    /// First day a learner may start; none when it is too late.
    pub start_from: Option<NaiveDate>,
    /// Last day a learner may start.
    pub start_until: Option<NaiveDate>,
    /// Required and optional consents.
    pub consents: Vec<ConsentKind>,
    /// When the lessons open without an early start; none where no early start is offered.
    pub opens_without_early_start: Option<NaiveDate>,
    /// An early start is required: without it nothing of the course would be left.
    pub early_start_required: bool,
    /// Number of the terms of sale in force; none while none are published.
    pub terms_version: Option<i64>,
}

/// Why a course cannot be reserved.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RefusalReason {
    pub code: Refusal,
    /// A message in French.
    pub message: &'static str,
}

/// The price of a selection and whether it can be reserved. Writes nothing.
#[utoipa::path(post, path = "/checkout/quote", tag = "checkout", request_body = Selection,
    responses((status = 200, body = QuoteAnswer), (status = 404), (status = 409)))]
pub(super) async fn quote_selection(
    State(app): State<AppContext>,
    caller: Caller,
    Json(selection): Json<Selection>,
) -> Result<Json<QuoteAnswer>> {
    let mut fields = Fields::default();
    let course_id = fields.require("courseId", selection.course_id.map(Ok::<_, Fault>));
    let modules = fields.require(
        "reservedModuleIds",
        selection.reserved_module_ids.map(|ids| match ids.len() {
            0..=MAX_MODULES => Ok(ids),
            _ => Err(Fault::new(Code::TooMany).with("max", MAX_MODULES)),
        }),
    );
    let (Some(course_id), Some(modules)) = (course_id, modules) else {
        return Err(fields.into_problem().into());
    };
    let today = app.clock.today();
    let mut conn = app.db.read().await?;
    let course = course::get(&mut conn, course_id).await?;
    if course.availability.refusal(today) == Some(Refusal::NotPublished) && !caller.is_staff() {
        return Err(Error::not_found());
    }
    let day = |text: Option<String>| text.and_then(|text| parse_date(text.trim()).ok());
    let for_another = selection.reservation_target.as_deref() == Some("other");
    let before = match caller.user.zip(selection.beneficiary_id.filter(|_| for_another)) {
        Some((user, id)) => Some(super::booked_before(&mut conn, user.id, id).await?),
        None => None,
    };
    let birth_date = match &before {
        Some(learner) => learner.birth_date,
        None => day(selection.birth_date),
    };
    let learner =
        before.map(|learner| learner.id).or(caller.user.filter(|_| !for_another).map(|user| user.id));
    let (owned, has_seat) = hold::holdings(&mut conn, learner, &course, today).await?;
    let start = day(selection.requested_start_date).unwrap_or(today);
    let priced = course.priced_from(&mut conn, start, (today, app.clock.now())).await?;
    let quote = quote(&priced, &modules, &owned)?;
    if !quote.total.is_zero() {
        vat::require_ground(&mut conn, app.config.is_production()).await?;
    }
    let refusal = course.availability.refusal_for_learner(today, has_seat);
    let window = start_window(Some(course.end_date), today);
    let terms = consents::terms_in_force(&mut conn).await?;
    let sale = consents::sale(terms, &course, &quote, start, birth_date);
    Ok(Json(QuoteAnswer {
        scope: quote.scope,
        lines: quote.lines,
        amount: quote.total,
        currency: CURRENCY,
        free: course.priced.free,
        seats_left: course.availability.seats_left(),
        refusal: refusal.map(|code| RefusalReason { code, message: Code::from(code).french() }),
        start_from: window.map(|(from, _)| from),
        start_until: window.and_then(|(_, until)| until),
        consents: sale.needs(today),
        opens_without_early_start: sale.opens_without_early_start(today),
        early_start_required: sale.requires_early_start(today),
        terms_version: sale.terms,
    }))
}

//! Endpoints that make and confirm a reservation, by a verified payment or at the desk. Ending one is in
//! [`super::ending`].

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chrono::NaiveDate;
use preau_core::calendar::parse_date;
use preau_core::code::Code;
use preau_core::consent::Given;
use preau_core::language::UiLanguage;
use preau_core::minor::is_minor;
use preau_core::order::MAX_MODULES;
use preau_core::payment::Method;
use preau_core::problem::{Fault, Fields};
use preau_core::reservation::{CARD_HOLD, DESK_HOLD, ReservationStatus};
use preau_core::text;
use serde::Deserialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::reading;
use super::store::{self, ReservationRow};
use super::view::Reservation;
use crate::answer;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, OptionalJson, Path};
use crate::http::owned::owned;
use crate::people::accounts;
use crate::sales::checkout::consents::Agreed;
use crate::sales::checkout::hold::{self, HoldRequest, Participant};
use crate::sales::checkout::{Standing, intent, resolve_conflicting_holds, settle, standing};
use crate::sales::payment::store::new_payment_ref;
use crate::write::{Call, check_version};

/// Maximum length of a note, in characters.
pub(super) const MAX_NOTE: usize = 500;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(create_reservation)).routes(routes!(confirm_reservation))
}

/// A reservation to be made.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewReservation {
    /// The learner: the caller when absent, a ward or beneficiary of theirs, or anybody for ADMIN.
    user_id: Option<i64>,
    course_id: Option<i64>,
    /// Empty: the whole course.
    reserved_module_ids: Option<Vec<i64>>,
    /// `yyyy-mm-dd`
    requested_start_date: Option<String>,
    /// Accepts the terms of sale.
    accept_terms: Option<bool>,
    /// Number of the terms that were displayed; if others are in force: `terms_changed`.
    terms_version: Option<i64>,
    /// Requests that the course start before the end of the withdrawal period.
    request_early_start: Option<bool>,
    /// Confirms to be the legal representative of a learner under 18.
    parental_consent: Option<bool>,
    /// Consents to the storage of the data of a learner under 15.
    child_data_consent: Option<bool>,
}

impl NewReservation {
    fn given(&self) -> Given {
        Given {
            accept_terms: self.accept_terms == Some(true),
            terms_version: self.terms_version,
            request_early_start: self.request_early_start == Some(true),
            parental_consent: self.parental_consent == Some(true),
            child_data_consent: self.child_data_consent == Some(true),
        }
    }

    /// A request for this selection, without a learner.
    pub(super) fn of(course_id: Option<i64>, modules: Option<&[i64]>, start_date: Option<&str>) -> Self {
        Self {
            course_id,
            reserved_module_ids: modules.map(<[i64]>::to_vec),
            requested_start_date: start_date.map(str::to_owned),
            ..Self::default()
        }
    }

    pub(super) fn parse(&self) -> Result<(i64, Vec<i64>, NaiveDate)> {
        let mut fields = Fields::default();
        let course_id = fields.require("courseId", self.course_id.map(Ok::<_, Fault>));
        let modules = fields.check(
            "reservedModuleIds",
            match &self.reserved_module_ids {
                None => Err(Fault::new(Code::SelectionRequired)),
                Some(ids) if ids.len() > MAX_MODULES => {
                    Err(Fault::new(Code::TooMany).with("max", MAX_MODULES))
                }
                Some(ids) => Ok(ids.clone()),
            },
        );
        let date = self.requested_start_date.as_deref().map(|text| parse_date(text.trim()));
        let date = fields.require("requestedStartDate", date);
        match (course_id, modules, date) {
            (Some(course_id), Some(modules), Some(date)) => Ok((course_id, modules, date)),
            _ => Err(fields.into_problem().into()),
        }
    }
}

/// Holds a seat for the caller or a beneficiary of theirs; for ADMIN at the desk for anybody, for seven days.
#[utoipa::path(post, path = "/reservations", tag = "reservations", request_body = NewReservation,
    responses((status = 201, body = Reservation), (status = 404), (status = 429)))]
async fn create_reservation(
    State(app): State<AppContext>,
    call: Call,
    Json(input): Json<NewReservation>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    let (course_id, modules, start_date) = input.parse()?;
    let learner_id = input.user_id.unwrap_or(caller.id);
    let Parties { payer, learner, birth_date, language } = parties(&app, caller, learner_id).await?;
    let origin = if caller.is_admin() {
        None
    } else {
        Some(hold::origin(&mut app.db.read().await?, &call.caller).await?)
    };
    let request = HoldRequest {
        course_id,
        modules,
        start_date,
        in_production: app.config.is_production(),
        agreed: (!caller.is_admin()).then(|| Agreed { given: input.given(), birth_date }),
        payer,
        learner,
        draft: None,
        token_hash: None,
        length: if caller.is_admin() { DESK_HOLD } else { CARD_HOLD },
        desk: caller.is_admin(),
        language: language.unwrap_or(call.language),
        origin,
        request_key: call.request_key.clone(),
        replaces: None,
        provider: app.payments().provider(),
        payment_ref: new_payment_ref(app.clock.now(), &app.ids),
    };
    resolve_conflicting_holds(&app, request.course_id, &request.payer, &request.learner).await?;
    let mut replaced = Vec::new();
    let answer = answer!(app, &call, StatusCode::CREATED, |tx| {
        let held = hold::create_hold(tx, &request).await?;
        settle::confirm_if_free(tx, &app.config, held.reservation_id, held.amount).await?;
        replaced = held.replaced;
        reading::get(tx, held.reservation_id).await
    })?;
    app.mail_queued.notify_one();
    intent::close_all(&app, &replaced).await;
    Ok(answer)
}

/// Payer and learner.
struct Parties {
    payer: Participant,
    learner: Participant,
    /// The learner's, if known.
    birth_date: Option<NaiveDate>,
    /// At the desk the payer's; for anybody else the language of the request applies.
    language: Option<UiLanguage>,
}

/// At the desk the learner pays, or the guardian of a ward. Minors never pay.
async fn parties(app: &AppContext, caller: SignedIn, learner_id: i64) -> Result<Parties> {
    let mut conn = app.db.read().await?;
    let learner = accounts::store::find(&mut conn, learner_id).await?.ok_or_else(Error::not_found)?;
    let allowed = learner_id == caller.id
        || caller.is_admin()
        || accounts::store::is_beneficiary(&mut conn, caller.id, learner_id).await?;
    if !allowed {
        return Err(Error::not_found());
    }
    let (birth_date, language) = (learner.birth_date, caller.is_admin().then(|| learner.language()));
    let payer_id = match learner.guardian() {
        Some(guardian) if caller.is_admin() => guardian.id,
        _ if caller.is_admin() => learner_id,
        _ => caller.id,
    };
    let payer = accounts::store::get(&mut conn, payer_id).await?;
    if payer.birth_date.is_some_and(|birth| is_minor(birth, app.clock.today())) {
        return Err(Error::field("birthDate", Code::GuardianRequired));
    }
    let (payer, learner) = (Participant::known(&payer), Participant::known(&learner));
    Ok(Parties { payer, learner, birth_date, language })
}

/// A payment taken by ADMIN at the desk.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
struct DeskPayment {
    method: Option<Method>,
    note: Option<String>,
}

/// Confirms a reservation: by its verified payment, or for ADMIN with a payment at the desk. Unpaid 402.
#[utoipa::path(patch, path = "/reservations/{id}/confirm", tag = "reservations", params(("id" = i64, Path)),
    request_body(content = Option<DeskPayment>),
    responses((status = 200, body = Reservation),
        (status = 202, description = "The provider has not decided yet."),
        (status = 402, description = "Not paid yet."), (status = 410, description = "The hold ran out."), (status = 412)))]
async fn confirm_reservation(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    OptionalJson(desk): OptionalJson<DeskPayment>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    owned::<ReservationRow>(&mut app.db.read().await?, caller, id).await?;
    if let Some(method) = desk.method.filter(|_| caller.is_admin()) {
        return confirm_at_desk(&app, &call, id, method, desk.note.as_deref()).await;
    }
    match standing(&app, id).await? {
        Standing::Processing => {
            Ok((StatusCode::ACCEPTED, Json(json!({ "status": "processing" }))).into_response())
        }
        Standing::Confirmed(_) => {
            let mut conn = app.db.read().await?;
            Ok(Json(reading::get(&mut conn, id).await?).into_response())
        }
    }
}

async fn confirm_at_desk(
    app: &AppContext,
    call: &Call,
    id: i64,
    method: Method,
    note: Option<&str>,
) -> Result<Response> {
    let note = note.map(|note| text::line(note, MAX_NOTE)).transpose();
    let note = note.map_err(|fault| Error::field("note", fault))?;
    let payment_ref = new_payment_ref(app.clock.now(), &app.ids);
    let answer = answer!(app, call, StatusCode::OK, |tx| {
        let row = store::get(tx, id).await?;
        let current = reading::get(tx, id).await?;
        check_version(call, row.version, || json!(current))?;
        if row.status == ReservationStatus::Confirmed {
            return Ok(current);
        }
        settle::confirm_desk_payment(tx, &app.config, &row, &payment_ref, method, note.as_deref()).await?;
        reading::get(tx, id).await
    })?;
    app.mail_queued.notify_one();
    intent::close_all(app, &[id]).await;
    Ok(answer)
}

//! A sale at the desk in one request: finds or creates the people, holds the seat, and records the payment or leaves it
//! pending. The steps are those of [`super::change`].

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use preau_core::account::Profile;
use preau_core::code::Code;
use preau_core::email::Email;
use preau_core::language::UiLanguage;
use preau_core::letters;
use preau_core::minor::is_minor;
use preau_core::money::Cents;
use preau_core::payment::Method;
use preau_core::person::{MAX_NAME, parse_birth_date};
use preau_core::problem::{Fields, Problem};
use preau_core::reservation::{DESK_HOLD, PaymentRef};
use preau_core::role::Role;
use preau_core::text;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use super::change::{MAX_NOTE, NewReservation};
use super::reading;
use super::store;
use super::view::Reservation;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::extract::Json;
use crate::mail::{self, Kind};
use crate::people::accounts::store::{self as accounts, ChildKey, NewAccount, NewPassword};
use crate::sales::checkout::hold::{self, Hold, HoldRequest, Participant};
use crate::sales::checkout::{intent, resolve_conflicting_holds, settle};
use crate::sales::payment::store::new_payment_ref;
use crate::write::{Call, Tx};
use crate::{answer, crash_point};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(sell_at_desk))
}

/// A person at the desk: found by e-mail address, created when new.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskPerson {
    first_name: Option<String>,
    last_name: Option<String>,
    /// A learner under 18 may have none: the payer is their guardian.
    email: Option<String>,
    /// Birth date of the learner, `yyyy-mm-dd`; required without an e-mail.
    birth_date: Option<String>,
}

/// A payment at the desk.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct DeskMoney {
    method: Option<Method>,
    note: Option<String>,
}

/// A sale at the desk.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct DeskSale {
    course_id: Option<i64>,
    /// Empty: the whole course.
    reserved_module_ids: Option<Vec<i64>>,
    /// `yyyy-mm-dd`
    requested_start_date: Option<String>,
    learner: Option<DeskPerson>,
    /// The payer, if not the learner.
    payer: Option<DeskPerson>,
    /// Displayed price in euros; checked.
    #[schema(value_type = Option<f64>)]
    amount: Option<Cents>,
    /// Language of mails and documents while no account's language is known; absent: the request's.
    language: Option<UiLanguage>,
    /// Absent: the seat is held for seven days.
    payment: Option<DeskMoney>,
}

struct Somebody {
    /// None for a child without one.
    email: Option<Email>,
    profile: Profile,
}

impl Somebody {
    fn is_minor(&self, today: NaiveDate) -> bool {
        self.profile.birth_date.is_some_and(|birth| is_minor(birth, today))
    }

    /// Only a new account takes the name.
    fn check_letters(&self, found: &Participant, prefix: &str, fields: &mut Fields) {
        if found.id.is_some() {
            return;
        }
        for (name, text) in [("firstName", &self.profile.first_name), ("lastName", &self.profile.last_name)] {
            fields.check(format!("{prefix}.{name}"), letters::check(text.clone(), None));
        }
    }
}

struct CheckedSale {
    learner: Somebody,
    payer: Option<Somebody>,
    amount: Option<Cents>,
    payment: Option<(Method, Option<String>)>,
}

impl DeskPerson {
    /// `may_lack_email`: of a learner under 18.
    fn parse(&self, may_lack_email: bool, today: NaiveDate) -> std::result::Result<Somebody, Problem> {
        let mut fields = Fields::default();
        let given = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let name = |text: String| text::required_line(&text, MAX_NAME);
        let first_name = fields.require("firstName", given(&self.first_name).map(name));
        let last_name = fields.require("lastName", given(&self.last_name).map(name));
        let birth_date = given(&self.birth_date).map(|text| parse_birth_date(&text, today)).transpose();
        let birth_date = fields.check("birthDate", birth_date).flatten();
        let child = may_lack_email && birth_date.is_some_and(|birth| is_minor(birth, today));
        let email = match given(&self.email) {
            None if child => Some(None),
            text => fields.require("email", text.map(|text| Email::parse(&text))).map(Some),
        };
        match (first_name, last_name, email) {
            (Some(first), Some(last), Some(email)) if fields.is_empty() => {
                Ok(Somebody { email, profile: Profile { birth_date, ..Profile::named(&first, &last) } })
            }
            _ => Err(fields.into_problem()),
        }
    }
}

impl DeskMoney {
    fn parse(self) -> std::result::Result<(Method, Option<String>), Problem> {
        let mut fields = Fields::default();
        let method = fields.require("method", self.method.map(Ok::<_, Code>));
        let note = fields.check("note", self.note.map(|note| text::line(&note, MAX_NOTE)).transpose());
        match (method, note) {
            (Some(method), Some(note)) => Ok((method, note.filter(|note| !note.is_empty()))),
            _ => Err(fields.into_problem()),
        }
    }
}

impl DeskSale {
    fn parse(self, today: NaiveDate) -> Result<CheckedSale> {
        let mut fields = Fields::default();
        let learner = self.learner.as_ref().ok_or_else(|| Problem::new(Code::Required));
        let learner = fields.nest("learner", learner.and_then(|learner| learner.parse(true, today)));
        let payer = self.payer.and_then(|payer| fields.nest("payer", payer.parse(false, today)));
        let payment = self.payment.and_then(|payment| fields.nest("payment", payment.parse()));
        // A payer with the learner's own e-mail is the learner.
        let payer = payer.filter(|payer| learner.as_ref().is_none_or(|learner| learner.email != payer.email));
        if payer.is_none() && fields.is_empty() && learner.as_ref().is_some_and(|one| one.is_minor(today)) {
            fields.refuse("learner.birthDate", Code::GuardianRequired);
        }
        if payer.as_ref().is_some_and(|payer| payer.is_minor(today)) {
            fields.refuse("payer.birthDate", Code::GuardianRequired);
        }
        match learner {
            Some(learner) if fields.is_empty() => {
                Ok(CheckedSale { learner, payer, amount: self.amount, payment })
            }
            _ => Err(fields.into_problem().into()),
        }
    }
}

/// Sells at the desk: finds or creates the people, holds the seat and records the payment, all or nothing. Without a
/// payment the seat is held for seven days.
#[utoipa::path(post, path = "/reservations/desk", tag = "reservations", request_body = DeskSale,
    responses((status = 201, body = Reservation), (status = 404)))]
async fn sell_at_desk(
    State(app): State<AppContext>,
    call: Call,
    Json(sale): Json<DeskSale>,
) -> Result<Response> {
    let modules = sale.reserved_module_ids.as_deref();
    let selection = NewReservation::of(sale.course_id, modules, sale.requested_start_date.as_deref());
    let (course_id, modules, start_date) = selection.parse()?;
    let language = sale.language.unwrap_or(call.language);
    let sale = sale.parse(app.clock.today())?;
    let (payer, learner) = parties(&app, &sale).await?;
    let request = HoldRequest {
        course_id,
        modules,
        start_date,
        in_production: app.config.is_production(),
        agreed: None,
        payer,
        learner,
        draft: None,
        token_hash: None,
        length: DESK_HOLD,
        desk: true,
        language,
        origin: None,
        request_key: call.request_key.clone(),
        replaces: None,
        provider: app.payments().provider(),
        payment_ref: new_payment_ref(app.clock.now(), &app.ids),
    };
    let desk_ref = new_payment_ref(app.clock.now(), &app.ids);
    resolve_conflicting_holds(&app, request.course_id, &request.payer, &request.learner).await?;
    let mut replaced = Vec::new();
    let answer = answer!(app, &call, StatusCode::CREATED, |tx| {
        let held = sell(tx, &app, &request, &sale, &desk_ref).await?;
        crash_point!("desk.written");
        replaced = held.replaced;
        reading::get(tx, held.reservation_id).await
    })?;
    crash_point!("desk.committed");
    app.mail_queued.notify_one();
    intent::close_all(&app, &replaced).await;
    Ok(answer)
}

/// Payer and learner with their accounts so far: the payer's own hold may have been paid by card.
async fn parties(app: &AppContext, sale: &CheckedSale) -> Result<(Participant, Participant)> {
    let mut conn = app.db.read().await?;
    let payer = match &sale.payer {
        Some(payer) => Some(find(&mut conn, payer, None).await?),
        None => None,
    };
    let learner = find(&mut conn, &sale.learner, payer.as_ref()).await?;
    let mut fields = Fields::default();
    sale.learner.check_letters(&learner, "learner", &mut fields);
    if let (Some(entered), Some(payer)) = (&sale.payer, &payer) {
        entered.check_letters(payer, "payer", &mut fields);
    }
    fields.finish()?;
    Ok((payer.unwrap_or_else(|| learner.clone()), learner))
}

/// Finds by e-mail; a child without one among the wards of `guardian`.
async fn find(conn: &mut Conn, somebody: &Somebody, guardian: Option<&Participant>) -> Result<Participant> {
    if let Some(email) = &somebody.email {
        let account = accounts::find_by_email(conn, email.as_str()).await?;
        return Ok(Participant {
            id: account.map(|account| account.id),
            ..Participant::named(email.as_str())
        });
    }
    let guardian = guardian.ok_or_else(|| Error::field("payer", Code::Required))?;
    let Profile { first_name, last_name, birth_date, .. } = &somebody.profile;
    let child = ChildKey::new(&guardian.email, first_name, last_name, *birth_date);
    let ward = match guardian.id {
        Some(id) => accounts::find_ward(conn, id, &guardian.email, &child).await?,
        None => None,
    };
    Ok(Participant { id: ward.map(|ward| ward.id), email: String::new(), child })
}

async fn sell(
    tx: &mut Tx,
    app: &AppContext,
    request: &HoldRequest,
    sale: &CheckedSale,
    desk_ref: &PaymentRef,
) -> Result<Hold> {
    let payer = match &sale.payer {
        Some(payer) => Some(find_or_create(tx, payer, None, request.language).await?),
        None => None,
    };
    let learner = find_or_create(tx, &sale.learner, payer.as_ref(), request.language).await?;
    let payer = payer.unwrap_or_else(|| learner.clone());
    check_payer(tx, &payer).await?;
    if payer.id != learner.id
        && let (Some(payer), Some(learner)) = (payer.id, learner.id)
    {
        accounts::note_beneficiary(tx, payer, learner).await?;
    }
    let language = language_of(tx, &payer).await?.unwrap_or(request.language);
    let held = hold::create_hold(tx, &HoldRequest { payer, learner, language, ..request.clone() }).await?;
    if sale.amount.is_some_and(|amount| amount != held.amount) {
        let right = held.amount.to_euros();
        return Err(Problem::new(Code::AmountMismatch).with("amount", right).into());
    }
    settle::confirm_if_free(tx, &app.config, held.reservation_id, held.amount).await?;
    if let Some((method, note)) = sale.payment.as_ref().filter(|_| !held.amount.is_zero()) {
        let row = store::get(tx, held.reservation_id).await?;
        settle::confirm_desk_payment(tx, &app.config, &row, desk_ref, *method, note.as_deref()).await?;
    }
    Ok(held)
}

/// Minors cannot make a contract: their guardian pays.
async fn check_payer(tx: &mut Tx, payer: &Participant) -> Result<()> {
    let account = match payer.id {
        Some(id) => accounts::find(tx, id).await?,
        None => None,
    };
    let birth = account.and_then(|account| account.birth_date);
    if birth.is_some_and(|birth| is_minor(birth, tx.today)) {
        return Err(Error::field("learner.birthDate", Code::GuardianRequired));
    }
    Ok(())
}

/// The language of a known account: the invoice is in the payer's language, not the seller's.
async fn language_of(conn: &mut Conn, participant: &Participant) -> Result<Option<UiLanguage>> {
    match participant.id {
        Some(id) => Ok(accounts::find(conn, id).await?.map(|account| account.language())),
        None => Ok(None),
    }
}

/// The account with this e-mail address, or the ward of this guardian; created when there is none. A new account gets a
/// mail to choose a password; an existing one keeps its data.
async fn find_or_create(
    tx: &mut Tx,
    somebody: &Somebody,
    guardian: Option<&Participant>,
    language: UiLanguage,
) -> Result<Participant> {
    let known = find(tx, somebody, guardian).await?;
    if known.id.is_some() {
        return Ok(known);
    }
    let new = NewAccount {
        email: somebody.email.clone(),
        guardian_id: None,
        profile: somebody.profile.clone(),
        role: Role::Student,
        password: NewPassword::Absent,
        google_sub: None,
        verified: false,
        language,
    };
    if let Some(guardian) = guardian.and_then(|guardian| guardian.id).filter(|_| known.child.is_child()) {
        let guardian = accounts::get(tx, guardian).await?;
        let id = accounts::ward(tx, &guardian, &known.child, new).await?;
        return Ok(Participant { id: Some(id), ..known });
    }
    let id = accounts::create(tx, &new).await?;
    let account = accounts::get(tx, id).await?;
    mail::queue(tx, &account.mail(Kind::SetPassword, accounts::account_fact(id, tx))).await?;
    Ok(Participant::known(&account))
}

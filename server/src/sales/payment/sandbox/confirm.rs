//! The sandbox's card form: checks a card, discards its number, and updates the payment.

use axum::extract::State;
use preau_core::card::{self, CardInput, Verdict};
use preau_core::code::Code;
use preau_core::problem::{FieldError, Fields, Problem};
use serde::{Deserialize, Serialize};

use super::{announce, store};
use crate::change;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::Json;
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::sales::payment::provider::Payments;

/// Attempts per payment: enough for typing errors, too few for testing card numbers.
const TRIES: Limit = Limit::per_minutes(60, 60);

/// A card for a payment, or the holder's answer to the confirmation step. No `Debug`, to keep numbers out of logs.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::sales::payment) struct SandboxCard {
    /// Identifies the payment.
    client_secret: String,
    holder_name: Option<String>,
    /// Digits, optionally grouped.
    card_number: Option<String>,
    /// 1 to 12.
    exp_month: Option<u32>,
    /// Of two or four digits.
    exp_year: Option<i32>,
    cvc: Option<String>,
    /// After `requires_action`: the holder's answer, instead of a card.
    action: Option<HolderAction>,
}

/// The holder's answer.
#[derive(Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::sales::payment) enum HolderAction {
    Approve,
    Reject,
}

/// Result of the payment.
#[derive(Clone, Copy, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum ConfirmStatus {
    /// Paid.
    Succeeded,
    /// The holder has to approve: send `action`.
    RequiresAction,
    /// Not paid; another try is possible.
    Failed,
}

/// Why a card was refused.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CardError {
    code: Code,
    /// The field of the form that it concerns, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// A message in French.
    message: String,
}

/// The sandbox's response.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::sales::payment) struct Confirmation {
    status: ConfirmStatus,
    /// The first reason, when it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<CardError>,
    /// All fields that must be corrected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<FieldError>,
}

impl From<ConfirmStatus> for Confirmation {
    fn from(status: ConfirmStatus) -> Self {
        Self { status, error: None, fields: Vec::new() }
    }
}

impl From<Code> for Confirmation {
    fn from(code: Code) -> Self {
        let Problem { code, message, .. } = code.into();
        let field = card::field_of(code).map(ToOwned::to_owned);
        Self {
            status: ConfirmStatus::Failed,
            error: Some(CardError { code, field, message }),
            fields: Vec::new(),
        }
    }
}

impl From<Vec<FieldError>> for Confirmation {
    fn from(fields: Vec<FieldError>) -> Self {
        let error = fields.first().map(|first| CardError {
            code: first.code,
            field: Some(first.name.clone()),
            message: first.message.clone(),
        });
        Self { status: ConfirmStatus::Failed, error, fields }
    }
}

/// Pays with a test card, or answers the confirmation step. The status is `failed` for a refused card.
#[utoipa::path(post, path = "/payment/sandbox/confirm", tag = "payment",
    request_body = SandboxCard, responses((status = 200, body = Confirmation),
        (status = 404), (status = 410), (status = 429)))]
pub(in crate::sales::payment) async fn confirm_sandbox_payment(
    State(app): State<AppContext>,
    caller: Caller,
    Json(card): Json<SandboxCard>,
) -> Result<Private<Json<Confirmation>>> {
    if !matches!(app.payments(), Payments::Sandbox(_)) {
        return Err(Error::not_found());
    }
    app.limit(&format!("sandbox-confirm:{}", caller.address()), TRIES).await?;
    let request = request(&app, &card)?;
    let confirmation = settle(&app, &card.client_secret, request).await?;
    Ok(Private(Json(confirmation)))
}

/// What a customer attempts to pay with.
enum Attempt {
    Card(Result<Verdict, Vec<FieldError>>),
    Holder(HolderAction),
}

fn request(app: &AppContext, card: &SandboxCard) -> Result<Attempt> {
    if let Some(action) = card.action {
        return Ok(Attempt::Holder(action));
    }
    let mut fields = Fields::default();
    let holder_name = required(&mut fields, "holderName", card.holder_name.as_deref());
    let number = required(&mut fields, "cardNumber", card.card_number.as_deref());
    let exp_month = required(&mut fields, "expMonth", card.exp_month);
    let exp_year = required(&mut fields, "expYear", card.exp_year);
    let cvc = required(&mut fields, "cvc", card.cvc.as_deref());
    let (Some(holder_name), Some(number), Some(exp_month), Some(exp_year), Some(cvc)) =
        (holder_name, number, exp_month, exp_year, cvc)
    else {
        return Err(fields.into_problem().into());
    };
    let input = CardInput { holder_name, number, exp_month, exp_year, cvc };
    Ok(Attempt::Card(input.judge(app.clock.today())))
}

fn required<T>(fields: &mut Fields, name: &str, value: Option<T>) -> Option<T> {
    fields.require(name, value.map(Ok::<T, Code>))
}

/// Updates the payment, and sends its event after the transaction.
async fn settle(app: &AppContext, client_secret: &str, request: Attempt) -> Result<Confirmation> {
    let request = &request;
    let (paid, confirmation) = change!(app, None, |tx| {
        let found = store::find_by_secret(tx, client_secret).await?;
        let intent = found.ok_or_else(Error::not_found)?;
        let (next, confirmation) = match (intent.status.as_str(), request) {
            ("SUCCEEDED", _) => return Ok((None, Confirmation::from(ConfirmStatus::Succeeded))),
            ("CANCELLED", _) => return Err(Code::Expired.into()),
            (_, Attempt::Card(Ok(Verdict::Succeeds))) => ("SUCCEEDED", ConfirmStatus::Succeeded.into()),
            (_, Attempt::Card(Ok(Verdict::AsksHolder))) => {
                ("REQUIRES_ACTION", ConfirmStatus::RequiresAction.into())
            }
            (_, Attempt::Card(Ok(Verdict::Refused(code)))) => ("OPEN", (*code).into()),
            (_, Attempt::Card(Err(fields))) => return Ok((None, fields.clone().into())),
            ("REQUIRES_ACTION", Attempt::Holder(HolderAction::Approve)) => {
                ("SUCCEEDED", ConfirmStatus::Succeeded.into())
            }
            ("REQUIRES_ACTION", Attempt::Holder(HolderAction::Reject)) => {
                ("OPEN", Code::AuthenticationFailed.into())
            }
            (_, Attempt::Holder(_)) => return Err(Code::Conflict.into()),
        };
        store::set_status(tx, &intent.id, next).await?;
        let is_paid = matches!(confirmation, Confirmation { status: ConfirmStatus::Succeeded, .. });
        Ok((is_paid.then_some(intent), confirmation))
    })?;
    if let Some(paid) = paid {
        announce::spawn(app, paid);
    }
    Ok(confirmation)
}

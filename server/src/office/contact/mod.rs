//! Messages of the contact form: stored, then mailed to the school, and the inbox where staff reads and
//! answers them.
//!
//! Validation is core's rule; the mail is in [`crate::mail`].

mod replies;
mod store;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::contact::ContactInput;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::extract::{Json, Path, Query};
use crate::http::limits::Limit;
use crate::http::paging::{List, Window};
use crate::mail::facts::ContactFacts;
use crate::mail::{self, Kind, MailStatus, NewMail};
use crate::write::{Call, check_version, store_text_response};
use crate::{answer, change, clock};

/// Limit of messages from one network address.
const LIMIT: Limit = Limit::per_minutes(5, 10);

const SENT: &str = "Email envoyé avec succès !";

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(send_contact, list_contact_messages))
        .routes(routes!(send_email))
        .routes(routes!(update_contact_message))
        .routes(routes!(replies::reply_to_message))
}

/// A message to the school.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactMessage {
    pub id: i64,
    pub version: i64,
    pub name: String,
    pub email: String,
    pub subject: Option<String>,
    /// The teacher it is for, when the visitor came from a course.
    #[sqlx(rename = "recipient")]
    pub to: Option<String>,
    /// When a call is wished for, in Paris.
    pub wished_date: Option<NaiveDate>,
    /// `hh:mm`
    pub wished_time: Option<String>,
    pub message: String,
    pub language: String,
    pub handled: bool,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    /// What was answered, in the order in which it was written.
    #[sqlx(skip)]
    pub replies: Vec<ContactReply>,
}

/// What staff answered to a message.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContactReply {
    pub id: i64,
    #[serde(skip)]
    message_id: i64,
    /// Who wrote it; nobody once their account was deleted.
    pub author: Option<String>,
    pub text: String,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    /// Its mail, while the outbox keeps it.
    pub mail_id: Option<i64>,
    #[sqlx(try_from = "String")]
    pub mail_status: MailStatus,
    /// Why the last try to send it failed.
    pub mail_error: Option<String>,
}

/// Writes to the school.
#[utoipa::path(post, path = "/contact", tag = "contact", request_body = ContactInput,
    responses((status = 200, description = "Stored; a mail to the school is on its way.", body = String, content_type = "text/plain"),
        (status = 429)))]
async fn send_contact(
    State(app): State<AppContext>,
    call: Call,
    Json(input): Json<ContactInput>,
) -> Result<impl IntoResponse> {
    receive(&app, &call, &input).await
}

/// Writes to the school, as `POST /contact` does.
#[utoipa::path(post, path = "/email/send", tag = "contact", request_body = ContactInput,
    responses((status = 200, description = "Stored; a mail to the school is on its way.", body = String, content_type = "text/plain"),
        (status = 429)))]
async fn send_email(
    State(app): State<AppContext>,
    call: Call,
    Json(input): Json<ContactInput>,
) -> Result<impl IntoResponse> {
    receive(&app, &call, &input).await
}

async fn receive(app: &AppContext, call: &Call, input: &ContactInput) -> Result<&'static str> {
    let contact = input.parse(app.clock.today())?;
    app.limit(&format!("contact {}", sha256_hex(call.caller.address())), LIMIT).await?;
    change!(app, Some(call), |tx| {
        let id = store::insert(tx, &contact, call.language).await?;
        let facts = ContactFacts {
            contact_id: id,
            name: contact.name.clone(),
            email: contact.email.to_string(),
            subject: contact.subject.clone(),
            to: contact.to.clone(),
            wished_date: contact.wished_date,
            wished_time: contact.wished_time.map(store::time_text),
            message: contact.message.clone(),
        };
        let mail = NewMail::to_school(&app.config, Kind::Contact(facts), format!("contact message {id}"))?;
        mail::queue(tx, &NewMail { reply_to: Some(contact.email.to_string()), ..mail }).await?;
        tx.audit("contact.received", "contact", id, None, None).await?;
        store_text_response(tx, call, StatusCode::OK, SENT).await
    })?;
    app.mail_queued.notify_one();
    Ok(SENT)
}

/// The query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct ListQuery {
    handled: Option<bool>,
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// At most 100.
    size: Option<i64>,
}

/// The inbox, the newest message first.
#[utoipa::path(get, path = "/contact", tag = "contact", params(ListQuery),
    responses((status = 200, body = List<ContactMessage>)))]
async fn list_contact_messages(
    State(app): State<AppContext>,
    Query(wanted): Query<ListQuery>,
) -> Result<List<ContactMessage>> {
    let window = Window::parse(wanted.page, wanted.size)?;
    let mut conn = app.db.read().await?;
    let total = store::count(&mut conn, wanted.handled).await?;
    let messages = store::list(&mut conn, wanted.handled, window.from_nearer_end(total)).await?;
    Ok(window.list(messages, total))
}

/// What may be changed of a message.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ContactUpdate {
    handled: bool,
}

/// Marks a message as handled or not.
#[utoipa::path(patch, path = "/contact/{id}", tag = "contact", params(("id" = i64, Path)), request_body = ContactUpdate,
    responses((status = 200, body = ContactMessage), (status = 412)))]
async fn update_contact_message(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(update): Json<ContactUpdate>,
) -> Result<Response> {
    answer!(app, &call, StatusCode::OK, |tx| {
        let before = store::find(tx, id).await?;
        check_version(&call, before.version, || serde_json::json!(before))?;
        store::set_handled(tx, id, update.handled).await?;
        let (was, is) = (
            serde_json::json!({ "handled": before.handled }),
            serde_json::json!({ "handled": update.handled }),
        );
        tx.audit("contact.updated", "contact", id, Some(was), Some(is)).await?;
        store::find(tx, id).await
    })
}

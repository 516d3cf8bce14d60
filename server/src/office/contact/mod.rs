//! Messages to the school: those of the contact form and answers of learners to messages to their class. They are stored,
//! then mailed, and read and answered in the inbox: by staff, and by the teacher they are for.
//!
//! Validation is core's rule; the mail is in [`crate::mail`].

pub(super) mod receiving;
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
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path, Query};
use crate::http::limits::Limit;
use crate::http::paging::{List, Window};
use crate::mail::MailStatus;
use crate::write::{Call, check_version, store_text_response};
use crate::{answer, change, clock};

use receiving::Addressee;
use store::Inbox;

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
    /// None for teachers, who answer through the school.
    pub email: Option<String>,
    pub subject: Option<String>,
    /// The message to a class that it answers.
    pub class_message: Option<String>,
    /// The teacher who reads it too.
    #[serde(skip)]
    teacher_id: Option<i64>,
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

impl ContactMessage {
    /// The message as this caller may see it.
    ///
    /// # Errors
    /// `not_found` when it is neither theirs to read nor they staff.
    fn seen_by(self, caller: SignedIn) -> Result<Self> {
        if caller.is_staff() {
            return Ok(self);
        }
        let own = self.teacher_id.is_some() && self.teacher_id == caller.teacher_id;
        if !own {
            return Err(Error::not_found());
        }
        // What a mail server answers may name the address.
        let mut replies = self.replies;
        for reply in &mut replies {
            reply.mail_error = None;
        }
        Ok(Self { email: None, replies, ..self })
    }
}

/// What staff or the teacher answered to a message.
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
        let addressee = Addressee::named(tx, contact.to.as_deref()).await?;
        receiving::receive(app, tx, &contact, call.language, &addressee).await?;
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

/// The inbox, the newest message first. A teacher's has the messages to them.
#[utoipa::path(get, path = "/contact", tag = "contact", params(ListQuery),
    responses((status = 200, body = List<ContactMessage>)))]
async fn list_contact_messages(
    State(app): State<AppContext>,
    caller: SignedIn,
    Query(wanted): Query<ListQuery>,
) -> Result<List<ContactMessage>> {
    let window = Window::parse(wanted.page, wanted.size)?;
    // No teacher has this id.
    let teacher_id = (!caller.is_staff()).then(|| caller.teacher_id.unwrap_or(0));
    let inbox = Inbox { handled: wanted.handled, teacher_id };
    let mut conn = app.db.read().await?;
    let total = store::count(&mut conn, inbox).await?;
    let messages = store::list(&mut conn, inbox, window.from_nearer_end(total)).await?;
    let messages = messages.into_iter().map(|message| message.seen_by(caller));
    Ok(window.list(messages.collect::<Result<_>>()?, total))
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
    let caller = call.caller.user()?;
    answer!(app, &call, StatusCode::OK, |tx| {
        let before = store::find(tx, id).await?.seen_by(caller)?;
        check_version(&call, before.version, || serde_json::json!(before))?;
        store::set_handled(tx, id, update.handled).await?;
        let (was, is) = (
            serde_json::json!({ "handled": before.handled }),
            serde_json::json!({ "handled": update.handled }),
        );
        tx.audit("contact.updated", "contact", id, Some(was), Some(is)).await?;
        store::find(tx, id).await?.seen_by(caller)
    })
}

//! Messages to a class: written by a teacher of the course or by staff, mailed to all live learners, and listed for them.
//! Learners answer on the page of their class: the answer is a message in the inbox of whoever wrote.

mod learner;
mod replies;
mod store;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use preau_core::class_message::{self, ClassMessageInput};
use serde::Serialize;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use crate::catalogue::teaching;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::files;
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::http::limits::Limit;
use crate::mail::facts::{ClassMessageFacts, class_message_fact};
use crate::mail::{self, Kind, NewMail};
use crate::people::accounts;
use crate::write::{Call, Tx};
use crate::{answer, clock, crash_point, routes};

use store::{Learner, MessageRow};

/// Limits of messages by one account: to one class, and to all.
const TO_CLASS: Limit = Limit::per_minutes(10, 60);
const TO_ALL: Limit = Limit::per_minutes(30, 60);

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_class_messages, send_class_message))
        .routes(routes!(learner::subscription_messages))
        .routes(routes!(replies::reply_to_class_message))
}

/// A message to a class.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClassMessage {
    id: i64,
    text: String,
    /// A link to its file for the caller, for some hours.
    file_url: Option<String>,
    file_name: Option<String>,
    /// Who wrote it; nobody once their account was deleted.
    author_name: Option<String>,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
    /// How many learners it went to; for teachers and staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    recipients: Option<i64>,
}

impl ClassMessage {
    /// The message with a link to its file for this reader.
    fn of(app: &AppContext, reader: i64, row: MessageRow) -> Result<Self> {
        let MessageRow { id, text, file_url, file_name, author_name, created_at, recipients } = row;
        let file_url = app.file_links().create_optional(file_url.as_deref(), reader, app.clock.now())?;
        Ok(Self { id, text, file_url, file_name, author_name, created_at, recipients: Some(recipients) })
    }
}

/// The messages to the class of a course.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClassMessages {
    course_id: i64,
    course_name: String,
    language_code: String,
    /// How many learners a message would go to now.
    learners: usize,
    /// The newest first, at most 200.
    messages: Vec<ClassMessage>,
}

/// The messages to the class of a course.
#[utoipa::path(get, path = "/courses/{id}/messages", tag = "class-messages", params(("id" = i64, Path)),
    responses((status = 200, body = ClassMessages)))]
async fn list_class_messages(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<ClassMessages>> {
    let today = app.clock.today();
    let mut conn = app.db.read().await?;
    teaching::check_course(&mut conn, caller, id, today).await?;
    let (course_name, language_code) = store::course(&mut conn, id).await?;
    let learners = store::class(&mut conn, id, today).await?.len();
    let rows = store::of_course(&mut conn, id).await?;
    let messages = rows.into_iter().map(|row| ClassMessage::of(&app, caller.id, row));
    let messages = messages.collect::<Result<_>>()?;
    Ok(Json(ClassMessages { course_id: id, course_name, language_code, learners, messages }))
}

/// Writes to all live learners of a course: stored, and one mail to each.
#[utoipa::path(post, path = "/courses/{id}/messages", tag = "class-messages", params(("id" = i64, Path)),
    request_body = ClassMessageInput,
    responses((status = 201, description = "Stored; the mails are on their way.", body = ClassMessage),
        (status = 429)))]
async fn send_class_message(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(input): Json<ClassMessageInput>,
) -> Result<Response> {
    let author = call.caller.user()?;
    teaching::check_course(&mut app.db.read().await?, author, id, app.clock.today()).await?;
    let message = input.parse()?;
    app.limit(&format!("class-message {} to {id}", author.id), TO_CLASS).await?;
    app.limit(&format!("class-message {}", author.id), TO_ALL).await?;
    let answer = answer!(app, &call, StatusCode::CREATED, |tx| {
        let today = tx.today;
        teaching::check_course(tx, author, id, today).await?;
        let sent = send(&app, tx, author, id, &message).await?;
        ClassMessage::of(&app, author.id, store::find(tx, sent).await?)
    })?;
    app.mail_queued.notify_one();
    Ok(answer)
}

async fn send(
    app: &AppContext,
    tx: &mut Tx,
    author: SignedIn,
    course_id: i64,
    message: &class_message::ClassMessage,
) -> Result<i64> {
    let (course_name, _) = store::course(tx, course_id).await?;
    files::check_exists(tx, "fileUrl", message.file_url.as_deref()).await?;
    let today = tx.today;
    let class = store::class(tx, course_id, today).await?;
    let id = store::insert(tx, course_id, author.id, message, class.len()).await?;
    let row = store::find(tx, id).await?;
    let facts = ClassMessageFacts {
        message_id: id,
        subscription_id: 0,
        course_name,
        author_name: row.author_name.unwrap_or_default(),
        text: row.text,
        file_name: row.file_name,
        ward_name: None,
    };
    let mut mails = Vec::with_capacity(class.len());
    for learner in class {
        mails.push(letter(app, tx, learner, &facts).await?);
    }
    mail::queue_all(tx, &mails).await?;
    crash_point!("class_message.queued");
    let is = json!({ "courseId": course_id, "recipients": mails.len(), "file": facts.file_name });
    tx.audit("class-message.sent", "class-message", id, None, Some(is)).await?;
    Ok(id)
}

/// The mail to one learner, or to the guardian of a ward. Replies go to the school: a teacher's address is never shown.
async fn letter(
    app: &AppContext,
    tx: &mut Tx,
    learner: Learner,
    facts: &ClassMessageFacts,
) -> Result<NewMail> {
    let Learner { user_id, subscription_id } = learner;
    let account = accounts::store::find(tx, user_id).await?.ok_or_else(Error::not_found)?;
    let ward_name = account.guardian().is_some().then(|| account.full_name());
    let fact = class_message_fact(facts.message_id, user_id);
    let facts = ClassMessageFacts { subscription_id, ward_name, ..facts.clone() };
    let reply_to = Some(mail::school(&app.config)?.email.to_string());
    Ok(NewMail { reply_to, ..account.mail(Kind::ClassMessage(facts), fact) })
}

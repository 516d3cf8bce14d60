//! Replies by staff and teachers: stored with their message, and mailed to its sender in the language of the message.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::contact::{MEETING_SUBJECT, ReplyInput};
use preau_core::problem::Fault;
use serde_json::json;

use super::{ContactMessage, store};
use crate::answer;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::extract::{Json, Path};
use crate::http::limits::Limit;
use crate::mail::facts::{ContactReplyFacts, contact_reply_fact};
use crate::mail::{self, Kind, NewMail};
use crate::people::accounts;
use crate::write::{Call, Tx, check_version};

/// Limit of replies by one account.
const LIMIT: Limit = Limit::per_minutes(30, 60);

/// Maximum number of replies to one message.
const MOST: usize = 10;

/// Answers a message: the answer is mailed to its sender, and the message is handled.
#[utoipa::path(post, path = "/contact/{id}/replies", tag = "contact", params(("id" = i64, Path)), request_body = ReplyInput,
    responses((status = 201, description = "The message with its answers; the mail is on its way.", body = ContactMessage),
        (status = 409), (status = 412), (status = 429)))]
pub(super) async fn reply_to_message(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(input): Json<ReplyInput>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    store::find(&mut app.db.read().await?, id).await?.seen_by(caller)?;
    let text = input.parse()?;
    app.limit(&format!("contact-reply {}", caller.id), LIMIT).await?;
    let answer = answer!(app, &call, StatusCode::CREATED, |tx| {
        let message = store::find(tx, id).await?;
        let to = message.email.clone().unwrap_or_default();
        let message = message.seen_by(caller)?;
        check_version(&call, message.version, || json!(message))?;
        if message.replies.len() >= MOST {
            return Err(Fault::new(Code::TooManyReplies).with("max", MOST).into());
        }
        store::set_answered(tx, id).await?;
        let reply = store::insert_reply(tx, id, caller.id, &text).await?;
        let mail = reply_mail(&app, tx, (&message, to), reply, &text).await?;
        mail::queue(tx, &mail).await?;
        let is = json!({ "handled": true, "reply": reply });
        tx.audit("contact.replied", "contact", id, None, Some(is)).await?;
        store::find(tx, id).await?.seen_by(caller)
    })?;
    app.mail_queued.notify_one();
    Ok(answer)
}

/// The mail with a reply. The message may have been written with somebody else's address: to an unconfirmed
/// address none of its text is sent.
async fn reply_mail(
    app: &AppContext,
    tx: &mut Tx,
    (message, to): (&ContactMessage, String),
    reply: i64,
    text: &str,
) -> Result<NewMail> {
    let account = accounts::store::find_by_email(tx, &to).await?;
    let known = account.is_some_and(|account| account.is_verified());
    let facts = ContactReplyFacts {
        contact_id: message.id,
        text: text.to_owned(),
        written_at: message.created_at,
        subject: message.subject.clone().filter(|subject| known || subject == MEETING_SUBJECT),
        message: known.then(|| message.message.clone()),
    };
    Ok(NewMail {
        kind: Kind::ContactReply(facts),
        fact: contact_reply_fact(reply),
        to,
        name: if known { message.name.clone() } else { String::new() },
        language: message.language.parse().unwrap_or_default(),
        user_id: None,
        reply_to: Some(mail::school(&app.config)?.email.to_string()),
    })
}

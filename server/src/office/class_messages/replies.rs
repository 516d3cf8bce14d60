//! Answers of learners to messages to their class. No mail is read by the school's server: the mail leads to the page of the
//! class, and the answer that is written there finds its way by the message it stands under.

use axum::extract::State;
use axum::http::StatusCode;
use preau_core::contact::{Contact, ReplyInput};
use preau_core::email::Email;
use preau_core::subscription::can_access;

use super::store;
use crate::change;
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::http::limits::Limit;
use crate::office::contact::receiving::{self, Addressee, Answered, Teacher};
use crate::people::accounts;
use crate::write::{Call, store_empty_response};
use preau_core::code::Code;

/// Limit of answers by one account.
const LIMIT: Limit = Limit::per_minutes(10, 60);

/// Answers a message to one's class, or to that of a ward. The answer is in the inbox of whoever wrote, who gets a mail.
#[utoipa::path(post, path = "/subscriptions/{id}/messages/{messageId}/replies", tag = "subscriptions",
    params(("id" = i64, Path), ("messageId" = i64, Path)), request_body = ReplyInput,
    responses((status = 204, description = "Stored; a mail is on its way."), (status = 429)))]
pub(super) async fn reply_to_class_message(
    State(app): State<AppContext>,
    call: Call,
    Path((id, message_id)): Path<(i64, i64)>,
    Json(input): Json<ReplyInput>,
) -> Result<StatusCode> {
    let caller = call.caller.user()?;
    check(&app, &mut app.db.read().await?, caller, id).await?;
    let text = input.parse()?;
    app.limit(&format!("class-reply {}", caller.id), LIMIT).await?;
    change!(app, Some(&call), |tx| {
        check(&app, tx, caller, id).await?;
        let answered = store::answered(tx, id, message_id).await?;
        let learner = accounts::store::get(tx, answered.learner_id).await?;
        let sender = accounts::store::get(tx, caller.id).await?;
        let name = if learner.id == sender.id {
            sender.full_name()
        } else {
            format!("{} ({})", sender.full_name(), learner.full_name())
        };
        let contact = Contact {
            name,
            email: Email::parse(sender.address())?,
            message: text.clone(),
            subject: Some(answered.course_name.clone()),
            to: answered.teacher_name,
            wished_date: None,
            wished_time: None,
        };
        let teacher = answered.teacher_id.map(|id| Teacher { id, user_id: answered.author_id });
        let class_message = Some(Answered { id: message_id, course_name: answered.course_name });
        let addressee = Addressee { teacher, class_message };
        receiving::receive(&app, tx, &contact, sender.language(), &addressee).await?;
        store_empty_response(tx, &call, StatusCode::NO_CONTENT).await
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::NO_CONTENT)
}

/// Refuses whoever does not act for the learner of this subscription, or whose access is over.
///
/// # Errors
/// `not_found`, `access_ended`.
async fn check(app: &AppContext, conn: &mut Conn, caller: SignedIn, id: i64) -> Result<()> {
    let member = store::member(conn, id).await?;
    if !accounts::store::acts_for(conn, caller.id, member.user_id).await? {
        return Err(Error::not_found());
    }
    if can_access(member.active, member.access_expires_at, app.clock.today()) {
        Ok(())
    } else {
        Err(Code::AccessEnded.into())
    }
}

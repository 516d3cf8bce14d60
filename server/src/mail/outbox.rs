//! The outbox for ADMIN: sent, queued and refused mails, and sending one again.

use crate::routes;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::error::Result;
use crate::http::extract::{Json, Path, Query};
use crate::http::paging::{Window, search_words};
use crate::write::Call;
use crate::{answer, clock};

use super::link::{
    ButtonTarget, MASK, class_messages_path, course_places_path, invitation_path, path, proposal_path,
    waitlist_path,
};
use super::store::{self, Listed, MailFilter};
use super::wording::{Frame, RenderedMail};
use super::{MailStatus, Signature};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(list_mails)).routes(routes!(resend_mail))
}

/// A mail of the outbox. Tokens in its link are masked, except in development.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    pub id: i64,
    /// `reservation-confirmed`, `reset-password`…
    pub kind: String,
    /// What happened; a fact has one mail of each kind.
    pub fact: String,
    pub recipient: String,
    pub recipient_name: String,
    pub language: String,
    pub status: MailStatus,
    /// Tries so far.
    pub attempts: i64,
    /// Why the last try failed.
    pub last_error: Option<String>,
    /// When the next try is due, while it is queued.
    #[serde(serialize_with = "clock::maybe_instant")]
    pub next_attempt_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "clock::instant")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub sent_at: Option<DateTime<Utc>>,
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// A page of the outbox, the newest mail first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outbox {
    pub items: Vec<Mail>,
    pub page: i64,
    pub size: i64,
    pub total: i64,
    /// Mails about bookings that were refused for good, on whatever page: somebody waits for them.
    pub parked_of_bookings: i64,
    /// False when this is the real school and no SMTP server is configured: mails wait here.
    pub mail_leaves: bool,
}

/// The query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Search {
    status: Option<MailStatus>,
    /// Words of the recipient's name or address.
    q: Option<String>,
    /// From 1.
    page: Option<i64>,
    /// At most 100.
    size: Option<i64>,
}

/// The outbox.
#[utoipa::path(get, path = "/mail", tag = "mail", params(Search), responses((status = 200, body = Outbox)))]
async fn list_mails(
    axum::extract::State(app): axum::extract::State<AppContext>,
    Query(search): Query<Search>,
) -> Result<Json<Outbox>> {
    let page = search.page.unwrap_or(1);
    let window = Window::parse(Some(page), search.size)?;
    let filter = MailFilter { status: search.status, words: search_words(search.q.as_deref())? };
    let mut conn = app.db.read().await?;
    let total = store::count(&mut conn, &filter).await?;
    let rows = store::list(&mut conn, &filter, window.from_nearer_end(total)).await?;
    let signature = Signature::read(&app).await?;
    let items = rows.into_iter().map(|row| mail(&app, &signature, row)).collect::<Result<_>>()?;
    let parked_of_bookings = store::parked_of_bookings(&mut conn).await?;
    let mail_leaves = app.config.mail.smtp_url.is_some() || !app.config.is_production();
    Ok(Json(Outbox { items, page, size: window.limit, total, parked_of_bookings, mail_leaves }))
}

/// Sends a mail again, with a new link.
#[utoipa::path(post, path = "/mail/{id}/resend", tag = "mail", params(("id" = i64, Path)),
    responses((status = 202, description = "Queued.", body = Resent)))]
async fn resend_mail(
    axum::extract::State(app): axum::extract::State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<Response> {
    let answer = answer!(app, &call, StatusCode::ACCEPTED, |tx| {
        store::resend(tx, id).await?;
        tx.audit("mail.resent", "mail", id, None, None).await?;
        Ok(Resent { id, status: MailStatus::Queued })
    });
    app.mail_queued.notify_one();
    answer
}

/// A mail that will be sent again.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Resent {
    pub id: i64,
    pub status: MailStatus,
}

fn mail(app: &AppContext, signature: &Signature, row: Listed) -> Result<Mail> {
    let words = render(app, signature, &row)?;
    let status = row.status;
    Ok(Mail {
        id: row.id,
        kind: row.kind,
        fact: row.fact,
        recipient: row.recipient,
        recipient_name: row.recipient_name,
        language: row.language,
        status,
        attempts: row.attempts,
        last_error: row.last_error,
        next_attempt_at: matches!(status, MailStatus::Queued).then_some(row.next_attempt_at),
        created_at: row.created_at,
        sent_at: row.sent_at,
        subject: words.subject,
        text: words.text,
        html: words.html,
    })
}

/// The rendered mail, its token masked unless the link was stored.
fn render(app: &AppContext, signature: &Signature, row: &Listed) -> Result<RenderedMail> {
    let base = app.config.public_url();
    let kind = row.kind()?;
    let button_target = kind.button_target(row.has_password);
    let link = match (&row.sent_link, button_target) {
        (Some(link), _) => link.clone(),
        (None, ButtonTarget::Page(page)) => format!("{base}{page}"),
        (None, ButtonTarget::ClassMessages(id)) => format!("{base}{}", class_messages_path(id)),
        (None, ButtonTarget::CoursePlaces(id)) => format!("{base}{}", course_places_path(id)),
        (None, ButtonTarget::Waitlist(_)) => format!("{base}{}", waitlist_path(MASK)),
        (None, ButtonTarget::Proposal(_)) => format!("{base}{}", proposal_path(MASK)),
        (None, ButtonTarget::Invitation(_)) => format!("{base}{}", invitation_path(MASK)),
        (None, ButtonTarget::Token(purpose)) => {
            format!("{base}{}", path(purpose, row.user_id.unwrap_or(0), MASK))
        }
    };
    let frame = Frame {
        school: &signature.name,
        imprint: signature.imprint.as_deref(),
        contact: &format!("{base}/contacts"),
        recipient: &row.recipient_name,
        link: &link,
        sets_password: matches!(button_target, ButtonTarget::Token(_)),
        logo: signature.logo.as_ref(),
    };
    app.mailer().wording.render(&kind, row.language()?, frame)
}

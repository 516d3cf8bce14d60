//! Certificates of completion: read by their learner and ADMIN, also as PDF; issued by hand, revoked and restored by
//! ADMIN; verified by anybody.
//!
//! Most are issued in the transaction that records a completion ([`issue`]) and keep the contents of that moment; their
//! layout is in [`crate::documents`]. The code proves what a certificate states, its row that it is in force.

pub mod issue;
pub mod keys;
pub mod store;
mod verify;

use crate::background::Background;
use crate::routes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::paris_day;
use preau_core::code::Code;
use preau_core::problem::{Fault, Fields, Problem};
use preau_core::text;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use self::keys::Keys;
use self::store::Issued;
use crate::context::AppContext;
use crate::db::Conn;
use crate::documents::{self, Diploma};
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path, Query};
use crate::http::owned::owned;
use crate::http::paging::{List, Window, search_words};
use crate::mail::attachments::GeneratedDocument;
use crate::school;
use crate::write::{Call, json_response, store_response};
use crate::{answer, change, clock};

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 500;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_certificates, issue_certificate))
        .routes(routes!(own_certificates))
        .routes(routes!(certificate_pdf))
        .routes(routes!(revoke_certificate))
        .routes(routes!(reinstate_certificate))
        .merge(verify::routes())
}

/// A certificate of completion.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    pub id: i64,
    /// `ATT-2026-7K3M9QXZ`
    pub number: String,
    /// None once the account is deleted.
    pub learner_name: Option<String>,
    pub course_name: String,
    /// ISO 639-1.
    pub language: String,
    /// `A2`
    pub level: String,
    /// Hours of the course, on older certificates only.
    pub hours: Option<i64>,
    /// Minutes attended and minutes held since the learner's entry, on certificates of attendance.
    pub attended_minutes: Option<i64>,
    pub held_minutes: Option<i64>,
    pub starts_on: NaiveDate,
    pub ends_on: NaiveDate,
    #[serde(serialize_with = "clock::instant")]
    pub issued_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub revoked_at: Option<DateTime<Utc>>,
    /// The school's internal note; none for the learner.
    pub revoke_reason: Option<String>,
    /// None once the subscription is deleted.
    pub subscription_id: Option<i64>,
    /// Public verification address; none once the account is deleted.
    pub verify_url: Option<String>,
}

impl Certificate {
    fn new(app: &AppContext, keys: &Keys, issued: Issued) -> Result<Self> {
        let code = issued.summary()?.map(|summary| keys.sign(&issued.key_name, &summary)).transpose()?;
        Ok(Self {
            id: issued.id,
            number: issued.number,
            learner_name: issued.learner_name,
            course_name: issued.course_name,
            language: issued.language_code,
            level: issued.level,
            hours: issued.hours,
            attended_minutes: issued.attended_minutes,
            held_minutes: issued.held_minutes,
            starts_on: issued.starts_on,
            ends_on: issued.ends_on,
            issued_at: issued.issued_at,
            revoked_at: issued.revoked_at,
            revoke_reason: issued.revoke_reason,
            subscription_id: issued.subscription_id,
            // In the fragment, which browsers do not send: no server log contains the learner's name.
            verify_url: code.map(|code| format!("{}#{code}", verify_page(app))),
        })
    }
}

fn verify_page(app: &AppContext) -> String {
    format!("{}/verifier", app.config.public_url())
}

/// Its current state.
async fn view(conn: &mut Conn, app: &AppContext, id: i64) -> Result<Certificate> {
    let keys = Keys::load(conn).await?;
    Certificate::new(app, &keys, store::get(conn, id).await?)
}

/// Which certificates are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Search {
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// Rows of a page, at most 100.
    size: Option<i64>,
    /// Words of number, learner and course.
    q: Option<String>,
}

/// All certificates, the newest first.
#[utoipa::path(get, path = "/certificates", tag = "certificates", params(Search),
    responses((status = 200, body = List<Certificate>)))]
async fn list_certificates(
    State(app): State<AppContext>,
    Query(search): Query<Search>,
) -> Result<List<Certificate>> {
    let window = Window::parse(search.page, search.size)?;
    let words = search_words(search.q.as_deref())?;
    let mut conn = app.db.read().await?;
    let keys = Keys::load(&mut conn).await?;
    let total = store::count(&mut conn, words.as_deref()).await?;
    let rows = store::list(&mut conn, words.as_deref(), window.from_nearer_end(total)).await?;
    let items = rows.into_iter().map(|row| Certificate::new(&app, &keys, row)).collect::<Result<_>>()?;
    Ok(window.list(items, total))
}

/// The caller's own and their wards', the newest first.
#[utoipa::path(get, path = "/certificates/me", tag = "certificates",
    responses((status = 200, body = Vec<Certificate>)))]
async fn own_certificates(State(app): State<AppContext>, caller: SignedIn) -> Result<Json<Vec<Certificate>>> {
    let mut conn = app.db.read().await?;
    let keys = Keys::load(&mut conn).await?;
    let rows = store::of_learner(&mut conn, caller.id).await?;
    let own = |row: Issued| Ok(Certificate { revoke_reason: None, ..Certificate::new(&app, &keys, row)? });
    Ok(Json(rows.into_iter().map(own).collect::<Result<_>>()?))
}

/// A certificate as PDF, for its learner, the guardian of a ward, and ADMIN; 410 `certificate_revoked` while it is
/// revoked, `gone` once the account is deleted.
#[utoipa::path(get, path = "/certificates/{id}/pdf", tag = "certificates", params(("id" = i64, Path)),
    responses((status = 200, description = "The PDF.", content_type = "application/pdf"), (status = 410)))]
async fn certificate_pdf(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Response> {
    let diploma = {
        let mut conn = app.db.read().await?;
        let issued: Issued = owned(&mut conn, caller, id).await?;
        diploma(&mut conn, &app, &issued).await?
    };
    let name = format!("attachment; filename=\"{}.pdf\"", diploma.summary.number);
    let bytes = pdf(&app, diploma, None).await?;
    let headers = [(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}

/// The PDF document, with the school's logo at the time of issue.
async fn pdf(app: &AppContext, diploma: Diploma, background: Option<&Background>) -> Result<Vec<u8>> {
    let logo = school::logo::for_document(app, diploma.school.logo_url.as_deref()).await;
    documents::certificate(diploma, logo, background).await
}

/// The PDF document of this id, as attached to mails.
///
/// # Errors
/// `not_found`, `certificate_revoked`, `gone`.
pub(crate) async fn attachment(app: &AppContext, id: i64) -> Result<Option<GeneratedDocument>> {
    let diploma = {
        let mut conn = app.db.read().await?;
        let issued = store::get(&mut conn, id).await?;
        diploma(&mut conn, app, &issued).await?
    };
    let number = diploma.summary.number.clone();
    let bytes = pdf(app, diploma, Some(app.part())).await?;
    Ok(Some(GeneratedDocument::pdf(&number, bytes)))
}

/// The contents of a certificate's PDF document.
///
/// # Errors
/// `certificate_revoked`, `gone`.
pub(crate) async fn diploma(conn: &mut Conn, app: &AppContext, issued: &Issued) -> Result<Diploma> {
    if let Some(at) = issued.revoked_at {
        return Err(revoked(at));
    }
    let summary = issued.summary()?.ok_or(Code::Gone)?;
    let code = Keys::load(conn).await?.sign(&issued.key_name, &summary)?;
    let page = verify_page(app);
    let address = format!("{page}#{code}");
    Ok(Diploma {
        summary,
        language: issued.ui_language,
        language_name: issued.language_name.clone(),
        school: issued.school()?,
        page,
        address,
    })
}

fn revoked(at: DateTime<Utc>) -> Error {
    Problem::new(Code::CertificateRevoked).with("day", paris_day(at).to_string()).into()
}

/// For whom a certificate is to be issued.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct ByHand {
    subscription_id: Option<i64>,
}

/// Issues a certificate by hand: of a completed subscription, or of a course in person from its last day on. The
/// learner gets it by mail. A repetition returns the existing one, with 200.
#[utoipa::path(post, path = "/certificates", tag = "certificates", request_body = ByHand,
    responses((status = 201, body = Certificate), (status = 200, body = Certificate)))]
async fn issue_certificate(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<ByHand>,
) -> Result<Response> {
    let mut fields = Fields::default();
    let subscription_id = fields.require("subscriptionId", sent.subscription_id.map(Ok::<_, Fault>));
    let subscription_id = subscription_id.ok_or_else(|| Error::from(fields.into_problem()))?;
    let (status, text) = change!(app, Some(&call), |tx| {
        let (id, is_new) = issue::issue_manually(tx, subscription_id).await?;
        let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
        let certificate = view(tx, &app, id).await?;
        Ok((status, store_response(tx, &call, status, &certificate).await?))
    })?;
    app.mail_queued.notify_one();
    Ok(json_response(status, text))
}

/// Why a certificate is revoked.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
struct Revocation {
    /// At most 500 characters; only ADMIN reads it.
    reason: Option<String>,
}

impl Revocation {
    fn parse(&self) -> Result<String> {
        let reason = text::required_line(self.reason.as_deref().unwrap_or_default(), MAX_REASON);
        reason.map_err(|fault| match fault.code {
            Code::Required => Error::field("reason", Code::ReasonRequired),
            _ => Error::field("reason", fault),
        })
    }
}

/// Revokes a certificate: it is verified as revoked from now on. Idempotent.
#[utoipa::path(post, path = "/certificates/{id}/revoke", tag = "certificates", params(("id" = i64, Path)),
    request_body = Revocation, responses((status = 200, body = Certificate)))]
async fn revoke_certificate(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(sent): Json<Revocation>,
) -> Result<Response> {
    let reason = sent.parse()?;
    answer!(app, &call, StatusCode::OK, |tx| {
        if store::revoke(tx, id, &reason).await? {
            // The reason is stored with the certificate and deleted with its learner's data, so it is not in the audit
            // log.
            tx.audit("certificate.revoked", "certificate", id, None, None).await?;
        }
        view(tx, &app, id).await
    })
}

/// Puts a revoked certificate in force again. Idempotent.
#[utoipa::path(post, path = "/certificates/{id}/reinstate", tag = "certificates", params(("id" = i64, Path)),
    responses((status = 200, body = Certificate)))]
async fn reinstate_certificate(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<Response> {
    answer!(app, &call, StatusCode::OK, |tx| {
        store::get(tx, id).await?;
        if store::is_replaced(tx, id).await? {
            return Err(Code::CertificateReplaced.into());
        }
        if store::reinstate(tx, id).await? {
            tx.audit("certificate.reinstated", "certificate", id, None, None).await?;
        }
        view(tx, &app, id).await
    })
}

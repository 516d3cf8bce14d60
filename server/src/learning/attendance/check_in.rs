//! The code on the teacher's screen, and the scan of a learner. A code is sealed with a key of the server and changes every
//! twenty seconds. A photographed code that is passed on cannot be told apart: scans are shown apart to the teacher.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use preau_core::attendance::{AttendanceStatus, CODE_STEP, CheckInCode, Manner, NewMark, check_in_open};
use preau_core::code::Code;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use utoipa_axum::router::OpenApiRouter;

use super::store;
use crate::answer;
use crate::catalogue::timetable::session::ClassSession;
use crate::catalogue::{attendance, teaching, timetable};
use crate::clock::{self, hex};
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::write::{Call, Tx};

/// Scans of one account.
const SCANS: Limit = Limit::per_minutes(20, 15);
/// Length of a seal, in hexadecimal digits: too many to guess within forty seconds.
const SEAL: usize = 20;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(check_in_code)).routes(routes!(check_in))
}

/// The key that seals codes.
pub(crate) struct CheckInKey(pub(crate) String);

impl CheckInKey {
    fn code(&self, session_id: i64, step: i64) -> Result<CheckInCode> {
        let key = Hmac::<Sha256>::new_from_slice(self.0.as_bytes());
        let mut mac = key.map_err(|error| Error::internal(error.to_string()))?;
        mac.update(format!("check-in {session_id} {step}").as_bytes());
        let seal = hex(&mac.finalize().into_bytes()).chars().take(SEAL).collect();
        Ok(CheckInCode { session_id, step, seal })
    }

    /// Whether a code is one of ours. Compares hashes, so that the time it takes tells nothing of the seal.
    fn check(&self, code: &CheckInCode) -> Result<()> {
        let ours = self.code(code.session_id, code.step)?;
        let same = clock::sha256_hex(ours.to_string()) == clock::sha256_hex(code.to_string());
        if same { Ok(()) } else { Err(Code::CodeUnknown.into()) }
    }
}

/// The code to show now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CheckInCode)]
struct ShownCode {
    code: String,
    /// What the QR code leads to.
    url: String,
    /// For how long it is the code to show.
    valid_seconds: i64,
    /// How many learners have scanned.
    scans: usize,
}

/// The code that learners scan, from fifteen minutes before the session to its end.
#[utoipa::path(get, path = "/class-sessions/{id}/check-in-code", tag = "attendance", params(("id" = i64, Path)),
    responses((status = 200, body = ShownCode), (status = 409)))]
async fn check_in_code(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Private<Json<ShownCode>>> {
    let now = app.clock.now();
    let mut conn = app.db.read().await?;
    teaching::check_session(&mut conn, caller, id, app.clock.today()).await?;
    let session = timetable::find_session(&mut conn, id).await?;
    check_open(&mut conn, &session, now).await?;
    let marks = attendance::of_session(&mut conn, id).await?;
    let step = CheckInCode::step_at(now);
    let code = app.part::<CheckInKey>().code(id, step)?.to_string();
    Ok(Private(Json(ShownCode {
        url: format!("{}/pointage#{code}", app.config.public_url()),
        code,
        valid_seconds: (step + 1) * CODE_STEP - now.timestamp(),
        scans: marks.iter().filter(|mark| mark.manner == Manner::Scan).count(),
    })))
}

async fn check_open(conn: &mut Conn, session: &ClassSession, now: DateTime<Utc>) -> Result<()> {
    if session.is_cancelled() {
        return Err(Code::SessionCancelled.into());
    }
    check_in_open(session.starts_at, session.ends_at, now)?;
    match store::sheet(conn, session.id).await? {
        Some(_) => Err(Code::CheckInOver.into()),
        None => Ok(()),
    }
}

#[derive(Deserialize, utoipa::ToSchema)]
struct Scan {
    /// As scanned: the code, or the address that ends with it.
    code: Option<String>,
}

/// That a learner is marked present.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CheckedIn {
    session_id: i64,
    course_name: String,
    #[serde(serialize_with = "clock::instant")]
    starts_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::instant")]
    ends_at: DateTime<Utc>,
    /// Whether they had scanned before.
    repeated: bool,
}

/// Marks the caller present in the session whose code they scanned. Once a person; repeating it answers the same.
#[utoipa::path(post, path = "/check-in", tag = "attendance", request_body = Scan,
    responses((status = 200, body = CheckedIn), (status = 404), (status = 409), (status = 429)))]
async fn check_in(State(app): State<AppContext>, call: Call, Json(sent): Json<Scan>) -> Result<Response> {
    let caller = call.caller.user()?;
    app.limit(&format!("check-in {}", caller.id), SCANS).await?;
    let code = sent.code.filter(|code| !code.trim().is_empty());
    let code = CheckInCode::read(&code.ok_or_else(|| Error::field("code", Code::Required))?)?;
    app.part::<CheckInKey>().check(&code)?;
    answer!(app, &call, StatusCode::OK, |tx| {
        code.check_age(tx.now)?;
        let session = timetable::find_session(tx, code.session_id).await?;
        let own = store::own_subscription(tx, session.id, caller.id).await?.ok_or(Code::NotInClass)?;
        let repeated = scan(tx, &session, caller.id, own).await?;
        Ok(CheckedIn {
            session_id: session.id,
            course_name: session.course_name,
            starts_at: session.starts_at,
            ends_at: session.ends_at,
            repeated,
        })
    })
}

/// Adds the scan, unless there is one of this learner; answers whether there was.
async fn scan(tx: &mut Tx, session: &ClassSession, by: i64, subscription_id: i64) -> Result<bool> {
    let client_id = format!("scan {} {subscription_id}", session.id);
    if store::is_taken(tx, &client_id).await? {
        return Ok(true);
    }
    let now = tx.now;
    check_open(tx, session, now).await?;
    let mark = NewMark {
        client_id,
        subscription_id,
        status: AttendanceStatus::Present,
        late: None,
        manner: Manner::Scan,
        reason: None,
        marked_at: None,
    };
    store::insert(tx, session.id, by, &mark, None, (now, now)).await?;
    tx.audit("class-session.scanned", "class-session", session.id, None, None).await?;
    Ok(false)
}

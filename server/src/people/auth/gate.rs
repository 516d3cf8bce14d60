//! Authorisation before every handler: checks the bearer token, the session's row and the permission table of
//! `preau_core`, and refuses by default. Whether a row belongs to the caller is checked by the handlers.

use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use preau_core::code::Code;
use preau_core::permission;
use preau_core::role::Role;

use super::second_factor::store::lacks_second_factor;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::fetch_optional;
use crate::http::caller::{Caller, SignedIn};

/// Maximum body size for visitors and students, in bytes.
const BODY: usize = 256 * 1024;
/// Maximum body size for content editors, in bytes.
const STAFF_BODY: usize = 2 * 1024 * 1024;

/// Authorises a request.
pub async fn gate(
    State(app): State<AppContext>,
    path: MatchedPath,
    request: Request,
    next: Next,
) -> Response {
    let (mut parts, body) = request.into_parts();
    match authorise(&app, &path, &parts).await {
        Ok(caller) => {
            parts.extensions.insert(caller);
            let mut request = Request::from_parts(parts, body);
            DefaultBodyLimit::max(if caller.is_staff() { STAFF_BODY } else { BODY }).apply(&mut request);
            next.run(request).await
        }
        Err(error) => error.into_response(),
    }
}

async fn authorise(app: &AppContext, path: &MatchedPath, request: &Parts) -> Result<Caller> {
    // HEAD has the permissions of GET.
    let method = if request.method == Method::HEAD { "GET" } else { request.method.as_str() };
    let row = permission::lookup(method, path.as_str())
        .ok_or_else(|| Error::internal(format!("no permission row for {method} {}", path.as_str())))?;

    let mut user = None;
    if request.headers.contains_key(header::AUTHORIZATION) {
        user = signed_in(app, &request.headers).await?;
        if user.is_none() && row.token.refuses_bad_tokens() {
            return Err(Code::SessionExpired.into());
        }
        if user.is_some_and(|user| user.must_reset_password) && !row.token.knows_resetting() {
            if row.token.refuses_bad_tokens() {
                return Err(Code::MustResetPassword.into());
            }
            user = None;
        }
    }
    if !row.access(user.map(|user| user.role)).allows() {
        return Err(user.map_or(Code::Unauthenticated, refusal).into());
    }
    Ok(Caller { user, ..Caller::anonymous(app, request) })
}

/// Why a role is not sufficient.
const fn refusal(user: SignedIn) -> Code {
    if user.lacks_second_factor { Code::SecondFactorMissing } else { Code::Forbidden }
}

#[derive(preau_derive::FromRow)]
struct SessionRow {
    user_id: i64,
    role: String,
    teacher_id: Option<i64>,
    must_reset_password: bool,
    lacks_second_factor: bool,
}

const SESSION: &str = concat!(
    "SELECT users.id AS user_id, users.role, users.must_reset_password, ",
    lacks_second_factor!(),
    " AS lacks_second_factor, (SELECT t.id FROM teachers t WHERE t.user_id = users.id) AS teacher_id
    FROM sessions s JOIN users ON users.id = s.user_id
    WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL AND s.expires_at > $3 AND users.deleted_at IS NULL"
);

async fn signed_in(app: &AppContext, headers: &HeaderMap) -> Result<Option<SignedIn>> {
    let now = app.clock.now();
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = token
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    let Some(access) = token.and_then(|(_, token)| app.access_keys().verify(token.trim(), now)) else {
        return Ok(None);
    };
    let mut conn = app.db.read().await?;
    let row = fetch_optional!(conn, SessionRow, SESSION, access.session_id, access.user_id, now)?;
    row.map(|row| {
        let role = row.role.parse().map_err(|_| Error::internal("unknown role in users"))?;
        // These sessions may only read and change their own account, like a student.
        let restricted = row.must_reset_password || row.lacks_second_factor;
        Ok(SignedIn {
            id: row.user_id,
            role: if restricted { Role::Student } else { role },
            teacher_id: row.teacher_id.filter(|_| !restricted),
            session_id: access.session_id,
            must_reset_password: row.must_reset_password,
            lacks_second_factor: row.lacks_second_factor,
        })
    })
    .transpose()
}

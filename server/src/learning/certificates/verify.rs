//! Verifies that a certificate is genuine and in force, for anybody who has its code. The code contains a name, so it
//! is neither logged nor stored.

use crate::routes;
use axum::extract::State;
use preau_core::certificate::{SignedCode, Summary};
use preau_core::code::Code;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use super::keys::{Keys, PublicKey};
use super::{revoked, store};
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::Json;
use crate::http::idempotency::Private;
use crate::http::limits::Limit;

/// Codes per address: enough to check the certificates of a whole class.
const LIMIT: Limit = Limit::per_minutes(60, 1);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(verify_certificate)).routes(routes!(certificate_keys))
}

/// A certificate to verify.
#[derive(Deserialize, utoipa::ToSchema)]
struct Held {
    /// The code, or the address that contains it.
    code: Option<String>,
}

impl Held {
    fn parse(&self) -> Result<SignedCode> {
        let code = self.code.as_deref().map(str::trim).filter(|code| !code.is_empty());
        let code = code.ok_or_else(|| Error::field("code", Code::Required))?;
        SignedCode::read(code).map_err(|fault| Error::field("code", fault))
    }
}

/// The contents of a genuine certificate. 422 `certificate_unreadable` or `certificate_forged`, 404 when the number
/// does not exist, 410 `certificate_revoked` with the `day`.
#[utoipa::path(post, path = "/certificates/verify", tag = "certificates", request_body = Held,
    responses((status = 200, body = Summary), (status = 404), (status = 410), (status = 429)))]
async fn verify_certificate(
    State(app): State<AppContext>,
    caller: Caller,
    Json(held): Json<Held>,
) -> Result<Private<Json<Summary>>> {
    let code = held.parse()?;
    app.limit(&format!("certificate {}", sha256_hex(caller.address())), LIMIT).await?;
    let mut conn = app.db.read().await?;
    let keys = Keys::load(&mut conn).await?;
    if !keys.verify(&code) {
        return Err(Error::field("code", Code::CertificateForged));
    }
    let summary = code.summary().map_err(|fault| Error::field("code", fault))?;
    let mut issued = store::find_by_number(&mut conn, &summary.number).await?;
    // With a copy of the database anything could be signed under an existing number, so only what was issued under it
    // is accepted. After an account is erased only the code contains the name.
    issued.learner_name.get_or_insert_with(|| summary.learner_name.clone());
    let said = issued.summary()?.map(|said| keys.sign(&issued.key_name, &said)).transpose()?;
    if said != Some(code) {
        return Err(Error::field("code", Code::CertificateForged));
    }
    match issued.revoked_at {
        Some(at) => Err(revoked(at)),
        None => Ok(Private(Json(summary))),
    }
}

/// The public keys for verifying codes, newest first: for pages without a network connection.
#[utoipa::path(get, path = "/certificates/keys", tag = "certificates",
    responses((status = 200, body = Vec<PublicKey>)))]
async fn certificate_keys(State(app): State<AppContext>) -> Result<Json<Vec<PublicKey>>> {
    Ok(Json(Keys::load(&mut app.db.read().await?).await?.public()))
}

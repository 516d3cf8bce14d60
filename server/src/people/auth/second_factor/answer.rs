//! Answers a challenge: the second step of a sign-in.

use axum::extract::State;
use preau_core::code::Code;
use preau_core::problem::Fields;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use super::{CodeKind, MOST_FAILURES, SecondFactorPassed, count_attempt, store, use_code, wrong_code};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::Json;
use crate::http::idempotency::Private;
use crate::mail::facts::RecoveryFacts;
use crate::mail::{self, Kind};
use crate::people::accounts::store as accounts;
use crate::people::auth::sessions::{self, Agent, Tokens};
use crate::write::{Call, Tx};
use crate::{change, routes};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(answer_challenge))
}

#[derive(Deserialize, utoipa::ToSchema)]
struct ChallengeAnswer {
    /// The challenge of the refusal `second_factor_required`.
    challenge: Option<String>,
    /// The six digits displayed by the phone, or a recovery code.
    code: Option<String>,
}

/// Completes a sign-in that was refused with `second_factor_required`. On `second_factor_expired` it must be started
/// again.
#[utoipa::path(post, path = "/auth/second-factor", tag = "auth", request_body = ChallengeAnswer,
    responses((status = 200, body = Tokens), (status = 410), (status = 429)))]
async fn answer_challenge(
    State(app): State<AppContext>,
    call: Call,
    agent: Agent,
    Json(sent): Json<ChallengeAnswer>,
) -> Result<Private<Json<Tokens>>> {
    let required_code =
        |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty()).map(Ok::<_, Code>);
    let mut fields = Fields::default();
    let challenge = fields.require("challenge", required_code(&sent.challenge));
    let code = fields.require("code", required_code(&sent.code));
    let (Some(challenge), Some(code)) = (challenge, code) else { return Err(fields.into_problem().into()) };

    let found = store::find_challenge(&mut app.db.read().await?, &challenge, app.clock.now()).await?;
    let user_id = found.ok_or(Code::SecondFactorExpired)?.user_id;
    let bucket = count_attempt(&app, user_id).await?;
    // Committed even when refused, since it counts against the challenge.
    let opened = change!(app, Some(&call), |tx| answer(&app, tx, &challenge, &code, &agent).await)?;
    let tokens = opened?;
    app.forget_limit(&bucket).await?;
    app.mail_queued.notify_one();
    Ok(Private(Json(tokens)))
}

/// A session if the code is right; otherwise counts a failed attempt.
async fn answer(
    app: &AppContext,
    tx: &mut Tx,
    challenge: &str,
    code: &str,
    agent: &Agent,
) -> Result<Result<Tokens, Error>> {
    let now = tx.now;
    let Some(found) = store::find_challenge(tx, challenge, now).await? else {
        return Ok(Err(Code::SecondFactorExpired.into()));
    };
    let Some(used) = use_code(tx, found.user_id, code).await? else {
        if found.failures + 1 >= MOST_FAILURES {
            store::end_challenge(tx, challenge).await?;
            return Ok(Err(Code::SecondFactorExpired.into()));
        }
        store::count_failure(tx, challenge).await?;
        return Ok(Err(wrong_code()));
    };
    store::end_challenge(tx, challenge).await?;
    if used == CodeKind::Recovery {
        let account = accounts::get(tx, found.user_id).await?;
        let left = store::codes_left(tx, found.user_id).await?;
        let fact = accounts::account_fact(account.id, tx);
        let kind = Kind::RecoveryCodeUsed(RecoveryFacts { left });
        mail::queue(tx, &account.mail(kind, fact)).await?;
    }
    sessions::begin(app, tx, found.user_id, SecondFactorPassed(()), found.remember_me, agent).await.map(Ok)
}

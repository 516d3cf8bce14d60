//! The second factor of staff: after the password or Google, a code from their phone or a recovery code.
//!
//! Every opening of a session goes through [`require_if_set_up`]: only it and the answer to a challenge create the
//! [`SecondFactorPassed`] that [`super::sessions`] requires.

mod answer;
mod calls;
mod codes;
mod reset;
pub(crate) mod store;

use chrono::Duration;
use preau_core::code::Code;
use utoipa_axum::router::OpenApiRouter;

use super::sessions::Credential;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::limits::Limit;
use crate::people::accounts::store::Account;
use crate::write::Tx;

pub use reset::reset_by_operator;

/// Validity of a challenge.
const CHALLENGE_LIFE: Duration = Duration::minutes(5);
/// Failed codes that end a challenge.
const MOST_FAILURES: i64 = 5;
/// Attempts at codes per account, over all endpoints.
const CODES: Limit = Limit::per_minutes(10, 60);
/// Validity of a secret until its first code.
pub const SETUP_LIFE: Duration = Duration::minutes(30);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().merge(answer::routes()).merge(calls::routes()).merge(reset::routes())
}

/// Proof that a second factor was given or is not required.
pub(super) struct SecondFactorPassed(());

/// Result of a first factor.
pub(super) enum FirstFactorOutcome {
    /// No second factor is required.
    Open(SecondFactorPassed),
    /// A second factor is required, to be given with this challenge.
    Closed { challenge: String },
}

/// Requires the second factor of an account that has one.
pub(super) async fn require_if_set_up(
    app: &AppContext,
    tx: &mut Tx,
    user_id: i64,
    by: Credential,
    remember: bool,
) -> Result<FirstFactorOutcome> {
    match by {
        Credential::FirstFactor if store::is_on(tx, user_id).await? => {
            let challenge = app.ids.token();
            store::add_challenge(tx, &challenge, user_id, remember, CHALLENGE_LIFE).await?;
            Ok(FirstFactorOutcome::Closed { challenge })
        }
        Credential::FirstFactor | Credential::Session => Ok(FirstFactorOutcome::Open(SecondFactorPassed(()))),
    }
}

/// Which kind of code was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CodeKind {
    /// From the phone.
    Phone,
    /// A recovery code.
    Recovery,
}

/// Uses up a code of this account; none if it is wrong or was used before.
async fn use_code(tx: &mut Tx, user_id: i64, code: &str) -> Result<Option<CodeKind>> {
    let Some(factor) = store::find(tx, user_id).await?.filter(|factor| factor.confirmed_at.is_some()) else {
        return Ok(None);
    };
    if let Some(step) = codes::step(&factor.secret, code, tx.now)? {
        return Ok(store::take_step(tx, user_id, step).await?.then_some(CodeKind::Phone));
    }
    let unused = store::unused_codes(tx, user_id).await?;
    let Some(hash) = codes::find(code, unused) else { return Ok(None) };
    if !store::take_code(tx, user_id, &hash).await? {
        return Ok(None);
    }
    tx.audit("user.recovery-code-used", "user", user_id, None, None).await?;
    Ok(Some(CodeKind::Recovery))
}

/// Counts an attempt at this account's codes; returns the bucket, to be reset when the code was right.
async fn count_attempt(app: &AppContext, user_id: i64) -> Result<String> {
    let bucket = format!("second-factor {user_id}");
    app.limit(&bucket, CODES).await?;
    Ok(bucket)
}

fn wrong_code() -> Error {
    Error::field("code", Code::WrongCode)
}

fn required_code(code: Option<&str>) -> Result<&str> {
    code.filter(|code| !code.trim().is_empty()).ok_or_else(|| Error::field("code", Code::Required))
}

/// Removes the second factor of an account, with all its data.
async fn remove(tx: &mut Tx, account: &Account, action: &str) -> Result<()> {
    store::remove(tx, account.id).await?;
    tx.audit(action, "user", account.id, None, None).await
}

//! Changing an account: its data, its e-mail address, and what only ADMIN may change.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::account_change::{AccountChange, Changed};
use preau_core::code::Code;
use preau_core::role::Role;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;

use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::http::limits::Limit;
use crate::http::owned::owned;
use crate::mail::facts::AddressFacts;
use crate::mail::{self, Kind, NewMail};
use crate::one_time_tokens::{self, Purpose};
use crate::people::accounts::store::{self, Account, LanguageColumn, RoleColumn};
use crate::people::accounts::{User, check_acts_for, check_address_free, check_current_password};
use crate::people::passwords::HashQueue;
use crate::write::{Call, Tx, check_version};
use crate::{answer, change};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(update_user))
        .routes(routes!(verify_email))
        .routes(routes!(resend_verification))
        .routes(routes!(confirm_email))
}

/// Changes an account: one's own, one's ward's, for ADMIN any. Only ADMIN may change role, password and
/// `mustResetPassword`. A ward that is given an e-mail gets a mail to choose a password, and is no longer a ward.
#[utoipa::path(put, path = "/users/{id}", tag = "users", params(("id" = i64, Path)), request_body = AccountChange,
    responses((status = 200, body = User), (status = 412), (status = 429)))]
async fn update_user(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(sent): Json<AccountChange>,
) -> Result<Response> {
    let caller = call.caller.user()?;
    check_acts_for(&mut app.db.read().await?, caller, id).await?;
    let hash = prepare(&app, &call, caller, id, &sent).await?;
    let answer = answer!(app, &call, StatusCode::OK, |tx| {
        // Again: the child may have been given an e-mail in the meantime, which ends the guardian's rights.
        let account: Account = owned(tx, caller, id).await?;
        check_version(&call, account.version, || json!(User::from(&account)))?;
        let changed = sent.apply(account.profile(), caller.is_admin(), tx.today)?;
        write(tx, caller, &account, &changed, hash.as_deref()).await?;
        Ok(User::from(&store::get(tx, id).await?))
    })?;
    app.mail_queued.notify_one();
    Ok(answer)
}

/// Changes of address per account: each sends a mail with a link.
const ADDRESS_CHANGES: Limit = Limit::per_minutes(3, 60);
/// Mails with a link per new address, whoever requests them.
const MAILS_PER_ADDRESS: Limit = Limit::per_minutes(3, 24 * 60);

/// The work that must not be done inside a transaction: slow checks, and hashing a new password.
async fn prepare(
    app: &AppContext,
    call: &Call,
    caller: SignedIn,
    id: i64,
    sent: &AccountChange,
) -> Result<Option<String>> {
    let account = store::get(&mut app.db.read().await?, id).await?;
    let changed = sent.apply(account.profile(), caller.is_admin(), app.clock.today())?;
    let moves = changed.email.as_ref().filter(|email| email.as_str() != account.address());
    let own = caller.id == id;
    if changed.password.is_some() && account.email.is_none() {
        return Err(Code::NoEmail.into());
    }
    if own && (moves.is_some() || changed.password.is_some()) {
        check_current_password(app, &account, sent.current_password.as_deref()).await?;
    }
    if let Some(email) = moves {
        if !caller.is_admin() {
            app.limit(&format!("new address of {}", caller.id), ADDRESS_CHANGES).await?;
            app.limit(&format!("new address {}", sha256_hex(email.as_str())), MAILS_PER_ADDRESS).await?;
        }
        check_address_free(app, &call.caller, email).await?;
    }
    match &changed.password {
        Some(password) => app.passwords().hash(password.as_str(), HashQueue::Account).await.map(Some),
        None => Ok(None),
    }
}

async fn write(
    tx: &mut Tx,
    caller: SignedIn,
    account: &Account,
    changed: &Changed,
    hash: Option<&str>,
) -> Result<()> {
    if account.email.is_none() && changed.email.is_none() && changed.profile.birth_date.is_none() {
        // The birth date shows that the ward is a child.
        return Err(Error::field("birthDate", Code::Required));
    }
    let own = caller.id == account.id;
    let mut now = account.clone();
    now.language = changed.language.map_or(now.language, LanguageColumn);
    now.font_size = changed.font_size.unwrap_or(now.font_size);
    now.session_reminders = changed.session_reminders.unwrap_or(now.session_reminders);
    now.session_changes = changed.session_changes.unwrap_or(now.session_changes);
    now.must_reset_password = changed.must_reset_password.unwrap_or(now.must_reset_password);
    if let Some(role) = changed.role {
        if role != Role::Student && account.email.is_none() {
            return Err(Code::NoEmail.into());
        }
        if role != Role::Admin {
            store::refuse_last_admin(tx, account).await?;
        }
        // Only an invitation makes a teacher, because it names the person who teaches.
        if role == Role::Teacher && account.teacher_id.is_none() {
            return Err(Error::field("role", Code::InvalidValue));
        }
        now.role = RoleColumn(role);
        if role != account.role() {
            store::revoke_calendars(tx, account.id).await?;
        }
    }
    store::update(tx, &now, &changed.profile).await?;
    if now.role() == Role::Student {
        store::unlink_teacher(tx, account).await?;
    }
    let before = rights(account);
    tx.audit("user.updated", "user", account.id, Some(before), Some(rights(&now))).await?;
    if let Some(hash) = hash {
        let must_reset = changed.must_reset_password.unwrap_or(!own);
        let but = own.then_some(caller.session_id);
        store::set_password(tx, account, hash, must_reset, but).await?;
    }
    match &changed.email {
        Some(email) if account.email.is_none() => set_first_address(tx, account, email.as_str()).await,
        Some(email) if email.as_str() != account.address() => {
            change_address(tx, account, email.as_str(), own).await
        }
        Some(_) | None => Ok(()),
    }
}

fn rights(account: &Account) -> Value {
    json!({ "role": account.role(), "mustResetPassword": account.must_reset_password })
}

/// A user's own new address takes effect once its link was followed. One set by ADMIN takes effect at once, and its
/// owner confirms it afterwards. The old address is notified in both cases.
async fn change_address(tx: &mut Tx, account: &Account, email: &str, own: bool) -> Result<()> {
    let fact = store::account_fact(account.id, tx);
    let masked = AddressFacts { new_email: mask(email) };
    mail::queue(tx, &account.mail(Kind::EmailChangeNotice(masked), fact.clone())).await?;
    let kind = if own {
        if store::find_by_email(tx, email).await?.is_some() {
            return Err(Code::EmailTaken.into());
        }
        Kind::ChangeEmail(AddressFacts { new_email: email.to_owned() })
    } else {
        store::set_email(tx, account, email, false).await?;
        // Nobody can sign in yet: following the link to choose a password also verifies the address.
        let opens = account.password_hash.is_some() || account.google_sub.is_some();
        if opens { Kind::VerifyEmail } else { Kind::SetPassword }
    };
    mail::queue(tx, &NewMail { to: email.to_owned(), ..account.mail(kind, fact) }).await
}

/// A ward's first address: its owner gets a link there to choose a password.
async fn set_first_address(tx: &mut Tx, account: &Account, email: &str) -> Result<()> {
    store::set_email(tx, account, email, false).await?;
    let account = store::get(tx, account.id).await?;
    let fact = store::account_fact(account.id, tx);
    mail::queue(tx, &account.mail(Kind::SetPassword, fact)).await
}

/// `j•••@example.fr`: enough for its owner to recognise it.
fn mask(email: &str) -> String {
    let (name, domain) = email.split_once('@').unwrap_or((email, ""));
    format!("{}•••@{domain}", name.chars().next().unwrap_or_default())
}

/// The token of a link in a mail.
#[derive(Deserialize, utoipa::ToSchema)]
pub(crate) struct LinkToken {
    pub token: String,
}

/// Verifies an account's address, by the link mailed after the sign-up.
#[utoipa::path(post, path = "/users/verify-email", tag = "users", request_body = LinkToken,
    responses((status = 204)))]
async fn verify_email(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<LinkToken>,
) -> Result<StatusCode> {
    change!(app, Some(&call), |tx| {
        let link = one_time_tokens::consume(tx, Purpose::VerifyEmail, &sent.token).await?;
        store::verify(tx, link.user_id).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

/// Verification links that an account may request for its own address.
const VERIFICATIONS: Limit = Limit::per_minutes(3, 15);

/// Mails another link to an address that is not verified yet.
#[utoipa::path(post, path = "/users/me/verification", tag = "users",
    responses((status = 204), (status = 429)))]
async fn resend_verification(State(app): State<AppContext>, call: Call) -> Result<StatusCode> {
    let id = call.caller.user()?.id;
    app.limit(&format!("verification {id}"), VERIFICATIONS).await?;
    change!(app, Some(&call), |tx| {
        let account = store::get(tx, id).await?;
        if account.is_verified() {
            return Ok(());
        }
        let fact = store::account_fact(id, tx);
        mail::queue(tx, &account.mail(Kind::VerifyEmail, fact)).await
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::NO_CONTENT)
}

/// Sets the account's new address, by the link mailed to it.
#[utoipa::path(post, path = "/users/confirm-email", tag = "users", request_body = LinkToken,
    responses((status = 204)))]
async fn confirm_email(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<LinkToken>,
) -> Result<StatusCode> {
    change!(app, Some(&call), |tx| {
        let link = one_time_tokens::consume(tx, Purpose::ChangeEmail, &sent.token).await?;
        let account = store::get(tx, link.user_id).await?;
        let email = link.payload.ok_or_else(|| Error::internal("a link to a new address without one"))?;
        store::set_email(tx, &account, &email, true).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

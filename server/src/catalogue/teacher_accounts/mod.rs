//! Accounts of teachers: ADMIN invites, the link in the mail is accepted, ADMIN takes the access away again.
//!
//! The mailed token proves the address. An account that its owner can sign in to must be signed in all the same: a link
//! that is good for seven days is weaker than their password. Any other account at the address may have been registered
//! by a stranger; it is cleared and gets the password chosen with the token.

mod store;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use preau_core::account::Profile;
use preau_core::code::Code;
use preau_core::email::Email;
use preau_core::password::Password;
use preau_core::problem::Fields;
use preau_core::role::Role;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use self::store::Invitation;
use crate::change;
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::mail::facts::InvitationFacts;
use crate::mail::{self, Kind, NewMail};
use crate::people::accounts::User;
use crate::people::accounts::store::{self as accounts, Account, NewAccount, NewPassword};
use crate::people::auth::sessions::{self, Agent, Credential, Tokens};
use crate::people::passwords::HashQueue;
use crate::write::{Call, Tx, store_empty_response};

/// Attempts at invitations from one network address.
const ATTEMPTS: Limit = Limit::per_minutes(30, 15);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(invite_teacher))
        .routes(routes!(read_invitation))
        .routes(routes!(accept_invitation))
        .routes(routes!(end_teacher_account))
}

/// Whom to invite.
#[derive(Deserialize, utoipa::ToSchema)]
struct InviteInput {
    /// Where the link is mailed to; the account has or gets this address.
    email: Option<String>,
}

/// Invites a teacher to have an account: mails a link that is valid for seven days. An earlier one stops working.
#[utoipa::path(post, path = "/teachers/{id}/invite", tag = "teachers", params(("id" = i64, Path)),
    request_body = InviteInput, responses((status = 202, description = "The link is mailed.")))]
async fn invite_teacher(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(sent): Json<InviteInput>,
) -> Result<StatusCode> {
    let mut fields = Fields::default();
    let given = sent.email.as_deref().filter(|text| !text.trim().is_empty());
    let Some(email) = fields.require("email", given.map(Email::parse)) else {
        return Err(fields.into_problem().into());
    };
    change!(app, Some(&call), |tx| {
        if store::account_of(tx, id).await?.ok_or_else(Error::not_found)?.is_some() {
            return Err(Code::TeacherHasAccount.into());
        }
        let account = accounts::find_by_email(tx, email.as_str()).await?;
        if account.as_ref().is_some_and(|account| account.teacher_id.is_some()) {
            return Err(Code::TeachesAlready.into());
        }
        let invitation_id = store::insert(tx, id, email.as_str()).await?;
        let mail = NewMail {
            kind: Kind::TeacherInvitation(InvitationFacts { invitation_id }),
            fact: format!("teacher invitation {invitation_id}"),
            to: email.as_str().to_owned(),
            name: String::new(),
            language: account.as_ref().map_or(call.language, Account::language),
            user_id: account.map(|account| account.id),
            reply_to: None,
        };
        mail::queue(tx, &mail).await?;
        tx.audit("teacher.invited", "teacher", id, None, None).await?;
        store_empty_response(tx, &call, StatusCode::ACCEPTED).await
    })?;
    app.mail_queued.notify_one();
    Ok(StatusCode::ACCEPTED)
}

#[derive(Deserialize, utoipa::ToSchema)]
struct InvitationToken {
    /// Of the mailed link.
    token: String,
}

/// What an invitation is about.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct InvitationFound {
    teacher_name: String,
    email: String,
    /// Whether its account must be signed in to accept; else a password is chosen.
    has_account: bool,
}

/// The invitation of a token.
#[utoipa::path(post, path = "/teachers/invitation", tag = "teachers", request_body = InvitationToken,
    responses((status = 200, body = InvitationFound), (status = 401), (status = 429)))]
async fn read_invitation(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<InvitationToken>,
) -> Result<Private<Json<InvitationFound>>> {
    count_attempt(&app, &call).await?;
    let mut conn = app.db.read().await?;
    let invitation = store::find(&mut conn, &sent.token, app.clock.now()).await?.ok_or(Code::InvalidToken)?;
    let account = accounts::find_by_email(&mut conn, &invitation.email).await?;
    Ok(Private(Json(InvitationFound {
        teacher_name: format!("{} {}", invitation.first_name, invitation.last_name),
        has_account: account.is_some_and(|account| is_its_owners(&account)),
        email: invitation.email,
    })))
}

async fn count_attempt(app: &AppContext, call: &Call) -> Result<()> {
    app.limit(&format!("invitation {}", sha256_hex(call.caller.address())), ATTEMPTS).await
}

/// Whether only the owner of the address can have access to this account.
fn is_its_owners(account: &Account) -> bool {
    let opens = account.password_hash.is_some() || account.google_sub.is_some();
    opens && (account.is_verified() || account.role().is_staff())
}

#[derive(Deserialize, utoipa::ToSchema)]
struct Acceptance {
    /// Of the mailed link.
    token: String,
    /// Chosen where there is no account to sign in to.
    password: Option<String>,
}

/// A session and its user.
#[derive(Serialize, utoipa::ToSchema)]
struct Accepted {
    #[serde(flatten)]
    tokens: Tokens,
    user: User,
}

/// Accepts an invitation and opens a session. An account that its owner can sign in to must be signed in (409
/// `sign_in_to_accept`); otherwise a password is chosen. `second_factor_required`: the answer to its challenge follows.
#[utoipa::path(post, path = "/teachers/invitation/accept", tag = "teachers", request_body = Acceptance,
    responses((status = 200, body = Accepted), (status = 401), (status = 429)))]
async fn accept_invitation(
    State(app): State<AppContext>,
    call: Call,
    agent: Agent,
    Json(sent): Json<Acceptance>,
) -> Result<Private<Json<Accepted>>> {
    count_attempt(&app, &call).await?;
    let hash = prepare(&app, &call, &sent).await?;
    let (opened, user) = change!(app, Some(&call), |tx| {
        let now = tx.now;
        let invitation = store::find(tx, &sent.token, now).await?.ok_or(Code::InvalidToken)?;
        let account = accounts::find_by_email(tx, &invitation.email).await?;
        let by = match acceptance(&call, account)? {
            Way::SignedIn(account) => {
                accounts::confirm_ownership(tx, account.id).await?;
                accept(tx, &invitation, account.id).await?;
                (account.id, Credential::Session)
            }
            Way::Password(account) => {
                let hash = hash.as_deref().ok_or_else(|| Error::field("password", Code::Required))?;
                let id = secured(tx, &call, &invitation, account, hash).await?;
                accept(tx, &invitation, id).await?;
                (id, Credential::FirstFactor)
            }
        };
        let opened = sessions::open(&app, tx, by.0, by.1, false, &agent).await?;
        Ok((opened, User::from(&accounts::get(tx, by.0).await?)))
    })?;
    app.mail_queued.notify_one();
    Ok(Private(Json(Accepted { tokens: opened.tokens()?, user })))
}

/// The work that must not be done inside a transaction: slow checks, and hashing the password.
async fn prepare(app: &AppContext, call: &Call, sent: &Acceptance) -> Result<Option<String>> {
    let account = {
        let mut conn = app.db.read().await?;
        let found = store::find(&mut conn, &sent.token, app.clock.now()).await?.ok_or(Code::InvalidToken)?;
        accounts::find_by_email(&mut conn, &found.email).await?
    };
    if matches!(acceptance(call, account)?, Way::SignedIn(_)) {
        return Ok(None);
    }
    let mut fields = Fields::default();
    let given = sent.password.as_deref().filter(|text| !text.is_empty());
    let Some(password) = fields.require("password", given.map(Password::parse_new)) else {
        return Err(fields.into_problem().into());
    };
    app.passwords().hash(password.as_str(), HashQueue::Account).await.map(Some)
}

/// How an invitation is accepted.
enum Way {
    /// By the signed-in account at its address.
    SignedIn(Account),
    /// With a new password, for the account that nobody else may have, or for a new one.
    Password(Option<Account>),
}

fn acceptance(call: &Call, account: Option<Account>) -> Result<Way> {
    let Some(account) = account else { return Ok(Way::Password(None)) };
    if account.teacher_id.is_some() {
        return Err(Code::TeachesAlready.into());
    }
    let signed_in = call.caller.user.is_some_and(|user| user.id == account.id);
    if signed_in {
        Ok(Way::SignedIn(account))
    } else if is_its_owners(&account) {
        Err(Code::SignInToAccept.into())
    } else {
        Ok(Way::Password(Some(account)))
    }
}

/// The account with this password and nobody else's access; a new one if there is none.
async fn secured(
    tx: &mut Tx,
    call: &Call,
    invitation: &Invitation,
    account: Option<Account>,
    hash: &str,
) -> Result<i64> {
    if let Some(account) = account {
        accounts::revoke_unverified_access(tx, account.id).await?;
        accounts::verify(tx, account.id).await?;
        let account = accounts::get(tx, account.id).await?;
        accounts::set_password(tx, &account, hash, false, None).await?;
        return Ok(account.id);
    }
    let email = Email::parse(&invitation.email).map_err(|_| Error::internal("not an address"))?;
    let new = NewAccount {
        email: Some(email),
        guardian_id: None,
        profile: Profile::named(&invitation.first_name, &invitation.last_name),
        role: Role::Student,
        password: NewPassword::Chosen(hash.to_owned()),
        google_sub: None,
        verified: true,
        language: call.language,
    };
    accounts::create(tx, &new).await
}

async fn accept(tx: &mut Tx, invitation: &Invitation, account_id: i64) -> Result<()> {
    store::delete(tx, invitation.teacher_id).await?;
    let account = accounts::get(tx, account_id).await?;
    accounts::link_teacher(tx, &account, invitation.teacher_id).await
}

/// Takes a teacher's access away: the account stays, and a TEACHER becomes a student. Takes back an invitation, too.
/// Idempotent.
#[utoipa::path(delete, path = "/teachers/{id}/account", tag = "teachers", params(("id" = i64, Path)),
    responses((status = 204)))]
async fn end_teacher_account(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    change!(app, Some(&call), |tx| {
        let account = store::account_of(tx, id).await?.ok_or_else(Error::not_found)?;
        store::delete(tx, id).await?;
        if let Some(account_id) = account {
            let account = accounts::get(tx, account_id).await?;
            accounts::unlink_teacher(tx, &account).await?;
        } else {
            store::touch(tx, id).await?;
            tx.audit("teacher.invitation-ended", "teacher", id, None, None).await?;
        }
        store_empty_response(tx, &call, StatusCode::NO_CONTENT).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

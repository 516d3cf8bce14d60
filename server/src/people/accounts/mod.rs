//! Accounts: reading, changing, exporting and deleting them. Signing in is in `auth`; the rules of valid names,
//! addresses and passwords are in `preau_core`.

pub(crate) mod changing;
mod export;
mod needs;
mod password;
mod reading;
mod registration;
pub mod store;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::address::Address;
use preau_core::code::Code;
use preau_core::email::Email;
use preau_core::language::UiLanguage;
use preau_core::password::normalise;
use preau_core::role::Role;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::clock::{self, sha256_hex};
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::{Caller, SignedIn};
use crate::http::limits::Limit;
use store::{Account, Guardian};

/// A user as returned to themselves and to ADMIN.
#[derive(Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: i64,
    /// Incremented by each change; for `If-Match`.
    pub version: i64,
    /// None for a child without e-mail, for whom a guardian acts.
    pub email: Option<String>,
    /// The guardian of a child without e-mail; none in other accounts.
    pub guardian: Option<GuardianName>,
    pub first_name: String,
    pub last_name: String,
    pub country: Option<String>,
    pub photo_url: Option<String>,
    pub phone_number: Option<String>,
    pub dial_code: Option<String>,
    pub birth_date: Option<NaiveDate>,
    /// Postal address for invoices.
    pub address: Option<Address>,
    pub role: Role,
    /// Whether only a new password may be chosen.
    pub must_reset_password: bool,
    pub language: UiLanguage,
    /// 10 to 100; 50 is the default size.
    pub font_size: i64,
    /// Whether a mail comes the day before the first session of a course.
    pub session_reminders: bool,
    /// Whether mails come about other teachers, rooms and links of sessions.
    pub session_changes: bool,
    pub email_verified: bool,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub email_verified_at: Option<DateTime<Utc>>,
    /// Whether there is a password to sign in with.
    pub has_password: bool,
    /// Whether a Google account is linked.
    pub google_linked: bool,
    /// Whether a second factor is required at sign-in.
    pub second_factor: bool,
    /// Whether the school requires a second factor of its staff and the account has none: requests for staff are
    /// refused.
    pub second_factor_missing: bool,
    pub registration_date: NaiveDate,
    /// The teacher whose account it is; null in others.
    pub teacher_id: Option<i64>,
}

/// The guardian of a child without e-mail.
#[derive(Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuardianName {
    pub id: i64,
    pub name: String,
    pub email: String,
}

impl From<&Account> for User {
    fn from(account: &Account) -> Self {
        let Account { role, language, .. } = *account;
        let (address, account) = (account.postal_address(), account.clone());
        let guardian =
            account.guardian().map(|Guardian { id, name, email, .. }| GuardianName { id, name, email });
        Self {
            guardian,
            id: account.id,
            version: account.version,
            email: account.email,
            first_name: account.first_name,
            last_name: account.last_name,
            country: account.country,
            photo_url: account.photo_url,
            phone_number: account.phone_number,
            dial_code: account.dial_code,
            birth_date: account.birth_date,
            address,
            role: role.0,
            must_reset_password: account.must_reset_password,
            language: language.0,
            font_size: account.font_size,
            session_reminders: account.session_reminders,
            session_changes: account.session_changes,
            email_verified: account.email_verified_at.is_some(),
            email_verified_at: account.email_verified_at,
            has_password: account.password_hash.is_some(),
            google_linked: account.google_sub.is_some(),
            second_factor: account.has_second_factor,
            second_factor_missing: account.lacks_second_factor,
            registration_date: account.registration_date,
            teacher_id: account.teacher_id,
        }
    }
}

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .merge(reading::routes())
        .merge(registration::routes())
        .merge(changing::routes())
        .merge(password::routes())
        .merge(export::routes())
        .merge(needs::routes())
}

/// Accounts opened from one address per hour.
const ACCOUNTS_OPENED: Limit = Limit::per_minutes(60, 60);
/// How often per hour one network address may find out about the account of an e-mail, over all endpoints that reveal
/// it.
const ADDRESS_LOOKUPS: Limit = Limit::per_minutes(10, 60);
/// Attempts at one's own current password.
const PASSWORD_ATTEMPTS: Limit = Limit::per_minutes(10, 15);

/// Whether this caller's address may open another account; ADMIN always may.
async fn may_open_accounts(app: &AppContext, caller: &Caller) -> Result<()> {
    if caller.is_admin() {
        return Ok(());
    }
    may_learn(app, caller).await?;
    app.limit(&format!("register {}", sha256_hex(caller.address())), ACCOUNTS_OPENED).await
}

/// Whether an account may have this address. Rate-limited, because the response reveals who has an account.
async fn check_address_free(app: &AppContext, caller: &Caller, email: &Email) -> Result<()> {
    let account = store::find_by_email(&mut app.db.read().await?, email.as_str()).await?;
    if account.is_none() {
        return Ok(());
    }
    count_address_lookup(app, caller).await?;
    Err(Code::EmailTaken.into())
}

/// Refuses whoever is neither this account, nor its guardian, nor ADMIN.
///
/// # Errors
/// `not_found`.
pub(crate) async fn check_acts_for(conn: &mut Conn, caller: SignedIn, user_id: i64) -> Result<()> {
    let allowed = caller.is_admin() || store::acts_for(conn, caller.id, user_id).await?;
    if allowed { Ok(()) } else { Err(Error::not_found()) }
}

/// Whether this caller may still find out about somebody's account.
///
/// # Errors
/// `too_many_requests`.
pub(crate) async fn may_learn(app: &AppContext, caller: &Caller) -> Result<()> {
    if caller.is_admin() { Ok(()) } else { app.check_limit(&lookup_bucket(caller), ADDRESS_LOOKUPS).await }
}

/// Counts, before the response, that this caller finds out about somebody's account.
///
/// # Errors
/// `too_many_requests`.
pub(crate) async fn count_address_lookup(app: &AppContext, caller: &Caller) -> Result<()> {
    if caller.is_admin() { Ok(()) } else { app.limit(&lookup_bucket(caller), ADDRESS_LOOKUPS).await }
}

fn lookup_bucket(caller: &Caller) -> String {
    format!("email-taken {}", sha256_hex(caller.address()))
}

/// Checks that the account's owner is present: a session alone must not change the credentials.
pub(crate) async fn check_current_password(
    app: &AppContext,
    account: &Account,
    password: Option<&str>,
) -> Result<()> {
    let field = "currentPassword";
    let password =
        password.filter(|text| !text.is_empty()).ok_or_else(|| Error::field(field, Code::Required))?;
    let bucket = format!("current-password {}", account.id);
    app.limit(&bucket, PASSWORD_ATTEMPTS).await?;
    let hash = account.password_hash.as_deref();
    if !app.passwords().verify(&normalise(password), hash).await? {
        return Err(Error::field(field, Code::WrongPassword));
    }
    app.forget_limit(&bucket).await
}

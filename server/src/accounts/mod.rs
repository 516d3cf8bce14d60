//! Accounts: people known to the school, what they may see and change of themselves, and how they leave.
//! Signing in stands in `auth`; what a valid name, address or password is, in core.

mod reading;
pub mod store;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::language::UiLanguage;
use preau_core::role::Role;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::clock;
use store::Account;

/// A person as the API shows them: to themselves and to ADMIN.
#[derive(Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: i64,
    /// Raised by each change; for `If-Match`.
    pub version: i64,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub country: Option<String>,
    pub photo_url: Option<String>,
    pub phone_number: Option<String>,
    pub dial_code: Option<String>,
    pub birth_date: Option<NaiveDate>,
    pub role: Role,
    /// Whether only a new password may be chosen.
    pub must_reset_password: bool,
    pub language: UiLanguage,
    /// 10 to 100; 50 is the usual size.
    pub font_size: i64,
    pub email_verified: bool,
    #[serde(serialize_with = "clock::maybe_instant")]
    pub email_verified_at: Option<DateTime<Utc>>,
    /// Whether there is a password to sign in with.
    pub has_password: bool,
    /// Whether a Google account is linked.
    pub google_linked: bool,
    pub registration_date: NaiveDate,
}

impl From<&Account> for User {
    fn from(account: &Account) -> Self {
        let Account { role, language, .. } = *account;
        let account = account.clone();
        Self {
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
            role: role.0,
            must_reset_password: account.must_reset_password,
            language: language.0,
            font_size: account.font_size,
            email_verified: account.email_verified_at.is_some(),
            email_verified_at: account.email_verified_at,
            has_password: account.password_hash.is_some(),
            google_linked: account.google_sub.is_some(),
            registration_date: account.registration_date,
        }
    }
}

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(reading::routes())
}

//! Creating accounts, and the beneficiaries an account may book for.

use chrono::{DateTime, Duration, Utc};
use preau_core::account::Profile;
use preau_core::code::Code;
use preau_core::email::Email;
use preau_core::language::UiLanguage;
use preau_core::person::Person;
use preau_core::phone::{DialCode, Phone};
use preau_core::role::Role;
use serde_json::json;

use super::{find_by_email, search_text};
use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_scalar};

/// An account to be created.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// None for a ward.
    pub email: Option<Email>,
    /// The guardian of a ward; ignored with an e-mail.
    pub guardian_id: Option<i64>,
    pub profile: Profile,
    pub role: Role,
    pub password: NewPassword,
    pub google_sub: Option<String>,
    /// Whether the address is verified.
    pub verified: bool,
    pub language: UiLanguage,
}

/// Validity of a password set by ADMIN.
pub(super) const TEMPORARY_PASSWORD_LIFE: Duration = Duration::hours(72);

/// Initial password of an account.
#[derive(Clone, PartialEq, Eq)]
pub enum NewPassword {
    /// None: a link in a mail or Google is used.
    Absent,
    /// Hash of a password chosen by its owner.
    Chosen(String),
    /// Hash of a password set by somebody else: it must be replaced, and is valid for [`TEMPORARY_PASSWORD_LIFE`].
    HandedOver(String),
}

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword(***)")
    }
}

impl NewAccount {
    /// A student with the data of a booking.
    #[must_use]
    pub fn student(person: &Person, password: NewPassword, language: UiLanguage) -> Self {
        Self {
            email: person.email.clone(),
            guardian_id: None,
            profile: profile_of(person),
            role: Role::Student,
            password,
            google_sub: None,
            verified: false,
            language,
        }
    }
}

pub(super) fn profile_of(person: &Person) -> Profile {
    Profile {
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
        phone_number: Some(person.phone_number.clone()),
        dial_code: Some(person.dial_code.clone()),
        country: Some(person.country.clone()),
        birth_date: Some(person.birth_date),
        address: person.address.clone(),
        photo_url: None,
    }
}

const CREATE: &str = "
    INSERT INTO users (email, password_hash, first_name, last_name, country, photo_url, phone_number, dial_code,
        birth_date, role, must_reset_password, password_expires_at, language, email_verified_at, google_sub,
        registration_date, search_text, street, postal_code, city, guardian_id, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $22)
    RETURNING id";

/// Creates an account. The address must be free: check it first, in the same transaction.
///
/// # Errors
/// `email_taken`.
pub async fn create(tx: &mut Tx, new: &NewAccount) -> Result<i64> {
    let email = new.email.as_ref().map(Email::as_str);
    if let Some(email) = email
        && find_by_email(tx, email).await?.is_some()
    {
        return Err(Code::EmailTaken.into());
    }
    let (hash, must_reset, until) = match &new.password {
        NewPassword::Absent => (None, false, None),
        NewPassword::Chosen(hash) => (Some(hash), false, None),
        NewPassword::HandedOver(hash) => (Some(hash), true, Some(tx.now + TEMPORARY_PASSWORD_LIFE)),
    };
    let address = new.profile.address.as_ref();
    let id = fetch_scalar!(
        tx,
        i64,
        CREATE,
        email,
        hash,
        &new.profile.first_name,
        &new.profile.last_name,
        new.profile.country.as_deref(),
        new.profile.photo_url.as_deref(),
        new.profile.phone_number.as_ref().map(Phone::as_str),
        new.profile.dial_code.as_ref().map(DialCode::as_str),
        new.profile.birth_date,
        new.role.as_str(),
        must_reset,
        until,
        new.language.as_str(),
        new.verified.then_some(tx.now),
        new.google_sub.as_deref(),
        tx.today,
        search_text(&new.profile.first_name, &new.profile.last_name, email.unwrap_or_default()),
        address.map(|address| &address.street),
        address.map(|address| &address.postal_code),
        address.map(|address| &address.city),
        new.guardian_id.filter(|_| email.is_none()),
        tx.now
    )?;
    tx.audit("user.created", "user", id, None, Some(json!({ "role": new.role }))).await?;
    Ok(id)
}

const NOTE_BENEFICIARY: &str = "
    INSERT INTO beneficiaries (user_id, beneficiary_id, created_at) VALUES ($1, $2, $3)
    ON CONFLICT (user_id, beneficiary_id) DO NOTHING";
const NOTE_LOOKUP: &str = "
    INSERT INTO beneficiary_lookups (user_id, email, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (user_id, email) DO UPDATE SET expires_at = excluded.expires_at";
const MAY_LOOK_UP: &str =
    "SELECT COUNT(*) FROM beneficiary_lookups WHERE user_id = $1 AND email = $2 AND expires_at > $3";
const IS_BENEFICIARY: &str = "SELECT COUNT(*) FROM beneficiaries WHERE user_id = $1 AND beneficiary_id = $2";

/// Records that `user_id` may book for `beneficiary_id`.
pub async fn note_beneficiary(tx: &mut Tx, user_id: i64, beneficiary_id: i64) -> Result<()> {
    execute!(tx, NOTE_BENEFICIARY, user_id, beneficiary_id, tx.now)?;
    Ok(())
}

/// Whether `user_id` may book for `beneficiary_id`.
pub async fn is_beneficiary(conn: &mut Conn, user_id: i64, beneficiary_id: i64) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, IS_BENEFICIARY, user_id, beneficiary_id)? > 0)
}

/// Allows `user_id` to look up `{id, email}` of this address for 30 minutes.
pub async fn note_lookup(tx: &mut Tx, user_id: i64, email: &str) -> Result<()> {
    execute!(tx, NOTE_LOOKUP, user_id, email, tx.now + Duration::minutes(30))?;
    Ok(())
}

/// Whether `user_id` recently named this address as a beneficiary's.
pub async fn may_look_up(conn: &mut Conn, user_id: i64, email: &str, now: DateTime<Utc>) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, MAY_LOOK_UP, user_id, email, now)? > 0)
}

//! Accounts in the database. Deleted ones are never found here: what is left of them belongs to the books.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::code::Code;
use preau_core::email::Email;
use preau_core::language::UiLanguage;
use preau_core::person::Person;
use preau_core::role::Role;
use preau_core::text::fold;
use serde_json::json;

use crate::auth::links::{self, Purpose};
use crate::auth::sessions::{self, Why};
use crate::db::{Conn, contains_pattern};
use crate::error::{Error, Result};
use crate::mail::{self, Kind, Letter};
use crate::paging::Window;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// A row of `users`.
#[derive(Clone, sqlx::FromRow)]
pub struct Account {
    pub id: i64,
    pub version: i64,
    pub email: String,
    pub password_hash: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub country: Option<String>,
    pub photo_url: Option<String>,
    pub phone_number: Option<String>,
    pub dial_code: Option<String>,
    pub birth_date: Option<NaiveDate>,
    #[sqlx(try_from = "String")]
    pub role: RoleColumn,
    pub must_reset_password: bool,
    pub password_expires_at: Option<DateTime<Utc>>,
    #[sqlx(try_from = "String")]
    pub language: LanguageColumn,
    pub font_size: i64,
    pub email_verified_at: Option<DateTime<Utc>>,
    pub google_sub: Option<String>,
    pub registration_date: NaiveDate,
}

/// A [`Role`] as it stands in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoleColumn(pub Role);

/// A [`UiLanguage`] as it stands in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageColumn(pub UiLanguage);

impl TryFrom<String> for RoleColumn {
    type Error = preau_core::problem::Fault;

    fn try_from(text: String) -> std::result::Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

impl TryFrom<String> for LanguageColumn {
    type Error = preau_core::problem::Fault;

    fn try_from(text: String) -> std::result::Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

// Hashes and personal values stay out of logs.
impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account").field("id", &self.id).field("role", &self.role).finish_non_exhaustive()
    }
}

impl Account {
    /// Their role.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role.0
    }

    /// The language of their mails.
    #[must_use]
    pub const fn language(&self) -> UiLanguage {
        self.language.0
    }

    /// Whether the address was shown to be theirs.
    #[must_use]
    pub const fn is_verified(&self) -> bool {
        self.email_verified_at.is_some()
    }

    /// A mail to this account. `fact` is what happened, once; the moment is added where it may happen again.
    #[must_use]
    pub fn letter(&self, kind: Kind, fact: String) -> Letter {
        Letter {
            kind,
            fact,
            to: self.email.clone(),
            name: format!("{} {}", self.first_name, self.last_name),
            language: self.language(),
            user_id: Some(self.id),
            reply_to: None,
        }
    }
}

macro_rules! accounts {
    ($rest:literal) => {
        concat!(
            "SELECT id, version, email, password_hash, first_name, last_name, country, photo_url, phone_number,
                dial_code, birth_date, role, must_reset_password, password_expires_at, language, font_size,
                email_verified_at, google_sub, registration_date
             FROM users WHERE deleted_at IS NULL AND ",
            $rest
        )
    };
}

/// The account of this id.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, id: i64) -> Result<Option<Account>> {
    fetch_optional!(conn, Account, accounts!("id = $1"), id)
}

/// The account of this id, which must be there.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<Account> {
    find(conn, id).await?.ok_or_else(Error::not_found)
}

/// The account of this address (as [`Email`] writes it).
///
/// # Errors
/// When the database fails.
pub async fn find_by_email(conn: &mut Conn, email: &str) -> Result<Option<Account>> {
    fetch_optional!(conn, Account, accounts!("email = $1"), email)
}

/// The account that is linked with this Google account.
///
/// # Errors
/// When the database fails.
pub async fn find_by_google(conn: &mut Conn, sub: &str) -> Result<Option<Account>> {
    fetch_optional!(conn, Account, accounts!("google_sub = $1"), sub)
}

/// Accounts whose name or address contains `search`, by name; and how many there are in all.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, search: Option<&str>, window: Window) -> Result<(Vec<Account>, i64)> {
    const COUNT: &str = "
        SELECT COUNT(*) FROM users
        WHERE deleted_at IS NULL AND (CAST($1 AS TEXT) IS NULL OR search_text LIKE $1 ESCAPE '\\')";
    let pattern = search.map(fold).filter(|text| !text.is_empty()).map(|text| contains_pattern(&text));
    let rows = fetch_all!(
        conn,
        Account,
        accounts!(
            "(CAST($1 AS TEXT) IS NULL OR search_text LIKE $1 ESCAPE '\\')
             ORDER BY last_name, first_name, id LIMIT $2 OFFSET $3"
        ),
        &pattern,
        window.limit,
        window.offset
    )?;
    let total = if window.is_page() { fetch_scalar!(conn, i64, COUNT, &pattern)? } else { 0 };
    Ok((rows, total))
}

/// Somebody who is to get an account. What is absent is not known.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub first_name: String,
    pub last_name: String,
    pub email: Email,
    pub phone_number: Option<String>,
    pub dial_code: Option<String>,
    pub country: Option<String>,
    pub birth_date: Option<NaiveDate>,
    pub photo_url: Option<String>,
    pub role: Role,
    pub password: NewPassword,
    pub google_sub: Option<String>,
    pub verified: bool,
    pub language: UiLanguage,
}

/// What a new account is opened with.
#[derive(Clone, PartialEq, Eq)]
pub enum NewPassword {
    /// Nothing yet: a link in a mail, or Google.
    Absent,
    /// The hash of a password its owner chose.
    Chosen(String),
    /// The hash of one that an ADMIN hands over: it must be replaced, and stops working then (if ever).
    HandedOver { hash: String, until: Option<DateTime<Utc>> },
}

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword(***)")
    }
}

impl NewAccount {
    /// A student with the data of booking.
    #[must_use]
    pub fn student(person: &Person, password: NewPassword, language: UiLanguage) -> Self {
        Self {
            first_name: person.first_name.clone(),
            last_name: person.last_name.clone(),
            email: person.email.clone(),
            phone_number: Some(person.phone_number.as_str().to_owned()),
            dial_code: Some(person.dial_code.as_str().to_owned()),
            country: Some(person.country.clone()),
            birth_date: Some(person.birth_date),
            photo_url: None,
            role: Role::Student,
            password,
            google_sub: None,
            verified: false,
            language,
        }
    }
}

const CREATE: &str = "
    INSERT INTO users (email, password_hash, first_name, last_name, country, photo_url, phone_number, dial_code,
        birth_date, role, must_reset_password, password_expires_at, language, email_verified_at, google_sub,
        registration_date, search_text, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18) RETURNING id";

/// Opens an account. The address must be free: look first, inside the same change.
///
/// # Errors
/// `email_taken`.
pub async fn create(tx: &mut Tx, new: &NewAccount) -> Result<i64> {
    if find_by_email(tx, new.email.as_str()).await?.is_some() {
        return Err(Code::EmailTaken.into());
    }
    let (hash, must_reset, until) = match &new.password {
        NewPassword::Absent => (None, false, None),
        NewPassword::Chosen(hash) => (Some(hash), false, None),
        NewPassword::HandedOver { hash, until } => (Some(hash), true, *until),
    };
    let id = fetch_scalar!(
        tx,
        i64,
        CREATE,
        new.email.as_str(),
        hash,
        &new.first_name,
        &new.last_name,
        new.country.as_deref(),
        new.photo_url.as_deref(),
        new.phone_number.as_deref(),
        new.dial_code.as_deref(),
        new.birth_date,
        new.role.as_str(),
        must_reset,
        until,
        new.language.as_str(),
        new.verified.then_some(tx.now),
        new.google_sub.as_deref(),
        tx.today,
        search_text(&new.first_name, &new.last_name, new.email.as_str()),
        tx.now
    )?;
    tx.audit("user.created", "user", id, None, Some(json!({ "role": new.role }))).await?;
    Ok(id)
}

/// What a search in accounts looks through.
#[must_use]
pub fn search_text(first_name: &str, last_name: &str, email: &str) -> String {
    fold(&format!("{first_name} {last_name} {first_name} {email}"))
}

const CLEAR_PASSWORD: &str = "
    UPDATE users SET password_hash = NULL, must_reset_password = FALSE, password_expires_at = NULL,
        version = version + 1, updated_at = $2
    WHERE id = $1";

/// Before somebody else's purchase or Google account is attached: an address nobody has shown to be theirs
/// may have been registered by a stranger. Clears the password, ends the sessions and mails a link to set
/// a password. A verified account stays as it is.
///
/// # Errors
/// When the database fails.
pub async fn attach_to_unverified(tx: &mut Tx, user_id: i64) -> Result<()> {
    let account = get(tx, user_id).await?;
    if account.is_verified() {
        return Ok(());
    }
    execute!(tx, CLEAR_PASSWORD, user_id, tx.now)?;
    sessions::end_all(tx, user_id, None, Why::Password).await?;
    links::drop_all(tx, Purpose::ResetPassword, user_id).await?;
    tx.audit("user.password-cleared", "user", user_id, None, None).await?;
    let fact = happened(user_id, tx);
    mail::queue(tx, &account.letter(Kind::SetPassword, fact)).await
}

/// Names what happens to this account now, for mails that may be sent again another time.
#[must_use]
pub fn happened(user_id: i64, tx: &Tx) -> String {
    format!("user {user_id} at {}", crate::clock::instant_text(tx.now))
}

const UPDATE_PROFILE: &str = "
    UPDATE users SET first_name = $2, last_name = $3, country = $4, phone_number = $5, dial_code = $6,
        birth_date = $7, search_text = $8, version = version + 1, updated_at = $9
    WHERE id = $1";

/// Takes over what was typed in booking; never the address.
///
/// # Errors
/// `not_found`.
pub async fn update_profile(tx: &mut Tx, user_id: i64, person: &Person) -> Result<()> {
    let account = get(tx, user_id).await?;
    execute!(
        tx,
        UPDATE_PROFILE,
        user_id,
        &person.first_name,
        &person.last_name,
        &person.country,
        person.phone_number.as_str(),
        person.dial_code.as_str(),
        person.birth_date,
        search_text(&person.first_name, &person.last_name, &account.email),
        tx.now
    )?;
    tx.audit("user.updated", "user", user_id, None, Some(json!({ "by": "booking" }))).await
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

/// Notes that `user_id` may reserve for `beneficiary_id`.
///
/// # Errors
/// When the database fails.
pub async fn note_beneficiary(tx: &mut Tx, user_id: i64, beneficiary_id: i64) -> Result<()> {
    execute!(tx, NOTE_BENEFICIARY, user_id, beneficiary_id, tx.now)?;
    Ok(())
}

/// Whether `user_id` may reserve for `beneficiary_id`.
///
/// # Errors
/// When the database fails.
pub async fn is_beneficiary(conn: &mut Conn, user_id: i64, beneficiary_id: i64) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, IS_BENEFICIARY, user_id, beneficiary_id)? > 0)
}

/// Lets `user_id` look up `{id, email}` of this address for 30 minutes.
///
/// # Errors
/// When the database fails.
pub async fn note_lookup(tx: &mut Tx, user_id: i64, email: &str) -> Result<()> {
    execute!(tx, NOTE_LOOKUP, user_id, email, tx.now + chrono::Duration::minutes(30))?;
    Ok(())
}

/// Whether `user_id` has just named this address as a beneficiary's.
///
/// # Errors
/// When the database fails.
pub async fn may_look_up(conn: &mut Conn, user_id: i64, email: &str, now: DateTime<Utc>) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, MAY_LOOK_UP, user_id, email, now)? > 0)
}

//! Accounts in the database. Deleted ones are never found here; what remains of them is for the bookkeeping.

mod attempts;
mod changing;
mod export;
pub(super) mod needs;
mod opening;
mod revision;
mod teaching;
mod wards;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::account::Profile;
use preau_core::address::Address;
use preau_core::language::UiLanguage;
use preau_core::phone::{DialCode, Phone};
use preau_core::role::Role;
use preau_core::text::fold;

use crate::db::{Conn, Filter, Order, contains_pattern};
use crate::error::{Error, Result};
use crate::http::owned::Owned;
use crate::http::paging::Window;
use crate::mail::{Kind, NewMail};
use crate::people::auth::second_factor::store::{has_second_factor, lacks_second_factor};
use crate::write::Tx;

pub use changing::*;
pub use export::{Export, export};
pub use opening::*;
pub use teaching::{link_teacher, unlink_teacher};
pub(crate) use wards::own_and_wards;
pub use wards::{ChildKey, Guardian, acts_for, booked_for, find_ward, is_ward_of, ward, wards};

/// SQL: the phone number of an account in international form. Applies [`preau_core::phone::Phone::after`] also to
/// numbers stored before that rule.
macro_rules! international_phone {
    ($user:literal) => {
        concat!(
            "COALESCE(",
            $user,
            ".dial_code || ' ' || CASE WHEN ",
            $user,
            ".dial_code IN (
                '+27', '+31', '+32', '+33', '+40', '+41', '+43', '+44', '+46', '+49', '+61', '+64',
                '+81', '+82', '+90', '+212', '+213', '+262', '+353', '+358', '+590', '+594', '+596')
            AND LENGTH(",
            $user,
            ".phone_number) > 4 AND SUBSTR(",
            $user,
            ".phone_number, 1, 1) = '0'
            THEN SUBSTR(",
            $user,
            ".phone_number, 2) ELSE ",
            $user,
            ".phone_number END, ",
            $user,
            ".phone_number)"
        )
    };
}
pub(crate) use international_phone;

/// A row of `users`.
#[derive(Clone, preau_derive::FromRow)]
pub struct Account {
    pub id: i64,
    pub version: i64,
    /// None for a ward: nobody signs in to it, and mails go to its guardian.
    pub email: Option<String>,
    pub password_hash: Option<String>,
    pub first_name: String,
    pub last_name: String,
    pub country: Option<String>,
    pub photo_url: Option<String>,
    pub phone_number: Option<String>,
    pub dial_code: Option<String>,
    pub birth_date: Option<NaiveDate>,
    pub street: Option<String>,
    pub postal_code: Option<String>,
    pub city: Option<String>,
    #[sqlx(try_from = "String")]
    pub role: RoleColumn,
    pub must_reset_password: bool,
    pub password_expires_at: Option<DateTime<Utc>>,
    #[sqlx(try_from = "String")]
    pub language: LanguageColumn,
    pub font_size: i64,
    /// Whether a mail comes the day before the first session of a course.
    pub session_reminders: bool,
    /// Whether mails come about other teachers, rooms and links of sessions.
    pub session_changes: bool,
    pub email_verified_at: Option<DateTime<Utc>>,
    pub google_sub: Option<String>,
    pub registration_date: NaiveDate,
    /// The teacher whose account it is.
    pub teacher_id: Option<i64>,
    /// Whether a second factor is required at sign-in.
    pub has_second_factor: bool,
    /// Whether the school requires a second factor and the account has none.
    pub lacks_second_factor: bool,
    #[sqlx(flatten)]
    guardian: wards::GuardianColumns,
}

/// A [`Role`] in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoleColumn(pub Role);

/// A [`UiLanguage`] in a row.
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

// Keeps hashes and personal data out of logs.
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

    /// Whether the address is verified.
    #[must_use]
    pub const fn is_verified(&self) -> bool {
        self.email_verified_at.is_some()
    }

    /// Their profile. The values in the database were validated when they were written.
    #[must_use]
    pub fn profile(&self) -> Profile {
        let phone = |text: &String| Phone::parse(text).ok().flatten();
        Profile {
            first_name: self.first_name.clone(),
            last_name: self.last_name.clone(),
            phone_number: self.phone_number.as_ref().and_then(phone),
            dial_code: self.dial_code.as_ref().and_then(|text| DialCode::parse(text).ok()),
            country: self.country.clone(),
            birth_date: self.birth_date,
            address: self.postal_address(),
            photo_url: self.photo_url.clone(),
        }
    }

    /// Postal address for invoices.
    #[must_use]
    pub fn postal_address(&self) -> Option<Address> {
        let (street, postal_code) = self.street.clone().zip(self.postal_code.clone())?;
        Some(Address { street, postal_code, city: self.city.clone()? })
    }

    /// Their e-mail; empty for a ward, and never equal to anybody's address.
    #[must_use]
    pub fn address(&self) -> &str {
        self.email.as_deref().unwrap_or_default()
    }

    /// First and last name.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }

    /// A mail to this account, or to the guardian of a ward. `fact` identifies the event, once; add the time where it
    /// can recur. An unverified address is not greeted by name: a stranger may have typed it.
    #[must_use]
    pub fn mail(&self, kind: Kind, fact: String) -> NewMail {
        let confirms = matches!(kind, Kind::VerifyEmail | Kind::ChangeEmail(_));
        let (user_id, to, name, language, known) = match self.guardian() {
            Some(guardian) => {
                (guardian.id, guardian.email, guardian.name, guardian.language, guardian.verified)
            }
            None => {
                (self.id, self.address().to_owned(), self.full_name(), self.language(), self.is_verified())
            }
        };
        let name = if known && !confirms { name } else { String::new() };
        NewMail { kind, fact, to, name, language, user_id: Some(user_id), reply_to: None }
    }
}

const ACCOUNTS: &str = concat!(
    "SELECT id, version, email, password_hash, first_name, last_name, country, photo_url, phone_number,
        dial_code, birth_date, street, postal_code, city, role, must_reset_password, password_expires_at, language,
        font_size, session_reminders, session_changes, email_verified_at, google_sub, registration_date, guardian_id, guardian_email, guardian_name,
        guardian_language, guardian_verified, ",
    has_second_factor!(),
    " AS has_second_factor, ",
    lacks_second_factor!(),
    " AS lacks_second_factor, (SELECT t.id FROM teachers t WHERE t.user_id = users.id) AS teacher_id
     FROM users LEFT JOIN (SELECT g.id AS acting_id, g.email AS guardian_email,
        g.first_name || ' ' || g.last_name AS guardian_name, g.language AS guardian_language,
        g.email_verified_at IS NOT NULL AS guardian_verified FROM users g) guardian
     ON guardian.acting_id = users.guardian_id"
);

/// All accounts.
fn accounts() -> Filter {
    Filter::new().with("deleted_at IS NULL", ())
}

pub async fn find(conn: &mut Conn, id: i64) -> Result<Option<Account>> {
    accounts().with("id = $1", id).fetch_optional(conn, ACCOUNTS).await
}

/// The account of this id, which must exist.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<Account> {
    find(conn, id).await?.ok_or_else(Error::not_found)
}

impl Owned for Account {
    async fn get(conn: &mut Conn, id: i64) -> Result<Self> {
        get(conn, id).await
    }

    async fn belongs_to(&self, conn: &mut Conn, account_id: i64) -> Result<bool> {
        acts_for(conn, account_id, self.id).await
    }
}

/// The account with this address (in [`Email`]'s form).
pub async fn find_by_email(conn: &mut Conn, email: &str) -> Result<Option<Account>> {
    accounts().with("email = $1", email).fetch_optional(conn, ACCOUNTS).await
}

/// Every ADMIN.
pub async fn admins(conn: &mut Conn) -> Result<Vec<Account>> {
    accounts().with("role = 'ADMIN'", ()).fetch_all(conn, ACCOUNTS, Order::ascending(&["id"])).await
}

/// The account linked with this Google account.
pub async fn find_by_google(conn: &mut Conn, sub: &str) -> Result<Option<Account>> {
    accounts().with("google_sub = $1", sub).fetch_optional(conn, ACCOUNTS).await
}

/// Accounts of this role whose name or address contains `search`, by name; and their total number.
pub async fn list(
    conn: &mut Conn,
    search: Option<&str>,
    role: Option<Role>,
    window: Window,
) -> Result<(Vec<Account>, i64)> {
    const COUNT: &str = "SELECT COUNT(*) FROM users";
    // A ward is found by its guardian too.
    const SEARCH: &str = "search_text LIKE $1 ESCAPE '\\' OR (email IS NULL
        AND guardian_id IN (SELECT o.id FROM users o WHERE o.search_text LIKE $1 ESCAPE '\\'))";
    let words = search.map(fold).filter(|text| !text.is_empty());
    let filter = accounts()
        .when(SEARCH, words.as_deref().map(contains_pattern))
        .when("role = $1", role.map(Role::as_str));
    let total = filter.count(conn, COUNT).await?;
    let window = window.from_nearer_end(total);
    let by_name = Order::ascending(&["last_name", "first_name", "id"]);
    Ok((window.fetch(conn, ACCOUNTS, &filter, by_name).await?, total))
}

/// The text that a search in accounts matches.
#[must_use]
pub fn search_text(first_name: &str, last_name: &str, email: &str) -> String {
    fold(&format!("{first_name} {last_name} {first_name} {email}"))
}

/// Identifies an event of this account at this time, for mails that may be sent again another time.
#[must_use]
pub fn account_fact(user_id: i64, tx: &Tx) -> String {
    format!("user {user_id} at {}", crate::clock::instant_text(tx.now))
}

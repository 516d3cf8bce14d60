//! Wards: children without an e-mail, and the guardians who act for them. Once an account has an e-mail it is no longer
//! a ward, and the guardian has no more rights to it than any other payer.

use chrono::NaiveDate;
use preau_core::language::UiLanguage;
use preau_core::person::Person;
use preau_core::text::fold;

use super::{ACCOUNTS, Account, NewAccount, accounts, create, note_beneficiary};
use crate::clock::sha256_hex;
use crate::db::{Conn, Order};
use crate::error::Result;
use crate::fetch_scalar;
use crate::write::Tx;

/// SQL: the ids of the account `$n` and of its wards.
macro_rules! own_and_wards {
    ($user:literal) => {
        concat!(
            "(SELECT id FROM users WHERE id = ",
            $user,
            " OR (guardian_id = ",
            $user,
            " AND email IS NULL))"
        )
    };
}
pub(crate) use own_and_wards;

/// The guardian of a ward; none for other accounts.
#[derive(Clone, preau_derive::FromRow)]
pub(super) struct GuardianColumns {
    #[sqlx(rename = "guardian_id")]
    id: Option<i64>,
    #[sqlx(rename = "guardian_email")]
    email: Option<String>,
    #[sqlx(rename = "guardian_name")]
    name: Option<String>,
    #[sqlx(rename = "guardian_language")]
    language: Option<String>,
    #[sqlx(rename = "guardian_verified")]
    verified: Option<bool>,
}

/// The guardian of a ward.
#[derive(Clone)]
pub struct Guardian {
    pub id: i64,
    pub email: String,
    pub name: String,
    pub(super) language: UiLanguage,
    pub(super) verified: bool,
}

impl Account {
    /// The guardian of this account; none if it has an e-mail.
    #[must_use]
    pub fn guardian(&self) -> Option<Guardian> {
        let columns = self.guardian.clone();
        let guardian = Guardian {
            id: columns.id?,
            email: columns.email?,
            name: columns.name?,
            language: columns.language?.parse().ok()?,
            verified: columns.verified?,
        };
        self.email.is_none().then_some(guardian)
    }
}

/// Identifies a child without e-mail, also before there is an account: by guardian, name and birth date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChildKey(String);

impl ChildKey {
    /// The key of the child with these names and birth date whose guardian has this e-mail.
    #[must_use]
    pub fn new(guardian: &str, first_name: &str, last_name: &str, birth_date: Option<NaiveDate>) -> Self {
        let names = [fold(first_name), fold(last_name)].join("\n");
        let born = birth_date.map(|day| day.to_string()).unwrap_or_default();
        Self(sha256_hex(format!("child\n{guardian}\n{names}\n{born}")))
    }

    /// The key of a typed person; empty for one with an e-mail.
    #[must_use]
    pub fn of(guardian: &str, person: &Person) -> Self {
        if person.email.is_some() {
            return Self::default();
        }
        Self::new(guardian, &person.first_name, &person.last_name, Some(person.birth_date))
    }

    /// The key of an account; empty for one with an e-mail.
    #[must_use]
    pub fn of_account(account: &Account) -> Self {
        account.guardian().map_or_else(Self::default, |guardian| {
            Self::new(&guardian.email, &account.first_name, &account.last_name, account.birth_date)
        })
    }

    /// From a row; empty for a learner with an e-mail.
    #[must_use]
    pub const fn from_row(text: String) -> Self {
        Self(text)
    }

    /// As stored in a row.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this is a child without e-mail.
    #[must_use]
    pub const fn is_child(&self) -> bool {
        !self.0.is_empty()
    }
}

const IS_WARD: &str =
    "SELECT COUNT(*) FROM users WHERE id = $2 AND guardian_id = $1 AND email IS NULL AND deleted_at IS NULL";
const BY_NAME: Order = Order::ascending(&["first_name", "last_name", "id"]);

/// Whether `user_id` is a ward of `guardian_id`.
pub async fn is_ward_of(conn: &mut Conn, user_id: i64, guardian_id: i64) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, IS_WARD, guardian_id, user_id)? > 0)
}

/// Whether `caller_id` acts for `user_id`: their own account, or their ward's.
pub async fn acts_for(conn: &mut Conn, caller_id: i64, user_id: i64) -> Result<bool> {
    Ok(caller_id == user_id || is_ward_of(conn, user_id, caller_id).await?)
}

/// The wards of an account, by name.
pub async fn wards(conn: &mut Conn, guardian_id: i64) -> Result<Vec<Account>> {
    let theirs = accounts().with("guardian_id = $1", guardian_id).with("email IS NULL", ());
    theirs.fetch_all(conn, ACCOUNTS, BY_NAME).await
}

/// People with their own account for whom this account has booked, by name.
pub async fn booked_for(conn: &mut Conn, user_id: i64) -> Result<Vec<Account>> {
    const BOOKED_FOR: &str = "id IN (SELECT beneficiary_id FROM beneficiaries WHERE user_id = $1)";
    let others = accounts().with("email IS NOT NULL", ()).with(BOOKED_FOR, user_id);
    others.fetch_all(conn, ACCOUNTS, BY_NAME).await
}

/// The ward identified by `key`, if it belongs to the account of `guardian`. `address` is the guardian's e-mail with
/// which the key was made.
pub async fn find_ward(
    conn: &mut Conn,
    guardian: i64,
    address: &str,
    key: &ChildKey,
) -> Result<Option<Account>> {
    let same =
        |ward: &Account| ChildKey::new(address, &ward.first_name, &ward.last_name, ward.birth_date) == *key;
    Ok(wards(conn, guardian).await?.into_iter().find(same))
}

/// The ward of this guardian identified by `key`, created if missing. Concurrent purchases create one.
pub async fn ward(tx: &mut Tx, guardian: &Account, key: &ChildKey, new: NewAccount) -> Result<i64> {
    if let Some(known) = find_ward(tx, guardian.id, guardian.address(), key).await? {
        return Ok(known.id);
    }
    let id = create(tx, &NewAccount { email: None, guardian_id: Some(guardian.id), ..new }).await?;
    note_beneficiary(tx, guardian.id, id).await?;
    Ok(id)
}

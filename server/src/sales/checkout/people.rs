//! Finds or creates the accounts of a reservation that is being confirmed.
//!
//! The data of an existing account is never overwritten with somebody else's.

use preau_core::language::UiLanguage;
use preau_core::person::Person;
use preau_core::role::Role;

use super::draft::Draft;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::mail::{self, Kind};
use crate::people::accounts::store::{self, Account, ChildKey, NewAccount, NewPassword};
use crate::sales::reservations::store::ReservationRow;
use crate::write::Tx;

/// The account of the payer.
#[derive(Clone, Copy, Debug)]
pub struct Payer {
    pub id: i64,
    /// Created by this reservation.
    pub created: bool,
    /// Created after the hold, under the same e-mail.
    pub appeared: bool,
}

/// The learner's account, if it exists.
pub async fn known_learner(conn: &mut Conn, row: &ReservationRow) -> Result<Option<Account>> {
    if row.child_key.is_empty() {
        return known(conn, row.learner_id, &row.learner_email).await;
    }
    if let Some(id) = row.learner_id {
        return store::find(conn, id).await;
    }
    // The guardian has an account, or it will be created with the child's.
    match known_payer(conn, row).await? {
        Some(guardian) => {
            let key = ChildKey::from_row(row.child_key.clone());
            store::find_ward(conn, guardian.id, &row.payer_email, &key).await
        }
        None => Ok(None),
    }
}

/// The payer's account, if it exists.
pub async fn known_payer(conn: &mut Conn, row: &ReservationRow) -> Result<Option<Account>> {
    known(conn, row.payer_id, &row.payer_email).await
}

/// Falls back to the e-mail: the account may have been deleted during the hold and its address registered anew.
async fn known(conn: &mut Conn, id: Option<i64>, email: &str) -> Result<Option<Account>> {
    if let Some(id) = id
        && let Some(account) = store::find(conn, id).await?
    {
        return Ok(Some(account));
    }
    store::find_by_email(conn, email).await
}

/// The accounts of a reservation that exist, and the draft from which the others are created.
#[derive(Debug)]
pub struct People {
    payer: Option<Account>,
    pub learner: Option<Account>,
    pub draft: Option<Draft>,
}

impl People {
    /// Those of this reservation.
    pub async fn read(conn: &mut Conn, row: &ReservationRow) -> Result<Self> {
        let draft = row.draft.as_deref().map(Draft::parse).transpose()?;
        let payer = known_payer(conn, row).await?;
        let is_payer = !is_for_another(row) && row.payer_id == row.learner_id;
        let learner = if is_payer { payer.clone() } else { known_learner(conn, row).await? };
        Ok(Self { payer, learner, draft })
    }

    /// Whether all accounts exist or can be created from the draft.
    #[must_use]
    pub fn are_complete(&self, row: &ReservationRow) -> bool {
        let draft = self.draft.as_ref();
        let described = draft.is_some_and(|draft| !is_for_another(row) || draft.beneficiary.is_some());
        (draft.is_some() || self.payer.is_some()) && (described || self.learner.is_some())
    }
}

fn is_for_another(row: &ReservationRow) -> bool {
    row.payer_email != row.learner_email
}

/// The payer's account, created if missing.
pub async fn payer(tx: &mut Tx, row: &ReservationRow, people: &People) -> Result<Payer> {
    let draft = people.draft.as_ref();
    if let Some(account) = &people.payer {
        let signed_in = row.payer_id == Some(account.id);
        if !signed_in {
            secure_for_owner(tx, account).await?;
        }
        if let Some(draft) = draft.filter(|draft| signed_in && draft.update_profile) {
            store::update_profile(tx, account.id, &draft.booker).await?;
        }
        return Ok(Payer { id: account.id, created: false, appeared: !signed_in });
    }
    let draft = draft.ok_or_else(|| Error::internal("a payer without account and draft"))?;
    let password = draft.password_hash.clone().map_or(NewPassword::Absent, NewPassword::Chosen);
    let id = create(tx, row, &draft.booker, password).await?;
    let account = store::get(tx, id).await?;
    mail::queue(tx, &account.mail(Kind::VerifyEmail, store::account_fact(id, tx))).await?;
    Ok(Payer { id, created: true, appeared: false })
}

/// The learner's account: the payer's own, an existing one, or a new one without a password.
pub async fn learner(tx: &mut Tx, row: &ReservationRow, people: &People, payer_id: i64) -> Result<i64> {
    if !is_for_another(row) {
        return Ok(payer_id);
    }
    if let Some(account) = &people.learner {
        if account.id != payer_id {
            secure_for_owner(tx, account).await?;
        }
        return Ok(account.id);
    }
    let person = people.draft.as_ref().and_then(|draft| draft.beneficiary.as_ref());
    let person = person.ok_or_else(|| Error::internal("a learner without account and draft"))?;
    if person.email.is_none() {
        let guardian = store::get(tx, payer_id).await?;
        let key = ChildKey::of(guardian.address(), person);
        return store::ward(tx, &guardian, &key, newcomer(row, person, NewPassword::Absent)).await;
    }
    let id = create(tx, row, person, NewPassword::Absent).await?;
    store::note_beneficiary(tx, payer_id, id).await?;
    Ok(id)
}

/// Protects against an account registered by a stranger under the owner's address: what is bought for the owner must
/// not open to the stranger. Staff accounts are never changed by a purchase.
async fn secure_for_owner(tx: &mut Tx, account: &Account) -> Result<()> {
    let opens = account.password_hash.is_some() || account.google_sub.is_some();
    if opens && !account.is_verified() && account.role() == Role::Student {
        store::revoke_unverified_access(tx, account.id).await?;
    }
    Ok(())
}

async fn create(tx: &mut Tx, row: &ReservationRow, person: &Person, password: NewPassword) -> Result<i64> {
    store::create(tx, &newcomer(row, person, password)).await
}

fn newcomer(row: &ReservationRow, person: &Person, password: NewPassword) -> NewAccount {
    let language: UiLanguage = row.language.parse().unwrap_or_default();
    NewAccount::student(person, password, language)
}

//! Whom a reservation names as payer and learner.

use crate::people::accounts::store::{Account, ChildKey};

/// Somebody in a reservation, with an account or before they have one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    pub id: Option<i64>,
    /// In the one form in which addresses are unique; empty of a child without one.
    pub email: String,
    /// Tells such a child apart; empty of anybody else.
    pub child: ChildKey,
}

impl Participant {
    /// Somebody with an account: a ward, or whoever has an e-mail.
    #[must_use]
    pub fn known(account: &Account) -> Self {
        let child = ChildKey::of_account(account);
        Self { id: Some(account.id), email: account.address().to_owned(), child }
    }

    /// Whoever has this e-mail.
    #[must_use]
    pub fn named(email: &str) -> Self {
        Self { id: None, email: email.to_owned(), child: ChildKey::default() }
    }
}

//! Payer and learner of a reservation.

use crate::people::accounts::store::{Account, ChildKey};

/// A person in a reservation, with or without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    pub id: Option<i64>,
    /// Normalised; empty for a child without e-mail.
    pub email: String,
    /// Identifies a child without e-mail; empty for anybody else.
    pub child: ChildKey,
}

impl Participant {
    /// The owner of an account: a ward, or somebody with an e-mail.
    #[must_use]
    pub fn known(account: &Account) -> Self {
        let child = ChildKey::of_account(account);
        Self { id: Some(account.id), email: account.address().to_owned(), child }
    }

    /// The person with this e-mail.
    #[must_use]
    pub fn named(email: &str) -> Self {
        Self { id: None, email: email.to_owned(), child: ChildKey::default() }
    }
}

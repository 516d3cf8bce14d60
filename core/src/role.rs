//! The three roles of the school. What each may call stands in `permission`.

use crate::keyword::keywords;

keywords! {
    /// Who a user is to the school. Accounts made by sign-up or in the booking flow are students.
    Role {
        /// Learns: own rows only.
        Student = "STUDENT",
        /// Keeps the catalogue, its content, comments and messages; no money.
        Editor = "EDITOR",
        /// May everything.
        Admin = "ADMIN",
    }
}

impl Role {
    /// Works for the school: sees drafts and the dashboard.
    pub const fn is_staff(self) -> bool {
        match self {
            Self::Editor | Self::Admin => true,
            Self::Student => false,
        }
    }
}

//! The three roles of the school. Their permissions are in `permission`.

use crate::keyword::keywords;

keywords! {
    /// Role of a user. Accounts created by sign-up or in a booking are students.
    Role {
        /// Learns: own rows only.
        Student = "STUDENT",
        /// Manages the catalogue, its contents, comments and messages; no access to payments.
        Editor = "EDITOR",
        /// Full access.
        Admin = "ADMIN",
    }
}

impl Role {
    /// Whether it works for the school, with access to drafts and the dashboard.
    pub const fn is_staff(self) -> bool {
        match self {
            Self::Editor | Self::Admin => true,
            Self::Student => false,
        }
    }
}

#[cfg(all(test, feature = "openapi"))]
mod tests {
    use super::*;
    use crate::code::Code;
    use utoipa::PartialSchema;

    #[test]
    fn the_document_names_keywords_as_json_does() {
        let role = serde_json::to_value(Role::schema()).unwrap();
        assert_eq!(role["enum"], serde_json::json!(["STUDENT", "EDITOR", "ADMIN"]));
        let code = serde_json::to_value(Code::schema()).unwrap();
        assert_eq!(code["enum"][0], "malformed_json");
    }
}

//! The roles of the school. Their permissions are in `permission`.

use crate::keyword::keywords;

keywords! {
    /// Role of a user. Accounts created by sign-up or in a booking are students.
    Role {
        /// Learns: own rows only.
        Student = "STUDENT",
        /// Teaches: a student's rights, and own sessions and classes.
        Teacher = "TEACHER",
        /// Manages the catalogue, its contents, comments and messages; no access to payments.
        Editor = "EDITOR",
        /// Full access.
        Admin = "ADMIN",
    }
}

impl Role {
    /// Whether it works for the school: its account is never taken over by a purchase or by Google, and may be required
    /// to have a second factor.
    pub const fn is_staff(self) -> bool {
        match self {
            Self::Teacher | Self::Editor | Self::Admin => true,
            Self::Student => false,
        }
    }

    /// Whether it manages the content, with access to drafts and to the desktop app.
    pub const fn edits_content(self) -> bool {
        match self {
            Self::Editor | Self::Admin => true,
            Self::Student | Self::Teacher => false,
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
        assert_eq!(role["enum"], serde_json::json!(["STUDENT", "TEACHER", "EDITOR", "ADMIN"]));
        let code = serde_json::to_value(Code::schema()).unwrap();
        assert_eq!(code["enum"][0], "malformed_json");
    }
}

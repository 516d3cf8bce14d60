//! Compares closed attendance sheets with the marks they cover: their hashes are computed anew.

use crate::db::Conn;
use crate::error::Result;
use crate::learning::attendance::altered_sheets;

use super::{Finding, Rule};

const ALTERED: Rule = Rule { broken: "closed attendance sheets that were altered (sessions)", rows: "" };

pub(super) const RULES: &[Rule] = &[
    Rule {
        broken: "marks of somebody who is in another course than the session",
        rows: "
            SELECT a.id FROM attendance a JOIN subscriptions s ON s.id = a.subscription_id
            JOIN class_sessions cs ON cs.id = a.session_id WHERE s.course_id <> cs.course_id",
    },
    Rule {
        broken: "marks received before they were made",
        rows: "SELECT id FROM attendance WHERE received_at < marked_at",
    },
    Rule {
        broken: "sessions that were cancelled after their sheet was closed",
        rows: "
            SELECT cs.id FROM class_sessions cs JOIN session_sheets h ON h.session_id = cs.id WHERE cs.status <> 'PLANNED'",
    },
    Rule {
        broken: "accounts with the role TEACHER that are no teacher's",
        rows: "
            SELECT u.id FROM users u WHERE u.role = 'TEACHER' AND u.deleted_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM teachers t WHERE t.user_id = u.id)",
    },
    Rule {
        broken: "accounts of teachers with the role STUDENT",
        rows: "SELECT u.id FROM users u JOIN teachers t ON t.user_id = u.id WHERE u.role = 'STUDENT'",
    },
];

/// The sheets whose rows no longer have their hash.
pub(super) async fn altered(conn: &mut Conn) -> Result<Option<Finding>> {
    Ok(ALTERED.finding(&altered_sheets(conn).await?))
}

//! Which writes the public may see: what was read of the catalogue holds as long as nobody wrote it. Told by the tables
//! that statements name, so that views of lessons, sign-ins and mails have nothing read anew.

/// Tables of which the catalogue shows nothing. A table that is forgotten here only has it read anew too often.
const NOT_PUBLIC: [&str; 37] = [
    "audit",
    "beneficiaries",
    "beneficiary_lookups",
    "certificates",
    "chapter_completions",
    "consents",
    "contact_messages",
    "contact_replies",
    "course_changes",
    "idempotency_keys",
    "invoice_counters",
    "invoice_lines",
    "invoices",
    "jobs",
    "lesson_views",
    "mails",
    "module_completions",
    "one_time_tokens",
    "payments",
    "rate_limits",
    "recovery_codes",
    "refresh_tokens",
    "refunds",
    "reservation_lines",
    "reservations",
    "sandbox_intents",
    "sandbox_refunds",
    "second_factors",
    "server_state",
    "sessions",
    "sign_in_challenges",
    "subscription_modules",
    "subscription_reservations",
    "subscriptions",
    "upload_chunks",
    "uploads",
    "webhook_events",
];

/// Whether a statement writes to a table that the catalogue may show something of.
pub(super) fn writes_public_content(sql: &str) -> bool {
    let words = sql.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let (mut before, mut last) = ("", "");
    for word in words.filter(|word| !word.is_empty()) {
        let written = match (before, last) {
            (_, "INTO" | "UPDATE") => word != "SET",
            ("DELETE", "FROM") => true,
            _ => false,
        };
        if written && !NOT_PUBLIC.contains(&word) {
            return true;
        }
        (before, last) = (last, word);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_of_what_the_catalogue_shows_are_told_from_others() {
        let public = [
            "UPDATE courses SET seats_taken = seats_taken + 1 WHERE id = $1",
            "\n    INSERT INTO teachers (first_name) VALUES ($1) RETURNING id",
            "DELETE FROM modules WHERE id = $1",
            "WITH known AS (SELECT 1) INSERT INTO lessons (title) SELECT 'a' FROM known",
            "INSERT INTO something_new (id) VALUES (1)",
        ];
        for sql in public {
            assert!(writes_public_content(sql), "{sql}");
        }
        let others = [
            "SELECT id FROM courses WHERE id = $1",
            "INSERT INTO lesson_views (subscription_id) VALUES ($1) ON CONFLICT (subscription_id) DO UPDATE SET opened_at = $2",
            "DELETE FROM sessions WHERE id IN (SELECT id FROM courses)",
            "UPDATE mails SET leased_by = $2 WHERE id = $1",
        ];
        for sql in others {
            assert!(!writes_public_content(sql), "{sql}");
        }
    }
}

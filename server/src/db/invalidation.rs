//! How often the catalogue, as the public sees it, was written: what was read of it holds as long as nobody wrote.
//! Told by the tables that statements name, so that views of lessons, sign-ins and mails have nothing read anew.

use std::sync::atomic::{AtomicU64, Ordering};

/// How often this process has written what the public reads.
static WRITES: AtomicU64 = AtomicU64::new(0);

/// How often this process has committed a write that the public may see: as long as it stays the same, so does what was
/// read since. Other processes count for themselves.
#[must_use]
pub fn writes() -> u64 {
    WRITES.load(Ordering::Acquire)
}

/// Notes that one more was committed, or may have been.
pub(super) fn committed() {
    WRITES.fetch_add(1, Ordering::Release);
}

/// Tables of which the catalogue shows nothing. A table that is forgotten here only has it read anew too often.
const UNSEEN: [&str; 37] = [
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
pub(super) fn is_written_by(sql: &str) -> bool {
    let words = sql.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let (mut before, mut last) = ("", "");
    for word in words.filter(|word| !word.is_empty()) {
        let written = match (before, last) {
            (_, "INTO" | "UPDATE") => word != "SET",
            ("DELETE", "FROM") => true,
            _ => false,
        };
        if written && !UNSEEN.contains(&word) {
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
    fn what_the_catalogue_shows_is_told_from_what_it_does_not() {
        let shown = [
            "UPDATE courses SET seats_taken = seats_taken + 1 WHERE id = $1",
            "\n    INSERT INTO teachers (first_name) VALUES ($1) RETURNING id",
            "DELETE FROM modules WHERE id = $1",
            "WITH known AS (SELECT 1) INSERT INTO lessons (title) SELECT 'a' FROM known",
            "INSERT INTO something_new (id) VALUES (1)",
        ];
        for sql in shown {
            assert!(is_written_by(sql), "{sql}");
        }
        let unseen = [
            "SELECT id FROM courses WHERE id = $1",
            "INSERT INTO lesson_views (subscription_id) VALUES ($1) ON CONFLICT (subscription_id) DO UPDATE SET opened_at = $2",
            "DELETE FROM sessions WHERE id IN (SELECT id FROM courses)",
            "UPDATE mails SET leased_by = $2 WHERE id = $1",
        ];
        for sql in unseen {
            assert!(!is_written_by(sql), "{sql}");
        }
    }
}

//! Which writes invalidate cached responses of the public API. A transaction announces them with
//! [`Conn::public_content_changed`](super::Conn::public_content_changed); builds with debug assertions, tests among them,
//! refuse to commit one that wrote to a public table unannounced.

/// Tables that the cached responses read. `it response_cache` compares them with what is read.
pub const PUBLIC_TABLES: [&str; 17] = [
    "chapters",
    "class_sessions",
    "comments",
    "courses",
    "faq_categories",
    "faq_entries",
    "languages",
    "lessons",
    "levels",
    "modules",
    "objectives",
    "prerequisites",
    "rooms",
    "school",
    "school_pages",
    "teachers",
    "waitlist_entries",
];

/// The public table that a statement writes to.
pub(super) fn public_table_written(sql: &str) -> Option<&'static str> {
    let words = sql.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let (mut before, mut last) = ("", "");
    for word in words.filter(|word| !word.is_empty()) {
        let is_written = matches!((before, last), (_, "INTO" | "UPDATE") | ("DELETE", "FROM"));
        let public = PUBLIC_TABLES.into_iter().find(|table| is_written && *table == word);
        if public.is_some() {
            return public;
        }
        (before, last) = (last, word);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_to_public_tables_are_found() {
        let public = [
            "UPDATE courses SET seats_taken = seats_taken + 1 WHERE id = $1",
            "\n    INSERT INTO teachers (first_name) VALUES ($1) RETURNING id",
            "DELETE FROM modules WHERE id = $1",
            "WITH known AS (SELECT 1) INSERT INTO lessons (title) SELECT 'a' FROM known",
        ];
        for sql in public {
            assert!(public_table_written(sql).is_some(), "{sql}");
        }
        let others = [
            "SELECT id FROM courses WHERE id = $1",
            "INSERT INTO lesson_views (subscription_id) VALUES ($1) ON CONFLICT (subscription_id) DO UPDATE SET opened_at = $2",
            "DELETE FROM sessions WHERE id IN (SELECT id FROM courses)",
            "UPDATE mails SET leased_by = $2 WHERE id = $1",
        ];
        for sql in others {
            assert_eq!(public_table_written(sql), None, "{sql}");
        }
    }
}

//! What the staff of the demo school did of late, for its journal.

use preau_core::role::Role;
use serde_json::{Value, json};

use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_all};

use super::{days_from, morning_of};

/// One thing done: so many days ago, so many minutes into the morning, by whom, to what.
struct Done<'a> {
    ago: i64,
    minutes: i64,
    by: (i64, Role),
    action: &'a str,
    id: i64,
    before: Option<Value>,
    after: Option<Value>,
}

const NOTE: &str = "
    INSERT INTO audit (at, user_id, role, action, entity, entity_id, before_values, after_values)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

async fn note(tx: &mut Tx, done: Done<'_>) -> Result<()> {
    let at = morning_of(days_from(tx.today, -done.ago)) + chrono::Duration::minutes(done.minutes);
    let entity = done.action.split('.').next().unwrap_or_default();
    let text = |values: Option<Value>| values.map(|values| values.to_string());
    let (user, role) = done.by;
    let (before, after) = (text(done.before), text(done.after));
    execute!(tx, NOTE, at, user, role.as_str(), done.action, entity, done.id, before, after).map(|_| ())
}

const COURSES: &str =
    "SELECT id, name, schedule FROM courses WHERE status = 'PUBLISHED' AND schedule IS NOT NULL ORDER BY id";
const QUESTIONS: &str = "SELECT id, category, question, answer FROM faq_entries ORDER BY id";
const COMMENTS: &str = "SELECT id, rating FROM comments ORDER BY id";
const LESSONS: &str = "SELECT id, title, content FROM lessons WHERE id % 40 = 7 ORDER BY id";
const GRANTS: &str =
    "SELECT id, course_id FROM subscriptions WHERE grant_reason IS NOT NULL AND active ORDER BY id";

/// Writes it down for the administrator and the editor.
pub(super) async fn keep(tx: &mut Tx, admin: i64, editor: i64) -> Result<()> {
    let (admin, editor) = ((admin, Role::Admin), (editor, Role::Editor));
    for (n, (id, name, schedule)) in (0..).zip(fetch_all!(tx, (i64, String, String), COURSES)?) {
        if n % 4 == 1 {
            let before = json!({ "name": name, "schedule": "à préciser", "status": "PUBLISHED" });
            let after = json!({ "name": name, "schedule": schedule, "status": "PUBLISHED" });
            let (before, after) = (Some(before), Some(after));
            let (ago, minutes) = (3 + n * 2, 20 + n * 7);
            note(tx, Done { ago, minutes, by: editor, action: "course.updated", id, before, after }).await?;
        }
    }
    let questions = fetch_all!(tx, (i64, String, String, String), QUESTIONS)?;
    for (n, (id, category, question, answer)) in (0..).zip(questions) {
        if n % 6 == 2 {
            let after = Some(
                json!({ "category": category, "question": question, "answer": answer, "orderIndex": 1 }),
            );
            let (ago, minutes) = (2 + n * 2, 95 + n);
            note(tx, Done { ago, minutes, by: editor, action: "faq.created", id, before: None, after })
                .await?;
        }
    }
    for (n, (id, rating)) in (0..).zip(fetch_all!(tx, (i64, i64), COMMENTS)?) {
        let state = |active: bool| Some(json!({ "rating": rating, "active": active }));
        let (ago, minutes, by) = (1 + n * 5, 42, if n % 3 == 0 { admin } else { editor });
        let (before, after) = (state(false), state(true));
        note(tx, Done { ago, minutes, by, action: "comment.status", id, before, after }).await?;
    }
    for (n, (id, title, content)) in (0..).zip(fetch_all!(tx, (i64, String, String), LESSONS)?) {
        let before = Some(json!({ "title": title, "content": "<p>À écrire.</p>", "version": 1 }));
        let after = Some(json!({ "title": title, "content": content, "version": 2 }));
        let (ago, minutes) = (4 + n * 3, 130);
        note(tx, Done { ago, minutes, by: editor, action: "lesson.updated", id, before, after }).await?;
    }
    for (n, (id, course)) in (0..).zip(fetch_all!(tx, (i64, i64), GRANTS)?) {
        let after = Some(json!({ "courseId": course, "scope": "COURSE", "reservationId": null }));
        let (ago, minutes) = (6 + n * 4, 200);
        note(tx, Done { ago, minutes, by: admin, action: "subscription.created", id, before: None, after })
            .await?;
    }
    Ok(())
}

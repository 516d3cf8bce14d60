//! SQL of the journal.

use chrono::{DateTime, Utc};
use preau_core::period::Period;
use serde_json::Value;

use super::{JournalEntry, JournalWriter};
use crate::db::{Conn, Filter, Order};
use crate::error::{Error, Result};
use crate::fetch_all;
use crate::http::paging::Window;
use crate::people::accounts::store::RoleColumn;

/// Which entries are read; what is absent lets all through.
pub(super) struct AuditFilter {
    pub(super) entity: Option<String>,
    pub(super) entity_id: Option<i64>,
    pub(super) user_id: Option<i64>,
    pub(super) action: Option<String>,
    pub(super) period: Period,
    /// The kinds the caller may read about.
    pub(super) only: Option<&'static [&'static str]>,
}

impl AuditFilter {
    fn filter(&self) -> Filter {
        let filter = Filter::new()
            .with("a.role IN ('TEACHER', 'EDITOR', 'ADMIN')", ())
            .with("a.at >= $1", self.period.begins())
            .with("a.at < $1", self.period.ends())
            .when("a.entity = $1", self.entity.as_deref())
            .when("a.entity_id = $1", self.entity_id)
            .when("a.user_id = $1", self.user_id)
            .when("a.action = $1", self.action.as_deref());
        match self.only {
            Some(kinds) => filter.among("a.entity", kinds),
            None => filter,
        }
    }
}

#[derive(preau_derive::FromRow)]
struct Row {
    id: i64,
    at: DateTime<Utc>,
    user_id: i64,
    user_name: Option<String>,
    #[sqlx(try_from = "String")]
    role: RoleColumn,
    action: String,
    entity: String,
    entity_id: i64,
    name: Option<String>,
    course_id: Option<i64>,
    before_values: Option<String>,
    after_values: Option<String>,
    request_id: Option<String>,
}

/// A column of the thing that was written, by its kind.
macro_rules! of_entity {
    ($($kind:literal: $column:literal from $table:literal,)*) => {
        concat!("CASE a.entity ", $(
            "WHEN '", $kind, "' THEN (SELECT ", $column, " FROM ", $table, " WHERE x.id = a.entity_id) ",
        )* "END")
    };
}

macro_rules! name {
    () => {
        of_entity! {
            "course": "x.name" from "courses x",
            "module": "x.title" from "modules x",
            "objective": "x.description" from "objectives x",
            "prerequisite": "x.description" from "prerequisites x",
            "chapter": "x.title" from "chapters x",
            "lesson": "x.title" from "lessons x",
            "resource": "x.title" from "resources x",
            "quiz": "l.title" from "quizzes x JOIN lessons l ON l.id = x.lesson_id",
            "quiz-question": "x.question_text" from "quiz_questions x",
            "test-question": "x.question" from "test_questions x",
            "language": "x.name" from "languages x",
            "level": "x.name" from "levels x",
            "room": "x.name" from "rooms x",
            "closure": "x.label" from "closures x",
            "session-series": "c.name" from "session_series x JOIN courses c ON c.id = x.course_id",
            "class-message": "c.name" from "class_messages x JOIN courses c ON c.id = x.course_id",
            "class-session": "c.name" from "class_sessions x JOIN courses c ON c.id = x.course_id",
            "teacher": "x.first_name || ' ' || x.last_name" from "teachers x",
            "faq": "x.question" from "faq_entries x",
            "comment": "x.signature" from "comments x",
            "contact": "x.subject" from "contact_messages x",
            "user": "CASE WHEN x.deleted_at IS NULL THEN x.first_name || ' ' || x.last_name END" from "users x",
            "reservation": "c.name" from "reservations x JOIN courses c ON c.id = x.course_id",
            "subscription": "c.name" from "subscriptions x JOIN courses c ON c.id = x.course_id",
            "certificate": "x.number" from "certificates x",
            "refund": "c.name" from
                "refunds x JOIN reservations r ON r.id = x.reservation_id JOIN courses c ON c.id = r.course_id",
        }
    };
}

macro_rules! course {
    () => {
        of_entity! {
            "course": "x.id" from "courses x",
            "module": "x.course_id" from "modules x",
            "objective": "x.course_id" from "objectives x",
            "prerequisite": "x.course_id" from "prerequisites x",
            "chapter": "m.course_id" from "chapters x JOIN modules m ON m.id = x.module_id",
            "lesson": "m.course_id" from
                "lessons x JOIN chapters h ON h.id = x.chapter_id JOIN modules m ON m.id = h.module_id",
            "session-series": "x.course_id" from "session_series x",
            "class-message": "x.course_id" from "class_messages x",
            "class-session": "x.course_id" from "class_sessions x",
            "reservation": "x.course_id" from "reservations x",
            "subscription": "x.course_id" from "subscriptions x",
        }
    };
}

const LIST: &str = concat!(
    "SELECT a.id, a.at, a.user_id, a.role, a.action, a.entity, a.entity_id, a.before_values, a.after_values,
        a.request_id, u.first_name || ' ' || u.last_name AS user_name, ",
    name!(),
    " AS name, ",
    course!(),
    " AS course_id
    FROM audit a LEFT JOIN users u ON u.id = a.user_id AND u.deleted_at IS NULL"
);
const COUNT: &str = "SELECT COUNT(*) FROM audit a";
const WRITERS: &str = "
    SELECT u.id, u.first_name || ' ' || u.last_name AS name FROM users u
    WHERE u.deleted_at IS NULL
        AND EXISTS (SELECT 1 FROM audit a WHERE a.user_id = u.id AND a.role IN ('TEACHER', 'EDITOR', 'ADMIN'))
    ORDER BY u.last_name, u.first_name, u.id";

pub(super) async fn list(conn: &mut Conn, filter: &AuditFilter, window: Window) -> Result<Vec<JournalEntry>> {
    let newest = Order::descending(&["a.at", "a.id"]);
    let rows = window.fetch::<Row>(conn, LIST, &filter.filter(), newest).await?;
    rows.into_iter().map(Row::entry).collect()
}

pub(super) async fn count(conn: &mut Conn, filter: &AuditFilter) -> Result<i64> {
    filter.filter().count(conn, COUNT).await
}

pub(super) async fn writers(conn: &mut Conn) -> Result<Vec<JournalWriter>> {
    fetch_all!(conn, JournalWriter, WRITERS)
}

impl Row {
    fn entry(self) -> Result<JournalEntry> {
        let (before, after) = (values(self.before_values)?, values(self.after_values)?);
        let name = self.name.or_else(|| after.iter().chain(&before).find_map(former_name));
        Ok(JournalEntry {
            id: self.id,
            at: self.at,
            user_id: self.user_id,
            user_name: self.user_name,
            role: self.role.0,
            action: self.action,
            entity: self.entity,
            entity_id: self.entity_id,
            name,
            course_id: self.course_id,
            before,
            after,
            request_id: self.request_id,
        })
    }
}

fn values(text: Option<String>) -> Result<Option<Value>> {
    let read = |text: String| {
        serde_json::from_str(&text).map_err(|error| Error::internal(format!("values in audit: {error}")))
    };
    text.map(read).transpose()
}

/// What something that is gone was called; `of` is the key of what was put in order.
fn former_name(values: &Value) -> Option<String> {
    let text = |field: &str| values[field].as_str().filter(|text| !text.is_empty()).map(ToOwned::to_owned);
    let person = || Some(format!("{} {}", text("firstName")?, text("lastName")?));
    ["name", "title", "question", "questionText", "description", "of", "courseName", "label"]
        .into_iter()
        .find_map(text)
        .or_else(person)
}

//! SQL of the comments.

use chrono::{DateTime, Utc};
use preau_core::comment::{self, signature};

use crate::catalogue::store::keyword;
use crate::db::{Conn, Filter, Order};
use crate::error::{Error, Result};
use crate::http::caller::{Caller, SignedIn};
use crate::http::owned::Owned;
use crate::http::paging::Window;
use crate::write::Tx;
use crate::{execute, fetch_one, fetch_optional, fetch_scalar};

use super::Comment;

/// A comment with the course it is about.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub(super) struct Row {
    id: i64,
    pub(super) version: i64,
    user_id: Option<i64>,
    signature: String,
    message: String,
    pub(super) rating: i64,
    pub(super) active: bool,
    created_at: DateTime<Utc>,
    course_id: Option<i64>,
    course_name: Option<String>,
    course_type: Option<String>,
    language: Option<String>,
    level: Option<String>,
}

impl Owned for Row {
    fn is_open_to(caller: SignedIn) -> bool {
        caller.is_staff()
    }

    async fn get(conn: &mut Conn, id: i64) -> Result<Self> {
        find(conn, id).await
    }

    async fn belongs_to(&self, _: &mut Conn, account_id: i64) -> Result<bool> {
        Ok(self.user_id == Some(account_id))
    }
}

impl Row {
    /// Whether the caller wrote it or is staff.
    pub(super) fn is_visible_to(&self, caller: &Caller) -> bool {
        caller.is_staff() || caller.user.is_some_and(|user| self.user_id == Some(user.id))
    }

    /// What its author says.
    pub(super) fn content(&self) -> comment::Comment {
        comment::Comment { message: self.message.clone(), rating: self.rating }
    }

    /// As this caller may see it.
    pub(super) fn for_caller(self, caller: &Caller) -> Result<Comment> {
        let inside = self.is_visible_to(caller);
        Ok(Comment {
            active: inside.then_some(self.active),
            user_id: self.user_id.filter(|_| inside),
            version: inside.then_some(self.version),
            id: self.id,
            rating: self.rating,
            message: self.message,
            author: self.signature,
            verified: self.course_id.is_some(),
            course_id: self.course_id,
            course_name: self.course_name,
            course_type: self.course_type.map(|text| keyword(&text, "courses.type")).transpose()?,
            language: self.language,
            level: self.level,
            created_at: self.created_at,
        })
    }
}

/// Which comments are read; what is absent lets all through.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CommentFilter {
    pub(super) active: Option<bool>,
    pub(super) course_id: Option<i64>,
    pub(super) user_id: Option<i64>,
}

impl CommentFilter {
    fn filter(&self) -> Filter {
        Filter::new()
            .when("m.active = $1", self.active)
            .when("m.course_id = $1", self.course_id)
            .when("m.user_id = $1", self.user_id)
    }
}

const COMMENTS: &str = "
    SELECT m.id, m.version, m.user_id, m.signature, m.message, m.rating, m.active, m.created_at,
        m.course_id, c.name AS course_name, c.type AS course_type, l.code AS language, v.name AS level
    FROM comments m LEFT JOIN courses c ON c.id = m.course_id
    LEFT JOIN languages l ON l.id = c.language_id LEFT JOIN levels v ON v.id = c.level_id";
const COUNT: &str = "SELECT COUNT(*) FROM comments m";
const STARS: &str = "
    SELECT COUNT(*), CAST(COALESCE(SUM(rating), 0) AS BIGINT) FROM comments WHERE course_id = $1 AND active";
const BY_CLIENT_ID: &str = "SELECT id FROM comments WHERE client_id = $1";
const COMMENTED: &str = "SELECT COUNT(*) FROM comments WHERE user_id = $1 AND course_id = $2";

pub(super) async fn list(conn: &mut Conn, filter: &CommentFilter, window: Window) -> Result<Vec<Row>> {
    window.fetch(conn, COMMENTS, &filter.filter(), Order::descending(&["m.created_at", "m.id"])).await
}

pub(super) async fn count(conn: &mut Conn, filter: &CommentFilter) -> Result<i64> {
    filter.filter().count(conn, COUNT).await
}

/// How many comments about a course are shown, and the sum of their stars.
pub(super) async fn stars_of_course(conn: &mut Conn, course_id: i64) -> Result<(i64, i64)> {
    fetch_one!(conn, (i64, i64), STARS, course_id)
}

pub(super) async fn find(conn: &mut Conn, id: i64) -> Result<Row> {
    let filter = Filter::new().with("m.id = $1", id);
    filter.fetch_optional(conn, COMMENTS).await?.ok_or_else(Error::not_found)
}

pub(super) async fn by_client_id(conn: &mut Conn, client_id: Option<&str>) -> Result<Option<i64>> {
    Ok(fetch_optional!(conn, (i64,), BY_CLIENT_ID, client_id)?.map(|(id,)| id))
}

pub(super) async fn has_commented(conn: &mut Conn, user_id: i64, course_id: i64) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, COMMENTED, user_id, course_id)? > 0)
}

/// A comment that is to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct New<'a> {
    pub(super) comment: &'a comment::Comment,
    pub(super) course_id: Option<i64>,
    pub(super) client_id: Option<&'a str>,
}

const AUTHOR: &str = "SELECT first_name, last_name FROM users WHERE id = $1";
const INSERT: &str = "
    INSERT INTO comments (client_id, user_id, course_id, signature, message, rating, active, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id";

pub(super) async fn insert(tx: &mut Tx, author: i64, new: &New<'_>, active: bool) -> Result<i64> {
    let (first_name, last_name) = fetch_one!(tx, (String, String), AUTHOR, author)?;
    tx.public_content_changed();
    fetch_scalar!(
        tx,
        i64,
        INSERT,
        new.client_id,
        author,
        new.course_id,
        signature(&first_name, &last_name),
        &new.comment.message,
        new.comment.rating,
        active,
        tx.now
    )
}

const UPDATE: &str = "
    UPDATE comments SET message = $2, rating = $3, active = $4, version = version + 1, updated_at = $5 WHERE id = $1";
const SET_ACTIVE: &str = "
    UPDATE comments SET active = $2, version = version + 1, updated_at = $3 WHERE id = $1 AND active <> $2";
const DELETE: &str = "DELETE FROM comments WHERE id = $1";

pub(super) async fn update(tx: &mut Tx, id: i64, to: &comment::Comment, active: bool) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, UPDATE, id, &to.message, to.rating, active, tx.now)?;
    Ok(())
}

pub(super) async fn set_active(tx: &mut Tx, id: i64, active: bool) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, SET_ACTIVE, id, active, tx.now)?;
    Ok(())
}

pub(super) async fn delete(tx: &mut Tx, id: i64) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, DELETE, id)?;
    Ok(())
}

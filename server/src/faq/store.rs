//! SQL of the questions and answers.

use preau_core::faq::Faq;
use preau_core::language::UiLanguage;

use crate::catalogue::store::keyword;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::paging::Window;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

use super::{FaqCategory, FaqEntry};

const CATEGORIES: &str = "
    SELECT c.code, c.label, c.position, c.version,
        (SELECT COUNT(*) FROM faq_entries e WHERE e.category = c.code) AS entries
    FROM faq_categories c WHERE CAST($1 AS TEXT) IS NULL OR c.code = $1 ORDER BY c.position, c.code";

pub(super) async fn categories(conn: &mut Conn) -> Result<Vec<FaqCategory>> {
    fetch_all!(conn, FaqCategory, CATEGORIES, None::<&str>)
}

pub(super) async fn category(conn: &mut Conn, code: &str) -> Result<Option<FaqCategory>> {
    fetch_optional!(conn, FaqCategory, CATEGORIES, Some(code))
}

const LIST: &str = "
    SELECT e.id, e.version, e.category, e.question, e.answer, e.lang, e.order_index, e.updated_at, e.client_id
    FROM faq_entries e JOIN faq_categories c ON c.code = e.category
    WHERE CAST($1 AS TEXT) IS NULL OR e.category = $1
    ORDER BY c.position, c.code, e.order_index, e.id LIMIT $2 OFFSET $3";
const COUNT: &str = "SELECT COUNT(*) FROM faq_entries";
const FIND: &str = "
    SELECT id, version, category, question, answer, lang, order_index, updated_at, client_id
    FROM faq_entries WHERE id = $1";
const BY_CLIENT_ID: &str = "SELECT id FROM faq_entries WHERE client_id = $1";

pub(super) async fn list(conn: &mut Conn, category: Option<&str>, window: Window) -> Result<Vec<FaqEntry>> {
    fetch_all!(conn, FaqEntry, LIST, category, window.limit, window.offset)
}

pub(super) async fn count(conn: &mut Conn) -> Result<i64> {
    fetch_scalar!(conn, i64, COUNT)
}

pub(super) async fn find(conn: &mut Conn, id: i64) -> Result<FaqEntry> {
    fetch_optional!(conn, FaqEntry, FIND, id)?.ok_or_else(Error::not_found)
}

pub(super) async fn by_client_id(conn: &mut Conn, client_id: Option<&str>) -> Result<Option<i64>> {
    Ok(fetch_optional!(conn, (i64,), BY_CLIENT_ID, client_id)?.map(|(id,)| id))
}

impl FaqEntry {
    /// What core's rules look at.
    pub(super) fn parsed(&self) -> Result<Faq> {
        let lang = self.lang.as_deref().map(|code| keyword::<UiLanguage>(code, "faq_entries.lang"));
        Ok(Faq {
            category: self.category.clone(),
            question: self.question.clone(),
            answer: self.answer.clone(),
            lang: lang.transpose()?,
            order_index: Some(self.order_index),
        })
    }
}

const NEXT_PLACE: &str = "
    SELECT CAST(COALESCE(MAX(order_index), 0) + 1 AS BIGINT) FROM faq_entries WHERE category = $1";

async fn place(tx: &mut Tx, entry: &Faq) -> Result<i64> {
    match entry.order_index {
        Some(place) => Ok(place),
        None => fetch_scalar!(tx, i64, NEXT_PLACE, &entry.category),
    }
}

const INSERT: &str = "
    INSERT INTO faq_entries (client_id, category, question, answer, lang, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id";

pub(super) async fn insert(tx: &mut Tx, entry: &Faq, client_id: Option<&str>) -> Result<i64> {
    let place = place(tx, entry).await?;
    fetch_scalar!(
        tx,
        i64,
        INSERT,
        client_id,
        &entry.category,
        &entry.question,
        &entry.answer,
        entry.lang.map(UiLanguage::as_str),
        place,
        tx.now
    )
}

const UPDATE: &str = "
    UPDATE faq_entries SET category = $2, question = $3, answer = $4, lang = $5, order_index = $6,
        version = version + 1, updated_at = $7
    WHERE id = $1";

pub(super) async fn update(tx: &mut Tx, id: i64, entry: &Faq) -> Result<()> {
    let place = place(tx, entry).await?;
    execute!(
        tx,
        UPDATE,
        id,
        &entry.category,
        &entry.question,
        &entry.answer,
        entry.lang.map(UiLanguage::as_str),
        place,
        tx.now
    )?;
    Ok(())
}

const DELETE: &str = "DELETE FROM faq_entries WHERE id = $1";

pub(super) async fn delete(tx: &mut Tx, id: i64) -> Result<()> {
    execute!(tx, DELETE, id)?;
    Ok(())
}

const MOVE: &str = "
    UPDATE faq_entries SET order_index = $2, version = version + 1, updated_at = $3
    WHERE id = $1 AND order_index <> $2";
const RAISE: &str = "UPDATE faq_categories SET version = version + 1 WHERE code = $1";

pub(super) async fn arrange(tx: &mut Tx, category: &str, ids: &[i64]) -> Result<()> {
    for (place, id) in (1_i64..).zip(ids) {
        execute!(tx, MOVE, *id, place, tx.now)?;
    }
    execute!(tx, RAISE, category)?;
    Ok(())
}

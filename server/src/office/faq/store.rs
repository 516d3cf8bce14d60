//! SQL of questions and answers.

use preau_core::editing::New;
use preau_core::faq::{Faq, FaqInput};
use preau_core::language::UiLanguage;

use crate::catalogue::store::keyword;
use crate::changes::{Page, Replicated, RowKey, changed};
use crate::db::{Conn, Filter, Order};
use crate::editing::{Content, Ordered, Table, Versioned, check_exists, content_table};
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::write::Tx;
use crate::{execute, fetch_scalar, files, html, translations};

use super::{FaqCategory, FaqEntry};

const CATEGORIES: &str = "
    SELECT c.code, c.label, c.position, c.version,
        (SELECT COUNT(*) FROM faq_entries e WHERE e.category = c.code) AS entries
    FROM faq_categories c";

const ENTRIES: &str = "
    SELECT e.id, e.version, e.category, e.question, e.answer, e.lang, e.translations, e.order_index, e.updated_at
    FROM faq_entries e";
const LIST: &str = "
    SELECT e.id, e.version, e.category, e.question, e.answer, e.lang, e.translations, e.order_index, e.updated_at
    FROM faq_entries e JOIN faq_categories c ON c.code = e.category";
const COUNT: &str = "SELECT COUNT(*) FROM faq_entries";

pub(super) async fn categories(conn: &mut Conn) -> Result<Vec<FaqCategory>> {
    Filter::new().fetch_all(conn, CATEGORIES, Order::ascending(&["c.position", "c.code"])).await
}

pub(super) async fn category(conn: &mut Conn, code: &str) -> Result<Option<FaqCategory>> {
    Filter::new().with("c.code = $1", code).fetch_optional(conn, CATEGORIES).await
}

pub(super) async fn list(conn: &mut Conn, category: Option<&str>, window: Window) -> Result<Vec<FaqEntry>> {
    let filter = Filter::new().when("e.category = $1", category);
    let in_place = Order::ascending(&["c.position", "c.code", "e.order_index", "e.id"]);
    window.fetch(conn, LIST, &filter, in_place).await
}

pub(super) async fn count(conn: &mut Conn) -> Result<i64> {
    fetch_scalar!(conn, i64, COUNT)
}

const INSERT: &str = "
    INSERT INTO faq_entries (client_id, category, question, answer, lang, translations, order_index, created_at,
        updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, COALESCE($7,
        (SELECT COALESCE(MAX(order_index), 0) + 1 FROM faq_entries WHERE category = $2)), $8, $8)
    RETURNING id";
const UPDATE: &str = "
    UPDATE faq_entries SET category = $2, question = $3, answer = $4, lang = $5, translations = $6,
        order_index = COALESCE($7,
            (SELECT COALESCE(MAX(order_index), 0) + 1 FROM faq_entries WHERE category = $2)),
        version = version + 1, updated_at = $8
    WHERE id = $1";
const RAISE: &str = "UPDATE faq_categories SET version = version + 1 WHERE code = $1";

impl FaqEntry {
    /// The language it is written in, when that is not the school's.
    pub(super) fn own_language(&self) -> Result<Option<UiLanguage>> {
        self.lang.as_deref().map(|code| keyword(code, "faq_entries.lang")).transpose()
    }
}

impl Versioned for FaqEntry {
    const ENTITY: &'static str = "faq";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        let found = Filter::new().with("e.id = $1", *id).fetch_optional(tx, ENTRIES).await?;
        found.ok_or_else(Error::not_found)
    }
}

impl Replicated for FaqEntry {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        let changed = Filter::new().with(concat!("e.id IN ", changed!("faq")), (page.after, page.until));
        changed.fetch_all(conn, ENTRIES, Order::NONE).await
    }

    fn row_key(&self) -> RowKey {
        RowKey::under_code(self.category.clone(), self.id)
    }
}

impl Content for FaqEntry {
    const TABLE: Table = content_table!("faq_entries");
    type Form = FaqInput;

    fn clean(mut form: FaqInput) -> FaqInput {
        let translations = form.translations.iter_mut().flatten().flatten();
        for answer in translations.map(|translation| &mut translation.answer).chain([&mut form.answer]) {
            *answer = answer.take().map(|answer| html::clean(&answer));
        }
        form
    }

    fn checked(&self) -> Result<Faq> {
        Ok(Faq {
            category: self.category.clone(),
            question: self.question.clone(),
            answer: self.answer.clone(),
            lang: self.own_language()?,
            translations: self.translations.all().to_vec(),
            order_index: Some(self.order_index),
        })
    }

    async fn check(tx: &mut Tx, entry: &Faq) -> Result<()> {
        check_exists::<FaqCategory>(tx, "category", &entry.category).await?;
        for (n, translation) in entry.translations.iter().enumerate() {
            files::check_all_exist(tx, &format!("translations[{n}].answer"), &translation.answer).await?;
        }
        files::check_all_exist(tx, "answer", &entry.answer).await
    }

    async fn insert(tx: &mut Tx, New { content: entry, client_id }: &New<Faq>) -> Result<i64> {
        fetch_scalar!(
            tx,
            i64,
            INSERT,
            client_id,
            &entry.category,
            &entry.question,
            &entry.answer,
            entry.lang.map(UiLanguage::as_str),
            translations::to_column(&entry.translations),
            entry.order_index,
            tx.now
        )
    }

    async fn update(tx: &mut Tx, id: i64, entry: &Faq) -> Result<()> {
        execute!(
            tx,
            UPDATE,
            id,
            &entry.category,
            &entry.question,
            &entry.answer,
            entry.lang.map(UiLanguage::as_str),
            translations::to_column(&entry.translations),
            entry.order_index,
            tx.now
        )?;
        Ok(())
    }
}

impl Ordered for FaqEntry {
    type Parent = FaqCategory;

    async fn list(tx: &mut Tx, category: &String) -> Result<Vec<Self>> {
        list(tx, Some(category), Window::ALL).await
    }

    fn id(&self) -> i64 {
        self.id
    }

    async fn raise_parent_version(tx: &mut Tx, category: &String) -> Result<()> {
        execute!(tx, RAISE, category)?;
        Ok(())
    }
}

impl Versioned for FaqCategory {
    const ENTITY: &'static str = "faq-category";
    type Key = String;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, code: &String) -> Result<Self> {
        category(tx, code).await?.ok_or_else(Error::not_found)
    }
}

impl Replicated for FaqCategory {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        let changed = concat!("c.code IN ", changed!("faq-category", "entity_code"));
        Filter::new().with(changed, (page.after, page.until)).fetch_all(conn, CATEGORIES, Order::NONE).await
    }

    fn row_key(&self) -> RowKey {
        RowKey::coded(self.code.clone())
    }
}

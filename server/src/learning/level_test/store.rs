//! SQL of the questions of the level tests.

use preau_core::code::Code;
use preau_core::editing::New;
use preau_core::level_test::{self, TestQuestionInput, TestQuestionTranslation};
use preau_core::placement::LevelCode;
use preau_core::question::{Question, QuestionFields, QuestionType};
use serde_json::json;

use super::TestQuestion;
use crate::catalogue::languages;
use crate::catalogue::store::{keyword, texts};
use crate::changes::{Page, Replicated, RowKey, changed};
use crate::db::{Conn, Filter, Order};
use crate::editing::{Content, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::translations::{self, Translations};
use crate::write::Tx;
use crate::{execute, fetch_scalar, files};

#[derive(preau_derive::FromRow)]
struct TestRow {
    id: i64,
    version: i64,
    language: String,
    question: String,
    type_code: String,
    options: String,
    correct_answer: String,
    media_url: Option<String>,
    transcript: Option<String>,
    level: Option<String>,
    #[sqlx(try_from = "String")]
    translations: Translations<TestQuestionTranslation>,
    in_fixed_test: bool,
    content_version: i64,
    order_index: i64,
}

impl TestRow {
    fn read(self) -> Result<TestQuestion> {
        let level = self.level.as_deref().map(|level| keyword::<LevelCode>(level, "test_questions.level"));
        Ok(TestQuestion {
            id: self.id,
            version: self.version,
            language: self.language,
            question: self.question,
            lang: None,
            type_code: keyword(&self.type_code, "test_questions.type_code")?,
            options: texts(&self.options)?,
            media_url: self.media_url,
            transcript: self.transcript,
            order_index: self.order_index,
            correct_answer: Some(self.correct_answer),
            level: Some(level.transpose()?),
            translations: self.translations,
            in_fixed_test: Some(self.in_fixed_test),
            content_version: self.content_version,
        })
    }
}

const QUESTIONS: &str = "
    SELECT q.id, q.version, l.code AS language, q.question, q.type_code, q.options, q.correct_answer, q.media_url,
        q.transcript, q.level, q.translations, q.in_fixed_test, q.content_version, q.order_index
    FROM test_questions q JOIN languages l ON l.id = q.language_id";

async fn fetch(conn: &mut Conn, filter: &Filter, order: Order) -> Result<Vec<TestQuestion>> {
    let rows = filter.fetch_all::<TestRow>(conn, QUESTIONS, order).await?;
    rows.into_iter().map(TestRow::read).collect()
}

/// Which questions are listed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Selection {
    pub(super) language_id: Option<i64>,
    pub(super) type_code: Option<QuestionType>,
    /// Only those of the short test, which the public may list.
    pub(super) fixed: bool,
}

impl Selection {
    /// What this caller may list of a language: staff lists all.
    pub(super) fn listed_for(caller: &Caller, language_id: i64) -> Self {
        Self { language_id: Some(language_id), fixed: !caller.is_staff(), ..Self::default() }
    }
}

/// These questions in order, as staff sees them.
pub(super) async fn list(conn: &mut Conn, selection: Selection) -> Result<Vec<TestQuestion>> {
    let filter = Filter::new()
        .when("q.language_id = $1", selection.language_id)
        .when("q.type_code = $1", selection.type_code.map(QuestionType::as_str))
        .when("q.in_fixed_test = $1", selection.fixed.then_some(true));
    fetch(conn, &filter, Order::ascending(&["q.order_index", "q.id"])).await
}

impl TestQuestion {
    /// The question for grading by `preau_core`.
    pub(super) fn parsed(&self) -> Result<Question> {
        let written = QuestionFields {
            text: Some(self.question.clone()),
            type_code: Some(self.type_code.to_string()),
            options: Some(self.options.clone()),
            correct_answer: self.correct_answer.clone(),
            media_url: Some(self.media_url.clone()),
            transcript: Some(self.transcript.clone()),
        };
        let parsed = written.parse("question");
        parsed.map_err(|problem| Error::internal(format!("test_questions {}: {problem}", self.id)))
    }
}

const INSERT: &str = "
    INSERT INTO test_questions (client_id, language_id, question, type_code, options, correct_answer, media_url,
        transcript, level, translations, in_fixed_test, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, COALESCE($12,
        (SELECT COALESCE(MAX(order_index), 0) + 1 FROM test_questions WHERE language_id = $2)), $13, $13)
    RETURNING id";
const UPDATE: &str = "
    UPDATE test_questions SET language_id = $2, question = $3, type_code = $4, options = $5, correct_answer = $6,
        media_url = $7, transcript = $8, level = $9, translations = $10, in_fixed_test = $11, order_index = COALESCE($12,
            (SELECT COALESCE(MAX(order_index), 0) + 1 FROM test_questions WHERE language_id = $2)),
        version = version + 1, updated_at = $13, content_version = CASE
            WHEN language_id = $2 AND question = $3 AND type_code = $4 AND options = $5 AND correct_answer = $6
                AND COALESCE(media_url, '') = COALESCE($7, '') AND COALESCE(transcript, '') = COALESCE($8, '') THEN content_version
            ELSE version + 1 END
    WHERE id = $1";

impl Versioned for TestQuestion {
    const ENTITY: &'static str = "test-question";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        let filter = Filter::new().with("q.id = $1", *id);
        filter.fetch_optional::<TestRow>(tx, QUESTIONS).await?.ok_or_else(Error::not_found)?.read()
    }
}

impl Replicated for TestQuestion {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        let changed =
            Filter::new().with(concat!("q.id IN ", changed!("test-question")), (page.after, page.until));
        fetch(conn, &changed, Order::NONE).await
    }

    fn row_key(&self) -> RowKey {
        RowKey::alone(self.id)
    }
}

impl Content for TestQuestion {
    const TABLE: Table = content_table!("test_questions");
    type Form = TestQuestionInput;

    fn checked(&self) -> Result<level_test::TestQuestion> {
        Ok(level_test::TestQuestion {
            language: self.language.clone(),
            question: self.parsed()?,
            level: self.level.flatten(),
            translations: self.translations.all().to_vec(),
            in_fixed_test: self.in_fixed_test.unwrap_or_default(),
            order_index: Some(self.order_index),
        })
    }

    async fn check(tx: &mut Tx, content: &level_test::TestQuestion) -> Result<()> {
        files::check_exists(tx, "mediaUrl", content.question.media_url()).await?;
        language_id(tx, content).await.map(|_| ())
    }

    async fn insert(tx: &mut Tx, new: &New<level_test::TestQuestion>) -> Result<i64> {
        let language_id = language_id(tx, &new.content).await?;
        let level_test::TestQuestion { question, level, translations, in_fixed_test, order_index, .. } =
            &new.content;
        fetch_scalar!(
            tx,
            i64,
            INSERT,
            &new.client_id,
            language_id,
            &question.text,
            question.type_code().as_str(),
            json!(question.options()).to_string(),
            question.correct_answer(),
            question.media_url(),
            question.transcript(),
            level.map(LevelCode::as_str),
            translations::to_column(translations),
            *in_fixed_test,
            *order_index,
            tx.now
        )
    }

    async fn update(tx: &mut Tx, id: i64, content: &level_test::TestQuestion) -> Result<()> {
        let language_id = language_id(tx, content).await?;
        let level_test::TestQuestion { question, level, translations, in_fixed_test, order_index, .. } =
            content;
        execute!(
            tx,
            UPDATE,
            id,
            language_id,
            &question.text,
            question.type_code().as_str(),
            json!(question.options()).to_string(),
            question.correct_answer(),
            question.media_url(),
            question.transcript(),
            level.map(LevelCode::as_str),
            translations::to_column(translations),
            *in_fixed_test,
            *order_index,
            tx.now
        )?;
        Ok(())
    }
}

async fn language_id(tx: &mut Tx, content: &level_test::TestQuestion) -> Result<i64> {
    match languages::lookup(tx, &content.language).await? {
        Some(language) => Ok(language.id),
        None => Err(Error::field("language", Code::UnknownReference)),
    }
}

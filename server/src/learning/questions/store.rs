//! SQL of quiz questions, and how edits by staff are written.

use std::collections::HashMap;

use preau_core::editing::New;
use preau_core::question::QuestionType;
use preau_core::quiz::{self, QuizQuestionInput};
use serde_json::json;

use super::super::quizzes::Quiz;
use super::QuizQuestion;
use crate::catalogue::store::texts;
use crate::changes::{Page, Replicated, RowKey, changed};
use crate::db::{Conn, Filter, Order};
use crate::editing::{self, Content, Ordered, Table, Versioned, content_table};
use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar, files};

#[derive(preau_derive::FromRow)]
struct Row {
    id: i64,
    version: i64,
    quiz_id: i64,
    question_text: String,
    #[sqlx(try_from = "String")]
    type_code: QuestionType,
    options: String,
    media_url: Option<String>,
    transcript: Option<String>,
    order_index: i64,
    correct_answer: String,
    explanation: Option<String>,
}

impl Row {
    fn into_question(self) -> Result<QuizQuestion> {
        Ok(QuizQuestion {
            id: self.id,
            version: self.version,
            quiz_id: self.quiz_id,
            question_text: self.question_text,
            type_code: self.type_code,
            options: texts(&self.options)?,
            media_url: self.media_url,
            media_link: None,
            transcript: self.transcript,
            order_index: self.order_index,
            correct_answer: Some(self.correct_answer),
            explanation: self.explanation,
        })
    }
}

/// All questions, or those that satisfy a condition.
macro_rules! questions {
    () => {
        "SELECT id, version, quiz_id, question_text, type_code, options, media_url, transcript, order_index,
                correct_answer, explanation
            FROM quiz_questions"
    };
    ($condition:expr) => {
        concat!(questions!(), " WHERE ", $condition, " ORDER BY order_index, id")
    };
}

const ALL: &str = questions!();
const OF_QUIZ: &str = questions!("quiz_id = $1");
const FIND: &str = questions!("id = $1");
const CHANGED: &str = questions!(concat!("id IN ", changed!("quiz-question")));
const OF_CHANGED: &str = questions!(concat!("quiz_id IN ", changed!("quiz")));
const INSERT: &str = "
    INSERT INTO quiz_questions (client_id, quiz_id, question_text, type_code, options, correct_answer, explanation,
        media_url, transcript, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, COALESCE($10,
        (SELECT COALESCE(MAX(order_index), 0) + 1 FROM quiz_questions WHERE quiz_id = $2)), $11, $11)
    RETURNING id";
const UPDATE: &str = "
    UPDATE quiz_questions SET quiz_id = $2, question_text = $3, type_code = $4, options = $5, correct_answer = $6,
        explanation = $7, media_url = $8, transcript = $9, order_index = COALESCE($10,
            (SELECT COALESCE(MAX(order_index), 0) + 1 FROM quiz_questions WHERE quiz_id = $2)),
        version = version + 1, updated_at = $11
    WHERE id = $1";
const RAISE_QUIZ: &str = "UPDATE quizzes SET version = version + 1, updated_at = $2 WHERE id = $1";

pub(in crate::learning) async fn of_quiz(conn: &mut Conn, quiz_id: i64) -> Result<Vec<QuizQuestion>> {
    fetch_all!(conn, Row, OF_QUIZ, quiz_id)?.into_iter().map(Row::into_question).collect()
}

/// The questions of these ids, by id.
pub(in crate::learning) async fn of_ids(conn: &mut Conn, ids: &[i64]) -> Result<HashMap<i64, QuizQuestion>> {
    let rows = Filter::new().among("id", ids).fetch_all::<Row>(conn, ALL, Order::NONE).await?;
    rows.into_iter().map(|row| Ok((row.id, row.into_question()?))).collect()
}

/// The questions of changed quizzes, in order, by quiz.
pub(in crate::learning) async fn of_changed_quizzes(
    conn: &mut Conn,
    page: &Page,
) -> Result<HashMap<i64, Vec<QuizQuestion>>> {
    let mut by_quiz = HashMap::<i64, Vec<QuizQuestion>>::new();
    for row in fetch_all!(conn, Row, OF_CHANGED, page.after, page.until)? {
        by_quiz.entry(row.quiz_id).or_default().push(row.into_question()?);
    }
    Ok(by_quiz)
}

impl Versioned for QuizQuestion {
    const ENTITY: &'static str = "quiz-question";
    type Key = i64;

    fn version(&self) -> i64 {
        self.version
    }

    async fn find(tx: &mut Tx, id: &i64) -> Result<Self> {
        fetch_optional!(tx, Row, FIND, *id)?.ok_or_else(Error::not_found)?.into_question()
    }
}

impl Replicated for QuizQuestion {
    async fn changed(conn: &mut Conn, page: &Page) -> Result<Vec<Self>> {
        fetch_all!(conn, Row, CHANGED, page.after, page.until)?.into_iter().map(Row::into_question).collect()
    }

    fn row_key(&self) -> RowKey {
        RowKey::under(self.quiz_id, self.id)
    }
}

impl Content for QuizQuestion {
    const TABLE: Table = content_table!("quiz_questions");
    type Form = QuizQuestionInput;

    fn checked(&self) -> Result<quiz::QuizQuestion> {
        Ok(quiz::QuizQuestion {
            quiz_id: self.quiz_id,
            question: self.question()?,
            explanation: self.explanation.clone(),
            order_index: Some(self.order_index),
        })
    }

    async fn check(tx: &mut Tx, question: &quiz::QuizQuestion) -> Result<()> {
        files::check_exists(tx, "mediaUrl", question.question.media_url()).await?;
        editing::check_exists::<Quiz>(tx, "quizId", &question.quiz_id).await
    }

    async fn insert(tx: &mut Tx, New { content, client_id }: &New<quiz::QuizQuestion>) -> Result<i64> {
        fetch_scalar!(
            tx,
            i64,
            INSERT,
            client_id,
            content.quiz_id,
            &content.question.text,
            content.question.type_code().as_str(),
            json!(content.question.options()).to_string(),
            content.question.correct_answer(),
            &content.explanation,
            content.question.media_url(),
            content.question.transcript(),
            content.order_index,
            tx.now
        )
    }

    async fn update(tx: &mut Tx, id: i64, content: &quiz::QuizQuestion) -> Result<()> {
        execute!(
            tx,
            UPDATE,
            id,
            content.quiz_id,
            &content.question.text,
            content.question.type_code().as_str(),
            json!(content.question.options()).to_string(),
            content.question.correct_answer(),
            &content.explanation,
            content.question.media_url(),
            content.question.transcript(),
            content.order_index,
            tx.now
        )?;
        Ok(())
    }
}

impl Ordered for QuizQuestion {
    type Parent = Quiz;

    async fn list(tx: &mut Tx, quiz_id: &i64) -> Result<Vec<Self>> {
        of_quiz(tx, *quiz_id).await
    }

    fn id(&self) -> i64 {
        self.id
    }

    async fn raise_parent_version(tx: &mut Tx, quiz_id: &i64) -> Result<()> {
        execute!(tx, RAISE_QUIZ, *quiz_id, tx.now)?;
        Ok(())
    }
}

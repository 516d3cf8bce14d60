//! Export of what a person revises.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;

use crate::clock;
use crate::db::Conn;
use crate::error::Result;
use crate::fetch_all;

/// Cards of one person, and the reviews of them, which name them by id.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RevisionHeld {
    cards: Vec<CardHeld>,
    reviews: Vec<ReviewHeld>,
}

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct CardHeld {
    id: i64,
    lesson_id: i64,
    lesson_title: String,
    /// Of a card of a question.
    question: Option<String>,
    /// Of a word, with what it means.
    word: Option<String>,
    meaning: Option<String>,
    #[serde(serialize_with = "clock::instant")]
    created_at: DateTime<Utc>,
    /// The last time the question was answered wrong again.
    #[serde(serialize_with = "clock::maybe_instant")]
    missed_at: Option<DateTime<Utc>>,
    due_on: NaiveDate,
    stability: Option<f64>,
    difficulty: Option<f64>,
}

const CARDS: &str = "
    SELECT k.id, k.lesson_id, e.title AS lesson_title, q.question_text AS question, k.front AS word, k.back AS meaning,
        k.created_at, k.missed_at, k.due_on, k.stability, k.difficulty
    FROM revision_cards k JOIN lessons e ON e.id = k.lesson_id LEFT JOIN quiz_questions q ON q.id = k.question_id
    WHERE k.user_id = $1 ORDER BY k.id";

#[derive(Serialize, utoipa::ToSchema, preau_derive::FromRow)]
#[serde(rename_all = "camelCase")]
struct ReviewHeld {
    card_id: i64,
    rating: String,
    #[serde(serialize_with = "clock::instant")]
    reviewed_at: DateTime<Utc>,
    #[serde(serialize_with = "clock::instant")]
    received_at: DateTime<Utc>,
}

const REVIEWS: &str = "
    SELECT card_id, rating, reviewed_at, received_at FROM revision_reviews WHERE user_id = $1
    ORDER BY reviewed_at, client_id";

pub(super) async fn export(conn: &mut Conn, user_id: i64) -> Result<RevisionHeld> {
    Ok(RevisionHeld {
        cards: fetch_all!(conn, CardHeld, CARDS, user_id)?,
        reviews: fetch_all!(conn, ReviewHeld, REVIEWS, user_id)?,
    })
}

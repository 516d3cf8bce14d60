//! SQL of cards and reviews.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::grading::Outcome;
use preau_core::revision::{CardState, NewReview, ReviewMade, ReviewRating, Word, first_day};

use crate::db::{Conn, Filter, Order, Value, insert_rows};
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_optional, fetch_scalar};

/// A card with where it comes from.
#[derive(preau_derive::FromRow)]
pub(super) struct CardRow {
    pub(super) id: i64,
    pub(super) question_id: Option<i64>,
    pub(super) course_id: i64,
    pub(super) course_name: String,
    pub(super) language_code: String,
    pub(super) lesson_id: i64,
    pub(super) lesson_title: String,
    pub(super) due_on: NaiveDate,
    pub(super) front: Option<String>,
    pub(super) back: Option<String>,
}

/// Something of cards, with their lesson `e`, its chapter `h` and module `m`. A question may have moved to another lesson.
macro_rules! cards {
    ($columns:literal, $more:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM revision_cards k JOIN lessons e ON e.id = COALESCE(
                (SELECT z.lesson_id FROM quiz_questions q JOIN quizzes z ON z.id = q.quiz_id WHERE q.id = k.question_id),
                k.lesson_id)
            JOIN chapters h ON h.id = e.chapter_id
            JOIN modules m ON m.id = h.module_id ",
            $more
        )
    };
}

const CARDS: &str = cards!(
    "k.id, k.question_id, c.id AS course_id, c.name AS course_name, g.code AS language_code, e.id AS lesson_id,
        e.title AS lesson_title, k.due_on, k.front, k.back",
    "JOIN courses c ON c.id = m.course_id JOIN languages g ON g.id = c.language_id"
);
const COUNT: &str = cards!("COUNT(*)", "");
const DAYS: &str = cards!("k.due_on", "");
const MODULES: &str = cards!("DISTINCT m.course_id, m.id", "WHERE k.user_id = $1");
const WORD: &str = "SELECT id FROM revision_cards WHERE user_id = $1 AND client_id = $2";
const WORDS: &str = "SELECT COUNT(*) FROM revision_cards WHERE user_id = $1 AND client_id IS NOT NULL";
const ADD_WORD: &str = "
    INSERT INTO revision_cards (user_id, client_id, lesson_id, front, back, created_at, due_on)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id";
const UPSERT_MISSED: &str = "
    INSERT INTO revision_cards (user_id, question_id, lesson_id, created_at, due_on) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (user_id, question_id) DO UPDATE SET missed_at = excluded.created_at,
        due_on = CASE WHEN revision_cards.due_on > $6 THEN $6 ELSE revision_cards.due_on END";
const DELETE: &str = "DELETE FROM revision_cards WHERE id = $2 AND user_id = $1";
const KNOWN: &str = "SELECT client_id, card_id FROM revision_reviews";
const DUE: &str = "SELECT id, due_on FROM revision_cards";
const REVIEW_COUNTS: &str = "SELECT id, reviews FROM revision_cards";
const MISSED: &str = "SELECT id, missed_at FROM revision_cards";
const REVIEWS: &str = "SELECT card_id, client_id, rating, reviewed_at FROM revision_reviews";
const ADD_REVIEWS: &str = "
    INSERT INTO revision_reviews (card_id, user_id, client_id, rating, reviewed_at, received_at)";
const RESCHEDULE: &str = "
    UPDATE revision_cards SET due_on = $2, reviews = $3, last_reviewed_at = $4, stability = $5, difficulty = $6
    WHERE id = $1";

/// The modules from which a user has cards, each after its course.
pub(super) async fn modules(conn: &mut Conn, user_id: i64) -> Result<BTreeSet<(i64, i64)>> {
    Ok(fetch_all!(conn, (i64, i64), MODULES, user_id)?.into_iter().collect())
}

/// The cards of a user from these modules.
pub(super) fn of_user(user_id: i64, modules: &[i64]) -> Filter {
    Filter::new().with("k.user_id = $1", user_id).among("m.id", modules)
}

pub(super) async fn count(conn: &mut Conn, cards: &Filter) -> Result<i64> {
    cards.count(conn, COUNT).await
}

/// The first of these cards, the oldest before the others.
pub(super) async fn first(conn: &mut Conn, cards: &Filter, most: i64) -> Result<Vec<CardRow>> {
    cards.fetch_page(conn, CARDS, Order::ascending(&["k.due_on", "k.id"]), (most, 0)).await
}

/// The earliest day of these cards.
pub(super) async fn next_day(conn: &mut Conn, cards: &Filter) -> Result<Option<NaiveDate>> {
    let first = cards.fetch_page::<(NaiveDate,)>(conn, DAYS, Order::ascending(&["k.due_on"]), (1, 0));
    Ok(first.await?.pop().map(|(day,)| day))
}

pub(super) async fn find(conn: &mut Conn, id: i64) -> Result<Option<CardRow>> {
    Filter::new().with("k.id = $1", id).fetch_optional(conn, CARDS).await
}

/// The card of a user's word, by the client's own id.
pub(super) async fn word(conn: &mut Conn, user_id: i64, client_id: &str) -> Result<Option<i64>> {
    Ok(fetch_optional!(conn, (i64,), WORD, user_id, client_id)?.map(|(id,)| id))
}

/// The number of a user's words.
pub(super) async fn words(conn: &mut Conn, user_id: i64) -> Result<i64> {
    fetch_scalar!(conn, i64, WORDS, user_id)
}

/// Adds a word, due today.
pub(super) async fn add_word(tx: &mut Tx, user_id: i64, word: &Word) -> Result<i64> {
    let Word { client_id, lesson_id, front, back } = word;
    fetch_scalar!(tx, i64, ADD_WORD, user_id, client_id, *lesson_id, front, back, tx.now, tx.today)
}

/// Makes cards of the questions that were not answered right; one that there is comes back today.
pub(in crate::learning) async fn upsert_missed_cards(
    tx: &mut Tx,
    user_id: i64,
    lesson_id: i64,
    outcomes: &[(i64, Outcome)],
) -> Result<()> {
    let (now, today) = (tx.now, tx.today);
    for (question_id, outcome) in outcomes {
        if *outcome != Outcome::Right {
            execute!(tx, UPSERT_MISSED, user_id, *question_id, lesson_id, now, first_day(today), today)?;
        }
    }
    Ok(())
}

/// Deletes a card of this user, if there is one.
pub(super) async fn delete(tx: &mut Tx, user_id: i64, id: i64) -> Result<bool> {
    Ok(execute!(tx, DELETE, user_id, id)? > 0)
}

/// Those of these reviews that a user has sent already, each with its card.
pub(super) async fn known_reviews(
    conn: &mut Conn,
    user_id: i64,
    client_ids: &[&str],
) -> Result<HashMap<String, i64>> {
    let known = Filter::new().with("user_id = $1", user_id).among("client_id", client_ids);
    Ok(known.fetch_all::<(String, i64)>(conn, KNOWN, Order::NONE).await?.into_iter().collect())
}

/// Those of these cards that are the user's, each with the day on which it comes back.
pub(super) async fn due_days(
    conn: &mut Conn,
    user_id: i64,
    cards: &[i64],
) -> Result<BTreeMap<i64, NaiveDate>> {
    let own = Filter::new().with("user_id = $1", user_id).among("id", cards);
    Ok(own.fetch_all::<(i64, NaiveDate)>(conn, DUE, Order::NONE).await?.into_iter().collect())
}

/// How often these cards of the user were reviewed.
pub(super) async fn review_counts(
    conn: &mut Conn,
    user_id: i64,
    cards: &[i64],
) -> Result<BTreeMap<i64, i64>> {
    let own = Filter::new().with("user_id = $1", user_id).among("id", cards);
    Ok(own.fetch_all::<(i64, i64)>(conn, REVIEW_COUNTS, Order::NONE).await?.into_iter().collect())
}

/// Those of these cards whose question was answered wrong again, each with the last time.
pub(super) async fn missed(conn: &mut Conn, cards: &[i64]) -> Result<HashMap<i64, DateTime<Utc>>> {
    let missed = Filter::new().with("missed_at IS NOT NULL", ()).among("id", cards);
    Ok(missed.fetch_all::<(i64, DateTime<Utc>)>(conn, MISSED, Order::NONE).await?.into_iter().collect())
}

#[derive(preau_derive::FromRow)]
struct ReviewRow {
    card_id: i64,
    client_id: String,
    #[sqlx(try_from = "String")]
    rating: ReviewRating,
    reviewed_at: DateTime<Utc>,
}

/// All reviews of these cards, by card.
pub(super) async fn reviews_of(conn: &mut Conn, cards: &[i64]) -> Result<BTreeMap<i64, Vec<ReviewMade>>> {
    let rows =
        Filter::new().among("card_id", cards).fetch_all::<ReviewRow>(conn, REVIEWS, Order::NONE).await?;
    let mut reviews = BTreeMap::<i64, Vec<ReviewMade>>::new();
    for ReviewRow { card_id, client_id, rating, reviewed_at } in rows {
        reviews.entry(card_id).or_default().push(ReviewMade { reviewed_at, client_id, rating });
    }
    Ok(reviews)
}

pub(super) async fn insert_reviews(tx: &mut Tx, user_id: i64, reviews: &[&NewReview]) -> Result<()> {
    let now = tx.now;
    let row = |NewReview { card_id, made }: &&NewReview| -> Vec<Value> {
        let (id, rating) = (made.client_id.as_str(), made.rating.as_str());
        vec![(*card_id).into(), user_id.into(), id.into(), rating.into(), made.reviewed_at.into(), now.into()]
    };
    let rows: Vec<Vec<Value>> = reviews.iter().map(row).collect();
    insert_rows(tx, ADD_REVIEWS, &rows, "").await
}

/// Writes what its reviews say of a card.
pub(super) async fn reschedule(
    tx: &mut Tx,
    card_id: i64,
    state: &CardState,
    due_on: NaiveDate,
) -> Result<()> {
    let CardState { reviews, last_reviewed_at, stability, difficulty, .. } = *state;
    execute!(tx, RESCHEDULE, card_id, due_on, reviews, last_reviewed_at, stability, difficulty)?;
    Ok(())
}

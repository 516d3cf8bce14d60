//! Cards as their learner sees them, and those of today.

use chrono::NaiveDate;
use preau_core::calendar::{add_days, start_of_paris_day};
use preau_core::question::QuestionType;
use preau_core::revision::MOST_A_DAY;
use serde::Serialize;

use super::super::access;
use super::super::questions::{self, QuizQuestion};
use super::store::{self, CardRow};
use crate::context::AppContext;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;

/// What is revised today. Cards of lessons that may not be read today count nowhere.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RevisionDue {
    today: NaiveDate,
    /// The largest number of cards a day.
    most: i64,
    /// Number of cards that are due, over all courses.
    due: i64,
    /// Number of cards that were revised today and do not come back today.
    reviewed_today: i64,
    /// When there are no cards today, or no more: the next day with some. Null otherwise, and without any card.
    next_on: Option<NaiveDate>,
    /// Number of cards.
    total: i64,
    /// The first of those that are due, as many as today still has; the oldest first.
    cards: Vec<RevisionCard>,
}

/// What a card is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum RevisionKind {
    /// A question of a quiz that was answered wrong.
    Question,
    /// A word marked in a lesson.
    Word,
}

/// A card of revision.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RevisionCard {
    id: i64,
    kind: RevisionKind,
    course_id: i64,
    course_name: String,
    /// Code of the course's language.
    language_code: String,
    /// The lesson it comes from.
    lesson_id: i64,
    lesson_title: String,
    due_on: NaiveDate,
    /// The question, with gaps `{{1}}`, `{{2}}` when its type is `CLOZE`; or the word.
    front: String,
    /// The correct answer for display, as after a quiz; or what the word means, which may be empty.
    back: String,
    explanation: Option<String>,
    /// Null for a word.
    type_code: Option<QuestionType>,
    options: Vec<String>,
    /// Recording.
    media_url: Option<String>,
    /// For an uploaded file: a temporary link for this caller's player, valid for some hours.
    media_link: Option<String>,
    /// Transcript of the recording.
    transcript: Option<String>,
}

impl RevisionCard {
    fn of_word(row: CardRow) -> Self {
        Self {
            id: row.id,
            kind: RevisionKind::Word,
            course_id: row.course_id,
            course_name: row.course_name,
            language_code: row.language_code,
            lesson_id: row.lesson_id,
            lesson_title: row.lesson_title,
            due_on: row.due_on,
            front: row.front.unwrap_or_default(),
            back: row.back.unwrap_or_default(),
            explanation: None,
            type_code: None,
            options: Vec::new(),
            media_url: None,
            media_link: None,
            transcript: None,
        }
    }

    fn of_question(row: CardRow, asked: &QuizQuestion, app: &AppContext, user_id: i64) -> Result<Self> {
        let question = asked.question()?;
        let media = question.media_url();
        Ok(Self {
            kind: RevisionKind::Question,
            back: question.solution(),
            explanation: asked.explanation.clone(),
            type_code: Some(question.type_code()),
            options: question.options().to_vec(),
            media_url: media.map(str::to_owned),
            media_link: app.file_links().create_optional(media, user_id, app.clock.now())?,
            transcript: question.transcript().map(str::to_owned),
            front: question.text,
            ..Self::of_word(row)
        })
    }
}

/// What the caller revises today.
pub(super) async fn due(conn: &mut Conn, app: &AppContext, caller: SignedIn) -> Result<RevisionDue> {
    let today = app.clock.today();
    let modules = store::modules(conn, caller.id).await?;
    let modules = access::readable_modules(conn, caller, &modules, today).await?;
    let own = store::of_user(caller.id, &modules);
    let due_now = own.clone().with("k.due_on <= $1", today);
    let (morning, later) = (start_of_paris_day(today), "k.due_on > $1");
    let done = own.clone().with("k.last_reviewed_at >= $1", morning).with(later, today);
    let (total, due) = (store::count(conn, &own).await?, store::count(conn, &due_now).await?);
    let reviewed_today = store::count(conn, &done).await?;
    // What was rated AGAIN today comes again today, after the others, however many wait for longer.
    let again = due_now.clone().with("k.last_reviewed_at >= $1", morning);
    let again = store::first(conn, &again, MOST_A_DAY).await?;
    let fresh = due_now.with("(k.last_reviewed_at IS NULL OR k.last_reviewed_at < $1)", morning);
    let left = MOST_A_DAY - reviewed_today - i64::try_from(again.len()).unwrap_or(MOST_A_DAY);
    let mut rows = store::first(conn, &fresh, left.max(0)).await?;
    rows.extend(again);
    let next_on = match (rows.is_empty(), due) {
        (false, _) => None,
        (true, 0) => store::next_day(conn, &own.with(later, today)).await?,
        (true, _) => Some(add_days(today, 1)),
    };
    let cards = shown(conn, app, caller.id, rows).await?;
    Ok(RevisionDue { today, most: MOST_A_DAY, due, reviewed_today, next_on, total, cards })
}

async fn shown(
    conn: &mut Conn,
    app: &AppContext,
    user_id: i64,
    rows: Vec<CardRow>,
) -> Result<Vec<RevisionCard>> {
    let asked: Vec<i64> = rows.iter().filter_map(|row| row.question_id).collect();
    let questions = questions::of_ids(conn, &asked).await?;
    let mut cards = Vec::with_capacity(rows.len());
    for row in rows {
        match row.question_id {
            None => cards.push(RevisionCard::of_word(row)),
            Some(id) => {
                // One that was deleted since the rows were read took its card with it.
                if let Some(question) = questions.get(&id) {
                    cards.push(RevisionCard::of_question(row, question, app, user_id)?);
                }
            }
        }
    }
    Ok(cards)
}

/// The card of a word.
pub(super) async fn word(conn: &mut Conn, id: i64) -> Result<RevisionCard> {
    let row = store::find(conn, id).await?.ok_or_else(Error::not_found)?;
    Ok(RevisionCard::of_word(row))
}

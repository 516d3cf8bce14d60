//! The questions that a class misses most. Learners are only counted, and not when there are so few that they could be
//! recognised.

use axum::extract::State;
use serde::Serialize;

use crate::catalogue::teaching;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::caller::SignedIn;
use crate::http::extract::{Json, Path};
use crate::{fetch_all, fetch_scalar};

/// Learners who must have answered a question before it is listed.
const FEWEST: i64 = 3;
/// Questions in the list.
const LISTED: i64 = 20;

/// A question of a quiz that learners of a course answer wrong.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MissedQuestion {
    question_id: i64,
    /// The question; with `{{1}}`, `{{2}}` for gaps.
    question: String,
    lesson_id: i64,
    lesson_title: String,
    /// Number of learners who answered it.
    answered: i64,
    /// Number of learners whose latest answer is not right.
    missed: i64,
}

const EXISTS: &str = "SELECT COUNT(*) FROM courses WHERE id = $1";
const MISSED: &str = "
    SELECT q.id AS question_id, q.question_text AS question, e.id AS lesson_id, e.title AS lesson_title, n.answered,
        n.missed
    FROM (
        SELECT x.question_id, COUNT(*) AS answered,
            CAST(SUM(CASE WHEN x.outcome = 'right' THEN 0 ELSE 1 END) AS BIGINT) AS missed
        FROM (
            SELECT a.question_id, a.outcome,
                ROW_NUMBER() OVER (PARTITION BY a.question_id, t.user_id ORDER BY t.id DESC) AS latest
            FROM quiz_answers a JOIN quiz_attempts t ON t.id = a.attempt_id
            JOIN quiz_questions p ON p.id = a.question_id AND p.version = a.question_version JOIN quizzes z ON z.id = p.quiz_id
            JOIN lessons l ON l.id = z.lesson_id JOIN chapters h ON h.id = l.chapter_id
            JOIN modules m ON m.id = h.module_id
            WHERE m.course_id = $1 AND t.user_id IS NOT NULL
        ) x
        WHERE x.latest = 1 GROUP BY x.question_id
    ) n
    JOIN quiz_questions q ON q.id = n.question_id JOIN quizzes z ON z.id = q.quiz_id
    JOIN lessons e ON e.id = z.lesson_id
    WHERE n.answered >= $2 AND n.missed > 0
    ORDER BY n.missed DESC, n.answered, q.id LIMIT $3";

/// The questions of a course's quizzes that most learners miss, of those that at least 3 learners answered; at most 20.
#[utoipa::path(get, path = "/courses/{id}/missed", tag = "revision", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<MissedQuestion>)))]
pub(super) async fn missed_questions(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Json<Vec<MissedQuestion>>> {
    let mut conn = app.db.read().await?;
    teaching::check_course(&mut conn, caller, id, app.clock.today()).await?;
    if fetch_scalar!(conn, i64, EXISTS, id)? == 0 {
        return Err(Error::not_found());
    }
    Ok(Json(fetch_all!(conn, MissedQuestion, MISSED, id, FEWEST, LISTED)?))
}

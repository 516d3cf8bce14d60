//! The short test, which asks the same questions of everybody, answered as a whole.

use axum::extract::State;
use preau_core::grading::{self, Answer, Outcome};
use preau_core::placement::{self, LevelCode};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use super::store::{self, Selection};
use super::{bookable, language};
use crate::catalogue::course::Course;
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::caller::Caller;
use crate::http::extract::{Json, Path};
use crate::http::limits::Limit;
use crate::routes;

/// Tests submitted from one address.
const LIMIT: Limit = Limit::per_minutes(30, 10);

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(submit_test))
}

/// Result of a submitted test.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestResult {
    /// Number of correct answers.
    pub score: usize,
    /// Number of questions.
    pub total: usize,
    /// Floored.
    pub percent: usize,
    /// The indicated level; null when the questions have none.
    pub level: Option<LevelCode>,
    /// In the order of the questions; correct answers are not returned.
    pub results: Vec<TestMark>,
    /// Courses of this language and level that can be booked today, the earliest first.
    pub recommendations: Vec<Course>,
    /// At most one course of the next higher level.
    pub next_level: Vec<Course>,
}

/// Result of one answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestMark {
    pub question_id: i64,
    pub outcome: Outcome,
}

/// Submits the short test: each of its questions answered once.
#[utoipa::path(post, path = "/tests/{language}/submit", tag = "tests", params(("language" = String, Path)),
    request_body = Vec<Answer>, responses((status = 200, body = TestResult), (status = 429)))]
async fn submit_test(
    State(app): State<AppContext>,
    caller: Caller,
    Path(wanted): Path<String>,
    Json(answers): Json<Vec<Answer>>,
) -> Result<Json<TestResult>> {
    app.limit(&format!("level-test {}", sha256_hex(caller.address())), LIMIT).await?;
    let mut conn = app.db.read().await?;
    let language = language(&mut conn, &wanted).await?;
    let selection = Selection { language_id: Some(language.id), fixed: true, ..Selection::default() };
    let asked = store::list(&mut conn, selection).await?;
    let questions = asked.iter().map(|one| Ok((one.id, one.parsed()?))).collect::<Result<Vec<_>>>()?;
    let marks = grading::mark(&questions, &answers)?;
    let (score, percent) = grading::score(marks.iter().map(|(_, outcome)| *outcome));
    let levels = asked.iter().map(|one| one.level.flatten());
    let level = placement::place(levels.zip(&marks).filter_map(|(level, mark)| Some((level?, mark.1))));
    let results: Vec<_> =
        marks.into_iter().map(|(question_id, outcome)| TestMark { question_id, outcome }).collect();
    let now = app.clock.now();
    let recommendations = bookable(&mut conn, language.id, level, now).await?;
    let mut next_level = bookable(&mut conn, language.id, level.and_then(LevelCode::next), now).await?;
    next_level.truncate(1);
    let total = results.len();
    Ok(Json(TestResult { score, total, percent, level, results, recommendations, next_level }))
}

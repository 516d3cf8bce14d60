//! The level test of each language: public, with questions edited by staff.
//!
//! The short test asks the same questions of everybody, and is not stored. The adaptive one ([`attempts`]) chooses among all
//! questions with a level. Grading and placement are in `preau_core`; correct answers are for staff only.

mod attempt_state;
mod attempt_store;
mod attempts;
mod bank;
mod file;
mod fitting;
mod fixed;
mod store;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use preau_core::grading::Outcome;
use preau_core::language::UiLanguage;
use preau_core::level_test::{TestAnswerTrial, TestQuestionInput, TestQuestionTranslation};
use preau_core::placement::LevelCode;
use preau_core::question::QuestionType;
use preau_core::translation;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;

use self::store::Selection;
use crate::catalogue::course::Course;
use crate::catalogue::courses;
use crate::catalogue::languages::{self, Language};
use crate::changes;
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing;
use crate::error::{Error, Result};
use crate::http::caller::Caller;
use crate::http::extract::{self, Json, Path, Query};
use crate::translations::{self, Translations};
use crate::write::Call;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_tests))
        .routes(routes!(test_questions))
        .routes(routes!(test_questions_of_type))
        .routes(routes!(create_test_questions))
        .routes(routes!(update_test_question))
        .routes(routes!(delete_test_question))
        .routes(routes!(file::export_test_questions))
        .routes(routes!(file::import_test_questions))
        .routes(routes!(grade_test_answer))
        .merge(fixed::routes())
        .merge(attempts::routes())
        .merge(fitting::routes())
}

pub(super) use attempt_state::percent;
pub(super) use attempts::RESUMED;
pub(crate) use fitting::run as fit_difficulties;

/// Content replicated to desktop apps.
pub(crate) const REPLICATED: &[changes::Kind] = &[changes::Kind::of::<TestQuestion>()];

/// A question of a level test.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestQuestion {
    pub id: i64,
    /// Incremented by each write.
    pub version: i64,
    /// Code of the language.
    pub language: String,
    /// The question; with `{{1}}`, `{{2}}` for gaps.
    pub question: String,
    /// Language of the question's text, when it is not the school's; options and recordings have their own.
    pub lang: Option<UiLanguage>,
    pub type_code: QuestionType,
    /// Options; empty when the answer is in words.
    pub options: Vec<String>,
    /// Recording.
    pub media_url: Option<String>,
    /// Transcript of the recording.
    pub transcript: Option<String>,
    /// Its position in the test.
    pub order_index: i64,
    /// The correct answer; for staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correct_answer: Option<String>,
    /// The level that a correct answer indicates; for staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<LevelCode>)]
    #[allow(clippy::option_option, reason = "hidden, none and a level are three different things")]
    pub level: Option<Option<LevelCode>>,
    /// Whether the short test has it; for staff only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub in_fixed_test: Option<bool>,
    /// The version that changed last what learners read or what is right.
    #[serde(skip)]
    pub(super) content_version: i64,
    /// Translations of the question; for staff only, and absent when a language was requested.
    #[serde(skip_serializing_if = "Translations::are_hidden")]
    #[schema(value_type = Vec<TestQuestionTranslation>, required = false)]
    pub translations: Translations<TestQuestionTranslation>,
}

/// The tests of a language.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct TestOffer {
    /// Code of the language.
    language: String,
    /// Number of questions of the short test.
    fixed_questions: usize,
    /// Whether there are enough questions for an adaptive test.
    adaptive: bool,
}

/// One, or many at once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

/// Result of a trial answer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TestTrialOutcome {
    pub outcome: Outcome,
}

async fn language(conn: &mut Conn, wanted: &str) -> Result<Language> {
    languages::lookup(conn, wanted).await?.ok_or_else(Error::not_found)
}

/// The language that questions are wanted in.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct LanguageQuery {
    /// `fr`, `en`, `it`, `zh`: the question in that language if it is translated, else in its own; `lang` tells which.
    lang: Option<String>,
}

/// The tests of each taught language.
#[utoipa::path(get, path = "/tests", tag = "tests", responses((status = 200, body = [TestOffer])))]
async fn list_tests(State(app): State<AppContext>) -> Result<Json<Vec<TestOffer>>> {
    let mut conn = app.db.read().await?;
    let counts = bank::counts(&mut conn).await?;
    let offers = languages::all(&mut conn).await?.into_iter().map(|language| {
        let of_language = || counts.iter().filter(|count| count.language_id == language.id);
        TestOffer {
            fixed_questions: of_language().map(|count| count.fixed).sum(),
            adaptive: bank::is_offered(
                of_language().filter_map(|count| Some((count.level?, count.questions))),
            ),
            language: language.code,
        }
    });
    Ok(Json(offers.collect()))
}

/// The questions of the short test of a language in their order; for staff, all its questions. The language is named by its code, its French or its English name, in any case.
#[utoipa::path(get, path = "/tests/{language}", tag = "tests", params(("language" = String, Path), LanguageQuery),
    responses((status = 200, body = [TestQuestion])))]
async fn test_questions(
    State(app): State<AppContext>,
    caller: Caller,
    Path(wanted): Path<String>,
    Query(reader): Query<LanguageQuery>,
) -> Result<Json<Vec<TestQuestion>>> {
    let lang = translations::parse_language(reader.lang.as_deref())?;
    let mut conn = app.db.read().await?;
    let language = language(&mut conn, &wanted).await?;
    let questions = store::list(&mut conn, Selection::listed_for(&caller, language.id)).await?;
    localised_for(questions, &caller, lang)
}

/// The same, of this type.
#[utoipa::path(get, path = "/tests/{language}/type/{type}", tag = "tests",
    params(("language" = String, Path), ("type" = QuestionType, Path), LanguageQuery),
    responses((status = 200, body = [TestQuestion])))]
async fn test_questions_of_type(
    State(app): State<AppContext>,
    caller: Caller,
    Path((wanted, kind)): Path<(String, String)>,
    Query(reader): Query<LanguageQuery>,
) -> Result<Json<Vec<TestQuestion>>> {
    let lang = translations::parse_language(reader.lang.as_deref())?;
    let kind: QuestionType = kind.to_uppercase().parse().map_err(|_| Error::not_found())?;
    let mut conn = app.db.read().await?;
    let language = language(&mut conn, &wanted).await?;
    let selection = Selection { type_code: Some(kind), ..Selection::listed_for(&caller, language.id) };
    let questions = store::list(&mut conn, selection).await?;
    localised_for(questions, &caller, lang)
}

fn localised_for(
    questions: Vec<TestQuestion>,
    caller: &Caller,
    lang: Option<UiLanguage>,
) -> Result<Json<Vec<TestQuestion>>> {
    let localised = questions.into_iter().map(|question| Ok(question.localised(lang)?.for_caller(caller)));
    localised.collect::<Result<_>>().map(Json)
}

impl TestQuestion {
    /// The question in the reader's language if it is translated, else in its own.
    fn localised(self, wanted: Option<UiLanguage>) -> Result<Self> {
        let Some(wanted) = wanted else { return Ok(self) };
        let own = self.parsed()?;
        let found = translation::of(self.translations.all(), UiLanguage::default(), wanted);
        let question = match found.filter(|translation| translation.fits(&own)).cloned() {
            Some(TestQuestionTranslation { lang, question }) => Self { question, lang: Some(lang), ..self },
            None => Self { lang: self.language_of_text(), ..self },
        };
        Ok(Self { translations: Translations::HIDDEN, ..question })
    }

    /// A translation that repeats the question says which language it is written in: usually the one that is taught.
    fn language_of_text(&self) -> Option<UiLanguage> {
        let repeats = |one: &&TestQuestionTranslation| one.question == self.question;
        self.translations.all().iter().find(repeats).map(|one| one.lang)
    }

    /// Removes what only staff may see, unless the caller is staff.
    fn for_caller(self, caller: &Caller) -> Self {
        if caller.is_staff() {
            return self;
        }
        Self {
            correct_answer: None,
            level: None,
            in_fixed_test: None,
            translations: Translations::HIDDEN,
            ..self
        }
    }
}

async fn bookable(
    conn: &mut Conn,
    language_id: i64,
    level: Option<LevelCode>,
    now: DateTime<Utc>,
) -> Result<Vec<Course>> {
    match level {
        Some(level) => courses::bookable(conn, language_id, level.as_str(), now).await,
        None => Ok(Vec::new()),
    }
}

/// Adds one question, or up to 200 (all or none), each at the end of its test unless a position is given.
#[utoipa::path(post, path = "/tests/create", tag = "tests", request_body = OneOrMany<TestQuestionInput>,
    responses((status = 201, body = OneOrMany<TestQuestion>),
        (status = 200, body = OneOrMany<TestQuestion>, description = "None is new."), (status = 410)))]
async fn create_test_questions(
    State(app): State<AppContext>,
    call: Call,
    Json(sent): Json<Value>,
) -> Result<Response> {
    if sent.is_array() {
        editing::create_batch::<TestQuestion>(&app, &call, extract::parse(sent)?).await
    } else {
        editing::create::<TestQuestion>(&app, &call, extract::parse(sent)?).await
    }
}

/// Grades a trial answer to a question that is being edited. Nothing is stored.
#[utoipa::path(post, path = "/tests/grade", tag = "tests", request_body = TestAnswerTrial,
    responses((status = 200, body = TestTrialOutcome)))]
async fn grade_test_answer(Json(trial): Json<TestAnswerTrial>) -> Result<Json<TestTrialOutcome>> {
    Ok(Json(TestTrialOutcome { outcome: trial.grade()? }))
}

/// Changes a question: absent fields stay.
#[utoipa::path(put, path = "/tests/{id}/update", tag = "tests", params(("id" = i64, Path)),
    request_body = TestQuestionInput, responses((status = 200, body = TestQuestion), (status = 412)))]
async fn update_test_question(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<TestQuestionInput>,
) -> Result<Response> {
    editing::update::<TestQuestion>(&app, &call, id, form).await
}

/// Deletes a question.
#[utoipa::path(delete, path = "/tests/{id}/delete", tag = "tests", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_test_question(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<StatusCode> {
    editing::delete::<TestQuestion>(&app, &call, id).await
}

//! Questions and answers by category. Validation is in core; answers are sanitised here when they are
//! written.

mod categories;
mod store;

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use preau_core::faq::{FaqInput, FaqTranslation};
use preau_core::language::UiLanguage;
use preau_core::translation;
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use crate::changes;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path, Query};
use crate::http::paging::{List, Window};
use crate::translations::{self, Translations};
use crate::write::Call;
use crate::{clock, editing};

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_faq, create_faq))
        .routes(routes!(list_faq_categories))
        .merge(categories::routes())
        .routes(routes!(faq_of_category))
        .routes(routes!(update_faq, delete_faq))
        .routes(routes!(order_faq))
}

/// The kinds of content that are part of copies elsewhere.
pub(crate) const REPLICATED: &[changes::Kind] =
    &[changes::Kind::of::<FaqCategory>(), changes::Kind::of::<FaqEntry>()];

/// A category of questions.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FaqCategory {
    /// `NIVEAU_TEST`.
    pub code: String,
    /// What people read.
    pub label: String,
    /// From 1.
    pub position: i64,
    /// Raised when its entries are put into another order.
    pub version: i64,
    /// How many entries it has.
    pub entries: i64,
}

/// A question with its answer.
#[derive(Debug, Serialize, preau_derive::FromRow, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FaqEntry {
    pub id: i64,
    /// Raised by each write.
    pub version: i64,
    /// Code of its category.
    pub category: String,
    pub question: String,
    /// Rich text, clean.
    pub answer: String,
    /// Language of its question and answer, when that is not the school's.
    pub lang: Option<String>,
    /// In other languages of the interface; absent when one was asked for.
    #[sqlx(try_from = "String")]
    #[serde(skip_serializing_if = "Translations::are_hidden")]
    #[schema(value_type = Vec<FaqTranslation>, required = false)]
    pub translations: Translations<FaqTranslation>,
    /// Its place in the category.
    pub order_index: i64,
    #[serde(serialize_with = "clock::instant")]
    pub updated_at: DateTime<Utc>,
}

/// Every category in its order.
#[utoipa::path(get, path = "/faq/categories", tag = "faq", responses((status = 200, body = [FaqCategory])))]
async fn list_faq_categories(State(app): State<AppContext>) -> Result<Json<Vec<FaqCategory>>> {
    store::categories(&mut app.db.read().await?).await.map(Json)
}

impl FaqEntry {
    /// The entry for a reader of this language: translated, or else in its own language.
    fn localised(self, wanted: Option<UiLanguage>) -> Result<Self> {
        let Some(wanted) = wanted else { return Ok(self) };
        let own = self.own_language()?.unwrap_or_default();
        let entry = match translation::of(self.translations.all(), own, wanted).cloned() {
            Some(FaqTranslation { lang, question, answer }) => {
                Self { question, answer, lang: Some(lang.to_string()), ..self }
            }
            None => self,
        };
        Ok(Self { translations: Translations::HIDDEN, ..entry })
    }
}

/// The requested language of entries.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct LanguageQuery {
    /// `fr`, `en`, `it`, `zh`: each entry in that language where it exists, else as it was written; `lang` says which.
    lang: Option<String>,
}

/// The entries of one category in their order.
#[utoipa::path(get, path = "/faq/category/{category}", tag = "faq", params(("category" = String, Path), LanguageQuery),
    responses((status = 200, body = [FaqEntry])))]
async fn faq_of_category(
    State(app): State<AppContext>,
    Path(category): Path<String>,
    Query(reader): Query<LanguageQuery>,
) -> Result<Json<Vec<FaqEntry>>> {
    let lang = translations::parse_language(reader.lang.as_deref())?;
    let mut conn = app.db.read().await?;
    store::category(&mut conn, &category).await?.ok_or_else(Error::not_found)?;
    let entries = store::list(&mut conn, Some(&category), Window::ALL).await?;
    entries.into_iter().map(|entry| entry.localised(lang)).collect::<Result<_>>().map(Json)
}

/// The query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct ListQuery {
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// At most 100.
    size: Option<i64>,
    /// `fr`, `en`, `it`, `zh`: each entry in that language where it exists, else as it was written; `lang` says which.
    lang: Option<String>,
}

/// Every entry, by category and in order.
#[utoipa::path(get, path = "/faq", tag = "faq", params(ListQuery),
    responses((status = 200, body = List<FaqEntry>)))]
async fn list_faq(State(app): State<AppContext>, Query(wanted): Query<ListQuery>) -> Result<List<FaqEntry>> {
    let window = Window::parse(wanted.page, wanted.size)?;
    let lang = translations::parse_language(wanted.lang.as_deref())?;
    let mut conn = app.db.read().await?;
    let entries = store::list(&mut conn, None, window).await?;
    let entries = entries.into_iter().map(|entry| entry.localised(lang)).collect::<Result<_>>()?;
    let total = store::count(&mut conn).await?;
    Ok(window.list(entries, total))
}

/// Adds an entry, at the end of its category unless it says where.
#[utoipa::path(post, path = "/faq", tag = "faq", request_body = FaqInput,
    responses((status = 201, body = FaqEntry),
        (status = 200, body = FaqEntry, description = "This `clientId` has an entry already."),
        (status = 410)))]
async fn create_faq(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<FaqInput>,
) -> Result<Response> {
    editing::create::<FaqEntry>(&app, &call, form).await
}

/// Changes an entry: what is absent stays.
#[utoipa::path(put, path = "/faq/{id}", tag = "faq", params(("id" = i64, Path)), request_body = FaqInput,
    responses((status = 200, body = FaqEntry), (status = 412)))]
async fn update_faq(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
    Json(form): Json<FaqInput>,
) -> Result<Response> {
    editing::update::<FaqEntry>(&app, &call, id, form).await
}

/// Deletes an entry.
#[utoipa::path(delete, path = "/faq/{id}", tag = "faq", params(("id" = i64, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_faq(State(app): State<AppContext>, call: Call, Path(id): Path<i64>) -> Result<StatusCode> {
    editing::delete::<FaqEntry>(&app, &call, id).await
}

/// Puts the entries of a category into this order; those that are not named follow as they stood. `If-Match` is the
/// category's version.
#[utoipa::path(put, path = "/faq/category/{category}/order", tag = "faq", params(("category" = String, Path)),
    request_body = Vec<i64>, responses((status = 200, body = [FaqEntry]), (status = 412)))]
async fn order_faq(
    State(app): State<AppContext>,
    call: Call,
    Path(category): Path<String>,
    Json(wanted): Json<Vec<i64>>,
) -> Result<Response> {
    editing::arrange::<FaqEntry>(&app, &call, &category, &wanted).await
}

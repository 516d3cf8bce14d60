//! Categories of the FAQ. A category is identified by its code, which is derived from its first label and
//! never changes.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::editing::Form as _;
use preau_core::faq::{FaqCategory as Content, FaqCategoryInput};
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use super::FaqCategory;
use crate::catalogue::check_unused;
use crate::context::AppContext;
use crate::editing::Versioned as _;
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::write::{Call, check_version, store_empty_response};
use crate::{answer, change, execute};

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(create_faq_category))
        .routes(routes!(update_faq_category, delete_faq_category))
}

const INSERT: &str = "
    INSERT INTO faq_categories (code, label, position)
    VALUES ($1, $2, COALESCE($3, (SELECT COALESCE(MAX(position), 0) + 1 FROM faq_categories)))";
const UPDATE: &str = "
    UPDATE faq_categories SET label = $2, position = COALESCE($3, position), version = version + 1 WHERE code = $1";
const DELETE: &str = "DELETE FROM faq_categories WHERE code = $1";

/// Adds a category, at the end unless it says where. Its code is made of its label.
#[utoipa::path(post, path = "/faq/categories", tag = "faq", request_body = FaqCategoryInput,
    responses((status = 201, body = FaqCategory)))]
async fn create_faq_category(
    State(app): State<AppContext>,
    call: Call,
    Json(form): Json<FaqCategoryInput>,
) -> Result<Response> {
    let category = form.create()?.content;
    let code = category.code().ok_or_else(|| Error::field("label", Code::InvalidValue))?;
    answer!(&app, &call, StatusCode::CREATED, |tx| {
        if super::store::category(tx, &code).await?.is_some() {
            return Err(Error::field("label", Code::Taken));
        }
        tx.public_content_changed();
        execute!(tx, INSERT, &code, &category.label, category.position)?;
        let made = FaqCategory::find(tx, &code).await?;
        tx.audit("faq-category.created", FaqCategory::ENTITY, 0, None, Some(json!(made))).await?;
        Ok(made)
    })
}

/// Changes a category: what is absent stays, and so does its code.
#[utoipa::path(put, path = "/faq/categories/{code}", tag = "faq", params(("code" = String, Path)),
    request_body = FaqCategoryInput, responses((status = 200, body = FaqCategory), (status = 412)))]
async fn update_faq_category(
    State(app): State<AppContext>,
    call: Call,
    Path(code): Path<String>,
    Json(form): Json<FaqCategoryInput>,
) -> Result<Response> {
    answer!(&app, &call, StatusCode::OK, |tx| {
        let before = FaqCategory::find(tx, &code).await?;
        check_version(&call, before.version, || json!(before))?;
        let content = Content { label: before.label.clone(), position: Some(before.position) };
        let content = form.change(&content)?;
        tx.public_content_changed();
        execute!(tx, UPDATE, &code, &content.label, content.position)?;
        let after = FaqCategory::find(tx, &code).await?;
        let (noted, now) = (Some(json!(before)), Some(json!(after)));
        tx.audit("faq-category.updated", FaqCategory::ENTITY, 0, noted, now).await?;
        Ok(after)
    })
}

/// Deletes a category without entries.
#[utoipa::path(delete, path = "/faq/categories/{code}", tag = "faq", params(("code" = String, Path)),
    responses((status = 204), (status = 412)))]
async fn delete_faq_category(
    State(app): State<AppContext>,
    call: Call,
    Path(code): Path<String>,
) -> Result<StatusCode> {
    change!(app, Some(&call), |tx| {
        let before = FaqCategory::find(tx, &code).await?;
        check_version(&call, before.version, || json!(before))?;
        check_unused(&[("entries", before.entries)])?;
        tx.public_content_changed();
        execute!(tx, DELETE, &code)?;
        tx.audit("faq-category.deleted", FaqCategory::ENTITY, 0, Some(json!(before)), None).await?;
        store_empty_response(tx, &call, StatusCode::NO_CONTENT).await
    })?;
    Ok(StatusCode::NO_CONTENT)
}

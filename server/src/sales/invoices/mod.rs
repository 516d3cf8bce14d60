//! Invoices and credit notes: a list and a CSV file for ADMIN, and PDF documents for the payer.
//!
//! They are written in the transaction that confirms or refunds ([`issue`]) and never changed; their layout is in
//! [`crate::documents`].

pub mod issue;
pub mod store;
pub mod view;

use crate::background::Background;
use crate::routes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use preau_core::calendar::paris_day;
use preau_core::invoice;
use preau_core::period::Period;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

use self::view::ListedInvoice;
use crate::context::AppContext;
use crate::documents;
use crate::documents::data::Invoice;
use crate::error::Result;
use crate::http::caller::SignedIn;
use crate::http::extract::{Path, Query};
use crate::http::owned::owned;
use crate::http::paging::{List, Window};
use crate::mail::attachments::GeneratedDocument;
use crate::school;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new()
        .routes(routes!(list_invoices))
        .routes(routes!(export_invoices))
        .routes(routes!(invoice_pdf))
}

/// Filter by day of issue.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Days {
    /// First day of issue in Paris, `yyyy-mm-dd`.
    from: Option<String>,
    /// Last day of issue.
    to: Option<String>,
}

impl Days {
    fn parse(&self) -> Result<Period> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        Ok(Period::open(given(&self.from).as_deref(), given(&self.to).as_deref())?)
    }
}

/// Pagination.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct Pages {
    /// From 1; absent: the first rows, at most 200.
    page: Option<i64>,
    /// Rows of a page, at most 100.
    size: Option<i64>,
}

/// Invoices and credit notes, the newest first.
#[utoipa::path(get, path = "/invoices", tag = "invoices", params(Days, Pages),
    responses((status = 200, body = List<ListedInvoice>)))]
async fn list_invoices(
    State(app): State<AppContext>,
    Query(days): Query<Days>,
    Query(pages): Query<Pages>,
) -> Result<List<ListedInvoice>> {
    let period = days.parse()?;
    let window = Window::parse(pages.page, pages.size)?;
    let mut conn = app.db.read().await?;
    let total = store::count(&mut conn, &period).await?;
    let items = store::list(&mut conn, &period, window.from_nearer_end(total)).await?;
    Ok(window.list(items, total))
}

/// The accountant's file: UTF-8, semicolons, in the order of issue. Credit notes are negative; a cell that would be a
/// formula starts with an apostrophe.
#[utoipa::path(get, path = "/invoices/export.csv", tag = "invoices", params(Days),
    responses((status = 200, description = "The rows, separated by semicolons.", body = String, content_type = "text/csv")))]
async fn export_invoices(State(app): State<AppContext>, Query(days): Query<Days>) -> Result<Response> {
    let period = days.parse()?;
    let mut conn = app.db.read().await?;
    let mut papers = store::list(&mut conn, &period, Window::ALL).await?;
    papers.reverse();
    let file = invoice::file(papers.into_iter().map(ListedInvoice::entry))?;
    let name = format!("attachment; filename=\"factures-{}.csv\"", app.clock.today());
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, file).into_response())
}

/// An invoice or a credit note as PDF, for its payer and ADMIN.
#[utoipa::path(get, path = "/invoices/{id}/pdf", tag = "invoices", params(("id" = i64, Path)),
    responses((status = 200, description = "The PDF.", content_type = "application/pdf")))]
async fn invoice_pdf(
    State(app): State<AppContext>,
    caller: SignedIn,
    Path(id): Path<i64>,
) -> Result<Response> {
    let found = {
        let mut conn = app.db.read().await?;
        owned::<Invoice>(&mut conn, caller, id).await?
    };
    let name = format!("attachment; filename=\"{}.pdf\"", found.number);
    let bytes = pdf(&app, found, None).await?;
    let headers = [(header::CONTENT_TYPE, "application/pdf".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}

/// The PDF document, with the school's logo at the time of issue.
async fn pdf(app: &AppContext, invoice: Invoice, background: Option<&Background>) -> Result<Vec<u8>> {
    let logo = school::logo::for_document(app, invoice.seller.logo_url.as_deref()).await;
    documents::invoice(invoice, logo, background).await
}

/// The PDF document of this id, as attached to mails.
///
/// # Errors
/// `not_found`.
pub(crate) async fn attachment(app: &AppContext, id: i64) -> Result<Option<GeneratedDocument>> {
    let invoice = store::get(&mut app.db.read().await?, id).await?;
    let number = invoice.number.clone();
    let bytes = pdf(app, invoice, Some(app.part())).await?;
    Ok(Some(GeneratedDocument::pdf(&number, bytes)))
}

impl ListedInvoice {
    fn entry(self) -> invoice::Entry {
        invoice::Entry {
            number: self.number,
            issued_on: paris_day(self.issued_at),
            kind: self.kind,
            customer: self.buyer_name,
            course: self.course_name,
            total: self.total,
            means: self.means,
            payment_ref: self.payment_reference,
            reservation_id: self.reservation_id,
            credited: self.credited_number,
        }
    }
}

//! Derives the problem statuses of a call from the access table, the gate, its body, its path and its query.
//! Others are declared at the handler.

use preau_core::permission::{Row, TokenRule};
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, ParameterIn};

/// The statuses in addition to those that the handler declares.
pub(super) fn of(operation: &Operation, row: &Row) -> Vec<&'static str> {
    let mut statuses = vec!["default"];
    statuses.extend(body(operation));
    statuses.extend(gate(row));
    if row.path.contains('{') {
        statuses.push("404");
    }
    if row.method == "GET" {
        statuses.push("304");
    }
    if takes_idempotency_key(operation, row) {
        // The key may be malformed, used by another request, or in use at this moment.
        statuses.extend(["409", "422"]);
    }
    if has_query(operation) || operation.request_body.is_some() {
        statuses.push("422");
    }
    statuses
}

/// True for every write except uploads.
pub(super) fn takes_idempotency_key(operation: &Operation, row: &Row) -> bool {
    row.method != "GET" && media_type(operation) != Some("application/octet-stream")
}

fn media_type(operation: &Operation) -> Option<&str> {
    match operation.request_body.as_ref()? {
        RefOr::T(body) => body.content.keys().next().map(String::as_str),
        RefOr::Ref(_) => None,
    }
}

fn body(operation: &Operation) -> &'static [&'static str] {
    match media_type(operation) {
        None => &[],
        Some("application/json") => &["400", "413", "415"],
        Some("text/csv") => &["413", "415"],
        Some(_) => &["400", "413"],
    }
}

fn gate(row: &Row) -> impl Iterator<Item = &'static str> {
    let unauthenticated = !row.anonymous.allows() || row.token.refuses_bad_tokens();
    let role_refused = [row.student, row.editor, row.admin].iter().any(|access| !access.allows());
    let forbidden = role_refused || row.token == TokenRule::Whole;
    unauthenticated.then_some("401").into_iter().chain(forbidden.then_some("403"))
}

fn has_query(operation: &Operation) -> bool {
    operation.parameters.iter().flatten().any(|parameter| {
        matches!(parameter, RefOr::T(parameter) if matches!(parameter.parameter_in, ParameterIn::Query))
    })
}

//! The problem responses, one for each status, referenced by the calls.

use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Components, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{PartialSchema as _, ToSchema};

use super::examples;
use crate::error::ProblemDocument;

/// Status, name among the components, description.
pub(super) const PROBLEMS: &[(&str, &str, &str)] = &[
    ("400", "BadRequest", "The body cannot be read, for example malformed JSON."),
    ("401", "Unauthenticated", "No session, or one that is over."),
    ("402", "Unpaid", "The payment was refused or has not arrived."),
    ("403", "Forbidden", "The role does not allow it, or a new password must be chosen first."),
    ("404", "NotFound", "It does not exist, or belongs to somebody else."),
    ("409", "Conflict", "The present state forbids it."),
    ("410", "Gone", "It existed and is over."),
    ("412", "Stale", "`If-Match` names an older version; `current` is the present one."),
    ("413", "TooLarge", "The body is too large."),
    ("415", "UnsupportedMediaType", "The body is not of a media type that the call takes."),
    ("422", "Invalid", "A rule is broken; `fields` names the fields."),
    ("429", "TooManyRequests", "Too many tries; `Retry-After` says when the next is allowed."),
    (
        "default",
        "Failure",
        "The server's own failure: 500, 503 when it is busy, 408 when the answer took too long.",
    ),
];
const NOT_MODIFIED: (&str, &str) = ("NotModified", "Unchanged since the answer whose `ETag` was sent.");

/// Adds the responses and the schema of their body.
pub(super) fn define(components: &mut Components) {
    let mut schemas = Vec::new();
    ProblemDocument::schemas(&mut schemas);
    schemas.push((ProblemDocument::name().into_owned(), ProblemDocument::schema()));
    components.schemas.extend(schemas);
    for (status, name, description) in PROBLEMS {
        components.responses.insert((*name).to_owned(), problem(status, description).into());
    }
    let (name, description) = NOT_MODIFIED;
    components.responses.insert(name.to_owned(), Response::new(description).into());
}

fn problem(status: &str, description: &str) -> Response {
    let mut content =
        ContentBuilder::new().schema(Some(Ref::from_schema_name(ProblemDocument::name()))).build();
    examples::add_problem(&mut content, status);
    let response =
        ResponseBuilder::new().description(description).content("application/problem+json", content);
    if status == "429" {
        let seconds = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer)).build();
        let header = HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds to wait.")).build();
        return response.header("Retry-After", header).build();
    }
    response.build()
}

/// Replaces a response without content by a reference to the problem of its status; the handler's description
/// stays.
pub(super) fn refer(status: &str, response: &mut RefOr<Response>) {
    let RefOr::T(own) = response else { return };
    let shared = match status {
        "304" => Some(NOT_MODIFIED.0),
        _ => PROBLEMS.iter().find(|(known, ..)| *known == status).map(|(_, name, _)| *name),
    };
    if let (Some(name), true) = (shared, own.content.is_empty()) {
        let mut reference = Ref::from_response_name(name);
        reference.description = std::mem::take(&mut own.description);
        *response = RefOr::Ref(reference);
    }
}

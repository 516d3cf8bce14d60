//! Completes the API's description with what all calls share: errors, security and headers. What a call
//! takes and answers is written beside the call.

use preau_core::permission::{self, Access, Row};
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::path::{HttpMethod, Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::server::ServerBuilder;
use utoipa::openapi::{
    ComponentsBuilder, InfoBuilder, OpenApi, PathItem, Ref, RefOr, Required, ResponseBuilder,
};
use utoipa::{PartialSchema as _, ToSchema};

use crate::error::ProblemDocument;

/// Errors of every call.
const ALWAYS: &[(&str, &str)] = &[
    ("429", "Too many calls; `Retry-After` says when."),
    ("500", "The school's own failure; only the request id is told."),
    ("503", "Busy; worth another try."),
];
/// Errors of calls with a body.
const WITH_BODY: &[(&str, &str)] =
    &[("400", "Malformed JSON."), ("413", "Too much data."), ("415", "Not JSON.")];

/// Adds what all calls share.
#[must_use]
pub fn complete(mut document: OpenApi) -> OpenApi {
    document.info = InfoBuilder::new()
        .title("Préau")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("The language school's API. Errors are RFC 9457 problem documents; `message` is French, clients translate `code`."))
        .build();
    document.servers = Some(vec![ServerBuilder::new().url("/api").build()]);
    let mut schemas = Vec::new();
    ProblemDocument::schemas(&mut schemas);
    schemas.push((ProblemDocument::name().into_owned(), ProblemDocument::schema()));
    let mut components = document.components.take().unwrap_or_else(|| ComponentsBuilder::new().build());
    components.schemas.extend(schemas);
    components.security_schemes.insert(
        "bearer".to_owned(),
        RefOr::T(SecurityScheme::Http(
            HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build(),
        )),
    );
    document.components = Some(components);
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            if let Some(row) = permission::lookup(method, path) {
                describe(operation, row);
            }
        }
    }
    document
}

/// The operations of one path with their methods.
pub fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    [
        ("GET", item.get.as_mut()),
        ("POST", item.post.as_mut()),
        ("PUT", item.put.as_mut()),
        ("PATCH", item.patch.as_mut()),
        ("DELETE", item.delete.as_mut()),
    ]
    .into_iter()
    .filter_map(|(method, operation)| operation.map(|operation| (method, operation)))
}

fn describe(operation: &mut Operation, row: &Row) {
    let mut errors: Vec<(&str, &str)> = ALWAYS.to_vec();
    if operation.request_body.is_some() {
        errors.extend(WITH_BODY);
    }
    errors.push(("401", "No session, or one that is over."));
    errors.push(("403", "The role does not allow it."));
    errors.push(("404", "Missing, or somebody else's."));
    errors.push(("422", "A rule is broken; `fields` names the fields."));
    if row.method != "GET" {
        errors.push(("409", "The present state forbids it."));
        errors.push(("412", "An older version was sent; `current` is the present one."));
        operation.parameters.get_or_insert_default().extend(headers().map(RefOr::T));
    }
    for (status, description) in errors {
        operation.responses.responses.entry(status.to_owned()).or_insert_with(|| problem(description));
    }
    let bearer = SecurityRequirement::new::<_, [&str; 0], &str>("bearer", []);
    operation.security = Some(match (row.anonymous, row.student) {
        (Access::No, _) => vec![bearer],
        (Access::Yes, Access::Yes) if row.admin == Access::Yes => {
            vec![SecurityRequirement::default(), bearer]
        }
        _ => vec![SecurityRequirement::default(), bearer],
    });
}

fn headers() -> [utoipa::openapi::path::Parameter; 2] {
    let header = |name: &str, description: &str| {
        ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Header)
            .required(Required::False)
            .description(Some(description))
            .schema(Some(ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).build()))
            .build()
    };
    [
        header(
            "Idempotency-Key",
            "A repeat with the same key and body answers as the first and does nothing; 24 hours.",
        ),
        header("If-Match", "The version that was seen; an older one is refused with 412."),
    ]
}

fn problem(description: &str) -> RefOr<utoipa::openapi::Response> {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(ProblemDocument::name()))).build();
    ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", content)
        .build()
        .into()
}

/// The methods an operation may have, for tests.
pub const METHODS: &[HttpMethod] =
    &[HttpMethod::Get, HttpMethod::Post, HttpMethod::Put, HttpMethod::Patch, HttpMethod::Delete];

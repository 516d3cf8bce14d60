//! Completes the API's description with what calls share: problem responses, security, headers, descriptions
//! of responses, examples. The parameters and responses of a call are documented at its handler.

mod descriptions;
mod examples;
mod generics;
mod parameters;
mod problems;
mod statuses;

#[cfg(test)]
pub(crate) use examples::check as check_examples;

use preau_core::permission::{self, Access, Row};
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::server::ServerBuilder;
use utoipa::openapi::{Components, ComponentsBuilder, InfoBuilder, OpenApi, PathItem, RefOr, Response};

/// Description of the API as a whole.
const ABOUT: &str = "The language school's API. Errors are RFC 9457 problem documents; `message` is French, clients \
    translate `code`.";

/// Completes the description generated from the handlers.
#[must_use]
pub fn complete(mut document: OpenApi) -> OpenApi {
    document.info =
        InfoBuilder::new().title("Préau").version(env!("CARGO_PKG_VERSION")).description(Some(ABOUT)).build();
    document.servers = Some(vec![ServerBuilder::new().url("/api").build()]);
    let mut components = document.components.take().unwrap_or_else(|| ComponentsBuilder::new().build());
    problems::define(&mut components);
    parameters::define(&mut components);
    components.security_schemes.insert(
        "bearer".to_owned(),
        RefOr::T(SecurityScheme::Http(
            HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build(),
        )),
    );
    generics::refer(&mut components);
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            if let Some(row) = permission::lookup(method, path) {
                describe(operation, row, &components);
            }
            examples::add(operation, method, path);
        }
    }
    document.components = Some(components);
    document
}

/// The operations of one path with their methods.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
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

fn describe(operation: &mut Operation, row: &Row, components: &Components) {
    for status in statuses::of(operation, row) {
        operation.responses.responses.entry(status.to_owned()).or_insert_with(|| Response::new("").into());
    }
    for (status, response) in &mut operation.responses.responses {
        problems::refer(status, response);
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            response.description = descriptions::answer(status, response, components);
        }
    }
    parameters::refer(operation, row);
    let bearer = SecurityRequirement::new::<_, [&str; 0], &str>("bearer", []);
    operation.security = Some(match row.anonymous {
        Access::No => vec![bearer],
        Access::Yes | Access::Own | Access::Part => vec![SecurityRequirement::default(), bearer],
    });
}

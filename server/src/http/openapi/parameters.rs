//! Headers that calls share, referenced by the calls.

use preau_core::permission::Row;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Components, Ref, RefOr, Required};

use super::statuses;

/// Adds the headers to the components.
pub(super) fn define(components: &mut Components) {
    components.parameters.extend(headers().map(|(key, header)| (key.to_owned(), RefOr::T(header))));
}

/// References the headers that the call uses, as determined from its statuses.
pub(super) fn refer(operation: &mut Operation, row: &Row) {
    let answers = |status: &str| operation.responses.responses.contains_key(status);
    let looked_at = [
        ("IfNoneMatch", answers("304")),
        ("IdempotencyKey", statuses::takes_idempotency_key(operation, row)),
        ("IfMatch", answers("412")),
    ];
    let references = looked_at.into_iter().filter(|(_, looked_at)| *looked_at);
    let references =
        references.map(|(key, _)| RefOr::Ref(Ref::new(format!("#/components/parameters/{key}"))));
    operation.parameters.get_or_insert_default().extend(references);
}

/// By their keys among the components.
fn headers() -> [(&'static str, Parameter); 3] {
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
        (
            "IdempotencyKey",
            header(
                "Idempotency-Key",
                "A repeat within 24 hours with the same key and body gets the first answer and changes nothing.",
            ),
        ),
        ("IfMatch", header("If-Match", "The version that was seen; an older one is refused with 412.")),
        (
            "IfNoneMatch",
            header("If-None-Match", "The `ETag` of an earlier answer; the same one is answered with 304."),
        ),
    ]
}

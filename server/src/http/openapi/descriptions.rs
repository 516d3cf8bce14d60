//! Descriptions of responses for which the handler has none.

use utoipa::openapi::schema::{ArrayItems, Schema};
use utoipa::openapi::{Components, RefOr, Response};

/// The description of the response's schema.
pub(super) fn answer(status: &str, response: &Response, components: &Components) -> String {
    let schema = response.content.values().find_map(|content| match content {
        RefOr::T(content) => content.schema.as_ref(),
        RefOr::Ref(_) => None,
    });
    let text = match schema {
        None if status == "204" => "Done; there is no content.".to_owned(),
        None => String::new(),
        Some(RefOr::T(Schema::Array(list))) => match &list.items {
            ArrayItems::RefOrSchema(item) => {
                format!("A list. Each: {}", schema_description(item, components))
            }
            ArrayItems::False => String::new(),
        },
        Some(schema) => schema_description(schema, components),
    };
    if status == "201" { format!("Created. {text}") } else { text }
}

/// The description of a schema, or of the component that it refers to; of `Generic_T` also that of `T`.
fn schema_description(schema: &RefOr<Schema>, components: &Components) -> String {
    let named =
        |name: &str| components.schemas.get(name).map(|schema| schema_description(schema, components));
    let own = match schema {
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next().unwrap_or_default();
            let whole = named(name).unwrap_or_default();
            let argument = name.split_once('_').and_then(|(_, argument)| named(argument));
            return argument.map_or(whole.clone(), |argument| format!("{whole} Each: {argument}"));
        }
        RefOr::T(Schema::Object(object)) => &object.description,
        RefOr::T(Schema::OneOf(some)) => &some.description,
        RefOr::T(Schema::AllOf(all)) => &all.description,
        RefOr::T(Schema::AnyOf(any)) => &any.description,
        RefOr::T(_) => return String::new(),
    };
    own.clone().unwrap_or_default()
}

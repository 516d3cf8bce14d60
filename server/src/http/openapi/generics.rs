//! Schemas of generic types.
//!
//! utoipa's derive copies the argument of a generic type into each instance: `List_Course` contains all of
//! `Course` (its issue 1586, open). The argument is a component of its own, so the copies become references.

use utoipa::openapi::schema::{AdditionalProperties, ArrayItems, Schema};
use utoipa::openapi::{Components, Ref, RefOr};

/// Replaces the copies of `T` in `Generic_T` by references to `T`.
pub(super) fn refer(components: &mut Components) {
    let instances: Vec<(String, String)> = components
        .schemas
        .keys()
        .filter_map(|name| Some((name.clone(), name.split_once('_')?.1.to_owned())))
        .collect();
    for (name, argument) in instances {
        let Some(original) = components.schemas.get(&argument).cloned() else { continue };
        if let Some(RefOr::T(schema)) = components.schemas.get_mut(&name) {
            replace(schema, &original, &Ref::from_schema_name(argument));
        }
    }
}

fn replace(schema: &mut Schema, original: &RefOr<Schema>, reference: &Ref) {
    for part in parts(schema) {
        match part {
            part if part == original => *part = RefOr::Ref(reference.clone()),
            RefOr::T(part) => replace(part, original, reference),
            RefOr::Ref(_) => {}
        }
    }
}

/// The direct subschemas of a schema.
fn parts(schema: &mut Schema) -> Vec<&mut RefOr<Schema>> {
    match schema {
        Schema::Array(array) => match &mut array.items {
            ArrayItems::RefOrSchema(item) => vec![item],
            ArrayItems::False => Vec::new(),
        },
        Schema::Object(object) => {
            let rest = match object.additional_properties.as_deref_mut() {
                Some(AdditionalProperties::RefOr(rest)) => Some(rest),
                Some(AdditionalProperties::FreeForm(_)) | None => None,
            };
            object.properties.values_mut().chain(rest).collect()
        }
        Schema::OneOf(some) => some.items.iter_mut().collect(),
        Schema::AllOf(all) => all.items.iter_mut().collect(),
        Schema::AnyOf(any) => any.items.iter_mut().collect(),
        _ => Vec::new(),
    }
}

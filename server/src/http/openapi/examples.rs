//! Examples of the main calls, stored as JSON: `"POST /auth/login": {"request": …, "200": …}`. A test of
//! web-shared validates each against its schema. Names are sorted: whether JSON keeps their order depends on
//! the features of the build.

use std::sync::LazyLock;

use serde_json::Value;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, RefOr};

static EXAMPLES: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).unwrap_or_default());

/// Adds the example problem of a status.
pub(super) fn add_problem(content: &mut Content, status: &str) {
    put(content, EXAMPLES["problems"].get(status));
}

/// Adds a call's examples.
pub(super) fn add(operation: &mut Operation, method: &str, path: &str) {
    let Some(examples) = EXAMPLES.get(format!("{method} {path}")) else { return };
    if let Some(RefOr::T(body)) = &mut operation.request_body
        && let Some(RefOr::T(content)) = body.content.values_mut().next()
    {
        put(content, examples.get("request"));
    }
    for (status, response) in &mut operation.responses.responses {
        if let RefOr::T(response) = response
            && let Some(RefOr::T(content)) = response.content.values_mut().next()
        {
            put(content, examples.get(status));
        }
    }
}

/// Under `examples`, not as `example`: the generator of TypeScript types would copy it into a comment.
fn put(content: &mut Content, example: Option<&Value>) {
    if let Some(example) = example {
        let example = ExampleBuilder::new().value(Some(example.clone())).build();
        content.examples.insert("demo".to_owned(), example.into());
    }
}

/// Asserts that this description contains every example.
#[cfg(test)]
pub(crate) fn check(document: &Value) {
    let (problems, calls): (Vec<_>, Vec<_>) =
        EXAMPLES.as_object().unwrap().iter().partition(|(name, _)| *name == "problems");
    assert_eq!(problems[0].1.as_object().unwrap().len(), super::problems::PROBLEMS.len());
    for (call, examples) in calls {
        let (method, path) = call.split_once(' ').unwrap();
        let operation = &document["paths"][path][method.to_lowercase()];
        for (part, example) in examples.as_object().unwrap() {
            let holder = match part.as_str() {
                "request" => &operation["requestBody"],
                status => &operation["responses"][status],
            };
            let content = holder["content"].as_object().unwrap_or_else(|| panic!("{call} has no {part}"));
            let shown = |media: &Value| media["examples"]["demo"]["value"] == *example;
            assert!(content.values().any(shown), "{call}, {part}");
        }
    }
}

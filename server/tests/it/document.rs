//! The API's own description, read so that tests can walk every call: its parameters and sample bodies, and the
//! statuses that it may answer.

use std::sync::LazyLock;

use axum::http::{Method, StatusCode};
use serde_json::{Map, Value, json};

/// One call of the API as described.
#[derive(Clone, Debug)]
pub struct Operation {
    pub method: String,
    /// Template under `/api`.
    pub path: String,
    /// Names of the query's parameters with their schemas.
    pub query: Vec<(String, Value)>,
    /// Schema of the body, references resolved; null without a body.
    pub body: Value,
    /// The statuses that are described, and `default`.
    statuses: Vec<String>,
}

impl Operation {
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The path with its parameters filled in by `value`, which gets each parameter's name.
    pub fn fill(&self, value: impl Fn(&str) -> String) -> String {
        self.path
            .split('/')
            .map(|segment| match segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
                Some(name) => value(name),
                None => segment.to_owned(),
            })
            .collect::<Vec<_>>()
            .join("/")
    }

    /// Which segments of an address stand in the template, if it is one of this call: the more to the left, the better
    /// it fits.
    fn fit(&self, path: &str) -> Option<Vec<bool>> {
        let (ours, theirs): (Vec<_>, Vec<_>) = (self.path.split('/').collect(), path.split('/').collect());
        let fits = ours.len() == theirs.len()
            && ours.iter().zip(&theirs).all(|(our, their)| our.starts_with('{') || our == their);
        fits.then(|| ours.iter().map(|segment| !segment.starts_with('{')).collect())
    }

    /// Whether the status is described. `default` stands for the server's own failures only.
    fn answers(&self, status: StatusCode) -> bool {
        let failure = status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT;
        let name = if failure { "default" } else { status.as_str() };
        self.statuses.iter().any(|described| described == name)
    }

    /// A body that fits the schema, if the call takes one.
    pub fn sample(&self) -> Option<Value> {
        (!self.body.is_null()).then(|| sample("", &self.body))
    }
}

/// Every call that the server describes.
pub fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(preau_server::router::document()).unwrap();
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let content = &operation["requestBody"]["content"];
            let schema =
                content.as_object().and_then(|content| content.values().next()).map(|media| &media["schema"]);
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            operations.push(Operation {
                method: method.to_uppercase(),
                path: path.strip_prefix("/api").unwrap_or(path).to_owned(),
                query: parameters
                    .iter()
                    .filter(|parameter| parameter["in"] == "query")
                    .map(|parameter| {
                        let name = parameter["name"].as_str().unwrap().to_owned();
                        (name, resolve(&document, &parameter["schema"], 0))
                    })
                    .collect(),
                body: schema.map_or(Value::Null, |schema| resolve(&document, schema, 0)),
                statuses: operation["responses"].as_object().unwrap().keys().cloned().collect(),
            });
        }
    }
    assert!(!operations.is_empty());
    operations
}

/// Fails when a call answers what its description does not name. `path` is the request's, with its query.
#[track_caller]
pub fn check_status(method: &Method, path: &str, status: StatusCode) {
    static OPERATIONS: LazyLock<Vec<Operation>> = LazyLock::new(operations);
    let method = if *method == Method::HEAD { "GET" } else { method.as_str() };
    let Some(path) = path.split('?').next().and_then(|path| path.strip_prefix("/api")) else { return };
    let called = OPERATIONS.iter().filter(|operation| operation.method == method);
    let best =
        called.filter_map(|operation| Some((operation.fit(path)?, operation))).max_by(|a, b| a.0.cmp(&b.0));
    if let Some((_, operation)) = best {
        assert!(operation.answers(status), "{} answers {status}, its description does not", operation.name());
    }
}

/// The schema without references, as deep as bodies go.
fn resolve(document: &Value, schema: &Value, depth: usize) -> Value {
    if depth > 20 {
        return json!({});
    }
    match schema {
        Value::Object(members) => {
            if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                let target = document.pointer(reference.trim_start_matches('#')).unwrap_or(&Value::Null);
                return resolve(document, target, depth + 1);
            }
            members
                .iter()
                .map(|(name, member)| (name.clone(), resolve(document, member, depth + 1)))
                .collect()
        }
        Value::Array(items) => items.iter().map(|item| resolve(document, item, depth + 1)).collect(),
        other => other.clone(),
    }
}

/// The schema behind `oneOf`, `anyOf` and `allOf`: their first part that is not null, or all parts in one.
pub fn effective(schema: &Value) -> Value {
    for key in ["oneOf", "anyOf"] {
        if let Some(parts) = schema[key].as_array() {
            let part = parts.iter().find(|part| part["type"] != "null");
            return part.map_or(Value::Null, effective);
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut properties = Map::new();
        for part in parts {
            if let Some(more) = effective(part)["properties"].as_object() {
                properties.extend(more.clone());
            }
        }
        return json!({ "type": "object", "properties": properties });
    }
    schema.clone()
}

/// The kind of value a schema wants: `string`, `integer`, `number`, `boolean`, `array`, `object`, or nothing
/// when it takes anything.
pub fn kind(schema: &Value) -> String {
    let schema = effective(schema);
    match &schema["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => {
            kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null").unwrap_or_default().to_owned()
        }
        _ if schema["properties"].is_object() => "object".to_owned(),
        _ => String::new(),
    }
}

/// Every kind that the schema takes: several where it is one of some.
pub fn kinds(schema: &Value) -> Vec<String> {
    let parts = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
    let kinds: Vec<String> =
        parts.map_or_else(|| vec![kind(schema)], |parts| parts.iter().flat_map(kinds).collect());
    kinds.into_iter().filter(|kind| !kind.is_empty() && kind != "null").collect()
}

/// A value that fits the schema; `name` helps with addresses and passwords.
pub fn sample(name: &str, schema: &Value) -> Value {
    let schema = effective(schema);
    if let Some(first) = schema["enum"].as_array().and_then(|values| values.first()) {
        return first.clone();
    }
    let name = name.to_ascii_lowercase();
    match kind(&schema).as_str() {
        "string" => match schema["format"].as_str() {
            Some("date") => json!(if name.contains("birth") { "1990-05-17" } else { "2026-04-01" }),
            Some("date-time") => json!("2026-04-01T10:00:00.000Z"),
            _ if name.contains("email") => json!("jeanne.morel@exemple.fr"),
            _ if name.contains("password") => json!("Une phrase de passe 7"),
            _ if name.contains("dialcode") => json!("+33"),
            _ if name.contains("phone") => json!("0639981204"),
            _ => json!("Jeanne"),
        },
        "integer" | "number" => json!(1),
        "boolean" => json!(false),
        "array" => json!([sample(&name, &schema["items"])]),
        "object" => {
            let members = schema["properties"].as_object().cloned().unwrap_or_default();
            members.iter().map(|(name, member)| (name.clone(), sample(name, member))).collect()
        }
        _ => Value::Null,
    }
}

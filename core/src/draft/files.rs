//! Files chosen while the server was unreachable. They have a local address; an operation that refers to one is sent
//! after the upload, with the server's address of the file.

use super::operation::{Operation, State};
use super::queue::Queue;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A file chosen while the server was unreachable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChosenFile {
    pub name: String,
    /// Its address at the server, once it is uploaded.
    pub url: Option<String>,
}

impl Queue {
    /// Adds a chosen file: operations that refer to its address wait for its upload.
    pub fn choose_file(&mut self, address: &str, name: &str) {
        let file = ChosenFile { name: name.to_owned(), url: None };
        self.files.insert(address.to_owned(), file);
    }

    /// The file chosen on this computer with this address.
    pub fn file(&self, address: &str) -> Option<&ChosenFile> {
        self.files.get(address)
    }

    /// Addresses of the files to upload: those that pending operations refer to, in order.
    pub fn wanted_files(&self) -> Vec<&str> {
        let mut wanted: Vec<&str> = Vec::new();
        for operation in self.operations.iter().filter(|operation| operation.state == State::Waiting) {
            for address in self.pending_files(operation) {
                if !wanted.contains(&address) {
                    wanted.push(address);
                }
            }
        }
        wanted
    }

    /// Addresses of the files whose upload the operation waits for.
    pub fn pending_files<'a>(&'a self, operation: &'a Operation) -> impl Iterator<Item = &'a str> {
        let missing = self.files.iter().filter(|(_, file)| file.url.is_none());
        missing.map(|(address, _)| address.as_str()).filter(|address| names(&operation.payload, address))
    }

    /// Whether a pending or failed operation refers to this address.
    pub fn names_file(&self, address: &str) -> bool {
        self.operations.iter().any(|operation| names(&operation.payload, address))
    }

    /// A file was uploaded: replaces its local address by the server's.
    pub fn file_uploaded(&mut self, address: &str, url: &str) {
        let Some(file) = self.files.get_mut(address) else { return };
        file.url = Some(url.to_owned());
        for operation in &mut self.operations {
            rename(&mut operation.payload, address, url);
            rename(&mut operation.base, address, url);
        }
    }

    /// The server refused a file: the operations that refer to it fail, and must refer to another one or none.
    pub fn file_refused(&mut self, address: &str, problem: &Value) {
        let waiting = |o: &&mut Operation| o.state == State::Waiting && names(&o.payload, address);
        for operation in self.operations.iter_mut().filter(waiting) {
            let mut problem = problem.clone();
            let code = problem["fields"][0]["code"].as_str().or(problem["code"].as_str());
            let (code, params) = (json!(code), problem["fields"][0]["params"].clone());
            let named = operation.payload.as_object().into_iter().flatten();
            let named = named.filter(|(_, value)| names(value, address));
            problem["fields"] =
                named.map(|(name, _)| json!({"name": name, "code": code, "params": params})).collect();
            operation.state = State::Failed(problem);
        }
    }

    /// Replaces local addresses by the server's.
    pub(super) fn name_files(&self, operation: &mut Operation) {
        for (address, file) in &self.files {
            if let Some(url) = &file.url {
                rename(&mut operation.payload, address, url);
                rename(&mut operation.base, address, url);
            }
        }
    }
}

fn names(value: &Value, address: &str) -> bool {
    match value {
        Value::String(text) => text.contains(address),
        Value::Array(values) => values.iter().any(|value| names(value, address)),
        Value::Object(fields) => fields.values().any(|value| names(value, address)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn rename(value: &mut Value, address: &str, url: &str) {
    match value {
        Value::String(text) if address != url && text.contains(address) => *text = text.replace(address, url),
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, address, url)),
        Value::Object(fields) => fields.values_mut().for_each(|value| rename(value, address, url)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

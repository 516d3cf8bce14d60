//! Files that were chosen while the school was away. They have an address of this computer; an operation that names one
//! is sent once the school has the file, with the school's address of it.

use super::operation::{Operation, State};
use super::queue::Queue;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A file that was chosen while the school was away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChosenFile {
    pub name: String,
    /// Its address at the school, once it is there.
    pub url: Option<String>,
}

impl Queue {
    /// A file was chosen: what names this address waits until it has arrived.
    pub fn choose_file(&mut self, address: &str, name: &str) {
        let file = ChosenFile { name: name.to_owned(), url: None };
        self.files.insert(address.to_owned(), file);
    }

    /// The file that was chosen here under this address.
    pub fn file(&self, address: &str) -> Option<&ChosenFile> {
        self.files.get(address)
    }

    /// Addresses of the files that can be sent: those that waiting operations name, in their order.
    pub fn wanted_files(&self) -> Vec<&str> {
        let mut wanted: Vec<&str> = Vec::new();
        for operation in self.operations.iter().filter(|operation| operation.state == State::Waiting) {
            for address in self.awaited(operation) {
                if !wanted.contains(&address) {
                    wanted.push(address);
                }
            }
        }
        wanted
    }

    /// Addresses of the files without which the operation is not sent.
    pub fn awaited<'a>(&'a self, operation: &'a Operation) -> impl Iterator<Item = &'a str> {
        let missing = self.files.iter().filter(|(_, file)| file.url.is_none());
        missing.map(|(address, _)| address.as_str()).filter(|address| names(&operation.payload, address))
    }

    /// Whether anything of what waits, or of what was refused, names this address.
    pub fn names_file(&self, address: &str) -> bool {
        self.operations.iter().any(|operation| names(&operation.payload, address))
    }

    /// The school has a file: what names it names the school's address from now on.
    pub fn file_arrived(&mut self, address: &str, url: &str) {
        let Some(file) = self.files.get_mut(address) else { return };
        file.url = Some(url.to_owned());
        for operation in &mut self.operations {
            rename(&mut operation.payload, address, url);
            rename(&mut operation.base, address, url);
        }
    }

    /// The school does not take a file: what names it has to name another, or none.
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

    /// Puts the school's addresses where those of this computer stood.
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

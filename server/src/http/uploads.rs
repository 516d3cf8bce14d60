//! Recognises calls that upload a file: their bodies are large, and read by their handlers.

use axum::extract::Request;
use axum::http::Method;

/// Whether this request uploads a file or a chunk: its body may be large, and is not read before its handler
/// runs.
pub(crate) fn is_upload(request: &Request) -> bool {
    let path = request.uri().path();
    match *request.method() {
        Method::POST => path.ends_with("/files"),
        Method::PUT => path.rsplit_once('/').is_some_and(|(folder, _)| folder.ends_with("/uploads")),
        _ => false,
    }
}

/// Whether this request may take long: it uploads a file, or has one assembled.
pub(crate) fn takes_long(request: &Request) -> bool {
    let finishes = |path: &str| path.contains("/uploads/") && path.ends_with("/finish");
    is_upload(request) || *request.method() == Method::POST && finishes(request.uri().path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_brings_a_file_is_known_by_its_address() {
        // Method, path, whether it uploads a file, whether it may take long.
        for (method, path, brings, long) in [
            (Method::POST, "/files", true, true),
            (Method::POST, "/api/files", true, true),
            (Method::PUT, "/api/uploads/7f3c", true, true),
            (Method::PUT, "/uploads/7f3c", true, true),
            (Method::POST, "/api/uploads/7f3c/finish", false, true),
            (Method::POST, "/api/uploads", false, false),
            (Method::GET, "/api/uploads/7f3c", false, false),
            (Method::GET, "/api/files", false, false),
            (Method::PUT, "/api/courses/7", false, false),
        ] {
            let request = Request::builder().method(&method).uri(path).body(axum::body::Body::empty());
            let request = request.unwrap();
            assert_eq!((is_upload(&request), takes_long(&request)), (brings, long), "{method} {path}");
        }
    }
}

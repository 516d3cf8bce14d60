//! Full-text search of lessons, online or offline.

use std::sync::Arc;

use http::StatusCode;
use url::form_urlencoded;

use crate::answer::{self, Request, Response};
use crate::content;
use crate::error::{Error, Result};
use crate::profile::OpenProfile;
use crate::text_search::SearchTerm;

/// Maximum number of lessons in a response.
const MAX_LESSONS: usize = 8;

pub(super) async fn lessons(open: &Arc<OpenProfile>, request: &Request) -> Result<Response> {
    let query = request.uri().query().unwrap_or_default();
    let typed = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "q");
    let Some(term) = typed.and_then(|(_, typed)| SearchTerm::parse(&typed)) else {
        return answer::json(StatusCode::OK, &[(); 0]);
    };
    let open = Arc::clone(open);
    let found = tokio::task::spawn_blocking(move || content::lessons(&open.store, &term, MAX_LESSONS));
    let found = found.await.map_err(|error| Error::internal(error.to_string()))??;
    answer::json(StatusCode::OK, &found)
}

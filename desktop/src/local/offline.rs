//! The content that is available offline.

use std::sync::Arc;

use http::StatusCode;
use preau_core::content::ContentKind;
use preau_core::text::fold;
use serde::Serialize;

use crate::answer::{self, Response};
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::pictures;
use crate::profile::OpenProfile;
use crate::store::{OfflineCourse, Store};

/// The content that is available offline.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct Offline {
    /// By name.
    pub(super) courses: Vec<OfflineCourse>,
    /// Questions of the level tests.
    pub(super) test_questions: i64,
    /// Questions of the FAQ.
    pub(super) faq: i64,
    /// Sessions of classes, past and to come.
    pub(super) sessions: i64,
    pub(super) pictures: pictures::CachedPictures,
}

pub(super) async fn read(context: &AppContext, open: &Arc<OpenProfile>) -> Result<Response> {
    let pictures = context.data.profile_folder(&open.profile.id);
    let open = Arc::clone(open);
    let counts = tokio::task::spawn_blocking(move || {
        let pictures = pictures
            .map_or(Ok(pictures::CachedPictures::default()), |folder| pictures::statistics(&folder))?;
        count(&open.store, pictures)
    });
    answer::json(StatusCode::OK, &counts.await.map_err(|error| Error::internal(error.to_string()))??)
}

fn count(store: &Store, pictures: pictures::CachedPictures) -> Result<Offline> {
    let mut courses = store.offline_courses()?;
    courses.sort_by_cached_key(|course| fold(&course.name));
    Ok(Offline {
        courses,
        test_questions: store.count_of(ContentKind::TestQuestion)?,
        faq: store.count_of(ContentKind::Faq)?,
        sessions: store.count_of(ContentKind::ClassSession)?,
        pictures,
    })
}

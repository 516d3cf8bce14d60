//! Every reading call of the demo school, answered by the copy and by the school.

use chrono::Days;
use preau_core::calendar::paris_day;
use preau_core::content::ContentKind;
use preau_desktop::clock::Clock;
use preau_desktop::store::{Key, Store};
use tempfile::TempDir;

use crate::school::{EDITOR, School};
use crate::{both_values, differences, pull};

/// Every address of the content: each list, and each row for itself.
pub fn addresses(store: &Store) -> Vec<String> {
    let ids = |kind: ContentKind| -> Vec<String> {
        let rows = store.rows(kind).unwrap();
        rows.iter()
            .map(|row| match &row.id {
                Key::Id(id) => id.to_string(),
                Key::Code(code) => code.clone(),
            })
            .collect()
    };
    let mut all: Vec<String> = [
        "/courses",
        "/courses/details",
        "/courses?status=DRAFT&page=1&size=1",
        "/courses?status=PUBLISHED",
        "/courses?type=ONLINE&page=2&size=3",
        "/courses?q=ital&page=1&size=5",
        "/courses?language=it&level=A1",
        "/courses?language=Anglais",
        "/courses?language=klingon",
        "/courses?teacher=3",
        "/courses?slug=nowhere",
        "/languages",
        "/languages/details",
        "/languages/code/IT",
        "/levels",
        "/levels/name/a1",
        "/levels/rank/2",
        "/teachers",
        "/faq",
        "/faq?page=2&size=4",
        "/faq/categories",
        "/courses/admin/999999",
        "/tests/klingon",
        "/courses?page=0",
        "/courses?size=500&page=1",
        "/tests/Italien",
        "/tests/it/type/qcm",
        "/tests/it/type/nothing",
        "/rooms",
        "/closures",
        "/class-sessions",
        "/class-sessions?from=2026-11-01",
        "/class-sessions?from=2026-11-02&to=2026-11-01",
        "/class-sessions?from=2026-11-01&to=2027-11-01",
        "/class-sessions?courseId=999999",
        "/class-sessions?courseId=un",
        "/session-series/course/999999",
    ]
    .map(ToOwned::to_owned)
    .to_vec();
    for (kind, patterns) in [
        (
            ContentKind::Course,
            &[
                "/courses/admin/",
                "/courses/*/details",
                "/modules/course/",
                "/objectives/course/",
                "/prerequisites/course/",
                "/session-series/course/",
                "/class-sessions?courseId=",
            ][..],
        ),
        (ContentKind::Language, &["/languages/"]),
        (ContentKind::Level, &["/levels/"]),
        (ContentKind::Teacher, &["/teachers/"]),
        (ContentKind::Module, &["/modules/", "/chapters/module/"]),
        (ContentKind::Objective, &["/objectives/"]),
        (ContentKind::Prerequisite, &["/prerequisites/"]),
        (ContentKind::Chapter, &["/chapter-lessons/chapter/"]),
        (ContentKind::Lesson, &["/chapter-lessons/", "/resources/lesson/", "/quizzes/lesson/"]),
        (ContentKind::Resource, &["/resources/"]),
        (ContentKind::Quiz, &["/quizzes/", "/questions/quiz/"]),
        (ContentKind::FaqCategory, &["/faq/category/"]),
    ] {
        for id in ids(kind) {
            all.extend(patterns.iter().map(|pattern| match pattern.split_once('*') {
                Some((before, after)) => format!("{before}{id}{after}"),
                None => format!("{pattern}{id}"),
            }));
        }
    }
    let today = paris_day(Clock::System.now());
    let period = format!("from={}&to={}", today - Days::new(45), today + Days::new(46));
    all.push(format!("/class-sessions?{period}"));
    for (kind, name) in [(ContentKind::Room, "roomId"), (ContentKind::Teacher, "teacherId")] {
        all.extend(ids(kind).into_iter().map(|id| format!("/class-sessions?{period}&{name}={id}")));
    }
    let languages = store.rows(ContentKind::Language).unwrap();
    all.extend(languages.iter().map(|row| format!("/tests/{}", row.row["code"].as_str().unwrap())));
    all
}

// What is done here blocks; the line to the school is to be looked after meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reads_from_the_copy_match_the_school() {
    let school = School::open().await;
    let school = school.colleague(EDITOR).await;
    let folder = TempDir::new().unwrap();
    let (store, _) = Store::open(folder.path()).unwrap();
    pull(&school, &store).await;
    let addresses = addresses(&store);
    assert!(addresses.len() > 300, "the demo school is larger than {}", addresses.len());
    let mut wrong = Vec::new();
    for path in addresses {
        let (theirs, ours) = both_values(&school, &store, &path).await;
        if theirs.get("code").is_some_and(serde_json::Value::is_string) && theirs.get("title").is_some() {
            assert_eq!((&theirs["code"], &theirs["message"]), (&ours["code"], &ours["message"]), "{path}");
            continue;
        }
        wrong.extend(differences(&path, &theirs, &ours));
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

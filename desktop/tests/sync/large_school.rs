//! Ten thousand lessons.

use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::school::School;
use crate::test_app::TestApp;

/// Far more than it takes (docs/performance.md): other tests take turns with this one on the same cores.
const MOST: Duration = Duration::from_mins(1);

/// What is typed is looked for with every letter. The best of several times: other tests run on the same cores.
const WHILE_TYPING: Duration = Duration::from_millis(50);

const LESSONS: &str = include_str!("../ten-thousand-lessons.sql");

#[tokio::test]
async fn ten_thousand_lessons_are_copied() {
    let mut school = School::open().await;
    school.stop();
    school.database().execute(LESSONS, []).unwrap();
    school.start().await;
    let folder = TempDir::new().unwrap();
    let begun = Instant::now();
    let app = TestApp::signed_in(folder.path(), &school.url()).await;
    let taken = begun.elapsed();
    println!("10000 lessons signed in to and copied in {taken:?}");
    assert!(taken < MOST, "{taken:?}");
    school.stop();
    app.sync().await;
    app.wait_until("being offline", |state| state["connection"] == "offline").await;
    let begun = Instant::now();
    app.some_lesson().await;
    println!("a lesson found in the copy in {:?}", begun.elapsed());
    measure_search(&app).await;
    drop(app);
    let begun = Instant::now();
    let app = TestApp::open(folder.path()).await;
    assert_eq!(app.state().await["copied"], true);
    println!("opened again in {:?}", begun.elapsed());
}

/// A word of one lesson, and a word of all lessons.
async fn measure_search(app: &TestApp) {
    for (typed, title) in [("lecon%209876", Some("Leçon 9876")), ("mot", None)] {
        let mut best = Duration::MAX;
        for _ in 0..10 {
            let begun = Instant::now();
            let found = app.get(&format!("desktop/lessons?q={typed}")).await;
            best = best.min(begun.elapsed());
            assert!(title.is_none_or(|title| found[0]["title"] == title), "{found}");
            assert!(title.is_some() || found.as_array().is_some_and(|found| found.len() == 8), "{found}");
        }
        println!("{typed}: found among 10000 lessons in {best:?}");
        assert!(best < WHILE_TYPING, "{typed}: {best:?}");
    }
}

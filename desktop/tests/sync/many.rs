//! Ten thousand lessons.

use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::desk::Desk;
use crate::school::School;

/// Far more than it takes (docs/performance.md): other tests take turns with this one on the same cores.
const MOST: Duration = Duration::from_mins(1);

const LESSONS: &str = "
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
    INSERT INTO lessons (chapter_id, title, content, order_index, created_at, updated_at)
    SELECT chapter.id, 'Leçon ' || n, '<p>' || replace(hex(zeroblob(300)), '00', 'Un mot. ') || '</p>', 1000 + n,
        '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
    FROM numbers JOIN (
        SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS count FROM chapters
    ) chapter ON chapter.place = 1 + n % chapter.count";

#[tokio::test]
async fn ten_thousand_lessons_are_copied() {
    let mut school = School::open().await;
    school.stop();
    school.database().execute(LESSONS, []).unwrap();
    school.start().await;
    let folder = TempDir::new().unwrap();
    let begun = Instant::now();
    let desk = Desk::signed_in(folder.path(), &school.url()).await;
    let taken = begun.elapsed();
    println!("10000 lessons signed in to and copied in {taken:?}");
    assert!(taken < MOST, "{taken:?}");
    school.stop();
    desk.sync().await;
    desk.until("being offline", |state| state["connection"] == "offline").await;
    let begun = Instant::now();
    desk.some_lesson().await;
    println!("a lesson found in the copy in {:?}", begun.elapsed());
}

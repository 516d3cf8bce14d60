//! Counts the commits of a SQLite database in its write-ahead log, where the last page of each transaction is
//! marked. The format is described in SQLite's documentation ("WAL File Format").

use std::path::Path;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// Transactions in the log since it was last restarted.
pub fn commits(log: &Path) -> usize {
    std::fs::read(log).map_or(0, |bytes| count(&bytes))
}

fn count(log: &[u8]) -> usize {
    let word = |at: usize| log.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_be_bytes);
    let (Some(page), Some(salt)) = (word(8), log.get(16..24)) else { return 0 };
    let Ok(page) = usize::try_from(page) else { return 0 };
    let mut commits = 0;
    let mut at = HEADER;
    // Frames from before the restart have another salt.
    while log.get(at + 8..at + 16) == Some(salt) {
        commits += usize::from(word(at + 4).is_some_and(|size| size > 0));
        at += FRAME_HEADER + page;
    }
    commits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log with pages of 512 bytes; for each frame the database's size after it, or zero, and its salt.
    fn log(frames: &[(u32, [u8; 8])]) -> Vec<u8> {
        let mut log = vec![0; HEADER];
        log[8..12].copy_from_slice(&512_u32.to_be_bytes());
        log[16..24].copy_from_slice(b"saltsalt");
        for (size, salt) in frames {
            log.extend(1_u32.to_be_bytes());
            log.extend(size.to_be_bytes());
            log.extend(salt);
            log.extend([0; 8 + 512]);
        }
        log
    }

    #[test]
    fn a_transaction_ends_with_a_page_that_says_how_large_the_database_is() {
        let salt = *b"saltsalt";
        assert_eq!(count(&log(&[(0, salt), (0, salt), (7, salt), (7, salt)])), 2);
        assert_eq!(count(&log(&[])), 0);
        assert_eq!(count(&[]), 0);
    }

    #[test]
    fn what_is_left_of_an_earlier_turn_does_not_count() {
        assert_eq!(count(&log(&[(7, *b"saltsalt"), (7, *b"saltsal0"), (7, *b"saltsalt")])), 1);
    }

    #[tokio::test]
    async fn the_log_of_a_real_database_counts_its_transactions() {
        let folder = std::env::temp_dir().join(format!("preau-bench-wal-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a.db");
        let mut db = crate::database::Database::sqlite(&file).await.unwrap();
        db.execute("CREATE TABLE a (b BIGINT)", &[]).await.unwrap();
        let before = commits(&folder.join("a.db-wal"));
        for value in [1, 2, 3] {
            db.execute("INSERT INTO a (b) VALUES ($1)", &[value]).await.unwrap();
        }
        assert_eq!(commits(&folder.join("a.db-wal")) - before, 3);
        db.close().await.unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

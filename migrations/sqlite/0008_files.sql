-- Files that staff uploaded. Content refers to one by its address, which is made of its hash; the bytes stand at
-- `place` in the store, where no two files ever stand one after the other.
CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    address TEXT NOT NULL UNIQUE,
    sha256 TEXT NOT NULL,
    place TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('IMAGE', 'PDF', 'AUDIO', 'VIDEO', 'CAPTIONS')),
    media_type TEXT NOT NULL,
    size BIGINT NOT NULL,
    name TEXT NOT NULL,
    created_by BIGINT REFERENCES users (id),
    created_at TIMESTAMP NOT NULL,
    uploaded_at TIMESTAMP NOT NULL
);
CREATE INDEX files_uploaded ON files (uploaded_at);

ALTER TABLE teachers ADD COLUMN photo_url TEXT;

-- What is looked up at every reading of a file.
CREATE INDEX teachers_photo ON teachers (photo_url) WHERE photo_url LIKE '/api/files/%';
CREATE INDEX languages_flag ON languages (flag) WHERE flag LIKE '/api/files/%';
CREATE INDEX test_questions_media ON test_questions (media_url) WHERE media_url LIKE '/api/files/%';
CREATE INDEX resources_url ON resources (url) WHERE url LIKE '/api/files/%';
CREATE INDEX resources_captions ON resources (captions_url) WHERE captions_url LIKE '/api/files/%';
CREATE INDEX quiz_questions_media ON quiz_questions (media_url) WHERE media_url LIKE '/api/files/%';

-- Where each file is used; inside no module, it is for everybody.
CREATE VIEW file_uses AS
SELECT photo_url AS address, CAST(NULL AS BIGINT) AS module_id FROM teachers WHERE photo_url LIKE '/api/files/%'
UNION ALL
SELECT flag, CAST(NULL AS BIGINT) FROM languages WHERE flag LIKE '/api/files/%'
UNION ALL
SELECT media_url, CAST(NULL AS BIGINT) FROM test_questions WHERE media_url LIKE '/api/files/%'
UNION ALL
SELECT r.url, h.module_id
FROM resources r JOIN lessons l ON l.id = r.lesson_id JOIN chapters h ON h.id = l.chapter_id
WHERE r.url LIKE '/api/files/%'
UNION ALL
SELECT r.captions_url, h.module_id
FROM resources r JOIN lessons l ON l.id = r.lesson_id JOIN chapters h ON h.id = l.chapter_id
WHERE r.captions_url LIKE '/api/files/%'
UNION ALL
SELECT q.media_url, h.module_id
FROM quiz_questions q JOIN quizzes z ON z.id = q.quiz_id JOIN lessons l ON l.id = z.lesson_id
    JOIN chapters h ON h.id = l.chapter_id
WHERE q.media_url LIKE '/api/files/%';

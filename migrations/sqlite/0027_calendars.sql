-- Addresses by which calendar apps read sessions; only the hash of each is stored.
CREATE TABLE calendar_tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id BIGINT NOT NULL REFERENCES users (id),
    -- OWN: the sessions of the account, as learner and as teacher. ROOM: those in a room.
    kind TEXT NOT NULL CHECK (kind IN ('OWN', 'ROOM')),
    room_id BIGINT REFERENCES rooms (id) ON DELETE CASCADE,
    token_hash TEXT NOT NULL UNIQUE,
    created_at TIMESTAMP NOT NULL,
    -- The last day on which a calendar app read it.
    read_on DATE,
    CHECK ((kind = 'ROOM') = (room_id IS NOT NULL))
);
CREATE INDEX calendar_tokens_user ON calendar_tokens (user_id);

-- Which mails about sessions an account wishes; those about time, date and cancellation are always sent.
ALTER TABLE users ADD COLUMN session_reminders BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE users ADD COLUMN session_changes BOOLEAN NOT NULL DEFAULT TRUE;

-- What a session was before staff changed it: told with what changed of its course.
CREATE TABLE session_changes (
    -- No reference: a session that was deleted is told too.
    session_id BIGINT PRIMARY KEY,
    course_id BIGINT NOT NULL REFERENCES course_changes (course_id) ON DELETE CASCADE,
    -- As JSON.
    before TEXT NOT NULL
);
CREATE INDEX session_changes_course ON session_changes (course_id);

-- What a teacher or staff wrote to all learners of a course.
CREATE TABLE class_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    course_id BIGINT NOT NULL REFERENCES courses (id) ON DELETE CASCADE,
    -- Nobody's once their account was deleted.
    author_id BIGINT REFERENCES users (id),
    text TEXT NOT NULL,
    file_url TEXT,
    created_at TIMESTAMP NOT NULL
);
CREATE INDEX class_messages_course ON class_messages (course_id, id);

-- The message to a class that it answers, and the teacher it is for: both see it in their inbox.
ALTER TABLE contact_messages ADD COLUMN class_message_id BIGINT REFERENCES class_messages (id) ON DELETE SET NULL;
ALTER TABLE contact_messages ADD COLUMN teacher_id BIGINT REFERENCES teachers (id) ON DELETE SET NULL;

-- The files of messages to a class too: `class_id` is the course whose class reads them.
DROP VIEW file_uses;
CREATE VIEW file_uses AS
SELECT photo_url AS address, CAST(NULL AS BIGINT) AS module_id, CAST(NULL AS BIGINT) AS class_id FROM teachers WHERE photo_url LIKE '/api/files/%'
UNION ALL
SELECT logo_url, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT) FROM school WHERE logo_url IS NOT NULL
UNION ALL
SELECT url, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT) FROM paper_logos
UNION ALL
SELECT flag, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT) FROM languages WHERE flag LIKE '/api/files/%'
UNION ALL
SELECT media_url, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT) FROM test_questions WHERE media_url LIKE '/api/files/%'
UNION ALL
SELECT r.url, h.module_id, CAST(NULL AS BIGINT)
FROM resources r JOIN lessons l ON l.id = r.lesson_id JOIN chapters h ON h.id = l.chapter_id
WHERE r.url LIKE '/api/files/%'
UNION ALL
SELECT r.captions_url, h.module_id, CAST(NULL AS BIGINT)
FROM resources r JOIN lessons l ON l.id = r.lesson_id JOIN chapters h ON h.id = l.chapter_id
WHERE r.captions_url LIKE '/api/files/%'
UNION ALL
SELECT q.media_url, h.module_id, CAST(NULL AS BIGINT)
FROM quiz_questions q JOIN quizzes z ON z.id = q.quiz_id JOIN lessons l ON l.id = z.lesson_id
    JOIN chapters h ON h.id = l.chapter_id
WHERE q.media_url LIKE '/api/files/%'
UNION ALL
SELECT f.address, h.module_id, CAST(NULL AS BIGINT)
FROM files f JOIN lessons l ON l.content LIKE '%' || f.address || '%' JOIN chapters h ON h.id = l.chapter_id
WHERE l.content LIKE '%/api/files/%'
UNION ALL
SELECT f.address, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT)
FROM files f JOIN courses c ON c.detailed_description LIKE '%' || f.address || '%'
WHERE c.detailed_description LIKE '%/api/files/%'
UNION ALL
SELECT f.address, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT)
FROM files f JOIN faq_entries e ON e.answer LIKE '%' || f.address || '%'
WHERE e.answer LIKE '%/api/files/%'
UNION ALL
SELECT f.address, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT)
FROM files f JOIN faq_entries e ON e.translations LIKE '%' || f.address || '%'
WHERE e.translations LIKE '%/api/files/%'
UNION ALL
SELECT f.address, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT)
FROM files f JOIN school_pages p ON p.html LIKE '%' || f.address || '%'
WHERE p.html LIKE '%/api/files/%'
UNION ALL
SELECT file_url, CAST(NULL AS BIGINT), course_id FROM class_messages WHERE file_url IS NOT NULL;

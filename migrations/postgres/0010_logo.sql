-- The school's own logo, a picture that was uploaded, with its size in pixels.
ALTER TABLE school ADD COLUMN logo_url TEXT;
ALTER TABLE school ADD COLUMN logo_width BIGINT;
ALTER TABLE school ADD COLUMN logo_height BIGINT;

-- Logos that papers bear. Papers never change, so these are never forgotten.
CREATE TABLE paper_logos (
    url TEXT PRIMARY KEY
);

-- The texts that name a file, which are few.
CREATE INDEX lessons_with_files ON lessons (id) WHERE content LIKE '%/api/files/%';
CREATE INDEX courses_with_files ON courses (id) WHERE detailed_description LIKE '%/api/files/%';
CREATE INDEX faq_entries_with_files ON faq_entries (id) WHERE answer LIKE '%/api/files/%';
CREATE INDEX school_pages_with_files ON school_pages (id) WHERE html LIKE '%/api/files/%';

-- Where each file is used; inside no module, it is for everybody. Every version of a page is kept, and what it names.
DROP VIEW file_uses;
CREATE VIEW file_uses AS
SELECT photo_url AS address, CAST(NULL AS BIGINT) AS module_id FROM teachers WHERE photo_url LIKE '/api/files/%'
UNION ALL
SELECT logo_url, CAST(NULL AS BIGINT) FROM school WHERE logo_url IS NOT NULL
UNION ALL
SELECT url, CAST(NULL AS BIGINT) FROM paper_logos
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
WHERE q.media_url LIKE '/api/files/%'
UNION ALL
SELECT f.address, h.module_id
FROM files f JOIN lessons l ON l.content LIKE '%' || f.address || '%' JOIN chapters h ON h.id = l.chapter_id
WHERE l.content LIKE '%/api/files/%'
UNION ALL
SELECT f.address, CAST(NULL AS BIGINT)
FROM files f JOIN courses c ON c.detailed_description LIKE '%' || f.address || '%'
WHERE c.detailed_description LIKE '%/api/files/%'
UNION ALL
SELECT f.address, CAST(NULL AS BIGINT)
FROM files f JOIN faq_entries e ON e.answer LIKE '%' || f.address || '%'
WHERE e.answer LIKE '%/api/files/%'
UNION ALL
SELECT f.address, CAST(NULL AS BIGINT)
FROM files f JOIN school_pages p ON p.html LIKE '%' || f.address || '%'
WHERE p.html LIKE '%/api/files/%';

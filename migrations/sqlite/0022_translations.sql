-- Questions of the FAQ and of the level tests in other languages of the interface: a JSON array, a language at most once.
-- They stand in the row, so that they go, are copied and raise its version with it.
ALTER TABLE faq_entries ADD COLUMN translations TEXT NOT NULL DEFAULT '[]';
ALTER TABLE test_questions ADD COLUMN translations TEXT NOT NULL DEFAULT '[]';

CREATE INDEX faq_translations_with_files ON faq_entries (id) WHERE translations LIKE '%/api/files/%';

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
FROM files f JOIN faq_entries e ON e.translations LIKE '%' || f.address || '%'
WHERE e.translations LIKE '%/api/files/%'
UNION ALL
SELECT f.address, CAST(NULL AS BIGINT)
FROM files f JOIN school_pages p ON p.html LIKE '%' || f.address || '%'
WHERE p.html LIKE '%/api/files/%';

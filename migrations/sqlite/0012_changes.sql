-- What became of each thing of the content, for copies kept elsewhere: one row for each, with its last change. Rows
-- are noted by triggers, so that no write is forgotten. What is gone stays as a row: its id and its client's id are
-- never used again.
CREATE TABLE changes (
    entity TEXT NOT NULL,
    entity_id BIGINT NOT NULL,
    -- Of what has a code instead of an id, which is 0 then.
    entity_code TEXT NOT NULL DEFAULT '',
    seq BIGINT NOT NULL,
    client_id TEXT,
    deleted BOOLEAN NOT NULL,
    PRIMARY KEY (entity, entity_id, entity_code)
);
CREATE UNIQUE INDEX changes_seq ON changes (seq);
CREATE INDEX changes_entity ON changes (entity, seq);
CREATE INDEX changes_gone ON changes (entity, client_id) WHERE deleted;

-- One row: the last number given. Whoever writes content waits for it, so that numbers are committed in their order.
-- The epoch is another one after a restore: numbers given since the copy was made would be given again.
CREATE TABLE change_counter (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL,
    last BIGINT NOT NULL
);
INSERT INTO change_counter (id, epoch, last) VALUES (1, lower(hex(randomblob(16))), 0);

INSERT INTO changes (entity, entity_id, entity_code, seq, client_id, deleted)
SELECT entity, entity_id, entity_code, ROW_NUMBER() OVER (ORDER BY depth, entity, entity_id, entity_code), client_id,
    deleted
FROM (
    SELECT 0 AS depth, entity, entity_id, '' AS entity_code, client_id, TRUE AS deleted FROM tombstones
    UNION ALL SELECT 1, 'language', id, '', client_id, FALSE FROM languages
    UNION ALL SELECT 1, 'level', id, '', client_id, FALSE FROM levels
    UNION ALL SELECT 2, 'teacher', id, '', client_id, FALSE FROM teachers
    UNION ALL SELECT 3, 'course', id, '', client_id, FALSE FROM courses
    UNION ALL SELECT 4, 'objective', id, '', client_id, FALSE FROM objectives
    UNION ALL SELECT 4, 'prerequisite', id, '', client_id, FALSE FROM prerequisites
    UNION ALL SELECT 4, 'module', id, '', client_id, FALSE FROM modules
    UNION ALL SELECT 5, 'chapter', id, '', client_id, FALSE FROM chapters
    UNION ALL SELECT 6, 'lesson', id, '', client_id, FALSE FROM lessons
    UNION ALL SELECT 7, 'resource', id, '', client_id, FALSE FROM resources
    UNION ALL SELECT 7, 'quiz', id, '', client_id, FALSE FROM quizzes
    UNION ALL SELECT 8, 'quiz-question', id, '', client_id, FALSE FROM quiz_questions
    UNION ALL SELECT 3, 'test-question', id, '', client_id, FALSE FROM test_questions
    UNION ALL SELECT 3, 'faq', id, '', client_id, FALSE FROM faq_entries
    UNION ALL SELECT 2, 'faq-category', 0, code, NULL, FALSE FROM faq_categories
) AS known;
UPDATE change_counter SET last = (SELECT COUNT(*) FROM changes);
DROP TABLE tombstones;

-- A row written here is a change noted.
CREATE VIEW change_notes AS SELECT entity, entity_id, entity_code, client_id, deleted FROM changes;
CREATE TRIGGER change_noted INSTEAD OF INSERT ON change_notes
BEGIN
    UPDATE change_counter SET last = last + 1;
    INSERT INTO changes (entity, entity_id, entity_code, seq, client_id, deleted)
    VALUES (NEW.entity, NEW.entity_id, NEW.entity_code, (SELECT last FROM change_counter), NEW.client_id, NEW.deleted)
    ON CONFLICT (entity, entity_id, entity_code) DO UPDATE SET seq = excluded.seq, deleted = excluded.deleted;
END;

-- What is written is noted.
CREATE TRIGGER languages_made AFTER INSERT ON languages
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('language', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER languages_changed AFTER UPDATE ON languages
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('language', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER languages_gone AFTER DELETE ON languages
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('language', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER levels_made AFTER INSERT ON levels
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('level', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER levels_changed AFTER UPDATE ON levels
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('level', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER levels_gone AFTER DELETE ON levels
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('level', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER teachers_made AFTER INSERT ON teachers
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('teacher', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER teachers_changed AFTER UPDATE ON teachers
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('teacher', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER teachers_gone AFTER DELETE ON teachers
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('teacher', OLD.id, '', OLD.client_id, TRUE);
END;
-- Seats and the text for searches are no content: a reservation neither waits here nor is copied.
CREATE TRIGGER courses_made AFTER INSERT ON courses
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('course', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER courses_changed AFTER UPDATE OF
    version, status, type, name, slug, description, detailed_description, price_cents, free,
    total_hours, language_id, level_id, teacher_id, start_date, end_date, capacity, location, schedule, meeting_url,
    selling_points, lang ON courses
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('course', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER courses_gone AFTER DELETE ON courses
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('course', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER objectives_made AFTER INSERT ON objectives
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('objective', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER objectives_changed AFTER UPDATE ON objectives
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('objective', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER objectives_gone AFTER DELETE ON objectives
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('objective', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER prerequisites_made AFTER INSERT ON prerequisites
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('prerequisite', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER prerequisites_changed AFTER UPDATE ON prerequisites
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('prerequisite', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER prerequisites_gone AFTER DELETE ON prerequisites
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('prerequisite', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER modules_made AFTER INSERT ON modules
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('module', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER modules_changed AFTER UPDATE ON modules
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('module', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER modules_gone AFTER DELETE ON modules
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('module', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER chapters_made AFTER INSERT ON chapters
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('chapter', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER chapters_changed AFTER UPDATE ON chapters
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('chapter', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER chapters_gone AFTER DELETE ON chapters
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('chapter', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER lessons_made AFTER INSERT ON lessons
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('lesson', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER lessons_changed AFTER UPDATE ON lessons
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('lesson', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER lessons_gone AFTER DELETE ON lessons
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('lesson', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER resources_made AFTER INSERT ON resources
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('resource', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER resources_changed AFTER UPDATE ON resources
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('resource', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER resources_gone AFTER DELETE ON resources
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('resource', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER quizzes_made AFTER INSERT ON quizzes
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('quiz', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER quizzes_changed AFTER UPDATE ON quizzes
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('quiz', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER quizzes_gone AFTER DELETE ON quizzes
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('quiz', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER quiz_questions_made AFTER INSERT ON quiz_questions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('quiz-question', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER quiz_questions_changed AFTER UPDATE ON quiz_questions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('quiz-question', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER quiz_questions_gone AFTER DELETE ON quiz_questions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('quiz-question', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER test_questions_made AFTER INSERT ON test_questions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('test-question', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER test_questions_changed AFTER UPDATE ON test_questions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('test-question', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER test_questions_gone AFTER DELETE ON test_questions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('test-question', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER faq_entries_made AFTER INSERT ON faq_entries
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('faq', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER faq_entries_changed AFTER UPDATE ON faq_entries
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('faq', NEW.id, '', NEW.client_id, FALSE);
END;
CREATE TRIGGER faq_entries_gone AFTER DELETE ON faq_entries
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('faq', OLD.id, '', OLD.client_id, TRUE);
END;
CREATE TRIGGER faq_categories_made AFTER INSERT ON faq_categories
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('faq-category', 0, NEW.code, NULL, FALSE);
END;
CREATE TRIGGER faq_categories_changed AFTER UPDATE ON faq_categories
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('faq-category', 0, NEW.code, NULL, FALSE);
END;
CREATE TRIGGER faq_categories_gone AFTER DELETE ON faq_categories
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('faq-category', 0, OLD.code, NULL, TRUE);
END;
CREATE TRIGGER comments_gone AFTER DELETE ON comments
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    VALUES ('comment', OLD.id, '', OLD.client_id, TRUE);
END;

-- What is read with parts of it, or with names of others, is noted when these are written.
CREATE TRIGGER objectives_put_in AFTER INSERT ON objectives
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (NEW.course_id);
END;
CREATE TRIGGER objectives_changed_in AFTER UPDATE ON objectives
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (OLD.course_id, NEW.course_id);
END;
CREATE TRIGGER objectives_taken_out AFTER DELETE ON objectives
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (OLD.course_id);
END;
CREATE TRIGGER prerequisites_put_in AFTER INSERT ON prerequisites
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (NEW.course_id);
END;
CREATE TRIGGER prerequisites_changed_in AFTER UPDATE ON prerequisites
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (OLD.course_id, NEW.course_id);
END;
CREATE TRIGGER prerequisites_taken_out AFTER DELETE ON prerequisites
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (OLD.course_id);
END;
CREATE TRIGGER modules_put_in AFTER INSERT ON modules
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (NEW.course_id);
END;
CREATE TRIGGER modules_changed_in AFTER UPDATE ON modules
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (OLD.course_id, NEW.course_id);
END;
CREATE TRIGGER modules_taken_out AFTER DELETE ON modules
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (OLD.course_id);
END;
CREATE TRIGGER chapters_put_in AFTER INSERT ON chapters
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE
    FROM courses c WHERE c.id IN (SELECT m.course_id FROM modules m WHERE m.id IN (NEW.module_id));
END;
CREATE TRIGGER chapters_changed_in AFTER UPDATE ON chapters
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE
    FROM courses c WHERE c.id IN (SELECT m.course_id FROM modules m WHERE m.id IN (OLD.module_id, NEW.module_id));
END;
CREATE TRIGGER chapters_taken_out AFTER DELETE ON chapters
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE
    FROM courses c WHERE c.id IN (SELECT m.course_id FROM modules m WHERE m.id IN (OLD.module_id));
END;
CREATE TRIGGER lessons_put_in AFTER INSERT ON lessons
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'chapter', h.id, '', h.client_id, FALSE FROM chapters h WHERE h.id IN (NEW.chapter_id);
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE
    FROM courses c WHERE c.id IN (SELECT m.course_id FROM modules m JOIN chapters h ON h.module_id = m.id
        WHERE h.id IN (NEW.chapter_id));
END;
CREATE TRIGGER lessons_changed_in AFTER UPDATE OF chapter_id ON lessons
WHEN OLD.chapter_id <> NEW.chapter_id
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'chapter', h.id, '', h.client_id, FALSE FROM chapters h WHERE h.id IN (OLD.chapter_id, NEW.chapter_id);
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE
    FROM courses c WHERE c.id IN (SELECT m.course_id FROM modules m JOIN chapters h ON h.module_id = m.id
        WHERE h.id IN (OLD.chapter_id, NEW.chapter_id));
END;
CREATE TRIGGER lessons_taken_out AFTER DELETE ON lessons
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'chapter', h.id, '', h.client_id, FALSE FROM chapters h WHERE h.id IN (OLD.chapter_id);
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE
    FROM courses c WHERE c.id IN (SELECT m.course_id FROM modules m JOIN chapters h ON h.module_id = m.id
        WHERE h.id IN (OLD.chapter_id));
END;
CREATE TRIGGER quiz_questions_put_in AFTER INSERT ON quiz_questions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'quiz', q.id, '', q.client_id, FALSE FROM quizzes q WHERE q.id IN (NEW.quiz_id);
END;
CREATE TRIGGER quiz_questions_changed_in AFTER UPDATE ON quiz_questions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'quiz', q.id, '', q.client_id, FALSE FROM quizzes q WHERE q.id IN (OLD.quiz_id, NEW.quiz_id);
END;
CREATE TRIGGER quiz_questions_taken_out AFTER DELETE ON quiz_questions
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'quiz', q.id, '', q.client_id, FALSE FROM quizzes q WHERE q.id IN (OLD.quiz_id);
END;
CREATE TRIGGER faq_entries_put_in AFTER INSERT ON faq_entries
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'faq-category', 0, k.code, NULL, FALSE FROM faq_categories k WHERE k.code IN (NEW.category);
END;
CREATE TRIGGER faq_entries_changed_in AFTER UPDATE OF category ON faq_entries
WHEN OLD.category <> NEW.category
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'faq-category', 0, k.code, NULL, FALSE FROM faq_categories k WHERE k.code IN (OLD.category, NEW.category);
END;
CREATE TRIGGER faq_entries_taken_out AFTER DELETE ON faq_entries
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'faq-category', 0, k.code, NULL, FALSE FROM faq_categories k WHERE k.code IN (OLD.category);
END;
CREATE TRIGGER languages_renamed AFTER UPDATE OF name, code ON languages
WHEN OLD.name <> NEW.name OR OLD.code <> NEW.code
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.language_id = NEW.id;
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'test-question', q.id, '', q.client_id, FALSE FROM test_questions q WHERE q.language_id = NEW.id;
END;
CREATE TRIGGER levels_renamed AFTER UPDATE OF name ON levels
WHEN OLD.name <> NEW.name
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.level_id = NEW.id;
END;
CREATE TRIGGER teachers_renamed AFTER UPDATE OF first_name, last_name ON teachers
WHEN OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.teacher_id = NEW.id;
END;

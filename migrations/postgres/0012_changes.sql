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
INSERT INTO change_counter (id, epoch, last) VALUES (1, replace(gen_random_uuid()::text, '-', ''), 0);

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
    UNION ALL SELECT 2, 'faq-category', 0, code, CAST(NULL AS TEXT), FALSE FROM faq_categories
) AS known;
UPDATE change_counter SET last = (SELECT COUNT(*) FROM changes);
DROP TABLE tombstones;

-- A row written here is a change noted.
CREATE VIEW change_notes AS SELECT entity, entity_id, entity_code, client_id, deleted FROM changes;
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    number BIGINT;
BEGIN
    UPDATE change_counter SET last = last + 1 RETURNING last INTO number;
    INSERT INTO changes (entity, entity_id, entity_code, seq, client_id, deleted)
    VALUES (NEW.entity, NEW.entity_id, NEW.entity_code, number, NEW.client_id, NEW.deleted)
    ON CONFLICT (entity, entity_id, entity_code) DO UPDATE SET seq = excluded.seq, deleted = excluded.deleted;
    RETURN NEW;
END
$$;
CREATE TRIGGER change_noted INSTEAD OF INSERT ON change_notes FOR EACH ROW EXECUTE FUNCTION note_change();

-- What is written is noted, under the name the trigger gives.
CREATE FUNCTION note_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
        VALUES (TG_ARGV[0], OLD.id, '', OLD.client_id, TRUE);
    ELSE
        INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
        VALUES (TG_ARGV[0], NEW.id, '', NEW.client_id, FALSE);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER languages_noted AFTER INSERT OR UPDATE OR DELETE ON languages
    FOR EACH ROW EXECUTE FUNCTION note_content('language');
CREATE TRIGGER levels_noted AFTER INSERT OR UPDATE OR DELETE ON levels
    FOR EACH ROW EXECUTE FUNCTION note_content('level');
CREATE TRIGGER teachers_noted AFTER INSERT OR UPDATE OR DELETE ON teachers
    FOR EACH ROW EXECUTE FUNCTION note_content('teacher');
-- Seats and the text for searches are no content: a reservation neither waits here nor is copied.
CREATE TRIGGER courses_noted AFTER INSERT OR DELETE OR UPDATE OF
    version, status, type, name, slug, description, detailed_description, price_cents, free,
    total_hours, language_id, level_id, teacher_id, start_date, end_date, capacity, location, schedule, meeting_url,
    selling_points, lang
    ON courses FOR EACH ROW EXECUTE FUNCTION note_content('course');
CREATE TRIGGER objectives_noted AFTER INSERT OR UPDATE OR DELETE ON objectives
    FOR EACH ROW EXECUTE FUNCTION note_content('objective');
CREATE TRIGGER prerequisites_noted AFTER INSERT OR UPDATE OR DELETE ON prerequisites
    FOR EACH ROW EXECUTE FUNCTION note_content('prerequisite');
CREATE TRIGGER modules_noted AFTER INSERT OR UPDATE OR DELETE ON modules
    FOR EACH ROW EXECUTE FUNCTION note_content('module');
CREATE TRIGGER chapters_noted AFTER INSERT OR UPDATE OR DELETE ON chapters
    FOR EACH ROW EXECUTE FUNCTION note_content('chapter');
CREATE TRIGGER lessons_noted AFTER INSERT OR UPDATE OR DELETE ON lessons
    FOR EACH ROW EXECUTE FUNCTION note_content('lesson');
CREATE TRIGGER resources_noted AFTER INSERT OR UPDATE OR DELETE ON resources
    FOR EACH ROW EXECUTE FUNCTION note_content('resource');
CREATE TRIGGER quizzes_noted AFTER INSERT OR UPDATE OR DELETE ON quizzes
    FOR EACH ROW EXECUTE FUNCTION note_content('quiz');
CREATE TRIGGER quiz_questions_noted AFTER INSERT OR UPDATE OR DELETE ON quiz_questions
    FOR EACH ROW EXECUTE FUNCTION note_content('quiz-question');
CREATE TRIGGER test_questions_noted AFTER INSERT OR UPDATE OR DELETE ON test_questions
    FOR EACH ROW EXECUTE FUNCTION note_content('test-question');
CREATE TRIGGER faq_entries_noted AFTER INSERT OR UPDATE OR DELETE ON faq_entries
    FOR EACH ROW EXECUTE FUNCTION note_content('faq');
CREATE TRIGGER comments_noted AFTER DELETE ON comments FOR EACH ROW EXECUTE FUNCTION note_content('comment');

CREATE FUNCTION note_faq_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
        VALUES ('faq-category', 0, OLD.code, NULL, TRUE);
    ELSE
        INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
        VALUES ('faq-category', 0, NEW.code, NULL, FALSE);
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER faq_categories_noted AFTER INSERT OR UPDATE OR DELETE ON faq_categories
    FOR EACH ROW EXECUTE FUNCTION note_faq_category();

-- What is read with parts of it, or with names of others, is noted when these are written.
CREATE FUNCTION note_above_objectives() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (OLD.course_id, NEW.course_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER objectives_above AFTER INSERT OR DELETE OR UPDATE ON objectives
    FOR EACH ROW EXECUTE FUNCTION note_above_objectives();
CREATE FUNCTION note_above_prerequisites() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (OLD.course_id, NEW.course_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER prerequisites_above AFTER INSERT OR DELETE OR UPDATE ON prerequisites
    FOR EACH ROW EXECUTE FUNCTION note_above_prerequisites();
CREATE FUNCTION note_above_modules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.id IN (OLD.course_id, NEW.course_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER modules_above AFTER INSERT OR DELETE OR UPDATE ON modules
    FOR EACH ROW EXECUTE FUNCTION note_above_modules();
CREATE FUNCTION note_above_chapters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE
    FROM courses c WHERE c.id IN (SELECT m.course_id FROM modules m WHERE m.id IN (OLD.module_id, NEW.module_id));
    RETURN NULL;
END
$$;
CREATE TRIGGER chapters_above AFTER INSERT OR DELETE OR UPDATE ON chapters
    FOR EACH ROW EXECUTE FUNCTION note_above_chapters();
CREATE FUNCTION note_above_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.chapter_id = NEW.chapter_id THEN
        RETURN NULL;
    END IF;
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'chapter', h.id, '', h.client_id, FALSE FROM chapters h WHERE h.id IN (OLD.chapter_id, NEW.chapter_id);
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE
    FROM courses c WHERE c.id IN (SELECT m.course_id FROM modules m JOIN chapters h ON h.module_id = m.id
        WHERE h.id IN (OLD.chapter_id, NEW.chapter_id));
    RETURN NULL;
END
$$;
CREATE TRIGGER lessons_above AFTER INSERT OR DELETE OR UPDATE OF chapter_id ON lessons
    FOR EACH ROW EXECUTE FUNCTION note_above_lessons();
CREATE FUNCTION note_above_quiz_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'quiz', q.id, '', q.client_id, FALSE FROM quizzes q WHERE q.id IN (OLD.quiz_id, NEW.quiz_id);
    RETURN NULL;
END
$$;
CREATE TRIGGER quiz_questions_above AFTER INSERT OR DELETE OR UPDATE ON quiz_questions
    FOR EACH ROW EXECUTE FUNCTION note_above_quiz_questions();
CREATE FUNCTION note_above_faq_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.category = NEW.category THEN
        RETURN NULL;
    END IF;
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'faq-category', 0, k.code, NULL, FALSE FROM faq_categories k WHERE k.code IN (OLD.category, NEW.category);
    RETURN NULL;
END
$$;
CREATE TRIGGER faq_entries_above AFTER INSERT OR DELETE OR UPDATE OF category ON faq_entries
    FOR EACH ROW EXECUTE FUNCTION note_above_faq_entries();
CREATE FUNCTION note_named_languages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.language_id = NEW.id;
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'test-question', q.id, '', q.client_id, FALSE FROM test_questions q WHERE q.language_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER languages_renamed AFTER UPDATE OF name, code ON languages
    FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.code <> NEW.code) EXECUTE FUNCTION note_named_languages();
CREATE FUNCTION note_named_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.level_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER levels_renamed AFTER UPDATE OF name ON levels
    FOR EACH ROW WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION note_named_levels();
CREATE FUNCTION note_named_teachers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO change_notes (entity, entity_id, entity_code, client_id, deleted)
    SELECT 'course', c.id, '', c.client_id, FALSE FROM courses c WHERE c.teacher_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER teachers_renamed AFTER UPDATE OF first_name, last_name ON teachers
    FOR EACH ROW WHEN (OLD.first_name <> NEW.first_name OR OLD.last_name <> NEW.last_name)
    EXECUTE FUNCTION note_named_teachers();

-- The words of the copied lessons, by their ids. Their texts stand in `copy` alone.
CREATE VIRTUAL TABLE lesson_search USING fts5 (
    title, text, content = '', contentless_delete = 1, prefix = '2 3', tokenize = "unicode61 remove_diacritics 0"
);

-- Lessons that were written, changed or removed in `copy`, until their words are taken by the same transaction.
CREATE TABLE lesson_search_due (id INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER lesson_search_insert AFTER INSERT ON copy WHEN NEW.kind = 'lesson'
BEGIN INSERT OR IGNORE INTO lesson_search_due (id) VALUES (NEW.id); END;
CREATE TRIGGER lesson_search_update AFTER UPDATE ON copy WHEN NEW.kind = 'lesson'
BEGIN INSERT OR IGNORE INTO lesson_search_due (id) VALUES (NEW.id); END;
CREATE TRIGGER lesson_search_delete AFTER DELETE ON copy WHEN OLD.kind = 'lesson'
BEGIN INSERT OR IGNORE INTO lesson_search_due (id) VALUES (OLD.id); END;
INSERT INTO lesson_search_due (id) SELECT id FROM copy WHERE kind = 'lesson';

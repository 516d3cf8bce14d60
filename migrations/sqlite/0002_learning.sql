-- What is heard, for those who read it.
ALTER TABLE test_questions ADD COLUMN transcript TEXT;
ALTER TABLE quiz_questions ADD COLUMN transcript TEXT;
-- When a lesson was opened last: there its reader goes on.
ALTER TABLE lesson_views ADD COLUMN opened_at TIMESTAMP;
UPDATE lesson_views SET opened_at = viewed_at;

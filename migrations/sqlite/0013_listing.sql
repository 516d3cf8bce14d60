-- A listing shows the earliest courses of a status, a type and a language: read in their order, however many there are.
CREATE INDEX courses_shown ON courses (status, type, language_id, start_date, id);
DROP INDEX courses_listing;

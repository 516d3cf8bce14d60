-- How many learners a message to a class went to.
ALTER TABLE class_messages ADD COLUMN recipients BIGINT NOT NULL DEFAULT 0;

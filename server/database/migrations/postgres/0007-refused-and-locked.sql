-- compatible-with: 0005-photograph-works.sql
-- Why the server refused the bytes of a staged file, for the administrator. It holds while the row waits for bytes.
alter table staged_files add column refusal text collate "C";

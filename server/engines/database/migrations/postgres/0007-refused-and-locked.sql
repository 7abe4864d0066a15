-- compatible-with: 0005-photograph-works.sql
-- Why the server refused the bytes of a staged file, for the administrator. It holds while the row waits for bytes.
alter table staged_files add column refusal text collate "C";

-- The password of a locked PDF, which readers are shown, and a note on it (docs/decisions/0071-refusals-and-questions.md).
alter table materials add column file_password text collate "C";
alter table materials add column file_password_note text collate "C";

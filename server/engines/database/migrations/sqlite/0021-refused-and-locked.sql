-- Why the server refused the bytes of a staged file, for the administrator. It holds while the row waits for bytes.
alter table staged_files add column refusal text;

-- The password of a locked PDF, which readers are shown, and a note on it (docs/decisions/0071-refusals-and-questions.md).
alter table materials add column file_password text;
alter table materials add column file_password_note text;

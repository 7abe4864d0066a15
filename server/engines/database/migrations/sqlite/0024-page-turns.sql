-- Pages that are shown turned, as JSON (domain/page-turns.ts, docs/decisions/0067-turned-pages.md); null for none. They
-- belong to the bytes: files with the same bytes have the same.
alter table files add column page_turns text;

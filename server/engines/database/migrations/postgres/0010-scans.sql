-- compatible-with: 0005-photograph-works.sql
-- By which rule a document's pages were sent to recognition (server/text/text-recipe.ts): those of an earlier rule are
-- judged again, one after the other.
alter table text_documents add column judgement bigint not null default 1;
create index text_documents_by_judgement on text_documents (judgement, id);

-- Pages that wait although reading them failed before: there are few.
create index text_pages_postponed on text_pages (document, page) where tries > 0 and state < 2;

-- Pages of files that are shown turned, as JSON (domain/page-turns.ts, docs/decisions/0067-turned-pages.md); null for none.
-- They belong to the bytes: files with the same bytes have the same.
alter table files add column page_turns text collate "C";

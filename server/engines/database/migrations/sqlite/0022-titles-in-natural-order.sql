-- Titles are in natural order (domain/natural-order.ts): Unit 2 before Unit 10. The key is made by our own code.
alter table materials add column title_key text not null default '';
update materials set title_key = natural_key(title_folded);

drop index materials_by_title;
create index materials_by_title on materials (title_key, sequence) where deleted_at is null;

drop index books_by_title;
drop index books_by_faculty;
drop index books_by_term;
create index books_by_title on materials (kind, title_key, sequence) where kind = 'book' and deleted_at is null;
create index books_by_faculty on materials (kind, faculty_id, title_key, sequence) where kind = 'book' and deleted_at is null;
create index books_by_term on materials (kind, faculty_id, semester_id, title_key, sequence) where kind = 'book' and deleted_at is null;

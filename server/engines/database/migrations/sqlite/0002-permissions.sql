-- Who may read what. Permissions are the contract's texts as a JSON list; what was there before is for everybody.

alter table materials add column permissions text not null default '["read(\"any\")"]';
-- 1 when everybody may read it: the only question the pages ask.
alter table materials add column is_public integer not null default 1 check (is_public in (0, 1));

-- The few that are not for everybody, so that lists can be counted whole and these taken off.
create index materials_not_public on materials (kind, faculty_id, semester_id, subject)
where is_public = 0 and deleted_at is null;

-- The roles that may read one of those.
create table material_readers (
  material_id text not null references materials (id) on delete cascade,
  role text not null,
  primary key (material_id, role)
) strict, without rowid;

alter table files add column permissions text not null default '["read(\"any\")"]';

-- The counts that are kept are from here on of what is for everybody; up to here that was all there is.
drop trigger materials_counted_on_insert;
drop trigger materials_counted_on_delete;
drop trigger materials_uncounted_on_update;
drop trigger materials_counted_on_update;

create trigger materials_counted_on_insert after insert on materials
when new.deleted_at is null and new.is_public = 1 begin
  insert into shelf_counts (kind, faculty_id, semester_id, subject, subject_folded, materials)
  values (new.kind, new.faculty_id, new.semester_id, new.subject, new.subject_folded, 1)
  on conflict do update set materials = materials + 1;
end;

create trigger materials_counted_on_delete after delete on materials
when old.deleted_at is null and old.is_public = 1 begin
  delete from shelf_counts
  where kind = old.kind and faculty_id = old.faculty_id and semester_id = old.semester_id and subject = old.subject and materials = 1;
  update shelf_counts set materials = materials - 1
  where kind = old.kind and faculty_id = old.faculty_id and semester_id = old.semester_id and subject = old.subject and materials > 1;
end;

create trigger materials_uncounted_on_update
after update of kind, faculty_id, semester_id, subject, deleted_at, is_public on materials
when old.deleted_at is null and old.is_public = 1 begin
  delete from shelf_counts
  where kind = old.kind and faculty_id = old.faculty_id and semester_id = old.semester_id and subject = old.subject and materials = 1;
  update shelf_counts set materials = materials - 1
  where kind = old.kind and faculty_id = old.faculty_id and semester_id = old.semester_id and subject = old.subject and materials > 1;
end;

create trigger materials_counted_on_update
after update of kind, faculty_id, semester_id, subject, deleted_at, is_public on materials
when new.deleted_at is null and new.is_public = 1 begin
  insert into shelf_counts (kind, faculty_id, semester_id, subject, subject_folded, materials)
  values (new.kind, new.faculty_id, new.semester_id, new.subject, new.subject_folded, 1)
  on conflict do update set materials = materials + 1;
end;

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

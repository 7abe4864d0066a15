-- What harvesters of other libraries see (OAI-PMH): a row for every material that everybody may read or ever could. It is
-- kept after the material is hidden, deleted or purged, and then says that the record is deleted. Only triggers write
-- these tables, so that every change of a material is seen, in its own transaction.

-- The last revision, and the datestamp of the last change in seconds since 1970. A datestamp is never smaller than one
-- given before, whatever the clock of the machine says.
create table harvest_clock (
  id integer primary key check (id = 1),
  revision integer not null,
  changed_at integer not null
) strict;

create table harvest_records (
  -- In the order in which they first became public, without gaps, and never changed.
  number integer primary key,
  material_id text not null unique,
  -- Where it is filed, or was last.
  faculty_id text not null,
  is_deleted integer not null check (is_deleted in (0, 1)),
  -- Of its last change.
  revision integer not null,
  changed_at integer not null
) strict;

-- What is there already was last changed when its row was.
insert into harvest_records (number, material_id, faculty_id, is_deleted, revision, changed_at)
select row_number() over (order by sequence), id, faculty_id, 0, row_number() over (order by updated_at, sequence), updated_at / 1000
from materials where deleted_at is null and is_public = 1;

insert into harvest_clock (id, revision, changed_at)
select 1, coalesce(max(revision), 0), max(unixepoch(), coalesce(max(changed_at), 0)) from harvest_records;

create unique index harvest_records_by_revision on harvest_records (revision);
create index harvest_records_by_change on harvest_records (changed_at, revision);
create index harvest_records_of_faculty on harvest_records (faculty_id, number);
create index harvest_records_of_faculty_by_revision on harvest_records (faculty_id, revision);

create trigger harvested_on_insert after insert on materials
when new.deleted_at is null and new.is_public = 1 begin
  update harvest_clock set revision = revision + 1, changed_at = max(changed_at, unixepoch());
  insert into harvest_records (material_id, faculty_id, is_deleted, revision, changed_at)
  select new.id, new.faculty_id, 0, revision, changed_at from harvest_clock where true
  on conflict (material_id) do update set faculty_id = excluded.faculty_id, is_deleted = 0,
    revision = excluded.revision, changed_at = excluded.changed_at;
end;

-- Every edit moves `updated_at`.
create trigger harvested_on_update after update of updated_at, deleted_at, is_public on materials
when new.deleted_at is null and new.is_public = 1 begin
  update harvest_clock set revision = revision + 1, changed_at = max(changed_at, unixepoch());
  insert into harvest_records (material_id, faculty_id, is_deleted, revision, changed_at)
  select new.id, new.faculty_id, 0, revision, changed_at from harvest_clock where true
  on conflict (material_id) do update set faculty_id = excluded.faculty_id, is_deleted = 0,
    revision = excluded.revision, changed_at = excluded.changed_at;
end;

create trigger harvested_on_withdrawal after update of deleted_at, is_public on materials
when old.deleted_at is null and old.is_public = 1 and (new.deleted_at is not null or new.is_public = 0) begin
  update harvest_clock set revision = revision + 1, changed_at = max(changed_at, unixepoch());
  update harvest_records set is_deleted = 1, faculty_id = new.faculty_id,
    revision = (select revision from harvest_clock), changed_at = (select changed_at from harvest_clock)
  where material_id = new.id;
end;

create trigger harvested_on_delete after delete on materials
when old.deleted_at is null and old.is_public = 1 begin
  update harvest_clock set revision = revision + 1, changed_at = max(changed_at, unixepoch());
  update harvest_records set is_deleted = 1,
    revision = (select revision from harvest_clock), changed_at = (select changed_at from harvest_clock)
  where material_id = old.id;
end;

-- What the catalogue and the settings say in the records of a faculty, as a digest. After a change of it, all records of
-- the faculty up to a revision count as changed; `touch_up_to` is that revision until this is done.
create table harvest_faculties (
  faculty_id text primary key,
  digest text not null,
  touch_up_to integer
) strict, without rowid;

-- The newest materials of a faculty, for its feed.
create index materials_by_faculty_and_creation on materials (faculty_id, created_at, sequence) where deleted_at is null;

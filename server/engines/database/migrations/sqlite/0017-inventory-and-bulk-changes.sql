-- The inventory: all materials in one list, in the orders in which the panel shows them.
create index materials_by_moment on materials (created_at, sequence) where deleted_at is null;
create index materials_by_change on materials (updated_at, sequence) where deleted_at is null;
create index materials_by_title on materials (title_folded, sequence) where deleted_at is null;
create index materials_by_subject_name on materials (subject_folded, sequence) where deleted_at is null;
create index materials_by_term on materials (semester_id, sequence) where deleted_at is null;
create index materials_by_exam_year on materials (coalesce(year, 0), sequence) where deleted_at is null;

-- The few files that are locked or damaged.
create index files_with_warning on files (warning) where warning is not null;

-- Changes of many materials at once, with what each was before, so that they can be undone. The rows also tell which
-- entry of the trail is about a material. At most so many are kept (bulk-changes.ts).
create table bulk_changes (
  sequence integer primary key autoincrement,
  id text not null unique,
  action text not null,
  materials integer not null,
  made_at integer not null,
  -- Lived time when it was made.
  lived integer not null,
  -- The reason of a change that hides.
  reason text,
  -- What undoing it did, as JSON; null until then.
  outcome text
) strict;

create table bulk_change_rows (
  change_id text not null references bulk_changes (id) on delete cascade,
  material_id text not null,
  -- What it was before, as JSON.
  former text not null,
  -- When it was last changed, after this change: another moment means that somebody changed it since.
  updated_at integer not null,
  primary key (change_id, material_id)
) strict, without rowid;

create index bulk_change_rows_by_material on bulk_change_rows (material_id);

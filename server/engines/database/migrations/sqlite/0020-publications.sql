-- Publications of staged files, with the materials that each made: one publication is undone as a whole, and Manage can
-- list what it made. At most so many are stored (server/staging/publications).
create table publications (
  sequence integer primary key autoincrement,
  id text not null unique,
  -- The folders and archives that were imported, the first steps of the paths, as a JSON list; '' for single files.
  sources text not null default '[]',
  user_id text not null,
  user_name text not null,
  begun_at integer not null,
  -- Lived time when its last file was published: the time for undoing it is measured from there.
  lived integer not null,
  -- When undoing it began, and for whom; null until then.
  undone_at integer,
  undone_by text,
  -- 1 if materials that were changed since are taken back as well.
  takes_changed integer not null default 0 check (takes_changed in (0, 1)),
  -- What undoing it did, as JSON; null until it is complete.
  outcome text
) strict;

create table publication_files (
  publication_id text not null references publications (id) on delete cascade,
  staged_id text not null,
  material_id text not null,
  -- `pending`: not published yet; `undone`: its material was taken back and the file is staged again.
  state text not null check (state in ('pending', 'published', 'undone')),
  -- The state of the staged file before it was published, which it gets back.
  former_state text check (former_state in ('reading', 'checked')),
  -- When its material was last changed, after it was published: another moment means that somebody changed it since.
  updated_at integer,
  primary key (publication_id, staged_id)
) strict, without rowid;

create index publication_files_by_material on publication_files (material_id);
create index publication_files_pending on publication_files (staged_id) where state = 'pending';

-- Who made a change of many, and the most frequent steps of it, as JSON.
alter table bulk_changes add column user_id text not null default '';
alter table bulk_changes add column user_name text not null default '';
alter table bulk_changes add column steps text not null default '[]';

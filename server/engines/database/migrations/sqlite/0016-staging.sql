-- Files that are staged: announced by path and digest, then uploaded, looked at and published. The state of a row is
-- also the queue of what is still to be done for it, so that nothing is lost when the server is stopped.

create table staging_clock (
  id integer primary key check (id = 1),
  revision integer not null
) strict;
insert into staging_clock (id, revision) values (1, 0);

create table staged_files (
  sequence integer primary key autoincrement,
  id text not null unique,
  path text not null,
  -- Equal for files of one folder, and for those of them with the same name but for numbers.
  folder_key text not null,
  pattern_key text not null,
  sha256 text not null,
  size_bytes integer not null check (size_bytes > 0),
  -- Reserved when it is staged: for the upload, and for the material that it becomes.
  file_id text not null unique,
  material_id text not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'checked', 'published')),
  -- Why its first page could not be read.
  fault text,
  -- JSON: what a person told, what was taken over from files like it, what was guessed.
  told text not null default '{}',
  taken text not null default '{}',
  guess text not null default '{}',
  -- Derived from these three: the names of doubtful fields, separated by spaces, and the least confidence.
  doubtful text not null default '',
  confidence real not null default 0,
  -- Not 0: the derived values are to be computed again. Counts up, so that a computation that began before is not taken
  -- for the newest.
  stale integer not null default 1,
  revision integer not null default 0,
  created_at integer not null,
  updated_at integer not null,
  touched_lived integer not null
) strict;

create unique index staged_files_by_digest on staged_files (sha256, path);
create index staged_files_by_revision on staged_files (revision);
create index staged_files_by_state on staged_files (state, sequence);
create index staged_files_told on staged_files (folder_key) where told <> '{}';
create index staged_files_by_folder on staged_files (folder_key);
create index staged_files_stale on staged_files (sequence) where stale <> 0;

-- Files with nearly the same text as a staged one, by digest.
create table staged_similar (
  sha256 text not null,
  other_sha256 text not null,
  same real not null,
  primary key (sha256, other_sha256)
) strict, without rowid;
create index staged_similar_other on staged_similar (other_sha256);

-- Which rows are gone, for those who follow the changes.
create table staged_removed (
  revision integer primary key,
  id text not null
) strict;

create trigger staged_files_revised_on_insert after insert on staged_files begin
  update staging_clock set revision = revision + 1;
  update staged_files set revision = (select revision from staging_clock) where sequence = new.sequence;
end;

create trigger staged_files_revised_on_update
after update of state, fault, told, taken, guess, doubtful, confidence, sha256, updated_at on staged_files begin
  update staging_clock set revision = revision + 1;
  update staged_files set revision = (select revision from staging_clock) where sequence = new.sequence;
end;

create trigger staged_files_noted_on_delete after delete on staged_files begin
  update staging_clock set revision = revision + 1;
  insert into staged_removed (revision, id) select revision, old.id from staging_clock;
  -- More than twice as many as there may be rows; whoever missed more reads the list again.
  delete from staged_removed where revision <= (select revision - 50000 from staging_clock);
  delete from staged_similar where sha256 = old.sha256
    and not exists (select 1 from staged_files where sha256 = old.sha256);
end;

-- A staged file is not for visitors until a material uses it: `files_taken_up_on_use` (0007) ends that.
create trigger files_hidden_while_staged after insert on files
when exists (select 1 from staged_files where file_id = new.id and state <> 'published') begin
  update files set is_released = 1 where sequence = new.sequence;
end;

-- The bytes are there. If they are others than were announced, the digest is theirs.
create trigger staged_files_read_on_finish after update of is_finished on files
when new.is_finished = 1 and old.is_finished = 0 begin
  update staged_files set state = 'reading', stale = stale + 1 where file_id = new.id and state = 'waiting';
  update or ignore staged_files set sha256 = new.sha256, size_bytes = new.size_bytes
  where file_id = new.id and state = 'reading' and sha256 <> new.sha256;
end;

-- The first chunk has arrived.
create trigger staged_files_revised_on_upload after insert on files begin
  update staged_files set updated_at = updated_at where file_id = new.id;
end;

create trigger staged_files_wait_on_file_delete after delete on files begin
  update staged_files set state = 'waiting', fault = null, stale = stale + 1
  where file_id = old.id and state in ('reading', 'checked');
end;

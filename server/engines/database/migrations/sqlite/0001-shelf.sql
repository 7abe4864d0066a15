-- Moments are whole milliseconds since 1970. Flags are 0 or 1. Text ending in _folded serves `contains`, text ending in
-- _words serves `search`; both are made by our own code, so that every engine answers alike.

create table files (
  sequence integer primary key autoincrement,
  id text not null unique,
  name text not null,
  name_folded text not null,
  folder text not null,
  folder_folded text not null,
  mime_type text not null default '',
  size_bytes integer not null check (size_bytes >= 0),
  chunks_total integer not null check (chunks_total >= 1),
  is_finished integer not null default 0 check (is_finished in (0, 1)),
  sha256 text not null default '',
  page_count integer,
  warning text,
  owner_id text not null,
  -- How many materials, trash included, name it as document or cover. Kept by triggers below.
  uses integer not null default 0 check (uses >= 0),
  created_at integer not null,
  updated_at integer not null
) strict;

create index files_pending on files (updated_at) where is_finished = 0;
create index files_unused on files (sequence) where is_finished = 1 and uses = 0;
create index files_by_digest on files (sha256) where is_finished = 1;

create table file_chunks (
  file_id text not null references files (id) on delete cascade,
  position integer not null check (position >= 0),
  primary key (file_id, position)
) strict, without rowid;

create table materials (
  sequence integer primary key autoincrement,
  id text not null unique,
  kind text not null check (kind in ('paper', 'note', 'revision', 'book')),
  title text not null,
  title_folded text not null,
  title_words text not null,
  subject text not null,
  subject_folded text not null,
  faculty_id text not null,
  semester_id text not null,
  year integer check (year is not null or kind <> 'paper'),
  file_id text not null references files (id),
  cover_file_id text references files (id) check (cover_file_id is null or kind = 'book'),
  is_sample integer not null default 0 check (is_sample in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer
) strict;

-- The lists that pages ask for, each in the order it is shown: the sequence that ends every index without saying so
-- breaks ties. Partial, so that the trash costs them nothing.
create index materials_by_year on materials (kind, faculty_id, semester_id, subject, year desc, sequence) where deleted_at is null;
create index materials_by_creation on materials (kind, faculty_id, semester_id, subject, created_at, sequence) where deleted_at is null;
create index materials_by_subject on materials (kind, faculty_id, semester_id, subject) where deleted_at is null;
create index materials_by_kind on materials (kind) where deleted_at is null;
create index materials_by_kind_and_creation on materials (kind, created_at, sequence) where deleted_at is null;
create index materials_by_place on materials (faculty_id, semester_id, subject, created_at, sequence) where deleted_at is null;
create index materials_in_trash on materials (deleted_at, sequence) where deleted_at is not null;
create index materials_of_samples on materials (sequence) where is_sample = 1;
create index materials_by_file on materials (file_id);
create index materials_by_cover on materials (cover_file_id) where cover_file_id is not null;

-- Identifiers that were purged: their pages go on saying that something was there (410).
create table purged_materials (
  id text primary key,
  purged_at integer not null
) strict, without rowid;

create trigger materials_remembered_on_delete after delete on materials begin
  insert into purged_materials (id, purged_at) values (old.id, cast(unixepoch('subsec') * 1000 as integer))
  on conflict do update set purged_at = excluded.purged_at;
end;

-- How many published materials of each kind stand at each place, so that no list has to be counted through.
create table shelf_counts (
  kind text not null,
  faculty_id text not null,
  semester_id text not null,
  subject text not null,
  subject_folded text not null,
  materials integer not null check (materials > 0),
  primary key (kind, faculty_id, semester_id, subject)
) strict, without rowid;

create trigger materials_counted_on_insert after insert on materials when new.deleted_at is null begin
  insert into shelf_counts (kind, faculty_id, semester_id, subject, subject_folded, materials)
  values (new.kind, new.faculty_id, new.semester_id, new.subject, new.subject_folded, 1)
  on conflict do update set materials = materials + 1;
end;

create trigger materials_counted_on_delete after delete on materials when old.deleted_at is null begin
  delete from shelf_counts
  where kind = old.kind and faculty_id = old.faculty_id and semester_id = old.semester_id and subject = old.subject and materials = 1;
  update shelf_counts set materials = materials - 1
  where kind = old.kind and faculty_id = old.faculty_id and semester_id = old.semester_id and subject = old.subject and materials > 1;
end;

create trigger materials_uncounted_on_update
after update of kind, faculty_id, semester_id, subject, deleted_at on materials when old.deleted_at is null begin
  delete from shelf_counts
  where kind = old.kind and faculty_id = old.faculty_id and semester_id = old.semester_id and subject = old.subject and materials = 1;
  update shelf_counts set materials = materials - 1
  where kind = old.kind and faculty_id = old.faculty_id and semester_id = old.semester_id and subject = old.subject and materials > 1;
end;

create trigger materials_counted_on_update
after update of kind, faculty_id, semester_id, subject, deleted_at on materials when new.deleted_at is null begin
  insert into shelf_counts (kind, faculty_id, semester_id, subject, subject_folded, materials)
  values (new.kind, new.faculty_id, new.semester_id, new.subject, new.subject_folded, 1)
  on conflict do update set materials = materials + 1;
end;

create trigger files_used_on_insert after insert on materials begin
  update files set uses = uses + 1 where id = new.file_id;
  update files set uses = uses + 1 where id = new.cover_file_id;
end;

create trigger files_released_on_delete after delete on materials begin
  update files set uses = uses - 1 where id = old.file_id;
  update files set uses = uses - 1 where id = old.cover_file_id;
end;

create trigger files_used_on_update after update of file_id, cover_file_id on materials begin
  update files set uses = uses + 1 where id = new.file_id;
  update files set uses = uses + 1 where id = new.cover_file_id;
  update files set uses = uses - 1 where id = old.file_id;
  update files set uses = uses - 1 where id = old.cover_file_id;
end;

-- Word search. The default tokenizer would split Devanagari into single consonants; Co (private use) carries the
-- signs that belong to a word, as in C++ (search-words.ts).
create virtual table materials_search using fts5 (
  title_words,
  content = 'materials',
  content_rowid = 'sequence',
  tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'",
  columnsize = 0
);

create trigger materials_searched_on_insert after insert on materials begin
  insert into materials_search (rowid, title_words) values (new.sequence, new.title_words);
end;

create trigger materials_searched_on_delete after delete on materials begin
  insert into materials_search (materials_search, rowid, title_words) values ('delete', old.sequence, old.title_words);
end;

create trigger materials_searched_on_update after update of title_words on materials when old.title_words is not new.title_words begin
  insert into materials_search (materials_search, rowid, title_words) values ('delete', old.sequence, old.title_words);
  insert into materials_search (rowid, title_words) values (new.sequence, new.title_words);
end;

create table accounts (
  sequence integer primary key autoincrement,
  id text not null unique,
  email text not null unique,
  name text not null,
  password_hash text not null,
  is_administrator integer not null check (is_administrator in (0, 1)),
  is_blocked integer not null default 0 check (is_blocked in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  password_updated_at integer not null
) strict;

create table sessions (
  sequence integer primary key autoincrement,
  id text not null unique,
  user_id text not null references accounts (id) on delete cascade,
  secret_hash text not null unique,
  is_long integer not null default 0 check (is_long in (0, 1)),
  expires_at integer not null,
  created_at integer not null,
  updated_at integer not null,
  ip text not null,
  user_agent text not null
) strict;

create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table settings (
  name text primary key,
  value text not null
) strict, without rowid;

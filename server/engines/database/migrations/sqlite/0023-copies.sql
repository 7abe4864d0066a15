-- Files with the same bytes are one staged row with all their paths (docs/decisions/0073-copies-are-one-row.md). Rows of one
-- digest that are there already are merged after the start (server/staging/merge-copies.ts).

-- The path that says most of where the file belongs; null until that was guessed.
alter table staged_files add column best_path text;
alter table staged_files add column path_count integer not null default 1;

create table staged_paths (
  staged_id text not null references staged_files (id) on delete cascade,
  path text not null,
  folder_key text not null,
  pattern_key text not null,
  -- 1 if a field of its row was set by hand. A trigger sets it.
  is_told integer not null default 0 check (is_told in (0, 1)),
  primary key (staged_id, path)
) strict, without rowid;

create index staged_paths_by_folder on staged_paths (folder_key);
create index staged_paths_told on staged_paths (folder_key) where is_told = 1;

insert into staged_paths (staged_id, path, folder_key, pattern_key, is_told)
select id, path, folder_key, pattern_key, told <> '{}' from staged_files;

-- Folders are looked up by path from now on.
drop index staged_files_told;
drop index staged_files_by_folder;

create trigger staged_files_path_on_insert after insert on staged_files begin
  insert into staged_paths (staged_id, path, folder_key, pattern_key, is_told)
  values (new.id, new.path, new.folder_key, new.pattern_key, new.told <> '{}');
end;

create trigger staged_paths_told_with_row after update of told on staged_files when new.told <> old.told begin
  update staged_paths set is_told = new.told <> '{}' where staged_id = new.id;
end;

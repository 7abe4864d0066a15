-- compatible-with: 0005-photograph-works.sql
-- Files with the same bytes are one staged row with all their paths: see migrations/sqlite/0023-copies.sql. Older servers go
-- on making a row for each path; such rows are merged when a server of this release starts.
alter table staged_files add column best_path text collate "C";
alter table staged_files add column path_count bigint not null default 1;

create table staged_paths (
  staged_id text collate "C" not null references staged_files (id) on delete cascade,
  path text collate "C" not null,
  folder_key text collate "C" not null,
  pattern_key text collate "C" not null,
  -- 1 if a field of its row was set by hand. A trigger sets it.
  is_told smallint not null default 0 check (is_told in (0, 1)),
  primary key (staged_id, path)
);

create index staged_paths_by_folder on staged_paths (folder_key);
create index staged_paths_told on staged_paths (folder_key) where is_told = 1;

insert into staged_paths (staged_id, path, folder_key, pattern_key, is_told)
select id, path, folder_key, pattern_key, case when told = '{}' then 0 else 1 end from staged_files;

create function add_staged_path() returns trigger language plpgsql
as $$
begin
  insert into staged_paths (staged_id, path, folder_key, pattern_key, is_told)
  values (new.id, new.path, new.folder_key, new.pattern_key, case when new.told = '{}' then 0 else 1 end);
  return null;
end $$;

create trigger staged_files_path after insert on staged_files for each row execute function add_staged_path();

create function note_staged_told() returns trigger language plpgsql
as $$
begin
  update staged_paths set is_told = case when new.told = '{}' then 0 else 1 end where staged_id = new.id;
  return null;
end $$;

create trigger staged_files_told_paths after update of told on staged_files for each row
when (new.told <> old.told) execute function note_staged_told();

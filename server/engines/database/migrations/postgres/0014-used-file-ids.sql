-- compatible-with: 0005-photograph-works.sql
-- See migrations/sqlite/0028-used-file-ids.sql.
create table used_file_ids (
  id text collate "C" primary key,
  sha256 text collate "C" not null
);

insert into used_file_ids (id, sha256) select id, sha256 from removed_files;

create function note_used_file_id() returns trigger language plpgsql
as $$
begin
  insert into used_file_ids (id, sha256) values (old.id, old.sha256) on conflict do nothing;
  return null;
end $$;

create trigger files_used_on_delete after delete on files for each row when (old.is_finished = 1)
execute function note_used_file_id();

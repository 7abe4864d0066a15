-- The ids of deleted files and the SHA-256 of their bytes (docs/decisions/0021). An id must not come back with other bytes:
-- clients that resume a download (curl -C -, wget -c, aria2c) would join the two files. A row takes about 150 bytes, so
-- 100,000 deleted files take 15 MB; rows are never removed.
create table used_file_ids (
  id text primary key,
  sha256 text not null
) strict, without rowid;

insert into used_file_ids (id, sha256) select id, sha256 from removed_files;

create trigger files_used_on_delete after delete on files when old.is_finished = 1 begin
  insert into used_file_ids (id, sha256) values (old.id, old.sha256) on conflict do nothing;
end;

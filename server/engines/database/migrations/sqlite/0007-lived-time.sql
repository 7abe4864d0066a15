-- Lived time: milliseconds this library has been served, counted by the server as they pass (settings, 'lived-ms').
-- What is to be destroyed after a while is measured by it, so that a clock that jumps destroys nothing. What is already
-- there begins its wait anew.

alter table materials add column withdrawn_lived integer;
update materials set withdrawn_lived = 0 where deleted_at is not null;
create index materials_to_purge on materials (withdrawn_lived, sequence) where deleted_at is not null;

-- When a pending file last got a chunk.
alter table files add column touched_lived integer not null default 0;

-- When a session was last used or lengthened.
alter table sessions add column touched_lived integer not null default 0;

-- 1 once the last material that used the file has gone over to another one: it is not given out to visitors any more.
alter table files add column is_released integer not null default 0 check (is_released in (0, 1));

create trigger files_released_on_last_use after update of uses on files when old.uses > 0 and new.uses = 0 begin
  update files set is_released = 1 where sequence = new.sequence;
end;

create trigger files_taken_up_on_use after update of uses on files when new.uses > 0 and new.is_released = 1 begin
  update files set is_released = 0 where sequence = new.sequence;
end;

-- Files whose record was removed on purpose and whose bytes are still to be removed. Bytes that neither a record nor
-- this list knows are strays, and those are never destroyed for that alone.
create table removed_files (
  id text primary key,
  sha256 text not null,
  size_bytes integer not null
) strict, without rowid;

create trigger files_noted_on_delete after delete on files when old.is_finished = 1 begin
  insert into removed_files (id, sha256, size_bytes) values (old.id, old.sha256, old.size_bytes)
  on conflict do update set sha256 = excluded.sha256, size_bytes = excluded.size_bytes;
end;

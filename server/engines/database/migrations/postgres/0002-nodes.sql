-- compatible-with: 0001-library.sql
-- What several servers over one database need.

-- With which release of the tables a server may go on although it does not know this migration (postgres/additive.ts).
alter table migrations add column compatible_with text collate "C";

-- Which node does what must be done once. Moments are those of the database's clock.
create table lease (
  name text collate "C" primary key,
  holder text collate "C" not null,
  until bigint not null
);

-- What was changed on the shelf and by which node, so that the other nodes hear of it. Written by triggers, in the
-- transaction of the change, whoever writes. Entries are kept for a while only.
create table change_log (
  -- By the clock in microseconds, and always greater than those before: after an older state was put back, the next ones
  -- are others than those that were lost with it.
  id bigint primary key,
  -- As the transaction has set it; empty for other programs.
  node text collate "C" not null,
  -- Entries of one transaction are one change.
  transaction bigint not null,
  subject text collate "C" not null check (subject in ('materials', 'files')),
  -- How many rows were changed, and the rows: [{"old": …, "new": …}]; null if they are too many to be listed.
  changed bigint not null,
  rows jsonb,
  at bigint not null
);

-- The last entry that was deleted: whoever has seen less has missed something.
create table change_log_start (
  id integer primary key check (id = 1),
  pruned_to bigint not null
);
insert into change_log_start (id, pruned_to) values (1, 0);

-- Deletes entries beyond so many changes, and those that are older; the last one stays.
create function prune_change_log(kept_changes bigint, kept_ms bigint) returns void language plpgsql
as $$
declare
  last_beyond bigint;
begin
  perform pg_advisory_xact_lock(4100740001);
  select max(id) into last_beyond
  from (
    select id, at, sum(changed) over (order by id desc) as newer, row_number() over (order by id desc) as place
    from change_log
  ) as entries
  where place > 1 and (newer > kept_changes or at < extract(epoch from clock_timestamp()) * 1000 - kept_ms);
  if last_beyond is null then return; end if;
  delete from change_log where id <= last_beyond;
  update change_log_start set pruned_to = last_beyond;
end $$;

create function log_changes(about text, total bigint, listed jsonb) returns void language plpgsql
as $$
declare
  entry bigint;
begin
  -- So that entries are seen in their order.
  perform pg_advisory_xact_lock(4100740001);
  insert into change_log (id, node, transaction, subject, changed, rows, at)
  select greatest(
      coalesce((select max(id) from change_log), 0) + 1,
      pruned_to + 1,
      floor(extract(epoch from clock_timestamp()) * 1000000)::bigint
    ),
    coalesce(current_setting('examshelf.node', true), ''), pg_current_xact_id()::text::bigint, about, total, listed,
    floor(extract(epoch from clock_timestamp()) * 1000)::bigint
  from change_log_start
  returning id into entry;
  perform pg_notify('examshelf_changes', entry::text);
  -- Now and then, so that the log is bounded even if no server tidies it up.
  if entry % 64 = 0 then perform prune_change_log(20000, 3600000); end if;
end $$;

create function log_materials() returns trigger language plpgsql
as $$
declare
  most constant bigint := 500;
  total bigint;
  listed jsonb;
begin
  if tg_op = 'INSERT' then
    select count(*) into total from new_rows;
    if total between 1 and most then
      select jsonb_agg(jsonb_build_object('new', to_jsonb(new_rows) - 'title_words' - 'title_trigrams') order by sequence)
      into listed from new_rows;
    end if;
  elsif tg_op = 'DELETE' then
    select count(*) into total from old_rows;
    if total between 1 and most then
      select jsonb_agg(jsonb_build_object('old', to_jsonb(old_rows) - 'title_words' - 'title_trigrams') order by sequence)
      into listed from old_rows;
    end if;
  else
    select count(*) into total from new_rows;
    if total between 1 and most then
      select jsonb_agg(jsonb_build_object('old', to_jsonb(old_rows) - 'title_words' - 'title_trigrams',
        'new', to_jsonb(new_rows) - 'title_words' - 'title_trigrams') order by old_rows.sequence)
      into listed from old_rows join new_rows on new_rows.sequence = old_rows.sequence;
    end if;
  end if;
  if total > 0 then perform log_changes('materials', total, listed); end if;
  return null;
end $$;

create trigger materials_insert_logged after insert on materials
referencing new table as new_rows for each statement execute function log_materials();
create trigger materials_update_logged after update on materials
referencing old table as old_rows new table as new_rows for each statement execute function log_materials();
create trigger materials_delete_logged after delete on materials
referencing old table as old_rows for each statement execute function log_materials();

create function log_file() returns trigger language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    perform log_changes('files', 1, jsonb_build_array(jsonb_build_object('old', to_jsonb(old))));
  else
    perform log_changes('files', 1, jsonb_build_array(jsonb_build_object('old', to_jsonb(old), 'new', to_jsonb(new))));
  end if;
  return null;
end $$;

-- Not for chunks and for counts of uses.
create trigger files_update_logged after update of is_finished, name, folder, permissions on files for each row
when (new.is_finished = 1 and (old.is_finished, old.name, old.folder, old.permissions)
  is distinct from (new.is_finished, new.name, new.folder, new.permissions)) execute function log_file();
create trigger files_delete_logged after delete on files for each row when (old.is_finished = 1) execute function log_file();

-- Tries to sign in, counted for all nodes together (server/accounts/shared-tries.ts). The keys are keyed hashes.
create table sign_in_tries (
  key text collate "C" primary key,
  count bigint not null,
  -- How many windows in a row were used up.
  step bigint not null,
  ends_at bigint not null
);

create index sign_in_tries_by_end on sign_in_tries (ends_at);

-- Who has to wait goes on waiting.
insert into sign_in_tries (key, count, step, ends_at)
select key, case split_part(key, ':', 1) when 'network' then 100 when 'wider' then 500 when 'pace' then 0 else 10 end, step, ends_at
from sign_in_waits;

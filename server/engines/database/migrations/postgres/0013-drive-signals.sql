-- compatible-with: 0005-photograph-works.sql
-- See migrations/sqlite/0027-drive-signals.sql.
create table staged_signals (
  drive text collate "C" not null,
  signal text collate "C" not null,
  staged_id text collate "C" not null,
  primary key (drive, signal, staged_id)
);
create index staged_signals_by_file on staged_signals (staged_id);

create table staged_drives (
  drive text collate "C" primary key,
  evidence jsonb not null
);

create function after_staged_file_gone() returns trigger language plpgsql
as $$
begin
  delete from staged_signals where staged_id = old.id;
  return null;
end $$;

create trigger staged_files_gone after delete on staged_files for each row execute function after_staged_file_gone();

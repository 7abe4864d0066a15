-- What the files of one drive, all that was chosen as one folder or archive, say of their university
-- (docs/decisions/0074-evidence-not-likeness.md). `drive` is the first step of `folder_key`.
create table staged_signals (
  drive text not null,
  signal text not null,
  staged_id text not null,
  primary key (drive, signal, staged_id)
) strict, without rowid;
create index staged_signals_by_file on staged_signals (staged_id);

-- The sum of these, as JSON, as the guesses of the drive's rows take it into account.
create table staged_drives (
  drive text primary key,
  evidence text not null
) strict, without rowid;

create trigger staged_signals_gone after delete on staged_files begin
  delete from staged_signals where staged_id = old.id;
end;

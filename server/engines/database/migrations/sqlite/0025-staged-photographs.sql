-- The photographs that a staged PDF is to be made of, in their order, by digest: they are known before they are sent.

create table staged_photographs (
  staged_id text not null references staged_files (id) on delete cascade,
  position integer not null check (position >= 0),
  sha256 text not null,
  primary key (staged_id, position)
) strict, without rowid;

create index staged_photographs_by_digest on staged_photographs (sha256);

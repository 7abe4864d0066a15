-- compatible-with: 0004-search.sql
-- Staged photographs: see migrations/sqlite/0025-staged-photographs.sql.
create table staged_photographs (
  staged_id text collate "C" not null references staged_files (id) on delete cascade,
  position integer not null check (position >= 0),
  sha256 text collate "C" not null,
  primary key (staged_id, position)
);

create index staged_photographs_by_digest on staged_photographs (sha256);

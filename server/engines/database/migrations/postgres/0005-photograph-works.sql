-- compatible-with: 0004-search.sql
-- PDFs that are being made of photographs, for all nodes together, and those that failed lately
-- (docs/decisions/0064-photographs-across-nodes.md).
create table photograph_works (
  file_id text collate "C" primary key,
  -- Another one each time it is begun: whoever has an earlier one has lost it.
  attempt text collate "C" not null,
  state text collate "C" not null check (state in ('waiting', 'making', 'failed')),
  done integer not null,
  -- As JSON: ids, turns, and which stay whole.
  photographs text collate "C" not null,
  failure text collate "C",
  failure_photograph_id text collate "C",
  -- Of one that failed: since when.
  held_until timestamptz not null
);

create index photograph_works_by_end on photograph_works (held_until);

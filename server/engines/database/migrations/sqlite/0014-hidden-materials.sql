-- Since when, and why, a material is hidden: one that only administrators may read. Its permissions decide that; this
-- table has a row exactly for those (material-writes.ts).

create table hidden_materials (
  material_id text primary key references materials (id) on delete cascade,
  hidden_at integer not null,
  -- Null if it was hidden by its permissions alone.
  reason text,
  -- The permissions it had before, as in `materials`; null if nobody else could ever read it.
  former_permissions text
) strict, without rowid;

create index hidden_materials_by_moment on hidden_materials (hidden_at);

-- Nobody knows since when; the last change is the best that there is.
insert into hidden_materials (material_id, hidden_at)
select id, updated_at from materials
where is_public = 0
  and not exists (select 1 from material_readers where material_id = materials.id and role <> 'label:admin');

-- Why something was done, where that was asked.
alter table trail add column detail text not null default '';

/** Returns statements that fill an empty library in PostgreSQL. They run no triggers, because lists don't need them. */
export const fillMaterials = (count: number): string => `
  begin;
  alter table materials disable trigger user;
  insert into materials (id, kind, title, title_folded, title_words, subject, subject_folded, faculty_id, semester_id, year,
    file_id, created_at, updated_at, deleted_at, withdrawn_lived, is_sample, is_public)
  select 'a' || n, case when n % 2 = 0 then 'paper' else 'book' end, 'Question paper ' || n, 'question paper ' || n,
    cast('''question'':1 ''paper'':2 ''' || n || ''':3' as tsvector), 'Subject ' || n % 30, 'subject ' || n % 30,
    (array['csit', 'bca', 'bbs', 'bed', 'bbm', 'bim', 'bhm', 'bsc', 'ba', 'llb'])[1 + n % 10], cast(1 + n % 8 as text),
    2000 + n % 25, 'file' || n % 100, n, n, case when n % 100 = 0 then n end, case when n % 100 = 0 then 1 end,
    case when n % 2000 = 0 then 1 else 0 end, case when n % 500 = 1 then 0 else 1 end
  from generate_series(1, ${count}) as n;
  insert into shelf_counts (kind, faculty_id, semester_id, subject, subject_folded, materials)
  select kind, faculty_id, semester_id, subject, subject_folded, count(*) from materials
  where deleted_at is null and is_public = 1 group by 1, 2, 3, 4, 5;
  insert into hidden_materials (material_id, hidden_at) select id, 1 from materials where is_public = 0 limit 20;
  insert into harvest_records (number, material_id, faculty_id, is_deleted, revision, changed_at)
  select row_number() over (order by sequence), id, faculty_id, 0, row_number() over (order by sequence), 1 from materials;
  update harvest_clock set revision = (select max(revision) from harvest_records);
  alter table materials enable trigger user;
  alter table files disable trigger user;
  insert into files (id, name, name_folded, folder, folder_folded, mime_type, size_bytes, chunks_total, is_finished, sha256,
    owner_id, uses, created_at, updated_at)
  select 'many' || n, 'paper', 'paper', '', '', 'application/pdf', 1, 1, case when n % 1000 = 0 then 0 else 1 end,
    case when n % 1000 = 0 then '' else 'b' || n end, 'admin', case when n % 1000 = 1 then 0 else 1 end, n, n
  from generate_series(1, ${count}) as n;
  alter table files enable trigger user;
  insert into removed_files (id, sha256, size_bytes) select 'many' || n, 'b' || n, 1 from generate_series(1, ${count}) as n;
  commit;
  analyze;
`;

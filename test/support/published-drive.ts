import { pino } from 'pino';
import type { Actor } from '#domain/account.ts';
import { createTrail } from '#server/library/accounts/trail.ts';
import { createChanges, type Change } from '#server/library/changes.ts';
import { readCatalogue } from '#server/library/site-content/catalogue-file.ts';
import { createPublicationUndo } from '#server/library/import/undo-publication.ts';
import { isOnOtherEngines, openTestPlace, type RecordsOptions } from './test-place.ts';

/**
 * Returns SQL for an empty library: a publication `drive` of this many papers `m1` …, each from a staged file `s1` …
 * with its own file `f1` …. There are no bytes.
 */
export const fillPublishedDrive = (count: number) => `
  create table numbers (n integer primary key);
  insert into numbers with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${count})
    select n from counted;
  insert into files (id, name, name_folded, folder, folder_folded, mime_type, size_bytes, chunks_total, is_finished, sha256,
    page_count, owner_id, created_at, updated_at)
  select 'f' || n, 'a.pdf', 'a.pdf', '', '', 'application/pdf', 1000, 1, 1, 'digest' || n, 3, 'admin', 1, 1 from numbers;
  insert into staged_files (id, path, folder_key, pattern_key, sha256, size_bytes, file_id, material_id, state, told, stale,
    created_at, updated_at, touched_lived)
  select 's' || n, 'Drive/OS ' || n || '.pdf', 'drive', 'os', 'digest' || n, 1000, 'f' || n, 'm' || n, 'published',
    '{"kind": "paper"}', 0, 1, 1, 1 from numbers;
  insert into materials (id, kind, title, title_folded, title_words, subject, subject_folded, faculty_id, semester_id, year,
    file_id, created_at, updated_at)
  select 'm' || n, 'paper', 'Paper ' || n, 'paper', ${isOnOtherEngines ? "cast('''paper'':1' as tsvector)" : "'paper'"}, 'Physics',
    'physics', 'csit', '1', 2024, 'f' || n, 1700000000000 + n, 1700000000000 + n from numbers;
  insert into publications (id, user_id, user_name, begun_at, lived) values ('drive', 'u1', 'Ada', 1, 0);
  insert into publication_files (publication_id, staged_id, material_id, state, former_state, updated_at)
  select 'drive', 's' || n, 'm' || n, 'published', 'checked', 1700000000000 + n from numbers;
  drop table numbers;
`;

const actor: Actor = { role: 'administrator', userId: 'u1', sessionId: 's1' };

/** Opens the records of such a library, with the services that undo a publication. Disposing removes it. */
export async function openPublishedDrive(count: number, options: RecordsOptions = {}) {
  const place = await openTestPlace();
  await place.execute(fillPublishedDrive(count));
  const database = await place.openRecords(options);
  const announced: Change[] = [];
  const changes = createChanges((error) => {
    throw error;
  });
  changes.listen((change) => announced.push(change));
  const trail = createTrail({ database, log: pino({ level: 'silent' }), now: Date.now });
  const catalogue = await readCatalogue('tribhuvan');
  return {
    place,
    database,
    announced,
    actor,
    openUndo: (batchSize?: number) =>
      createPublicationUndo({
        database,
        trail,
        changes,
        catalogue,
        onStagedAgain: () => undefined,
        isClosed: () => false,
        ...(batchSize !== undefined && { batchSize }),
      }),
    async [Symbol.asyncDispose]() {
      await database.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { api } from '#contract/addresses.ts';
import { panelApi } from '#contract/panel-addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import { materialKinds } from '#domain/material.ts';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite-file.ts';
import { makePdf } from './documents.ts';
import { ids, openLibrarian, rangeHeaders, uploadForm, type Librarian } from './library.ts';
import type { TestServer } from './server.ts';

const place = { subject: 'C Programming', facultyId: 'csit', semesterId: '1' };

/** Bytes of the published file `paper`. */
export const paperBytes = makePdf([['Question 1: pointers'], ['Question 2']]);

/**
 * Fills a library on SQLite with rows in every table: through the product, and directly if that would be slow (staged
 * files, bulk edits, waits after sign-ins).
 */
export async function fillMovableLibrary(server: TestServer): Promise<Librarian> {
  const librarian = await openLibrarian(server.url);
  await librarian.upload('paper.pdf', paperBytes, 'paper');
  for (const name of ['note', 'cover', 'purged', 'unused'])
    await librarian.upload(`${name}.pdf`, makePdf([[name]]), name);
  await librarian.publish('paper', { ...place, title: 'C++ प्रश्नपत्र २०८०', year: 2024, fileId: 'paper' }, 'one');
  await librarian.publish('note', { ...place, title: 'Zażółć — “lists” \\ and 𝒞', fileId: 'note' }, 'two');
  await librarian.publish('book', { ...place, title: 'Programming', fileId: 'paper' }, 'three');
  await librarian.publish('note', { ...place, title: 'Withdrawn', fileId: 'note' }, 'trashed');
  await librarian.publish('note', { ...place, title: 'Gone', fileId: 'purged' }, 'gone');
  await librarian.send('DELETE', api.document(ids, 'notes', 'trashed'));
  await librarian.send('DELETE', api.document(ids, 'notes', 'gone'));
  await server.resources.database.materials.remove('gone');
  await librarian.send('PATCH', api.document(ids, 'books', 'three'), { permissions: ['read("users")'] });
  await librarian.publish('note', { ...place, title: 'Hidden', fileId: 'note' }, 'hidden');
  await librarian.send('POST', panelApi.hideMaterial('hidden'), { reason: 'A solution of this year' });
  // An unfinished upload: one chunk of two.
  const bytes = Buffer.concat([makePdf([['half']]), Buffer.alloc(6_000_000)]);
  const [first, size] = [bytes.subarray(0, 5 * 1024 * 1024), bytes.length];
  const form = uploadForm('half', 'half.pdf', first);
  const begun = await librarian.sendForm(api.files(ids), form, rangeHeaders('half', 0, first.length, size));
  if (!begun.ok) throw new Error(await begun.text());
  await server.resources.database.livedTime.add(3_600_000);
  addRows(path.join(server.dataDir, sqliteFileName));
  return librarian;
}

function addRows(file: string): void {
  using database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  database.exec(`
    insert into removed_files values ('left', '${'a'.repeat(64)}', 12);
    insert into used_file_ids values ('left', '${'a'.repeat(64)}');
    insert into photographs values ('paper', 0, 'unused', 90, 1);
    insert into browsers select id, 'secret', 1, 2 from accounts limit 1;
    insert into sign_in_waits values ('key', 3, 1790000000000);
    insert into kept_pairs select min(sha256), max(sha256), 5 from files where is_finished = 1;
    insert into bulk_changes (id, action, materials, made_at, lived) values ('change', 'edit', 1, 7, 8);
    insert into bulk_change_rows values ('change', 'one', '{"title": "before"}', 9);
    insert into staged_files (id, path, folder_key, pattern_key, sha256, size_bytes, file_id, material_id, told, guess, stale, confidence, created_at, updated_at, touched_lived)
      values ('staged', 'CSIT/OS 2079.pdf', 'csit', 'os', '${'b'.repeat(64)}', 1000, 'staged-file', 'staged-material',
        '{"year": 2023, "a": [1, {"z": null, "b": "é"}]}', '{}', 0, 0.1, 1, 2, 3),
        ('other', 'CSIT/DB.pdf', 'csit', 'db', '${'c'.repeat(64)}', 1000, 'other-file', 'other-material', '{}', '{}', 0, 0.95, 1, 2, 3);
    delete from staged_files where id = 'other';
    insert into staged_paths (staged_id, path, folder_key, pattern_key, is_told)
      values ('staged', 'पुराना/OS (1).pdf', 'पुराना', 'पुराना/os #', 1);
    update staged_files set path_count = 2, best_path = 'CSIT/OS 2079.pdf' where id = 'staged';
    insert into staged_signals values ('csit', 'u:tribhuvan', 'staged');
    insert or replace into staged_drives values ('csit', '{"own":["csit"],"foreign":{}}');
    insert into staged_photographs values ('staged', 0, '${'e'.repeat(64)}');
    insert into staged_similar values ('${'b'.repeat(64)}', '${'d'.repeat(64)}', 0.8125);
    insert into publications (id, sources, user_id, user_name, begun_at, lived, undone_at, undone_by, takes_changed, outcome)
      values ('publication', '["CSIT","नेपाली"]', 'admin', 'Ada', 7, 8, 9, 'admin', 1, '{"restored": 1}');
    insert into publication_files values ('publication', 'staged', 'one', 'published', 'checked', 9),
      ('publication', 'other', 'other-material', 'pending', null, null);
    insert or ignore into harvest_faculties values ('csit', 'digest', 4);
  `);
}

/**
 * Times in sessions that change at most once a minute during use, and so may differ between two readings on a slow
 * machine.
 */
const timesOfUse = /"(?:\$updatedAt|expire)":"[^"]*"/g;

/** Returns the library's content over the contract, for the administrator and for guests. */
export async function readMovable(url: string, { headers }: Pick<Librarian, 'headers'>): Promise<unknown[]> {
  const addresses = [
    ...materialKinds.map((kind) => api.documents(ids, collectionOfKind[kind])),
    api.files(ids),
    api.account(),
    api.accountSessions(),
    api.document(ids, 'notes', 'gone'),
    api.document(ids, 'notes', 'trashed'),
    panelApi.trash(),
    panelApi.unusedFiles(),
    panelApi.hiddenMaterials(),
    panelApi.inventory(),
    panelApi.publications(),
    panelApi.undoable({ limit: 20, offset: 0 }),
    `${panelApi.inventory()}?publicationId=publication`,
    panelApi.photographs('paper'),
  ];
  const answers: unknown[] = [];
  for (const address of addresses)
    for (const sent of [headers, { 'x-appwrite-project': ids.projectId }]) {
      const answer = await fetch(`${url}${address}`, { headers: sent });
      const text = (await answer.text()).replaceAll(url, 'URL');
      answers.push([address, answer.status, address === api.accountSessions() ? text.replace(timesOfUse, '') : text]);
    }
  const harvest = await fetch(`${url}${api.harvest()}?verb=ListIdentifiers&metadataPrefix=oai_dc`);
  const harvested = (await harvest.text()).replaceAll(url, 'URL').replace(/<responseDate>[^<]*/, '');
  answers.push(['/oai', harvest.status, harvested]);
  return answers;
}

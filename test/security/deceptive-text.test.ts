import { DatabaseSync } from 'node:sqlite';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sqliteFileName } from '#server/engines/database/sqlite/sqlite.ts';
import { addTextFunctions } from '#server/engines/database/sqlite/text-functions.ts';
import { callAs, callAsAdministrator, smallPdf, uploadSmallFile } from '#test/support/contract-caller.ts';
import { openTestServer } from '#test/support/server.ts';
import { files, member, noteData, notes } from '#test/support/three-callers.ts';

const migration = path.join(
  import.meta.dirname,
  '../../server/engines/database/migrations/sqlite/0011-plain-lines.sql',
);

/** Displayed as `annexeexe.pdf`, and full of invisible characters. */
const deceptive = '\u200Bannexe\u202Efdp.exe\u2069\u00AD\uFEFF';

test('a title, a name and the name of a file are stored without deceptive characters', async () => {
  await using server = await openTestServer({ settings: { SIGN_UP: 'open' } });
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { id: 'f1', name: `${deceptive}.pdf`, content: smallPdf });
  expect((await admin.call('GET', `${files}/f1`)).json['name']).toBe('annexefdp.exe.pdf');
  const renamed = await admin.call('PUT', `${files}/f1`, { json: { name: `two${deceptive}.pdf` } });
  expect(renamed.json['name']).toBe('twoannexefdp.exe.pdf');

  const made = await admin.call('POST', notes, {
    json: { documentId: 'n1', data: { ...noteData, title: `${deceptive}\r\nक्‍ष` } },
  });
  expect([made.status, made.json['title']]).toEqual([201, 'annexefdp.exe क्‍ष']);
  const changed = await admin.call('PATCH', `${notes}/n1`, { json: { data: { title: `new ${deceptive}` } } });
  expect(changed.json['title']).toBe('new annexefdp.exe');
  const found = encodeURIComponent('{"method":"search","attribute":"title","values":["annexefdp"]}');
  expect((await admin.call('GET', `${notes}?queries[]=${found}`)).json['total']).toBe(1);

  for (const title of ['\u202E\u202C', '\u3164', '\u200B \u2060'])
    for (const [method, address, json] of [
      ['POST', notes, { documentId: 'n2', data: { ...noteData, title } }],
      ['PATCH', `${notes}/n1`, { data: { title } }],
    ] as const) {
      const answer = await admin.call(method, address, { json });
      expect([title, answer.status, answer.json['type']]).toEqual([title, 400, 'document_invalid_structure']);
    }

  const account = await callAs(server.url).call('POST', '/account', { json: { ...member, name: `Asha${deceptive}` } });
  expect(account.json['name']).toBe('Ashaannexefdp.exe');
});

test('a download is saved under the displayed name', async () => {
  await using server = await openTestServer();
  const admin = await callAsAdministrator(server.url);
  await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
  const answer = await admin.call('GET', `${files}/f1/download?name=${encodeURIComponent(deceptive)}`);
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="annexefdp.exe.pdf"; filename*=UTF-8''annexefdp.exe.pdf`,
  );
});

test('the migration cleans the texts of an older release', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-older-'));
  {
    await using server = await openTestServer({ dataDir });
    const admin = await callAsAdministrator(server.url);
    await uploadSmallFile(admin, { id: 'f1', name: 'a.pdf', content: smallPdf });
    for (const documentId of ['n1', 'n2', 'n3'])
      await admin.call('POST', notes, { json: { documentId, data: noteData } });
  }
  const older = new DatabaseSync(path.join(dataDir, sqliteFileName));
  const set = (statement: string, ...values: string[]) => older.prepare(statement).run(...values);
  const title = 'update materials set title = ?, title_folded = ?, title_words = ? where id = ?';
  set(title, deceptive, deceptive, deceptive, 'n1');
  set(title, '\u202E', '\u202E', '\u202E', 'n2');
  set('update files set name = ?, name_folded = ?', `${deceptive}.pdf`, `${deceptive}.pdf`);
  set('update accounts set name = ?', `Grace${deceptive}`);
  addTextFunctions(older);
  older.exec(await readFile(migration, 'utf8'));
  older.close();

  {
    await using server = await openTestServer({ dataDir });
    const admin = await callAsAdministrator(server.url);
    const titleOf = async (id: string) => (await admin.call('GET', `${notes}/${id}`)).json['title'];
    expect([await titleOf('n1'), await titleOf('n2'), await titleOf('n3')]).toEqual([
      'annexefdp.exe',
      'Untitled',
      'Note',
    ]);
    expect((await admin.call('GET', `${files}/f1`)).json['name']).toBe('annexefdp.exe.pdf');
    const found = encodeURIComponent('{"method":"search","attribute":"title","values":["annexefdp"]}');
    expect((await admin.call('GET', `${notes}?queries[]=${found}`)).json['total']).toBe(1);
  }
  await rm(dataDir, { recursive: true });
});

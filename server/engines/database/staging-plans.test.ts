import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stagedFilters } from '#contract/staging.ts';
import type { QueryRun } from '#server/engines/database/sql/engine.ts';
import { defineStopFunction } from '#server/engines/database/sqlite/sqlite-connection.ts';
import { openSqlite, sqliteFileName } from '#server/engines/database/sqlite/sqlite.ts';
import type { Database } from './database.ts';

/**
 * Checks that no statement on staged files reads a whole table unless it concerns all of them: with 20,000 files, a batch of
 * an import would take seconds.
 */

const rows = 3000;
const options = { publicUrl: 'https://library.test', ids: { projectId: 'p', databaseId: 'd', bucketId: 'b' } };
const statements: QueryRun[] = [];
let dataDir: string;
let database: Database;

const file = (index: number, folder = `folder ${index % 100}`) => ({
  id: `s${index}`,
  path: `${folder}/${index}.pdf`,
  sizeBytes: 1000,
  sha256: `digest${index}`,
  fileId: `file${index}`,
  materialId: `material${index}`,
});

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'examshelf-plans-'));
  const open = () => openSqlite({ dataDir, ...options, onQuery: (statement) => statements.push(statement) });
  database = await open();
  const all = Array.from({ length: rows }, (_, index) => file(index));
  await database.staging.add([...all, ...all.map((_, index) => file(index, 'copies'))], rows);
  await deriveAll();
  // Only connections opened after this use the statistics of the filled tables.
  await database.tidy();
  await database.close();
  database = await open();
});

afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

/** Derives the values of all rows, since most rows are not stale in practice. */
async function deriveAll(): Promise<void> {
  const derived = { inherited: {}, guess: null, doubtful: [], confidence: 0 };
  const stale = await database.staging.listStale(rows + 1);
  await database.staging.derive(
    stale.map(({ id, path: shown, stale: count, revision }) => ({
      id,
      path: shown,
      stale: count,
      revision,
      ...derived,
    })),
  );
}

const knownScans = [
  // A batch of an import counts all rows once, for the limit.
  'SCAN staged_files USING COVERING INDEX staged_files_by_revision',
  // Only stale rows are in the index.
  'SCAN staged USING INDEX staged_files_stale',
];

/** Returns the plan steps that scan a whole table or index. */
function findScans(): string[] {
  using opened = new DatabaseSync(path.join(dataDir, sqliteFileName), { readOnly: true });
  defineStopFunction(opened);
  const steps = statements
    .filter(({ sql }) => !/^(?:begin|commit|rollback)/.test(sql))
    .flatMap(({ sql }) => opened.prepare(`explain query plan ${sql}`).all())
    .map(({ detail }) => String(detail));
  const isKnown = (step: string) => knownScans.includes(step);
  const isOfTable = (step: string) =>
    /^SCAN (?!CONSTANT|\(|json_each|staging_clock|numbered|placed|alike|asked)/.test(step);
  return [...new Set(steps.filter((step) => isOfTable(step) && !isKnown(step)))];
}

const requests: Record<string, () => Promise<unknown>> = {
  'staging files and copies': () =>
    database.staging.add([file(7), file(7, 'new'), file(8, 'new'), file(rows)], rows + 1),
  'finding rows': async () => {
    await database.staging.find(['s7', 's8']);
    await database.staging.findByDigest('digest7');
    await database.staging.findPublished(['digest7']);
    await database.staging.hasOpen();
    await database.staging.listReading(0, 100);
    await database.staging.changesSince((await database.staging.revision()) - 10, 100);
  },
  'comparing rows': async () => {
    await database.staging.duplicatesOf(['s7', 's8']);
    await database.staging.examplesFor(['s7', 's8']);
  },
  'deriving values': async () => {
    const { staging } = database;
    await staging.setManual([{ id: 's7', manual: { kind: 'note' } }]);
    await staging.makeStale('s7');
    await deriveAll();
    await staging.setChecked('s7', null);
    await staging.setPublished('s9');
    await staging.addSimilar('digest7', 'digest8', 0.9);
    await staging.noteSignals([{ id: 's7', drive: 'folder 7', signals: ['u:ned'] }]);
    await staging.countSignals(['folder 7']);
    await staging.setDrive('folder 7', { own: [], foreign: {} }, ['s7']);
  },
  'merging and removing rows': async () => {
    await database.staging.merge([{ into: 's11', from: ['s12'], manual: {} }]);
    await database.staging.remove(['s10']);
    await database.staging.forgetUntouched({ published: 0, waiting: 0, limit: 100 });
  },
};

test.each(Object.entries(requests))('%s reads by an index', async (_, request) => {
  statements.length = 0;
  await request();
  expect(statements.length).toBeGreaterThan(0);
  expect(findScans()).toEqual([]);
});

test('lists continue from a cursor, and only counts and changes of the release or the catalogue read all rows', async () => {
  const { staging } = database;
  statements.length = 0;
  for (const filter of stagedFilters) await staging.list({ filter, after: 10, limit: 100 });
  expect(findScans()).toEqual([]);
  await staging.counts();
  await staging.makeAllStale();
  await staging.listCopies('', 200);
  expect(findScans().length).toBeGreaterThan(0);
});

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closedSetting } from '#server/database/closed-library.ts';
import { openTransfer } from '#server/database/open-database.ts';
import type { PostgresAddress } from '#server/database/postgres/postgres-address.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { openPostgresServer, type TestDatabase } from '#test/support/postgres-server.ts';
import { casesOf, isOnlyInSweep } from '#test/support/sweeps.ts';
import { openUnreliableLine, type UnreliableLine } from '#test/support/unreliable-line.ts';
import { explainMove } from './explain-move.ts';
import { moveLibrary, type MoveOptions } from './move-library.ts';
import type { Place } from './place.ts';

/** Lines to PostgreSQL on which nothing comes back any more, without being closed, while a library is moved. */
const missing = whyNoPostgres();
/** Enough for a statement of a busy machine. */
const patience = { answerMs: 1500, lookMs: 100, longestMs: 600_000 };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'examshelf-hanging-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const onDisk = (dataDir: string): Place => ({ dataDir, database: null, store: null });

/** A small library on disk. */
async function makeLibrary(name: string): Promise<Place> {
  const place = onDisk(path.join(folder, name));
  await mkdir(place.dataDir);
  await using records = await openRecords(place, true);
  await records.setSetting('name', 'A small library');
  return place;
}

const openRecords = ({ dataDir, database }: Place, isNew = false) =>
  openTransfer({ dataDir, address: database, isNew });

/** A database with a line to it that can hang. */
async function makeDatabase(): Promise<{ database: TestDatabase; line: UnreliableLine; through: PostgresAddress }> {
  const database = await (await openPostgresServer()).make();
  const { host, port } = database.address;
  const line = await openUnreliableLine(`http://${host}:${port}`);
  return { database, line, through: { ...database.address, port: Number(new URL(line.url).port) } };
}

/** The line hangs from the first statement with these words, which does not arrive. */
function hangAt({ line }: { line: UnreliableLine }, words: string): void {
  line.watch = (sent) => {
    if (sent.includes(words)) line.enter('hang');
    return false;
  };
}

function pass({ line }: { line: UnreliableLine }): void {
  line.watch = () => false;
  line.enter('pass');
}

/** What is said of the failure, and the steps that were told. */
async function failureOf(from: Place, to: Place, more: Partial<MoveOptions> = {}) {
  const steps: string[] = [];
  const step = (words: string) => {
    steps.push(words);
    more.events?.step(words);
  };
  const events = { file: () => undefined, table: () => undefined, step };
  const options = { signal: new AbortController().signal, patience, ...more, events };
  const said = await moveLibrary(from, to, options).then(
    () => 'moved',
    (error: unknown) => (explainMove(error) as Error).message,
  );
  return { said, steps };
}

async function isOpen(place: Place): Promise<boolean> {
  await using records = await openRecords(place);
  return (await records.findSetting(closedSetting)) === null;
}

const closed = 'the library is closed for writing; reading goes on';
const noAnswer = /^the PostgreSQL server failed \([^\n]*no answer within 2 s\); see that it works, then run the same/;

/** In a move, with words of the statement that does not arrive. */
const moments = [
  ['a batch of rows', 'insert into settings'],
  ['a statement that may take long', 'analyze'],
  ['the end of a table', 'commit'],
  ['reading it back', 'fetch 1000'],
] as const;

describe.skipIf(missing)('a line to PostgreSQL that hangs while a library is moved', () => {
  test.each(casesOf('faults', moments, ([, words]) => words === 'analyze'))(
    'to it, at %s: the library is open again, one line says why, and the next move goes on',
    async (_, words) => {
      const from = await makeLibrary(words.replaceAll(' ', '-'));
      const made = await makeDatabase();
      try {
        const to = { ...onDisk(`${from.dataDir}-new`), database: made.through };
        const events = {
          file: () => undefined,
          table: () => undefined,
          // Not before, when the new place is prepared.
          step: (told: string) => told === closed && hangAt(made, words),
        };
        const { said, steps } = await failureOf(from, to, { events });
        expect([said, steps.includes(closed)]).toEqual([expect.stringMatching(noAnswer), true]);
        expect(await isOpen(from)).toBe(true);
        pass(made);
        expect((await failureOf(from, to)).said).toBe('moved');
      } finally {
        await made.line[Symbol.asyncDispose]();
        await made.database[Symbol.asyncDispose]();
      }
    },
  );

  test.skipIf(isOnlyInSweep('faults'))(
    'from it: the library is opened again once it answers, and if it does not, one line says what to do',
    async () => {
      const made = await makeDatabase();
      try {
        const inside = { ...onDisk(path.join(folder, 'inside')), database: made.database.address };
        await mkdir(inside.dataDir);
        {
          await using records = await openRecords(inside);
          await records.setSetting('name', 'A small library');
        }
        const from = { ...inside, database: made.through };
        const events = {
          file: () => undefined,
          table: () => undefined,
          step(told: string) {
            if (told === closed) hangAt(made, 'declare moved');
            if (told.startsWith('the library cannot be opened again yet')) pass(made);
          },
        };
        const to = onDisk(path.join(folder, 'outside'));
        const reopening = { everyMs: 20, forMs: 600_000 };
        const { said, steps } = await failureOf(from, to, { events, reopening });
        expect([said, steps.at(-1)]).toEqual([
          expect.stringMatching(noAnswer),
          expect.stringMatching(/^the library cannot be opened again yet \(.*\); this is tried for 600 s$/),
        ]);
        expect(await isOpen(inside)).toBe(true);

        const away = { ...events, step: (told: string) => told === closed && hangAt(made, 'declare moved') };
        const left = await failureOf(from, to, { events: away, reopening: { everyMs: 20, forMs: 0 } });
        expect(left.said).toMatch(
          /^the PostgreSQL server failed \([^\n]*could not be opened again \([^\n]*"npm run move -- --reopen" succeeds$/,
        );
        expect(await isOpen(inside)).toBe(false);
        pass(made);
        expect((await failureOf(from, to)).said).toBe('moved');
      } finally {
        await made.line[Symbol.asyncDispose]();
        await made.database[Symbol.asyncDispose]();
      }
    },
  );
});

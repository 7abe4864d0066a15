import path from 'node:path';
import { pino } from 'pino';
import { everyMaterial, inventorySorts, type InventoryFilter } from '#contract/inventory.ts';
import { contains, emptyQuery, type ListQuery } from '#contract/query.ts';
import type { Actor } from '#domain/account.ts';
import { damagedPdf, lockedPdf } from '#domain/file-warnings.ts';
import { materialKinds } from '#domain/material.ts';
import type { InventoryPage } from '#server/engines/database/bulk-change-records.ts';
import { openSqlite } from '#server/engines/database/sqlite/sqlite.ts';
import { openSqliteTexts } from '#server/engines/text-store/sqlite-texts.ts';
import { createTrail } from '#server/library/accounts/trail.ts';
import { createChanges } from '#server/library/changes.ts';
import { createInventoryService } from '#server/library/inventory/create-inventory-service.ts';
import { readCatalogue } from '#server/library/site-content/catalogue-file.ts';
import { textRecipe } from '#server/library/text-extraction/text-limits.ts';
import { ids } from '#test/support/library.ts';
import { ratio } from './load.ts';

const count = Number(process.env['BENCH_MATERIALS'] ?? 100_000);
const tries = 15;
const actor: Actor = { role: 'administrator', userId: 'a', sessionId: 's' };

type Question = { filter?: Partial<InventoryFilter>; page?: Partial<InventoryPage> };

/** Requests to the inventory, by the words of the table. */
const questions: Record<string, Question> = {
  'no filter': {},
  'a kind': { filter: { kind: ['paper'] } },
  'a faculty': { filter: { facultyId: ['bca'] } },
  'a subject': { filter: { facultyId: ['bca'], semesterId: ['2'], subject: ['Subject 17'] } },
  'a year': { filter: { year: [2020] } },
  'years 2018 to 2020': { filter: { yearFrom: 2018, yearTo: 2020 } },
  'hidden (200)': { filter: { trait: ['hidden'] } },
  'locked (200)': { filter: { trait: ['locked'] } },
  'damaged (200)': { filter: { trait: ['damaged'] } },
  'scanned (a fifth)': { filter: { trait: ['scanned'] } },
  'samples (100)': { filter: { trait: ['sample'] } },
  'misplaced (all)': { filter: { trait: ['misplaced'] } },
  'one word, one matches': { filter: { q: '77777' } },
  'one word, all match': { filter: { q: 'paper' } },
  'two words': { filter: { q: 'paper bca' } },
  'a file name': { filter: { q: 'scan_000040' } },
  'the last page by offset': { page: { offset: count - 20 } },
  ...Object.fromEntries(inventorySorts.map((sort) => [`in order of ${sort}`, { page: { sort } }])),
  'after a cursor, by title': {
    page: { sort: 'title', cursor: { direction: 'after', id: `m${Math.floor(count / 2)}` } },
  },
};

/**
 * Measures the inventory at 100,000 materials, compared with the plain list of a kind as the panel had it; then bulk
 * edits.
 */
export async function measureManage(folder: string): Promise<string[]> {
  const dataDir = path.join(folder, 'manage');
  await fill(dataDir);
  const log = pino({ level: 'silent' });
  const database = await openSqlite({ dataDir, publicUrl: 'http://127.0.0.1', ids });
  const texts = openSqliteTexts({ directory: path.join(dataDir, 'texts'), log });
  const inventory = createInventoryService({
    database,
    texts,
    catalogue: await readCatalogue('tribhuvan'),
    changes: createChanges(() => undefined),
    trail: createTrail({ database, log, now: Date.now }),
  });
  try {
    const plain = await time(() => database.materials.list('paper', plainList, 'everything'));
    const filters = [contains('title', 'paper')];
    const searched = await time(() => database.materials.list('paper', { ...plainList, filters }, 'everything'));
    const lines = [
      `${count} materials; milliseconds, ${tries} times each, one after the other, without HTTP`,
      row('', 'p50', 'p95', 'of the plain list'),
      writeRow("today's list of a kind", plain, plain),
      writeRow('the same, searched for a word', searched, plain),
    ];
    for (const [name, { filter, page }] of Object.entries(questions)) {
      const asked: InventoryPage = { sort: 'uploaded', direction: 'desc', limit: 20, offset: 0, cursor: null, ...page };
      const taken = await time(() => inventory.list(actor, { ...everyMaterial, ...filter }, asked));
      lines.push(writeRow(name, taken, plain));
    }
    for (const size of [200, 5000].filter((each) => each <= count)) {
      const selection = { ids: Array.from({ length: size }, (_, index) => `m${index * 3}`) };
      const change = { action: 'edit', year: 1990 + (size % 7) } as const;
      const request = { selection, change, skipsRefused: false };
      const preview = await take(() => inventory.preview(actor, request));
      const made = await take(() => inventory.change(actor, request));
      const undone = await take(() => inventory.undo(actor, made.result.id ?? ''));
      lines.push(
        `${size} changed in ${made.ms.toFixed(0)} ms, previewed in ${preview.ms.toFixed(0)} ms, undone in ${undone.ms.toFixed(0)} ms`,
      );
    }
    return lines;
  } finally {
    await texts.close();
    await database.close();
  }
}

const plainList: ListQuery = { ...emptyQuery, orders: [{ attribute: '$createdAt', direction: 'desc' }], limit: 20 };

type Times = { p50: number; p95: number };

async function time(work: () => Promise<unknown>): Promise<Times> {
  const times: number[] = [];
  for (let index = 0; index < tries; index += 1) times.push((await take(work)).ms);
  times.sort((one, other) => one - other);
  return { p50: times[Math.floor(tries / 2)] ?? 0, p95: times[Math.ceil(tries * 0.95) - 1] ?? 0 };
}

async function take<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

const row = (...[name = '', p50 = '', p95 = '', of = '']: string[]) =>
  `${name.padEnd(34)}${p50.padStart(8)}${p95.padStart(8)}${of.padStart(20)}`;

function writeRow(name: string, { p50, p95 }: Times, plain: Times): string {
  return row(name, p50.toFixed(1), p95.toFixed(1), ratio(p50, plain.p50));
}

/**
 * Fills a library with materials of all kinds, each with a separate file; a fifth are scans, one in 500 is locked,
 * damaged or hidden.
 */
async function fill(dataDir: string): Promise<void> {
  const database = await openSqlite({ dataDir, publicUrl: 'http://127.0.0.1', ids });
  for (let start = 0; start < count; start += 5000) {
    await database.transaction(async ({ files, materials }) => {
      for (let index = start; index < Math.min(start + 5000, count); index += 1) {
        const id = `m${index}`;
        const name = index % 4 === 0 ? `Scan_${String(index).padStart(6, '0')}.pdf` : `paper ${index}.pdf`;
        const sizeBytes = 10_000 + ((index * 7919) % 5_000_000);
        await files.insertPending({ id, name, folder: '', sizeBytes, chunksTotal: 1, ownerId: 'a' });
        const warning = index % 500 === 1 ? lockedPdf : index % 500 === 2 ? damagedPdf : null;
        const facts = { mimeType: 'application/pdf', sizeBytes, sha256: id.padStart(64, '0') };
        await files.finish(id, { ...facts, pageCount: 1 + (index % 40), warning });
        await materials.insert({
          id,
          kind: materialKinds[index % 4] ?? 'paper',
          title: `Question paper number ${index}`,
          subject: `Subject ${index % 97}`,
          facultyId: ['csit', 'bca', 'bbs', 'bit'][index % 4] ?? 'csit',
          semesterId: String(1 + (index % 8)),
          year: 2017 + (index % 10),
          fileId: id,
          isSample: index % 1000 === 3,
          ...(index % 500 === 4 && { permissions: [] }),
          createdAt: 1_600_000_000_000 + ((index * 7919) % count) * 60_000,
        });
      }
    });
  }
  await database.tidy();
  await database.close();
  const texts = openSqliteTexts({ directory: path.join(dataDir, 'texts'), log: pino({ level: 'silent' }) });
  for (let index = 0; index < count; index += 5) {
    const sha256 = `m${index}`.padStart(64, '0');
    await texts.begin({ sha256, pageCount: 1, recipe: textRecipe });
    await texts.store(sha256, [{ page: 1, source: 'ocr', text: 'words', confidence: 80, lines: [] }]);
  }
  await texts.close();
}

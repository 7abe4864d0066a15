import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { api } from '#contract/addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import { materialKinds } from '#domain/material.ts';
import { makeBook, makeBrokenPdf, makeHtmlPaper, makePdf } from '#test/support/documents.ts';
import { ids, openLibrarian, type Librarian } from '#test/support/library.ts';
import { signIn } from '#test/support/panel.ts';
import { publishTwice } from '#test/support/publish-twice.ts';
import { openTestServer, type TestServer } from '#test/support/server.ts';

/**
 * The libraries that are photographed: `samples` as shipped, `hard` with texts and files that are hard to lay out or
 * read, `desk` for shots that change materials, `empty` without materials.
 */
export const stageNames = ['samples', 'hard', 'desk', 'empty'] as const;
export type StageName = (typeof stageNames)[number];

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
export type Stage = { url: string; signedIn: StorageState };
export type Stages = Record<StageName, Stage> & AsyncDisposable;

/** The subject with the longest name of the shipped catalogue. */
export const longPlace = {
  facultyId: 'bed',
  semesterId: '2',
  subject: 'Nepali Bhasha Pathyakram, Pathyapustak tatha Shikshan Paddhati',
};
const place = { facultyId: 'csit', semesterId: '1', subject: 'C Programming' };
const lonelyPlace = {
  facultyId: 'bim',
  semesterId: '2',
  subject: 'Organizational Behavior and Human Resource Management',
};

/** Two hundred characters, a word of eighty, another script. */
export const longTitles = [
  'Collected model answers to the question papers of the last ten years in teaching methods, language planning and textbook writing, with notes on marking, common mistakes, and a guide to further reading.',
  'Pneumonoultramicroscopicsilicovolcanoconiosisfloccinaucinihilipilificationantidis',
  'नेपाली भाषा पाठ्यक्रम, पाठ्यपुस्तक तथा शिक्षण पद्धति: नमुना प्रश्नपत्र २०८१',
] as const;

/** A file that the library `desk` already has. */
export const knownPdf = makePdf([['The same bytes, published before']]);

/** Starts a server for each of the four libraries, fills it and signs in. */
export async function openStages(browser: Browser): Promise<Stages> {
  const opened: TestServer[] = [];
  const stages: Partial<Record<StageName, Stage>> = {};
  for (const name of stageNames) {
    const settings = { SAMPLES: name === 'samples' ? 'on' : 'off' };
    const server = await openTestServer({ withPages: true, settings, readsTexts: name === 'samples' });
    opened.push(server);
    if (name === 'hard') await fillHard(await openLibrarian(server.url), server);
    if (name === 'desk') await fillDesk(await openLibrarian(server.url));
    const context = await browser.newContext();
    await signIn(await context.newPage(), server.url, { isKept: true });
    stages[name] = { url: server.url, signedIn: await context.storageState() };
    await context.close();
  }
  return {
    ...(stages as Record<StageName, Stage>),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

async function fillHard(librarian: Librarian, server: TestServer): Promise<void> {
  await librarian.upload('book.pdf', makeBook('book of long names', 6), 'book');
  for (const kind of materialKinds) {
    for (const [index, title] of longTitles.entries()) {
      const year = kind === 'paper' ? 2025 - index : null;
      await librarian.publish(kind, { ...longPlace, title, year, fileId: 'book' }, `${kind}-${index + 1}`);
    }
  }
  await librarian.publish('book', { ...longPlace, title: 'Grammar', year: null, fileId: 'book' });
  await librarian.publish('book', { ...lonelyPlace, title: 'The only book here', year: null, fileId: 'book' });
  await librarian.publish('note', { ...lonelyPlace, title: 'The only note here', year: null, fileId: 'book' });

  await librarian.upload('web.html', makeHtmlPaper('Theory paper'), 'web');
  await librarian.publish('paper', { ...place, title: 'Web paper', year: 2024, fileId: 'web' }, 'web');
  const locked = await readFile(path.join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'locked.pdf'));
  await librarian.upload('locked.pdf', locked, 'locked');
  await librarian.publish('note', { ...place, title: 'Locked notes', year: null, fileId: 'locked' }, 'locked');
  await librarian.upload('damaged.pdf', makeBrokenPdf(), 'damaged');
  await librarian.publish('note', { ...place, title: 'Damaged notes', year: null, fileId: 'damaged' }, 'damaged');
  await librarian.upload('left over.pdf', makePdf([['Left over']]), 'left-over');
  for (const [index, title] of longTitles.entries()) {
    const id = `withdrawn-${index + 1}`;
    await librarian.publish('note', { ...place, title, year: null, fileId: 'book' }, id);
    const answer = await librarian.send('DELETE', api.document(ids, collectionOfKind.note, id));
    if (!answer.ok) throw new Error(`${id} was not withdrawn: ${answer.status}`);
  }
  await publishTwice(server, librarian, 1, [
    { ...place, title: 'C Programming – Final Examination', year: 2024 },
    { ...place, title: 'C final paper', year: 2024 },
  ]);
  await publishTwice(server, librarian, 2, [
    { ...longPlace, title: longTitles[0], year: 2023 },
    { ...longPlace, title: longTitles[1], year: 2023 },
  ]);
}

async function fillDesk(librarian: Librarian): Promise<void> {
  await librarian.upload('known.pdf', knownPdf, 'known');
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const title = `C Programming – Model Question Paper ${2026 - number}`;
    await librarian.publish('paper', { ...place, title, year: 2026 - number, fileId: 'known' });
  }
}

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { api } from '#contract/addresses.ts';
import { collectionOfKind } from '#contract/collections.ts';
import { wireNameOf } from '#domain/material-rules.ts';
import { openBrowser } from '#test/support/browser.ts';
import { tabTo } from '#test/support/keyboard.ts';
import { ids, openLibrarian } from '#test/support/library.ts';
import { signIn } from '#test/support/panel.ts';
import { startProcess, stopProcess } from '#bench/product-process.ts';
import { compare, countMaterials, readRows, settingsIn } from './import-run.ts';
import { readShippedCatalogue } from './labelled-paths.ts';
import { correctByKeyboard } from './panel-corrections.ts';
import { writeTangledTree, type TangledFile } from './tangled-tree.ts';

const publishButton = /^Publish \d+ files?$/;

const patienceMs = 10 * 60_000;

/**
 * Imports 300 files in a tangled tree through the panel: the folder is chosen, files are guessed, every wrong guess is corrected
 * by keyboard, remaining doubtful files are confirmed together, and all are published. Prints the guessed places compared
 * with the truth, the number of actions, and the place of each published material from the API. OCR of scans takes some
 * seconds each; `OCR_LANGUAGES=off` skips it.
 */
export async function measureImportPanel(folder: string): Promise<string[]> {
  const tree = path.join(folder, 'Shared drive of the panel');
  await mkdir(tree, { recursive: true });
  const catalogue = await readShippedCatalogue();
  const files = await writeTangledTree(tree, catalogue);
  const languages = process.env['OCR_LANGUAGES'];
  const server = await startProcess(['main.ts'], {
    ...settingsIn(path.join(folder, 'panel-data')),
    ...(languages === undefined ? {} : { OCR_LANGUAGES: languages }),
  });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(patienceMs);
    const began = performance.now();
    const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`;
    await signIn(page, server.url);
    await page.getByRole('tab', { name: 'Import Many' }).click();
    await page.getByLabel('Choose a folder').setInputFiles(tree);
    await untilChecked(page, server.url);
    const rows = await readRows(server.url);
    const lines = [`${files.length} files chosen, ${rows.length} staged, all checked after ${seconds()}`];
    lines.push(...compare(files, rows, path.basename(tree)));

    lines.push(`the panel offers: ${await page.getByRole('button', { name: publishButton }).innerText()}`);
    const truth = new Map(files.map((file) => [`${path.basename(tree)}/${file.path}`, file]));
    const corrections = await correctByKeyboard(page, { truth, catalogue, readRows: () => readRows(server.url) });
    lines.push(...corrections.map((each) => `corrected: ${each}`));

    await filter(page, 'To check').press('Enter');
    await tabTo(page, page.getByRole('grid', { name: 'Staged files' }));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+Enter');
    const confirmed = page.getByText(/^Confirmed for /).first();
    await confirmed.waitFor();
    lines.push(await confirmed.innerText());
    await page.getByRole('button', { name: publishButton }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: publishButton }).press('Enter');
    await page.getByText(/^\d+ files published/).waitFor();

    // Choosing the filter, selecting all, confirming, publishing, and accepting the summary.
    const actions = corrections.length + 5;
    lines.push(
      `actions by keyboard: ${actions}, of them corrections ${corrections.length}; one for ${(files.length / actions).toFixed(1)} files (at least 5 wanted)`,
      ...(await comparePublished(server.url, truth)),
      `${seconds()} in all`,
    );
    return lines;
  } finally {
    await browser.close();
    await stopProcess(server.process);
  }
}

/** Compares each published material in the API with the truth, and counts unpublished files. */
async function comparePublished(url: string, truth: ReadonlyMap<string, TangledFile>): Promise<string[]> {
  const librarian = await openLibrarian(url);
  const wrong: string[] = [];
  const left = new Map<string, number>();
  let published = 0;
  for (const row of await readRows(url)) {
    const file = truth.get(row.path);
    if (!file) continue;
    if (row.materialId === null) {
      left.set(file.what, (left.get(file.what) ?? 0) + 1);
      continue;
    }
    published += 1;
    const answer = await librarian.send('GET', api.document(ids, collectionOfKind[file.kind], row.materialId));
    const document = (await answer.json()) as Record<string, unknown>;
    // Not compared for files without a year: only a sure guess is published then.
    const expected = {
      [wireNameOf('facultyId')]: file.facultyId,
      [wireNameOf('semesterId')]: file.semesterId,
      [wireNameOf('subject')]: file.subject,
      ...(file.year === null ? {} : { [wireNameOf('year')]: file.year }),
    };
    for (const [name, value] of Object.entries(expected))
      if (document[name] !== value) wrong.push(`  ${row.path}: ${name} is ${String(document[name])}, not ${value}`);
  }
  const rest = [...left].map(([what, count]) => `${count} ${what}`).join(', ');
  return [
    `published ${published}, materials ${await countMaterials(url)}; at a wrong place, kind or year ${wrong.length}`,
    ...wrong,
    `not published: ${rest}`,
  ];
}

function filter(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Which files' }).getByRole('button', { name });
}

/** Resolves once everything was sent and checked. */
async function untilChecked(page: Page, url: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let quiet = 0; quiet < 3;) {
    if (Date.now() > deadline) throw new Error('not everything was looked at in time');
    await page.waitForTimeout(5000);
    const rows = await readRows(url);
    // Duplicates are reported and not sent.
    const isDone =
      rows.length > 0 &&
      rows.every(({ state, duplicates }) => state === 'checked' || (state === 'waiting' && duplicates.length > 0));
    quiet = isDone ? quiet + 1 : 0;
  }
}

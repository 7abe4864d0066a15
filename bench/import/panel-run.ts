import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { openBrowser } from '#test/support/browser.ts';
import { tabTo } from '#test/support/keyboard.ts';
import { signIn } from '#test/support/panel.ts';
import { startProcess, stopProcess } from '#bench/product-process.ts';
import { compare, countMaterials, readRows, settingsIn } from './import-run.ts';
import { readShippedCatalogue } from './labelled-paths.ts';
import { writeTangledTree } from './tangled-tree.ts';

const publishButton = /^Publish \d+ files?$/;

const patienceMs = 5 * 60_000;

/**
 * 300 files in a tangled tree through the panel: chosen as a folder, guessed, the doubtful guesses confirmed by keyboard at
 * once, published. Prints their places beside the truth as they were before anything was touched. A wrong guess would
 * have to be set right first: a further action for each. Without recognition, which takes some seconds for each scan.
 */
export async function measureImportPanel(folder: string): Promise<string[]> {
  const tree = path.join(folder, 'Shared drive of the panel');
  await mkdir(tree, { recursive: true });
  const files = await writeTangledTree(tree, await readShippedCatalogue());
  const server = await startProcess(['main.ts'], {
    ...settingsIn(path.join(folder, 'panel-data')),
    OCR_LANGUAGES: 'off',
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
    await filter(page, 'To check').click();
    await tabTo(page, page.getByRole('grid', { name: 'Staged files' }));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+Enter');
    const confirmed = page.getByText(/^Confirmed for /).first();
    await confirmed.waitFor();
    lines.push(`one action: ${await confirmed.innerText()}`);
    await page.getByRole('button', { name: publishButton }).click();
    await page.getByText(/^\d+ files published/).waitFor();
    const open = (await readRows(server.url)).filter(({ state }) => state !== 'published').length;
    lines.push(`published: materials ${await countMaterials(server.url)}, left ${open}, ${seconds()} in all`);
    return lines;
  } finally {
    await browser.close();
    await stopProcess(server.process);
  }
}

function filter(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Which files' }).getByRole('button', { name });
}

/** Resolves when everything was sent and looked at. */
async function untilChecked(page: Page, url: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let quiet = 0; quiet < 3;) {
    if (Date.now() > deadline) throw new Error('not everything was looked at in time');
    await page.waitForTimeout(5000);
    const rows = await readRows(url);
    // Duplicates are told and not sent.
    const isDone =
      rows.length > 0 &&
      rows.every(({ state, duplicates }) => state === 'checked' || (state === 'waiting' && duplicates.length > 0));
    quiet = isDone ? quiet + 1 : 0;
  }
}

import type { BrowserContext, Page } from 'playwright-core';
import { untilTrue, type Line } from './offline-visit.ts';
import { openPage } from './open-page.ts';

/** Opens a page and waits until the service worker controls it. */
export async function openControlled(page: Page, address: string): Promise<void> {
  await openPage(page, address);
  await untilTrue(page, async () => navigator.serviceWorker.controller !== null);
}

/** Presses the button of the page that saves a material or a subject, and the one in the dialog with its size. */
export async function beginSaving(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Save (?:subject )?offline: / }).tap();
  await page
    .getByRole('dialog', { name: /^Save (?:subject )?offline$/ })
    .getByRole('button', { name: /^Save [\d.]+ [KM]B$/ })
    .tap();
}

/** Saves the content of the page offline, and waits until it is saved. */
export async function saveAll(page: Page): Promise<void> {
  await beginSaving(page);
  const dialog = page.getByRole('dialog', { name: /^Save (?:subject )?offline$/ });
  await dialog.getByRole('button', { name: 'Remove from this device' }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).tap();
}

/** Waits until a page of the reader is drawn. */
export function painted(page: Page, number: number): Promise<void> {
  return page.locator(`[data-page-number="${number}"][data-state="painted"]`).waitFor();
}

/** Cuts the connection, and lets the browser report that it is offline. */
export async function loseLine(line: Line, context: BrowserContext): Promise<void> {
  line.cut();
  await context.setOffline(true);
}

export async function findLine(line: Line, context: BrowserContext): Promise<void> {
  line.mend();
  await context.setOffline(false);
}

/** Counts the entries of a store of saved materials, for example chunks of files. */
export function countStored(page: Page, store: 'materials' | 'chunks'): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('examshelf-kept');
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.addEventListener('error', () => reject(counting.error));
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
    store,
  );
}

/** Changes all records of saved materials in the browser's database. */
export function changeRecords(page: Page, change: { checkedAt: number }): Promise<void> {
  return page.evaluate(
    (changed) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('examshelf-kept');
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('materials', 'readwrite');
          const store = transaction.objectStore('materials');
          const reading = store.getAll();
          reading.addEventListener('success', () => {
            for (const record of reading.result) store.put({ ...record, ...changed });
          });
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
          transaction.addEventListener('error', () => reject(transaction.error));
        });
      }),
    change,
  );
}

/**
 * Limits the databases of this page to this many bytes, as on a full disk: writing more aborts the transaction.
 * Chromium's own limits (`Storage.overrideQuotaForOrigin`) do not apply to databases.
 */
export function limitRoom(page: Page, room: number): Promise<void> {
  return page.evaluate((bytes) => {
    const state = window as unknown as { room?: number };
    const isLimited = state.room !== undefined;
    state.room = bytes;
    if (isLimited) return;
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function limited(value: { bytes?: ArrayBuffer }, ...key) {
      const { transaction } = this;
      // A record is some hundred bytes.
      const needed = value.bytes?.byteLength ?? 500;
      const left = state.room ?? 0;
      const storing = put.call(this, value, ...key);
      if (needed <= left) {
        state.room = left - needed;
        return storing;
      }
      Object.defineProperty(transaction, 'error', { value: new DOMException('no room', 'QuotaExceededError') });
      storing.addEventListener('success', () => transaction.abort());
      return storing;
    };
  }, room);
}

/** Changes one byte of every saved chunk, as a failing memory card does. */
export function damageChunks(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('examshelf-kept');
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('chunks', 'readwrite');
          const store = transaction.objectStore('chunks');
          const reading = store.getAll();
          reading.addEventListener('success', () => {
            for (const chunk of reading.result) {
              const bytes = new Uint8Array(chunk.bytes);
              bytes[100] = (bytes[100] ?? 0) ^ 1;
              store.put({ ...chunk, bytes: bytes.buffer });
            }
          });
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );
}

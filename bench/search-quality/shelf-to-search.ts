import { setTimeout as wait } from 'node:timers/promises';
import type { SearchFindings } from '#contract/search.ts';
import { openLibrarian, type Librarian } from '#test/support/library.ts';
import { administrator } from '#test/support/server.ts';
import { startProcess, stopProcess } from '#bench/product-process.ts';

/** A running product for uploads and searches. */
export type ShelfToSearch = {
  url: string;
  librarian: Librarian;
  /** Returns the results and the time in milliseconds. */
  search(q: string): Promise<{ findings: Findings; ms: number }>;
  /** Waits until every page was read or failed; prints the progress. */
  waitUntilRead(): Promise<void>;
  /** Returns the text of a page, or null if it was not read. */
  readPage(material: string, page: number): Promise<{ source: string; text: string } | null>;
  countPages(material: string): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The response as it is on the wire. */
export type Findings = Pick<SearchFindings, 'total' | 'matched' | 'didYouMean'> & {
  results: { document: { $id: string; title: string }; pages: { page: number }[] }[];
};

type State = { waiting: number; reading: number; read: number; failed: number };

/** For a slow machine with one core and a thousand pages to recognise. */
const readingMs = 90 * 60_000;
const askEveryMs = 2000;
/** Number of consecutive polls without waiting work: files are queued, and the index notified, shortly after. */
const quietAsks = 4;

/** Starts the product on an empty library with the shipped samples. */
export async function openShelfToSearch(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ShelfToSearch> {
  const product = await startProcess(['main.ts'], {
    DATA_DIR: dataDir,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    SAMPLES: 'on',
    PORT: '0',
    LOG_LEVEL: 'error',
    ...settings,
  });
  const { url } = product;
  const librarian = await openLibrarian(url);

  async function get<Answer>(address: string): Promise<Answer | null> {
    const response = await librarian.send('GET', `/v1${address}`);
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
  const pathOf = (material: string) => `/materials/${encodeURIComponent(material)}`;

  return {
    url,
    librarian,
    async search(q) {
      const before = performance.now();
      // As a visitor, who is not signed in.
      const response = await fetch(`${url}/v1/search?limit=10&q=${encodeURIComponent(q)}`);
      const body = await response.text();
      const ms = performance.now() - before;
      if (!response.ok) throw new Error(`${q}: ${response.status} ${body}`);
      return { findings: JSON.parse(body) as Findings, ms };
    },
    async waitUntilRead() {
      const deadline = performance.now() + readingMs;
      let quiet = 0;
      let said = '';
      while (quiet < quietAsks) {
        const state = await get<State>('/search/state');
        if (state === null) throw new Error('the product reports no progress of text extraction');
        quiet = state.waiting + state.reading === 0 ? quiet + 1 : 0;
        const line = `  ${state.read} pages read, ${state.failed} failed, ${state.waiting + state.reading} wait`;
        if (line !== said) process.stdout.write(`${line}\n`);
        said = line;
        if (performance.now() > deadline) {
          process.stdout.write('  Not all was read in time; what follows is measured without it.\n');
          return;
        }
        await wait(askEveryMs);
      }
    },
    readPage: (material, page) => get(`${pathOf(material)}/pages/${page}/text`),
    async countPages(material) {
      return (await get<{ pagesTotal: number }>(`${pathOf(material)}/text`))?.pagesTotal ?? 0;
    },
    async [Symbol.asyncDispose]() {
      await stopProcess(product.process);
    },
  };
}

import { openPostgresServer, runOn } from '#test/support/postgres-server.ts';
import { whyNoPostgres } from '#test/support/find-postgres.ts';
import { startProcess, stopProcess } from '#bench/product-process.ts';
import { generateTexts } from './generated-texts.ts';
import { makeIndex } from './make-index.ts';
import { copyToPostgres, type SearchLibrary } from './search-library.ts';
import { timeCalls, type Times } from './times.ts';
import { takeQueries } from './typed-queries.ts';

/** Number of single queries of each sort; further ones run eight at once. */
const askedAlone = 100;
const askedTogether = 200;

/**
 * Compares the same library with its records and its index in PostgreSQL, by the same queries as SQLite's index,
 * alternating. The server is that of the tests, or the one that TEST_DATABASE_URL names.
 */
export async function measureBesidePostgres(
  library: SearchLibrary,
  folder: string,
  say: (line: string) => void,
): Promise<void> {
  const missing = whyNoPostgres();
  if (missing) return say(`  not compared with PostgreSQL: ${missing}`);
  await using made = await (await openPostgresServer()).make();
  const dataDir = await copyToPostgres(library, folder, made.address);
  const { seconds, most } = await makeIndex({ DATA_DIR: dataDir, DATABASE_URL: made.url });
  const sizes = (await runOn(
    made.address,
    `select sum(pg_table_size(oid)) filter (where relkind = 'r') as total,
        sum(pg_relation_size(oid)) filter (where relname like '%found') as found
      from pg_class where relname like 'search%'`,
  )) as { total: number; found: number }[];
  const { total = 0, found = 0 } = sizes[0] ?? {};
  say(
    `  in PostgreSQL indexed in ${seconds.toFixed(0)} s: ${(library.pages / seconds).toFixed(0)} pages/s, at most ${megabytes(most)} of memory`,
  );
  say(`  in the database ${megabytes(total)}, and ${megabytes(found)} for the list of pages by term`);
  say(
    '  milliseconds, p50 / p99          SQLite      PostgreSQL      ratio   eight at once:  SQLite      PostgreSQL      ratio',
  );
  await compare(library, { DATA_DIR: dataDir, DATABASE_URL: made.url }, say);
}

async function compare(
  library: SearchLibrary,
  settings: Record<string, string>,
  say: (line: string) => void,
): Promise<void> {
  const common = { PORT: '0', SAMPLES: 'off', LOG_LEVEL: 'warn' };
  const sqlite = await startProcess(['main.ts'], { ...common, DATA_DIR: library.dataDir });
  const postgres = await startProcess(['main.ts'], { ...common, ...settings });
  const urls = [sqlite.url, postgres.url];
  try {
    for (const [name, list] of Object.entries(takeQueries(library.samples, generateTexts(1).words))) {
      const queries = list.map(({ ours }) => `/v1/search?${new URLSearchParams({ q: ours })}`);
      const alone = queries.slice(0, askedAlone);
      const together = queries.slice(askedAlone, askedAlone + askedTogether);
      const cells: string[] = [];
      for (const [asked, atOnce] of [
        [alone, 1],
        [together.length > 0 ? together : alone, 8],
      ] as const) {
        const times: Times[] = [];
        for (const url of urls) {
          // Compiled code, and the cache of the database server.
          await time(url, queries.slice(-10), 1);
          times.push(await time(url, asked, atOnce));
        }
        const [one = { p50: 0, p95: 0, p99: 0 }, other = one] = times;
        cells.push(
          `${show(one).padStart(16)}${show(other).padStart(16)}${`${(other.p50 / one.p50).toFixed(1)} / ${(other.p99 / one.p99).toFixed(1)}×`.padStart(15)}`,
        );
      }
      say(`  ${name.padEnd(24)}${cells.join('  ')}`);
    }
  } finally {
    await Promise.all([stopProcess(sqlite.process), stopProcess(postgres.process)]);
  }
}

const time = (url: string, addresses: readonly string[], atOnce: number) =>
  timeCalls(
    addresses.map((address) => async () => {
      const response = await fetch(`${url}${address}`);
      await response.arrayBuffer();
      // Too much for this machine: it counts with the time until it was refused.
      if (!response.ok && response.status !== 503) throw new Error(`${address}: ${response.status}`);
    }),
    atOnce,
  );

const show = ({ p50, p99 }: Times) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

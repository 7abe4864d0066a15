import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureArchive } from './archive.ts';
import { measureDuplicates } from './duplicates.ts';
import { measureFirstPage } from './first-page.ts';
import { measureFirstVisit } from './first-visit.ts';
import { measureImportGuesses } from './import-guesses.ts';
import { measureImportRun } from './import/import-run.ts';
import { measureImportPanel } from './import/panel-run.ts';
import { measureImportScreen } from './import/screen-run.ts';
import { measureLegibility } from './legibility.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureManage } from './manage.ts';
import { measureMemory } from './memory.ts';
import { measureMove } from './move.ts';
import { measureOcr } from './ocr.ts';
import { measurePhotographs } from './photographs.ts';
import { measureDirections } from './photographs/directions.ts';
import { measureReader } from './reader.ts';
import { measureReaderMemory } from './reader-memory.ts';
import { measureRealtime } from './realtime.ts';
import { measureScripts } from './scripts.ts';
import { measureScale } from './scale.ts';
import { measureSearch } from './search.ts';
import { measureSizes } from './sizes.ts';
import { measureSearchQuality } from './search-quality.ts';
import { measureTable } from './table.ts';
import { measureWalk } from './walk.ts';
import { openBenchLibrary } from './library.ts';

/**
 * `npm run bench`: measures the product against a comparison program in the same run and prints ratios. Nothing here
 * passes or fails. Names of parts after `--` narrow it to those. `BENCH_MATERIALS` sets the number of materials of the
 * library, `BENCH_PAPERS` a folder of question papers for `legibility`.
 */
const libraryParts = {
  table: measureTable,
  scripts: measureScripts,
  realtime: measureRealtime,
  'first-page': measureFirstPage,
  reader: measureReader,
  'reader-memory': measureReaderMemory,
  memory: measureMemory,
};
/** Parts that fill separate libraries, each in the folder that it is given. */
const ownParts = {
  'first-visit': measureFirstVisit,
  walk: measureWalk,
  legibility: measureLegibility,
  lighthouse: measureLighthouse,
  ocr: measureOcr,
  photographs: measurePhotographs,
  directions: measureDirections,
  duplicates: measureDuplicates,
  search: measureSearch,
  'search-quality': measureSearchQuality,
  import: measureImportGuesses,
  manage: measureManage,
  sizes: measureSizes,
  'import-run': measureImportRun,
  'import-panel': measureImportPanel,
  'import-screen': measureImportScreen,
  archive: measureArchive,
  scale: measureScale,
  move: measureMove,
};
const names = [...Object.keys(libraryParts), ...Object.keys(ownParts)];

const words = process.argv.slice(2);
const unknown = words.filter((word) => !names.includes(word));
if (unknown.length > 0) {
  process.stdout.write(`Unknown part: ${unknown.join(', ')}. The parts are: ${names.join(', ')}\n`);
  process.exit(1);
}
const isWanted = ([name]: [string, unknown]) => words.length === 0 || words.includes(name);
const onLibrary = Object.entries(libraryParts).filter(isWanted);
const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-bench-'));
const materials = Number(process.env['BENCH_MATERIALS'] ?? 10_000);
try {
  if (onLibrary.length > 0) {
    await using library = await openBenchLibrary(folder, materials);
    for (const [name, measure] of onLibrary) await print(name, () => measure(library));
  }
  for (const [name, measure] of Object.entries(ownParts).filter(isWanted)) await print(name, () => measure(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function print(name: string, measure: () => Promise<string[]>): Promise<void> {
  process.stdout.write(`── ${name}\n`);
  for (const line of await measure()) process.stdout.write(`${line}\n`);
  process.stdout.write('\n');
}

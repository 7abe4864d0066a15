import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { languages } from '#contract/languages.ts';

const root = path.join(import.meta.dirname, '..');
const stampFile = path.join(root, 'dist', 'built-from.txt');
const sources = [
  'app',
  'contract',
  'domain',
  'messages',
  'catalogue/forum-faculties.json',
  'public',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/lean-pdfjs.ts',
  'scripts/build-service-worker.mjs',
  'scripts/collect-licences.mjs',
  'scripts/licences',
  'LICENSE',
];

/** True if `dist/` was built from exactly these sources, in every language. */
export async function isBuilt() {
  return (await stampOf(sources)) === (await readFile(stampFile, 'utf8').catch(() => ''));
}

/** Builds `app/` unless `dist/` is up to date. */
export async function buildWhenNeeded() {
  if (await isBuilt()) return;
  process.stdout.write('Building the pages …\n');
  await build(languages);
  // The route tree is part of the sources and written by the build.
  await writeFile(stampFile, await stampOf(sources));
}

/**
 * Builds the pages in languages (conditions of `imports` in package.json), the first one at the addresses without a
 * prefix. Its code for the server is in `dist/server`, that of another language in `dist/LANGUAGE/server`. What browsers
 * load is in `dist/client` for all of them, where styles, fonts and other files without words are the same.
 */
async function build([first, ...others]) {
  process.env.NODE_ENV = 'production';
  await rm(stampFile, { force: true });
  // Loaded only when needed: a server that starts imports this file to check that nothing has to be built.
  const { collectLicences } = await import('./collect-licences.mjs');
  const dist = path.join(root, 'dist');
  const client = path.join(dist, 'client');
  const licences = collectLicences(root);
  await buildLanguage(first, dist, 'sw.js', [licences.plugin]);
  await licences.write(path.join(client, 'licences.txt'));
  for (const language of others) {
    const folder = path.join(dist, language);
    await buildLanguage(language, folder, `sw-${language}.js`, []);
    await cp(path.join(folder, 'client'), client, { recursive: true });
    await rm(path.join(folder, 'client'), { recursive: true });
  }
  await compressFolder(client);
}

/** Builds the pages and the service worker (a file of that name) in one language, into a folder. */
async function buildLanguage(language, folder, worker, plugins) {
  process.env.PAGES_LANGUAGE = language;
  const [{ createBuilder }, { buildServiceWorker }] = await Promise.all([
    import('vite'),
    import('./build-service-worker.mjs'),
  ]);
  const builder = await createBuilder({
    root,
    logLevel: 'warn',
    plugins,
    build: { outDir: folder },
    worker: { plugins: () => plugins },
  });
  await builder.buildApp();
  await buildServiceWorker({ root, client: path.join(folder, 'client'), language, worker, plugins });
}

/** Writes a `.br` and a `.gz` file for every file that compression makes smaller. */
async function compressFolder(folder) {
  const gzipped = promisify(gzip);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(m?js|css|svg|json|txt|wasm)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (bytes.length < 512) continue;
    await writeFile(`${file}.br`, await compressBest(bytes));
    await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }));
  }
}

/** Settings of Brotli besides the quality: which of them is best differs by file, by a few hundredths to some per cent. */
const brotliChoices = [
  {},
  { [constants.BROTLI_PARAM_LGBLOCK]: 24 },
  { [constants.BROTLI_PARAM_LGWIN]: 17, [constants.BROTLI_PARAM_NPOSTFIX]: 3 },
];

/** Compresses with each of the settings, side by side, and returns the smallest result. */
async function compressBest(bytes) {
  const brotli = promisify(brotliCompress);
  const all = await Promise.all(
    brotliChoices.map((params) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, ...params } })),
  );
  return all.reduce((best, each) => (each.length < best.length ? each : best));
}

async function stampOf(places) {
  const hash = createHash('sha256');
  for (const place of places) {
    for (const file of await filesOf(path.join(root, place))) {
      hash
        .update(path.relative(root, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesOf(place) {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!entries) return [place];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

if (process.argv[1] === import.meta.filename) {
  const [language] = process.argv.slice(2);
  await (language ? build([language]) : buildWhenNeeded());
}

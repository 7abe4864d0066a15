import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { defaultLanguage } from '#contract/languages.ts';

/** The panel, which is never stored. */
const panel = /^app\/(?:features\/staging\/|routes\/(?:-admin-panel|admin|login)\.)/;

/** Code of the viewers: stored in advance only for visitors who save materials. */
const reader = /^(?:node_modules\/pdfjs-dist\/|app\/features\/(?:reader|preview)\/)/;

/** The decoders and fonts of pdf.js that scans and papers without embedded fonts need. */
const readerData = /^(?:wasm\/(?:jbig2|openjpeg|qcms_bg)\.wasm|standard_fonts\/.+\.(?:pfb|ttf))$/;

/**
 * Builds the service worker of a language into one file in the folder `client`, named `worker`, with the list of files
 * that it stores when it is installed: the code and styles of visitors' pages, by the names in the build of the pages.
 * `plugins` are added to its build.
 */
export async function buildServiceWorker({ root, client, language, worker, plugins }) {
  const manifestFile = path.join(client, '.vite', 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
  const styles = Object.keys(manifest).filter((key) => /\/app\/styles\/|^app\/styles\//.test(key));
  const offline = Object.keys(manifest).filter((key) => key.startsWith('app/features/offline/'));
  const core = follow(manifest, [entry, ...styles, ...offline], ({ imports = [] }) => imports, [panel, reader]);
  const reached = ({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports];
  const all = follow(manifest, [entry], reached, [panel, reader]);
  const coreFiles = filesOf(manifest, core);
  const pageFiles = filesOf(manifest, all).filter((file) => !coreFiles.includes(file));
  const readerFiles = [
    ...filesOf(manifest, follow(manifest, [entry], reached, [panel])),
    ...(await listReaderData(root, client)),
  ].filter((file) => !coreFiles.includes(file) && !pageFiles.includes(file));
  const digest = createHash('sha256')
    .update([...coreFiles, ...pageFiles, ...readerFiles].join('\n'))
    .digest('hex')
    .slice(0, 12);
  const name = language === defaultLanguage ? digest : `${language}-${digest}`;
  const { build, defaultClientConditions } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    resolve: { conditions: [language, ...defaultClientConditions] },
    define: {
      'process.env.NODE_ENV': '"production"',
      BUILD_NAME: JSON.stringify(name),
      CORE_FILES: JSON.stringify(coreFiles),
      PAGE_FILES: JSON.stringify(pageFiles),
      READER_FILES: JSON.stringify(readerFiles),
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: 'es2022',
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(root, 'app', 'service-worker', 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: worker, codeSplitting: false },
      },
    },
  });
  await rm(path.dirname(manifestFile), { recursive: true });
}

/** Returns pdf.js's worker, which the manifest does not name, and the files that it fetches. */
async function listReaderData(root, client) {
  const workers = (await readdir(path.join(client, 'assets'))).filter((name) =>
    /^(?:current|legacy)-worker-.+\.js$/.test(name),
  );
  const folder = path.join(root, 'node_modules', 'pdfjs-dist');
  const { version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const data = (await readdir(folder, { recursive: true })).filter((name) => readerData.test(name));
  return [
    ...workers.map((name) => `/assets/${name}`),
    ...data.map((name) => `/assets/pdfjs-${version}/${name}`),
  ].sort();
}

/**
 * Returns the chunks that can be reached from some chunks by `next`, including these, without those that match
 * `leftOut`.
 */
function follow(manifest, from, next, leftOut) {
  const found = new Set();
  const add = (key) => {
    if (found.has(key) || leftOut.some((pattern) => pattern.test(key))) return;
    found.add(key);
    for (const other of next(manifest[key])) add(other);
  };
  for (const key of from) add(key);
  return [...found];
}

function filesOf(manifest, keys) {
  const files = keys.flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]);
  return [...new Set(files)].map((file) => `/${file}`).sort();
}

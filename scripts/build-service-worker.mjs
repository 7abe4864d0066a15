import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** What a visitor may need later but not for every page: neither the reader nor the panel is stored ahead. */
const leftOut =
  /^(?:node_modules\/pdfjs-dist\/|app\/features\/(?:reader|preview|staging)\/|app\/routes\/(?:-admin-panel|admin|login)\.)/;

/**
 * Builds the service worker into one file, `dist/client/sw.js`, with the list of what it stores when it is installed:
 * the code and styles of the pages for visitors, as the build of the pages has named them.
 */
export async function buildServiceWorker(root) {
  const client = path.join(root, 'dist', 'client');
  const manifestFile = path.join(client, '.vite', 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
  const styles = Object.keys(manifest).filter((key) => /\/app\/styles\/|^app\/styles\//.test(key));
  const core = follow(manifest, [entry, ...styles], ({ imports = [] }) => imports);
  const all = follow(manifest, [entry], ({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
  const coreFiles = filesOf(manifest, core);
  const pageFiles = filesOf(manifest, all).filter((file) => !coreFiles.includes(file));
  const name = createHash('sha256')
    .update([...coreFiles, ...pageFiles].join('\n'))
    .digest('hex')
    .slice(0, 12);
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      BUILD_NAME: JSON.stringify(name),
      CORE_FILES: JSON.stringify(coreFiles),
      PAGE_FILES: JSON.stringify(pageFiles),
    },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: 'es2022',
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(root, 'app', 'service-worker', 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
      },
    },
  });
  await rm(path.dirname(manifestFile), { recursive: true });
}

/** The chunks that are reached from some by `next`, themselves included. */
function follow(manifest, from, next) {
  const found = new Set();
  const add = (key) => {
    if (found.has(key) || leftOut.test(key)) return;
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

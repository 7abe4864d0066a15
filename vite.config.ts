import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import {
  defaultClientConditions,
  defaultServerConditions,
  defineConfig,
  minifySync,
  type Plugin,
  type UserConfig,
} from 'vite';
import { defaultLanguage, languages } from './contract/languages.ts';
import { leanPdfjs } from './scripts/lean-pdfjs.ts';

/** Modules that our pages never call, by the end of their path, with their replacements. */
const uncalled = {
  // Server functions: our pages read through `Shelf`. The module would be a twentieth of the scripts of a first visit.
  '/start-client-core/dist/esm/client-rpc/serverFnFetcher.js': `
    export function serverFnFetcher() { throw new Error('there are no server functions'); }
    export function trackPostProcessPromise() {}`,
  // For versions of React without this function.
  '/use-sync-external-store/cjs/use-sync-external-store-shim.production.js': `
    exports.useSyncExternalStore = require('react').useSyncExternalStore;`,
  // Our lists have numbered parts and are never endless.
  '/query-core/build/modern/infiniteQueryBehavior.js': `
    export function infiniteQueryBehavior() { throw new Error('there are no infinite queries'); }
    export const hasNextPage = infiniteQueryBehavior, hasPreviousPage = infiniteQueryBehavior;`,
  // Our changes are calls of the contract, so the query client gets an empty cache of mutations.
  '/query-core/build/modern/mutationCache.js': `
    export class MutationCache {
      getAll() { return []; }
      findAll() { return []; }
      clear() {}
      notify() {}
      subscribe() { return () => {}; }
      resumePausedMutations() { return Promise.resolve(); }
      build() { throw new Error('there are no mutations'); }
    }`,
};

/** Leaves the uncalled modules out of the browser's code. */
const withoutUncalled: Plugin = {
  name: 'without-uncalled',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => Object.entries(uncalled).find(([end]) => id.endsWith(end))?.[1],
  // Removes the router's own error page, which our pages replace.
  transform(code, id) {
    if (!id.endsWith('/react-router/dist/esm/CatchBoundary.js')) return undefined;
    const [before, after] = code.split(/^function ErrorComponent\([^]*?^\}$/m);
    if (before === undefined || after === undefined) throw new Error(`${id} has no ErrorComponent: look at it now`);
    return { code: `${before}function ErrorComponent() { return null; }${after}`, map: null };
  },
};

/**
 * Returns code in which the lists of files that Vite loads together with a part of a page leave out files that are loaded
 * already. Saves 0.1 % of a first visit.
 */
function preloadWithout(loaded: readonly string[], code: string): string {
  const [, files = '[]'] = /\bm\.f=(\[[^\]]*\])/.exec(code) ?? [];
  const left = (JSON.parse(files) as string[]).map((file) => !loaded.includes(file));
  return code.replace(
    /\b__vite__mapDeps\(\[([\d,]+)\]\)/g,
    (_, list: string) =>
      `__vite__mapDeps([${list
        .split(',')
        .filter((index) => left[Number(index)])
        .join(',')}])`,
  );
}

/** Makes the scripts of a first visit smaller. */
const smallScripts: Plugin = {
  name: 'small-scripts',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // After Vite has written the lists.
    order: 'post',
    handler(_options, bundle) {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
      const onEveryPage = scripts.flatMap((file) => (file.isEntry ? [file.fileName, ...file.imports] : []));
      for (const file of scripts) {
        const code = preloadWithout(onEveryPage, file.code);
        // A second time, because the first time is before the modules are joined. Saves 0.2 %.
        file.code = minifySync(file.fileName, code, { module: true, sourcemap: false }).code;
      }
    },
  },
  // Files have no names, because their names in the scripts that load them were 0.6 % of a first visit.
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' || file.fileName.endsWith('.css')
        ? [[path.basename(file.fileName), file.type === 'chunk' ? file.name : file.names[0]]]
        : [],
    );
    await writeFile(path.join(dir, '..', 'file-names.json'), JSON.stringify(Object.fromEntries(names), null, 2));
  },
};

/** Names a file besides the scripts. The server's build names them alike, because pages link to styles and fonts. */
const nameAsset = ({ names: [name = ''] }: { names: string[] }) =>
  name.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]';

/** Builds only `app/`, in one language; all other code runs without a build. */
export default defineConfig((): UserConfig => {
  // A condition of `imports` in package.json.
  const language = process.env['PAGES_LANGUAGE'] ?? defaultLanguage;
  // A language that is not listed replaces the default one, for a try.
  const prefix = languages.slice(1).some((each) => each === language) ? `/${language}` : '';
  return {
    build: {
      target: 'es2022',
      sourcemap: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      // Those of the first language are used by all.
      copyPublicDir: prefix === '',
    },
    environments: {
      ssr: {
        resolve: { conditions: [language, ...defaultServerConditions] },
        build: { rolldownOptions: { output: { assetFileNames: nameAsset } } },
      },
      client: {
        resolve: { conditions: [language, ...defaultClientConditions] },
        build: {
          // scripts/build-service-worker.mjs chooses from the manifest the files that the service worker stores.
          manifest: true,
          rolldownOptions: {
            // Messages are constants of modules that pages share: each page then has only its own, without their names.
            optimization: { inlineConst: { mode: 'all' } },
            output: {
              entryFileNames: `assets${prefix}/[hash:7].js`,
              chunkFileNames: `assets${prefix}/[hash:7].js`,
              assetFileNames: nameAsset,
              // Code that most pages share is one file: on a slow connection forty small files take longer.
              codeSplitting: {
                groups: [
                  {
                    name: 'shelf',
                    minShareCount: 6,
                    priority: 2,
                    // Several dialogs use the database of saved materials, but no page needs it at first.
                    test: /^(?!.*(?:node_modules\/idb\/|app\/features\/offline-files\/(?!saved-index)))/,
                  },
                  // Small parts of several pages, which would cost more as two files.
                  {
                    name: 'parts',
                    test: /app\/(?:ui\/link-tabs|features\/subject\/last-term)\.tsx?$/,
                    priority: 2,
                    includeDependenciesRecursively: false,
                  },
                  // The code of every list, and the buttons of a subject. Each further file costs a request and some 100 bytes.
                  {
                    name: 'list',
                    test: /app\/[\w/-]+\/(?:pager|list-states|stable-list|group-by-year|hidden-mark|own-change|material-file|done-papers|share-button|pin-button|use-sharing|save-subject|saved-mark)\.tsx?$|messages\/\w+\/(?:materials\/(?:pager|stable-list|material-file)|offline-files\/buttons|my-reading\/subject)\.ts$|contract\/permissions\.ts$|domain\/exam-time\.ts$|lucide-react\/dist\/esm\/icons\/(?:circle-check|cloud-check|cloud-download|ellipsis-vertical|pin)\.mjs$/,
                    priority: 1,
                    includeDependenciesRecursively: false,
                  },
                  // The three tabs of a subject have nearly the same code, and a page with one tab loads the others when idle.
                  {
                    name: 'subject',
                    test: /subject\.\$subject\.tsx\?tsr-split|app\/features\/(?:subject\/subject-(?:frame|list)|material-list\/(?:material-row|more-button|download-all)|materials\/short-title|my-reading\/done-(?:count|toggle))\.tsx?$|messages\/\w+\/(?:subject|material-list)\/list\.ts$/,
                    priority: 1,
                    includeDependenciesRecursively: false,
                  },
                ],
              },
            },
          },
        },
      },
    },
    worker: { plugins: () => [leanPdfjs] },
    plugins: [
      withoutUncalled,
      smallScripts,
      leanPdfjs,
      tailwindcss(),
      tanstackStart({
        srcDirectory: 'app',
        router: {
          generatedRouteTree: 'route-tree.gen.ts',
          quoteStyle: 'single',
          semicolons: true,
        },
        // `main.ts` serves the pages itself, even in development.
        vite: { installDevServerMiddleware: false },
      }),
      react(),
    ],
  };
});

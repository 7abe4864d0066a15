import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leanPdfjs } from './scripts/lean-pdfjs.ts';

/** Modules that our pages never call, by the end of their path, and what stands in their place. */
const uncalled = {
  // Server functions: our pages read through `Shelf`. It would be a twentieth of the scripts of a first visit.
  '/start-client-core/dist/esm/client-rpc/serverFnFetcher.js': `
    export function serverFnFetcher() { throw new Error('there are no server functions'); }
    export function trackPostProcessPromise() {}`,
  // For versions of React without this function.
  '/use-sync-external-store/cjs/use-sync-external-store-shim.production.js': `
    exports.useSyncExternalStore = require('react').useSyncExternalStore;`,
  // Lists have numbered parts, no endless ones.
  '/query-core/build/modern/infiniteQueryBehavior.js': `
    export function infiniteQueryBehavior() { throw new Error('there are no infinite queries'); }
    export const hasNextPage = infiniteQueryBehavior, hasPreviousPage = infiniteQueryBehavior;`,
  // Changes are calls of the contract. What the client of queries asks of its cache is answered for an empty one.
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

/** Leaves them out of the browser's code. */
const withoutUncalled: Plugin = {
  name: 'without-uncalled',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => Object.entries(uncalled).find(([end]) => id.endsWith(end))?.[1],
  // The router's own page for errors, which ours replace.
  transform(code, id) {
    if (!id.endsWith('/react-router/dist/esm/CatchBoundary.js')) return undefined;
    const [before, after] = code.split(/^function ErrorComponent\([^]*?^\}$/m);
    if (before === undefined || after === undefined) throw new Error(`${id} has no ErrorComponent: look at it now`);
    return { code: `${before}function ErrorComponent() { return null; }${after}`, map: null };
  },
};

/** Builds `app/` alone; everything else runs as it stands. */
export default defineConfig({
  build: { target: 'es2022', sourcemap: false, reportCompressedSize: false, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        // What the service worker keeps is chosen from it (scripts/build-service-worker.mjs).
        manifest: true,
        rolldownOptions: {
          output: {
            // What most pages share comes in one file: on a slow line forty small ones cost more than their bytes.
            codeSplitting: {
              groups: [
                { name: 'shelf', minShareCount: 6, priority: 2 },
                // What every list needs, and the buttons of a subject. A file of its own costs a request and some 100 bytes.
                {
                  name: 'list',
                  test: /app\/[\w/-]+\/(?:pager|list-states|stable-list|hidden-mark|own-change|material-file|group-by-year|done-papers|share-button|pin-button|use-sharing|use-keeping|keep-button|load-keep-dialog)\.tsx?$|contract\/permissions\.ts$|lucide-react\/dist\/esm\/icons\/(?:circle|cloud-check|pin|pin-off)\.mjs$/,
                  priority: 1,
                  includeDependenciesRecursively: false,
                },
                // The three tabs of a subject are nearly the same code, and a visit to one loads the others when idle.
                {
                  name: 'subject',
                  test: /subject\.\$subject\.tsx\?tsr-split|app\/features\/(?:subject\/(?:subject-alternatives|subject-frame|use-tab-prefetch)|materials\/download-all)\.tsx?$/,
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
    leanPdfjs,
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'app',
      router: { generatedRouteTree: 'route-tree.gen.ts', quoteStyle: 'single', semicolons: true },
      // `main.ts` hosts the pages itself, in development too.
      vite: { installDevServerMiddleware: false },
    }),
    react(),
  ],
});

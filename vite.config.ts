import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leanPdfjs } from './scripts/lean-pdfjs.ts';

/**
 * Leaves out of the browser's code what calls server functions and reads their answers. Our pages have none: they read
 * through `Shelf`. It would be a twentieth of the scripts of a first visit.
 */
const withoutServerFunctions: Plugin = {
  name: 'without-server-functions',
  applyToEnvironment: ({ name }) => name === 'client',
  load(id) {
    if (!id.endsWith('/start-client-core/dist/esm/client-rpc/serverFnFetcher.js')) return undefined;
    return `
      export function serverFnFetcher() { throw new Error('there are no server functions'); }
      export function trackPostProcessPromise() {}`;
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
            codeSplitting: { groups: [{ name: 'shelf', minShareCount: 6 }] },
          },
        },
      },
    },
  },
  worker: { plugins: () => [leanPdfjs] },
  plugins: [
    withoutServerFunctions,
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

import tailwindcss from '@tailwindcss/vite';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Builds `app/` alone; everything else runs as it stands. */
export default defineConfig({
  build: { target: 'es2022', sourcemap: false, reportCompressedSize: false, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What most pages share comes in one file: on a slow line forty small ones cost more than their bytes.
            codeSplitting: { groups: [{ name: 'shelf', minShareCount: 6 }] },
          },
        },
      },
    },
  },
  plugins: [
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

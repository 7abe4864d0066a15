import { pino } from 'pino';
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import { defaultLanguage, type Language } from '#contract/languages.ts';
import { readConfig } from '#server/config.ts';
import { keepFilesPrivate } from '#server/engines/data-folder/keep-files-private.ts';
import { createHandOver } from '#server/engines/data-folder/password-file.ts';
import type { PageRenderer } from '#server/http/pages/render-page.ts';
import { startServer } from '#server/start/start-server.ts';

/** `npm run dev`: runs the whole server in one process, with pages built from source and reloaded after edits. */

const config = {
  ...readConfig({ LOG_LEVEL: 'debug', ...process.env }),
  // The language that vite.config.ts chooses too.
  languages: [(process.env['PAGES_LANGUAGE'] ?? defaultLanguage) as Language],
};
keepFilesPrivate(config.dataDir);
const log = pino({ level: config.logLevel, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
const { handOver, describe } = createHandOver(config.dataDir, process.stdout.isTTY);
let vite: ViteDevServer | null = null;

const server = await startServer({
  config,
  log,
  cachesPages: false,
  handOver,
  // Vite opens with the server's own socket below, so the renderer looks it up for each page.
  openRenderer: async (): Promise<PageRenderer> => ({
    async fetch(request, options) {
      const environment = vite?.environments['ssr'];
      if (!environment || !isRunnableDevEnvironment(environment))
        throw new Error('the development server is not ready');
      const entry: { default: PageRenderer } = await environment.runner.import('virtual:tanstack-start-server-entry');
      return entry.default.fetch(request, options);
    },
  }),
  async wrapListener(httpServer, listener) {
    vite = await createServer({ server: { middlewareMode: true, hmr: { server: httpServer } }, appType: 'custom' });
    const { middlewares } = vite;
    return (request, response) => {
      const passes = request.url?.startsWith('/v1/') || request.url?.startsWith('/assets/pdfjs-');
      if (passes) void listener(request, response);
      else middlewares(request, response, () => void listener(request, response));
    };
  },
});

const about = server.newAdministrator === null ? [] : describe(server.newAdministrator);
process.stdout.write(`\n  ${[`Examshelf (development) is running at ${server.url}`, ...about].join('\n  ')}\n\n`);

const close = async () => {
  await vite?.close();
  await server.close();
  process.exit(0);
};
process.on('SIGINT', () => void close());
process.on('SIGTERM', () => void close());

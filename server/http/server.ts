import { existsSync } from 'node:fs';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { licences, pages as paths, robotAddresses, sharePicture } from '#contract/addresses.ts';
import { inLanguage, serviceWorkerOf, type Language } from '#contract/languages.ts';
import { shippedContentDir, type Config } from '#server/config.ts';
import type { Services } from '#server/services/services.ts';
import { accentStyles, type AccentColours } from '#server/library/site-content/site-accent.ts';
import { createAddressReader, siteOf } from '#server/http/requests/client-address.ts';
import { createOriginReader } from '#server/http/requests/read-origin.ts';
import { createContractRoutes } from './contract-routes.ts';
import type { QuickFiles } from './files/quick-files.ts';
import type { SharedAnswers } from '#server/http/cache/shared-answers.ts';
import type { KnownSessions } from '#server/http/requests/session-cookie.ts';
import { answerFaultPage, type Pages } from '#server/http/pages/pages.ts';
import { answerServiceWorker, appManifest } from './pages/installed-app.ts';
import { paperFrame } from '#server/http/html-papers/paper-frame.ts';
import { createRobotAnswers } from './pages/robot-answers.ts';
import { answerSharePictures } from '#server/http/pages/share-picture-handler.ts';
import type { ContractContext, ContractEnv } from '#server/http/requests/request-context.ts';
import { scriptPolicy } from '#server/http/responses/security-headers.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

const projectRoot = path.join(import.meta.dirname, '..', '..');

/**
 * Creates all routes of the server: the contract below `/v1` and the health checks, the built scripts and styles, the
 * reader's data, the operator's pictures, the frame for HTML papers, and every page.
 */
export function createHttpApp(parts: {
  config: Config;
  services: Services;
  pages: Pages;
  shared: Pick<SharedAnswers, 'answer'>;
  quickFiles?: Pick<QuickFiles, 'begin'>;
  administrators?: KnownSessions;
  accent: AccentColours | null;
  log: Logger;
}): Hono<ContractEnv> {
  const { config, services, pages, accent, log } = parts;
  const app = new Hono<ContractEnv>();
  const readClient = createAddressReader(config.trustedProxies);
  const readSite = (c: ContractContext) => siteOf(readClient(c));
  app.route('/', createContractRoutes(parts));
  for (const language of config.languages) {
    app.get(inLanguage(language, paths.paperFrame()), paperFrame);
    addInstalledApp(app, parts, language);
  }
  addOutreach(app, parts, readSite);
  app.use('/assets/*', async (c, next) => {
    await next();
    if (!c.res.ok) return;
    c.header('cache-control', cacheControl.versioned);
    c.header('x-content-type-options', 'nosniff');
    if (/\.m?js$/.test(c.req.path)) c.header('content-security-policy', scriptPolicy);
  });
  // Decoders, character maps, fonts and colour profiles of pdf.js, by version: nothing is loaded from a foreign origin.
  app.use(
    '/assets/:folder{pdfjs-[0-9.]+}/*',
    serveStatic({
      root: path.join(projectRoot, 'node_modules', 'pdfjs-dist'),
      rewriteRequestPath: (address) =>
        address.replace(/^\/assets\/pdfjs-[^/]+\/(?=(?:wasm|iccs|cmaps|standard_fonts)\/)/, '/'),
    }),
  );
  app.use('/assets/*', serveStatic({ root: path.join(projectRoot, 'dist', 'client'), precompressed: true }));
  app.get('/assets/*', (c) => c.text('There is no such file.', 404));
  app.use('/content/images/*', async (c, next) => {
    await next();
    if (!c.res.ok) return;
    c.header('cache-control', cacheControl.operatorPicture);
    c.header('x-content-type-options', 'nosniff');
    c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  });
  const ownImages = path.resolve(config.contentDir, 'images');
  app.get(
    '/content/images/:file{[A-Za-z0-9._-]+\\.(?:svg|png|webp|jpe?g|avif)}',
    serveStatic({
      root: existsSync(ownImages) ? ownImages : path.join(shippedContentDir, 'images'),
      rewriteRequestPath: (address) => address.replace('/content/images', ''),
    }),
    serveStatic({
      root: path.join(shippedContentDir, 'images'),
      rewriteRequestPath: (address) => address.replace('/content/images', ''),
    }),
  );
  app.get('/content/accent.css', (c) => {
    if (!accent) return c.text('There is no such file.', 404);
    c.header('content-type', 'text/css; charset=utf-8');
    c.header('cache-control', cacheControl.versioned);
    c.header('x-content-type-options', 'nosniff');
    return c.body(accentStyles(accent));
  });
  app.get('/content/images/*', (c) => c.text('There is no such picture.', 404));
  app.use(
    '/:file{(?:favicon\\.(?:svg|ico)|apple-touch-icon\\.png|icon-(?:192|512|maskable)\\.png)}',
    async (c, next) => {
      await next();
      if (!c.res.ok) return;
      c.header('cache-control', cacheControl.seldomChanged);
      c.header('x-content-type-options', 'nosniff');
    },
    serveStatic({ root: path.join(projectRoot, 'dist', 'client') }),
  );
  addLicences(app);
  const readOrigin = createOriginReader(config);
  app.all('*', (c) => pages.fetch(c.req.raw, readSite(c), readOrigin(c.env?.incoming)));
  app.onError((error, c) => {
    const fault = services.faults.note(error);
    if (fault) return answerFaultPage(fault);
    log.error({ err: error, path: c.req.path }, 'a request failed');
    return c.text('Something went wrong on our side. Please try again in a moment.', 500);
  });
  return app;
}

/** Adds the manifest and the service worker of the pages in a language. */
function addInstalledApp(
  app: Hono<ContractEnv>,
  { config, services }: { config: Config; services: Services },
  language: Language,
): void {
  app.get(inLanguage(language, '/manifest.webmanifest'), async (c) => {
    c.header('cache-control', cacheControl.revalidate);
    c.header('content-type', 'application/manifest+json');
    c.header('x-content-type-options', 'nosniff');
    return c.body(JSON.stringify(appManifest(await services.shelf.site(), language)));
  });
  app.get(serviceWorkerOf(language), ...answerServiceWorker(config.offline, path.join(projectRoot, 'dist', 'client')));
}

/** Adds the file with licences that the build wrote (scripts/collect-licences.mjs). */
function addLicences(app: Hono<ContractEnv>): void {
  app.use(
    licences,
    async (c, next) => {
      await next();
      if (!c.res.ok) return;
      c.header('cache-control', cacheControl.revalidate);
      c.header('content-type', 'text/plain; charset=utf-8');
      c.header('x-content-type-options', 'nosniff');
    },
    serveStatic({ root: path.join(projectRoot, 'dist', 'client'), precompressed: true }),
  );
}

/**
 * Adds the files that crawlers and chat apps request: `robots.txt`, the site map, the key of IndexNow, the pictures of
 * shared links.
 */
function addOutreach(
  app: Hono<ContractEnv>,
  { config, services }: { config: Config; services: Services },
  readSite: (c: ContractContext) => string,
): void {
  const { siteMap, sharePictures, changes, readAs } = services;
  const robots = createRobotAnswers({
    ids: config.ids,
    languages: config.languages,
    siteMap,
    changes,
    readOrigin: createOriginReader(config),
  });
  const pictures = answerSharePictures(sharePictures, readSite);
  app.get(robotAddresses.rules, robots.rules);
  for (const path of [robotAddresses.siteMap, '/sitemap/:part'])
    app.get(path, (c) => readAs('visitor', () => robots.siteMap(c, readSite(c)), readSite(c)));
  const { indexNowKey } = config;
  if (indexNowKey !== null) app.get(robotAddresses.indexNowKey(indexNowKey), (c) => c.text(indexNowKey));
  app.get(`${sharePicture.prefix}/*`, (c) => readAs('visitor', () => pictures(c), readSite(c)));
}

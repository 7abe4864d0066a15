import type { RequestListener } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import type { Config } from '#server/config.ts';
import { answerProblem } from '#server/http/answers/errors.ts';
import { readCookieSecret } from '#server/http/appwrite/session.ts';
import { createForwardedReader, createTrust } from '#server/http/connections/client-address.ts';
import { createHostCheck, refuseUnknownHost } from '#server/http/connections/known-hosts.ts';
import { createProxyHint } from '#server/http/connections/proxy-hint.ts';
import { createAdmission } from '#server/http/load/admission.ts';
import { createKnownSessions } from '#server/http/load/known-sessions.ts';
import { createMissingPlaces, createPageCount } from '#server/http/pages/missing-places.ts';
import { createPages } from '#server/http/pages/pages.ts';
import type { PageRenderer } from '#server/http/pages/render-page.ts';
import { createHttpApp } from '#server/http/server.ts';
import type { AccentColours } from '#server/operator-files/site-accent.ts';
import type { Services } from '#server/services.ts';
import type { RequestObserver } from '#server/telemetry/observe-requests.ts';

/** Rendered pages cached in memory, at most. */
const pageCacheBytes = 64 * 1024 * 1024;

/** Makes what answers every request: cached pages at once, the rest as far as there is capacity for it. */
export function createListener(parts: {
  config: Config;
  services: Services;
  renderer: PageRenderer;
  /** False renders every page anew. */
  cachesPages: boolean;
  accent: AccentColours | null;
  observer: Pick<RequestObserver, 'fromCache'>;
  log: Logger;
}): RequestListener {
  const { config, services, log } = parts;
  const checkHost = createHostCheck(config);
  const pages = createPages({
    renderer: parts.renderer,
    shelf: services.shelf,
    changes: services.changes,
    publicUrl: config.publicUrl,
    maxBytes: parts.cachesPages ? pageCacheBytes : 0,
    findMissing: createMissingPlaces(services.shelf),
    countPages: createPageCount(services.shelf),
    log,
  });
  const administrators = createKnownSessions();
  const admit = createAdmission({
    readAddress: createForwardedReader(config.trustedProxies),
    isAdministrator: ({ headers }) => administrators.has(readCookieSecret(headers.cookie, config.ids.projectId)),
    origins: config,
    warn: (facts, message) => log.warn(facts, message),
  });
  const app = createHttpApp({ config, services, pages, administrators, accent: parts.accent, log });
  const fullListener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    // The unread rest of a body is discarded in order (close-in-order.ts).
    autoCleanupIncoming: false,
    // HTTP/1.0 requests may have no Host header.
    hostname: new URL(config.publicUrl).host,
    errorHandler: (error) => answerUnreadable(error, log),
  });
  const hintAtProxy = createProxyHint({
    isTrusted: createTrust(config.trustedProxies),
    warn: (message) => log.warn(message),
  });
  return (request, response) => {
    hintAtProxy(request);
    if (refuseUnknownHost(request, response, checkHost)) return;
    if (pages.answerFromCache(request, response)) parts.observer.fromCache(response);
    else admit(request, response, () => void fullListener(request, response));
  };
}

/** For a request whose address cannot be read; any other error that gets here is a bug. */
function answerUnreadable(error: unknown, log: Logger): Response {
  if (error instanceof RequestError)
    return answerProblem(new Problem('general_bad_request', 'The address or the Host header cannot be read.'));
  log.error({ err: error }, 'a request failed unexpectedly');
  return answerProblem(new Problem('general_unknown', 'Server Error'));
}

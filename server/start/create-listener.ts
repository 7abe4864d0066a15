import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { Problem } from '#contract/problems.ts';
import type { Config } from '#server/config.ts';
import { baseHeaders, createHttpsOnly } from '#server/http/responses/base-headers.ts';
import { createBodyReceiver, type Sender } from '#server/http/requests/receive-body.ts';
import { answerProblem } from '#server/http/responses/errors.ts';
import { claimsSession, readCookieSecret, createKnownSessions } from '#server/http/requests/session-cookie.ts';
import { createForwardedReader, createTrust } from '#server/http/requests/client-address.ts';
import { createHostCheck, refuseUnknownHost } from '#server/http/connections/known-hosts.ts';
import { createOriginReader } from '#server/http/requests/read-origin.ts';
import { createProxyHint } from '#server/http/connections/proxy-hint.ts';
import { createQuickFiles } from '#server/http/files/quick-files.ts';
import { createAnswerSender } from '#server/http/cache/send-kept.ts';
import { createQuickAnswers, type QuickAnswers } from '#server/http/quick-answers.ts';
import { createSharedAnswers } from '#server/http/cache/shared-answers.ts';
import { createAdmission } from '#server/http/admission/admission.ts';
import { createMissingPlaces, createPageCount } from '#server/http/pages/missing-places.ts';
import { createPages } from '#server/http/pages/pages.ts';
import type { PageRenderer } from '#server/http/pages/render-page.ts';
import { createHttpApp } from '#server/http/server.ts';
import type { AccentColours } from '#server/library/site-content/site-accent.ts';
import type { Services } from '#server/services/services.ts';

/** Maximum memory for cached rendered pages. */
const pageCacheBytes = 64 * 1024 * 1024;

/** Handles requests: from memory if possible (`quick`), all others within the capacity. */
export type Answering = { quick: QuickAnswers; listener: RequestListener };

/** Creates the functions that handle every request. */
export function createListener(parts: {
  config: Config;
  services: Services;
  renderer: PageRenderer;
  /** If false, every request renders its page again. */
  cachesPages: boolean;
  accent: AccentColours | null;
  log: Logger;
}): Answering {
  const { config, services, log } = parts;
  const checkHost = createHostCheck(config);
  const pages = createPages({
    renderer: parts.renderer,
    shelfIn: services.shelfIn,
    changes: services.changes,
    texts: services.texts,
    publicUrl: config.publicUrl,
    languages: config.languages,
    maxBytes: parts.cachesPages ? pageCacheBytes : 0,
    findMissing: createMissingPlaces(services.shelf),
    countPages: createPageCount(services.shelf),
    log,
  });
  const administrators = createKnownSessions();
  const isAdministrator = ({ headers }: IncomingMessage) =>
    administrators.has(readCookieSecret(headers.cookie, config));
  const receiveBody = createBodyReceiver({
    senderOf(request): Sender {
      if (isAdministrator(request)) return 'administrator';
      return claimsSession(request, config) ? 'member' : 'stranger';
    },
  });
  const admit = createAdmission({
    readAddress: createForwardedReader(config.trustedProxies),
    isAdministrator,
    origins: config,
    warn: (facts, message) => log.warn(facts, message),
  });
  const httpsOnly = createHttpsOnly(config);
  const isKnownHost = (request: IncomingMessage) => checkHost(request) === 'known';
  const readOrigin = createOriginReader(config);
  const send = createAnswerSender({ origins: config, httpsOnly });
  const shared = createSharedAnswers({ changes: services.changes, naming: config, send });
  const { changes } = services;
  const quickFiles = createQuickFiles({
    changes,
    naming: config,
    baseHeaders,
    httpsOnly,
    isKnownHost,
  });
  const app = createHttpApp({ config, services, pages, shared, quickFiles, administrators, accent: parts.accent, log });
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
  const quick = createQuickAnswers({
    pages,
    shared,
    files: quickFiles,
    send,
    // The links of cached responses begin with PUBLIC_URL.
    mayShare: (request) => isKnownHost(request) && readOrigin(request) === config.publicUrl,
  });
  const listener: RequestListener = (request, response) => {
    hintAtProxy(request);
    if (refuseUnknownHost(request, response, checkHost, config.publicUrl)) return;
    quick.join(request, response, () =>
      receiveBody(request, () => admit(request, response, () => void fullListener(request, response))),
    );
  };
  return { quick, listener };
}

/** Responds to a request with an invalid address; any other error here is a bug. */
function answerUnreadable(error: unknown, log: Logger): Response {
  if (error instanceof RequestError)
    return answerProblem(new Problem('general_bad_request', 'The address or the Host header cannot be read.'));
  log.error({ err: error }, 'a request failed unexpectedly');
  return answerProblem(new Problem('general_unknown', 'Server Error'));
}

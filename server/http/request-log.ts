import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** One line for each request once it is answered: what was asked, what came of it, how long it took. No addresses of persons. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const began = performance.now();
    await next();
    const status = c.res.status;
    const line = { method: c.req.method, path: c.req.path, status, ms: Math.round(performance.now() - began) };
    // Refusals under load are counted and told together (admission.ts, pages.ts).
    if (status >= 500 && status !== 503) log.error(line, 'answered');
    else if (c.req.path.startsWith('/assets/')) log.trace(line, 'answered');
    else log.debug(line, 'answered');
  };
}

import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** One line for each request once it is answered: what was asked, what came of it, how long it took. No addresses of persons. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const began = performance.now();
    await next();
    const status = c.res.status;
    const line = { method: c.req.method, path: c.req.path, status, ms: Math.round(performance.now() - began) };
    // Refused because the disk is full or the server busy: told once by whoever noticed, not with every request.
    if (status === 503 || status === 507) log.debug(line, 'answered');
    else if (status >= 500) log.error(line, 'answered');
    else if (c.req.path.startsWith('/assets/')) log.trace(line, 'answered');
    else log.debug(line, 'answered');
  };
}

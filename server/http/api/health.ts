import { version } from '#server/machinery/version.ts';
import type { ContractParts } from './handlers.ts';
import type { ContractContext } from '#server/http/requests/request-context.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';

type Check = (c: ContractContext) => Response | Promise<Response>;

/**
 * Creates the two health checks. `/healthz`: the process responds. `/readyz`: returns the version, or 503 with the name
 * of the part that does not work; the log has the details and the remedy.
 */
export function createHealthHandlers({ services }: ContractParts): Record<'alive' | 'ready', Check> {
  return {
    alive: (c) => c.text('ok', 200, { 'cache-control': cacheControl.never }),
    ready: async (c) => {
      const { isReady, checks, faults, node } = await services.readiness.check();
      return c.json({ ...checks, faults, ...node, version }, isReady ? 200 : 503, {
        'cache-control': cacheControl.never,
      });
    },
  };
}

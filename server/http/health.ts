import type { ContractContext, ContractParts } from './request-context.ts';

type Check = (c: ContractContext) => Response | Promise<Response>;

/** The two checks an operator's watchman asks (design section 5). Reasons go to the log, not over the wire. */
export function createHealthHandlers({ services, log }: ContractParts): Record<'alive' | 'ready', Check> {
  const look = (engine: string, { ping }: { ping(): Promise<void> }) =>
    ping().then(
      () => 'ok' as const,
      (error: unknown) => {
        log.error({ err: error, engine }, 'the database or the storage does not respond');
        return 'failed' as const;
      },
    );

  return {
    alive: (c) => c.text('ok', 200, { 'cache-control': 'no-store' }),
    ready: async (c) => {
      const states = {
        database: await look('database', services.database),
        storage: await look('storage', services.storage),
      };
      const isReady = Object.values(states).every((state) => state === 'ok');
      return c.json(states, isReady ? 200 : 503, { 'cache-control': 'no-store' });
    },
  };
}

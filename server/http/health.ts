import type { ContractParts, Handler } from './request-context.ts';

/** The two checks an operator's watchman asks (design section 5). Reasons go to the log, not over the wire. */
export function createHealthHandlers({ services, log }: ContractParts): Record<'alive' | 'ready', Handler> {
  return {
    alive: ({ c }) => c.text('ok', 200, { 'cache-control': 'no-store' }),
    ready: async ({ c }) => {
      const engines = { database: services.database.ping(), storage: services.storage.ping() };
      const states: Record<string, 'ok' | 'failed'> = {};
      for (const [name, ping] of Object.entries(engines)) {
        states[name] = await ping.then(
          () => 'ok' as const,
          (error: unknown) => {
            log.error({ err: error, engine: name }, 'an engine does not answer');
            return 'failed' as const;
          },
        );
      }
      const isReady = Object.values(states).every((state) => state === 'ok');
      return c.json(states, isReady ? 200 : 503, { 'cache-control': 'no-store' });
    },
  };
}

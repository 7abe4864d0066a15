import type { Logger } from 'pino';
import type { Services } from './services.ts';

const hour = 60 * 60 * 1000;
const hoursBetweenTidying = 24;

/** Runs what must happen now and then: emptying the trash, dropping stale uploads and sessions. Once at start, then hourly. */
export function startClock({ services, log }: { services: Services; log: Logger }): { stop(): void } {
  let ticks = 0;
  const tick = async () => {
    const now = Date.now();
    ticks += 1;
    try {
      if (ticks % hoursBetweenTidying === 0) await services.database.tidy();
      const purged = await services.materials.purgeExpired(now);
      const swept = await services.files.sweep(now);
      const derived = await services.derived.sweep();
      const sessions = await services.accounts.sweep(now);
      await services.signInGuard.sweep(now);
      await services.trail.sweep(now);
      if (purged + swept.uploads + swept.strays + derived + sessions > 0)
        log.info({ purged, ...swept, derived, sessions }, 'cleaned up');
    } catch (error) {
      log.error({ err: error }, 'the cleanup failed; it will run again in an hour');
    }
  };
  void tick();
  const timer = setInterval(() => void tick(), hour);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

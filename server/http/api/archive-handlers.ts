import { Problem } from '#contract/problems.ts';
import { toCurrentPlace } from '#domain/former-names.ts';
import type { ByteSource } from '#server/library/files/byte-source.ts';
import { createAddressReader, siteOf } from '#server/http/requests/client-address.ts';
import { disconnectSignal } from '#server/http/requests/request-context.ts';
import { createFairLimit, type FairLimits } from '#server/machinery/queues/fair-limit.ts';
import { Refused } from '#server/machinery/queues/refused.ts';
import { createPlaces } from '#server/http/files/archive-places.ts';
import { contentDisposition } from '#server/http/files/content-disposition.ts';
import { sendOnConnection } from '#server/http/files/send-file.ts';
import { archiveSubject, type ArchiveSource } from '#server/http/files/subject-archive.ts';
import { cacheControl } from '#server/http/headers/cache-control.ts';
import type { ContractParts, Handlers } from './handlers.ts';

export type ArchiveLimits = {
  /** Archives that are sent at once. Each holds a file and a piece of it; a slow connection may hold one for hours. */
  maxSending: number;
  /** If all slots are in use, a client that reads nothing for this time, in ms, is disconnected. */
  stalledMs: number;
  /** Archives that are read at once up to their resume position: as fast as the disk, even if the connection is slow. */
  seeking: FairLimits;
};

export const archiveLimits: ArchiveLimits = {
  maxSending: 100,
  stalledMs: 10_000,
  seeking: { maxRunning: 2, maxWaiting: 64, maxWaitMs: 30_000, jobMs: 120_000 },
};

/** Creates the route that sends a subject as one archive. */
export function createArchiveHandlers(
  { services, config }: Pick<ContractParts, 'services'> & { config: Pick<ContractParts['config'], 'trustedProxies'> },
  limits = archiveLimits,
): Handlers<'downloadSubject'> {
  const readAddress = createAddressReader(config.trustedProxies);
  const places = createPlaces({ max: limits.maxSending, stalledMs: limits.stalledMs });
  const seeking = createFairLimit(limits.seeking);

  return {
    async downloadSubject({ c, actor, query }) {
      const site = siteOf(readAddress(c));
      const place = places.take(site, () => c.env?.outgoing?.destroy());
      if (!place) throw tooMany();
      try {
        const { name, ...archive } = await archiveSubject(
          { services },
          actor,
          toCurrentPlace(services.catalogue, query),
        );
        const source: ArchiveSource = (range, take, left) =>
          archive.source(
            range,
            async (piece) => {
              place.wait();
              await take(piece);
              place.move();
            },
            left,
          );
        return await sendOnConnection(c, {
          ...archive,
          modifiedAt: null,
          source: seekInTurn(source, site, disconnectSignal(c)),
          mediaType: 'application/zip',
          headers: {
            'Cache-Control': cacheControl.changingBytes,
            'Content-Disposition': contentDisposition('attachment', name),
          },
        });
      } finally {
        place.release();
      }
    },
  };

  /**
   * Queues reading up to the first byte of the range. Sites take turns. Reading stops if the client has `left`, or takes
   * too long.
   */
  function seekInTurn(source: ArchiveSource, site: string, left: AbortSignal): ByteSource {
    return async (range, take) => {
      if (range.start === 0) return source(range, take, left);
      const begun = Promise.withResolvers<void>();
      const read = Promise.withResolvers<boolean>();
      const tooLate = new AbortController();
      // A failure is thrown below; the queue only needs to know that reading has ended.
      read.promise.then(() => begun.resolve()).catch(() => begun.resolve());
      const seek = () => {
        const takeFirst = async (piece: Uint8Array) => {
          begun.resolve();
          await take(piece);
        };
        source(range, takeFirst, AbortSignal.any([left, tooLate.signal])).then(read.resolve, read.reject);
        return begun.promise;
      };
      try {
        await seeking.run(site, seek, left);
      } catch (error) {
        tooLate.abort();
        if (!(error instanceof Refused)) throw error;
        // The client has left: no response is needed.
        if (error.why === 'aborted') return true;
        throw tooMany();
      }
      return read.promise;
    };
  }
}

function tooMany(): Problem {
  return new Problem(
    'general_service_unavailable',
    'Too many downloads are in progress. Please try again in a moment.',
    {
      headers: { 'Retry-After': '10' },
    },
  );
}

import { Problem } from '#contract/problems.ts';
import type { ByteSource } from '#server/files/byte-source.ts';
import type { ContractParts, Handlers } from '#server/http/api/request-context.ts';
import { contentDisposition } from './file-name.ts';
import { sendOnConnection } from './send-on-connection.ts';
import { archiveSubject } from './subject-archive.ts';

/** How many archives are sent at once. Each holds a file and a piece of it; a slow line may hold one for hours. */
const maxSending = 100;

/** How many are read up to where they go on at once. That is as fast as the disk, whatever the line is. */
const maxSeeking = 2;

/** The route that sends a subject as one archive. */
export function createArchiveHandlers(
  { services }: Pick<ContractParts, 'services'>,
  limits = { maxSending, maxSeeking },
): Handlers<'downloadSubject'> {
  const sending = createPlaces(limits.maxSending);
  const seeking = createPlaces(limits.maxSeeking);

  return {
    async downloadSubject({ c, actor, query }) {
      const place = sending.take();
      try {
        const { name, ...archive } = await archiveSubject({ services }, actor, query);
        return await sendOnConnection(c, {
          ...archive,
          source: seekInTurn(archive.source),
          mediaType: 'application/zip',
          headers: {
            // A proxy that stored it would have to be told of every change.
            'Cache-Control': 'private, no-cache',
            'Content-Disposition': contentDisposition('attachment', name),
          },
        });
      } finally {
        place.release();
      }
    },
  };

  /** Takes a place for seeking until the first byte of the range is there. */
  function seekInTurn(source: ByteSource): ByteSource {
    return async (range, take) => {
      if (range.start === 0) return source(range, take);
      const place = seeking.take();
      try {
        return await source(range, async (piece) => {
          place.release();
          await take(piece);
        });
      } finally {
        place.release();
      }
    };
  }
}

/** So many at once; more are asked to come again. */
function createPlaces(count: number): { take(): { release(): void } } {
  let free = count;
  return {
    take() {
      if (free === 0) {
        throw new Problem('general_service_unavailable', 'Many are downloading now. Please try again in a moment.', {
          headers: { 'Retry-After': '10' },
        });
      }
      free -= 1;
      let isHeld = true;
      return {
        release() {
          if (isHeld) free += 1;
          isHeld = false;
        },
      };
    },
  };
}

import type { UnpackedEntry, UnpackEnd, UnpackReply, UnpackRequest } from './unpack-archive.ts';

/**
 * Starts to unpack an archive on a new thread, where a hostile archive cannot block anything. Returns a function that
 * ends the thread.
 */
export type StartUnpacking = (
  request: UnpackRequest,
  onReply: (reply: UnpackReply) => void,
  onError: () => void,
) => () => void;

export type UnpackedArchive = { entries: UnpackedEntry[]; end: UnpackEnd | 'slow' };

/** Unpacks archives, one at a time. */
export type Unpacker = {
  /** Returns the files of an archive. `key` identifies it; its files are cached until others need the space. */
  unpack(key: object, open: () => Promise<UnpackRequest>): Promise<UnpackedArchive>;
};

/** The longest time without a reply: the largest file takes a minute on a slow computer. */
const silenceMs = 3 * 60_000;

/** Returns an unpacker that caches at most `cachedBytes`, and at least the last archive. */
export function createUnpacker(start: StartUnpacking, cachedBytes: number, maxSilenceMs = silenceMs): Unpacker {
  const cached = new Map<object, UnpackedArchive>();
  let last: Promise<unknown> = Promise.resolve();

  async function take(key: object, open: () => Promise<UnpackRequest>): Promise<UnpackedArchive> {
    const known = cached.get(key);
    const unpacked = known ?? (await run(start, await open(), maxSilenceMs));
    // The last ones are the most recently used.
    cached.delete(key);
    cached.set(key, unpacked);
    let size = [...cached.values()].reduce((sum, each) => sum + sizeOf(each), 0);
    for (const [oldest, archive] of cached) {
      if (size <= cachedBytes || oldest === key) break;
      cached.delete(oldest);
      size -= sizeOf(archive);
    }
    return unpacked;
  }

  return {
    unpack(key, open) {
      const turn = last.then(() => take(key, open));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

const sizeOf = ({ entries }: UnpackedArchive) => entries.reduce((sum, { blob }) => sum + (blob?.size ?? 0), 0);

function run(start: StartUnpacking, request: UnpackRequest, maxSilenceMs: number): Promise<UnpackedArchive> {
  return new Promise((resolve) => {
    const entries: UnpackedEntry[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (end: UnpackedArchive['end']) => {
      clearTimeout(timer);
      stop();
      resolve({ entries, end });
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => finish('slow'), maxSilenceMs);
    };
    const onReply = (reply: UnpackReply) => {
      if ('end' in reply) return finish(reply.end);
      entries.push(reply.entry);
      wait();
    };
    const stop = start(request, onReply, () => finish('damaged'));
    wait();
  });
}

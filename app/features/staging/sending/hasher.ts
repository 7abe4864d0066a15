import type { HashReply, HashRequest } from './hash-worker.ts';

/** Computes SHA-256 digests on a thread of its own, in bounded memory. */
export type Hasher = {
  /** The digest in hexadecimal. Rejects if the file can no longer be read. `onRead` is called with more bytes read. */
  hash(blob: Blob, onRead: (bytes: number) => void): Promise<string>;
  close(): void;
};

type Waiting = { resolve: (digest: string) => void; reject: (error: Error) => void; onRead: (bytes: number) => void };

export function createHasher(): Hasher {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  function stop(error: Error): void {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<HashReply>) => {
      const asked = waiting.get(data.id);
      if (!asked) return;
      if ('readBytes' in data) return asked.onRead(data.readBytes);
      waiting.delete(data.id);
      if ('digest' in data) asked.resolve(data.digest);
      else asked.reject(new Error(data.error));
    });
    // The next file starts a new one.
    started.addEventListener('error', () => stop(new Error('The file could not be read.')));
    return started;
  }

  return {
    hash(blob, onRead) {
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject, onRead });
        worker ??= start();
        worker.postMessage({ id, blob } satisfies HashRequest);
      });
    },
    close: () => stop(new DOMException('The page was left.', 'AbortError')),
  };
}

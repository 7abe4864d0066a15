import type { HashReply, HashRequest } from './hash-worker.ts';

/** Computes SHA-256 digests on a separate thread, in bounded memory. */
export type Hasher = {
  /** Returns the digest in hexadecimal. Rejects if the file can no longer be read. */
  hash(blob: Blob): Promise<string>;
  /** Rejects pending digests. The hasher can be used again. */
  close(): void;
};

export function createHasher(): Hasher {
  const waiting = new Map<number, { resolve: (digest: string) => void; reject: (error: Error) => void }>();
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
      waiting.delete(data.id);
      if ('digest' in data) asked?.resolve(data.digest);
      else asked?.reject(new Error(data.error));
    });
    // The next file starts a new one.
    started.addEventListener('error', () => stop(new Error('The file could not be read.')));
    return started;
  }

  return {
    hash(blob) {
      const request: HashRequest = { id: (lastId += 1), blob };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        worker ??= start();
        worker.postMessage(request, []);
      });
    },
    close: () => stop(new Error('You left the page.')),
  };
}

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Messages of the worker that computes digests; see `createHasher`. */
export type HashRequest = { id: number; blob: Blob };
export type HashReply =
  { id: number; readBytes: number } | { id: number; digest: string } | { id: number; error: string };

/** Progress is told after so many bytes. */
const progressBytes = 4 * 1024 * 1024;

const reply = (message: HashReply) => postMessage(message);

async function hash({ id, blob }: HashRequest): Promise<void> {
  const digest = sha256.create();
  let untold = 0;
  // In pieces, so that the memory does not grow with the file.
  const reader = blob.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    digest.update(value);
    untold += value.byteLength;
    if (untold < progressBytes) continue;
    reply({ id, readBytes: untold });
    untold = 0;
  }
  reply({ id, digest: bytesToHex(digest.digest()) });
}

addEventListener('message', (event: MessageEvent<HashRequest>) => {
  hash(event.data).catch((error: unknown) => reply({ id: event.data.id, error: String(error) }));
});

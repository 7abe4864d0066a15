import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Messages of the worker that computes digests; see `createHasher`. */
export type HashRequest = { id: number; blob: Blob };
export type HashReply = { id: number; digest: string } | { id: number; error: string };

const reply = (message: HashReply) => postMessage(message);

async function hash({ id, blob }: HashRequest): Promise<void> {
  const digest = sha256.create();
  // In chunks, so that memory use does not grow with the file.
  const reader = blob.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) digest.update(piece.value);
  reply({ id, digest: bytesToHex(digest.digest()) });
}

addEventListener('message', (event: MessageEvent<HashRequest>) => {
  hash(event.data).catch((error: unknown) => reply({ id: event.data.id, error: String(error) }));
});

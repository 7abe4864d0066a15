import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Bytes } from './codec.ts';
import type { Manifest } from './manifest.ts';

/** Compresses the database into the folder `work`. Digests it before and after compression. */
export async function packDatabase(
  database: string,
  work: string,
): Promise<{ file: string; facts: Manifest['database'] }> {
  const file = path.join(work, 'database.sqlite.gz');
  const plain = createHash('sha256');
  await pipeline(
    createReadStream(database),
    async function* see(source: Bytes) {
      for await (const piece of source) {
        plain.update(piece);
        yield piece;
      }
    },
    createGzip(),
    createWriteStream(file),
  );
  const packed = createHash('sha256');
  for await (const piece of createReadStream(file)) packed.update(piece as Uint8Array);
  return {
    file,
    facts: {
      sha256: plain.digest('hex'),
      sizeBytes: (await stat(database)).size,
      packedSha256: packed.digest('hex'),
      packedBytes: (await stat(file)).size,
    },
  };
}

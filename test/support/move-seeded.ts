import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import { readPostgresAddress } from '#server/engines/database/postgres/postgres-address.ts';
import { openTexts } from '#server/engines/resources.ts';
import { openBucket } from '#server/engines/storage/s3/bucket.ts';
import { readS3Address } from '#server/engines/storage/s3/s3-address.ts';
import { moveLibrary } from '#server/upkeep/backup/move-library.ts';
import { copyTexts } from './copy-texts.ts';
import { openPostgresServer } from './postgres-server.ts';
import { openS3Server } from './s3-server.ts';
import { openTestServer } from './server.ts';
import { describePlace, type TestPlace } from './test-place.ts';

/** File in the folder of a moved library with its new place. */
const placeFile = 'place.json';
const placeSchema = z.object({ databaseUrl: z.string(), storageUrl: z.string() });

/** Files that servers derive and store in their folder. */
const derived = ['pictures', 'reading', 'share'];

/**
 * Moves the library of a data folder, with its texts, to PostgreSQL and the object store, and builds its search index
 * there. Afterwards the folder has the derived files, and the new place.
 */
export async function moveSeeded(folder: string): Promise<void> {
  const { address, url: databaseUrl } = await (await openPostgresServer()).make({ isEmpty: true });
  const storageUrl = (await openS3Server()).newUrl();
  const moved = `${folder}-moved`;
  const from = { dataDir: folder, database: null, store: null };
  const to = { dataDir: moved, database: address, store: readS3Address(storageUrl) };
  const backup = `${folder}-backup`;
  await moveLibrary({ from, to, folder: backup, passphrase: null });
  await rm(backup, { recursive: true });
  const log = pino({ level: 'silent' });
  const [texts, copies] = [await openTexts({ ...from, log }), await openTexts({ ...to, log })];
  await copyTexts(texts, copies);
  await Promise.all([texts.close(), copies.close()]);
  for (const name of derived)
    await cp(path.join(folder, name), path.join(moved, name), { recursive: true }).catch(() => undefined);
  {
    await using server = await openTestServer({ place: describePlace({ dataDir: moved, databaseUrl, storageUrl }) });
    await server.services.indexKeeper.idle();
  }
  await rm(folder, { recursive: true });
  await writeFile(path.join(moved, placeFile), JSON.stringify({ databaseUrl, storageUrl }));
  await rename(moved, folder);
}

/** Copies the records and files of a moved library for the server of one test, which gets a copy of the folder. */
export async function copyMoved(dataDir: string): Promise<TestPlace & AsyncDisposable> {
  const moved = placeSchema.parse(JSON.parse(await readFile(path.join(dataDir, placeFile), 'utf8')));
  const template = readPostgresAddress(moved.databaseUrl)?.database ?? '';
  const database = await (await openPostgresServer()).make({ template });
  const storageUrl = (await openS3Server()).newUrl();
  await copyObjects(moved.storageUrl, storageUrl);
  return {
    ...describePlace({ dataDir, databaseUrl: database.url, storageUrl }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Within the bucket. */
async function copyObjects(fromUrl: string, toUrl: string): Promise<void> {
  const [from, to] = [readS3Address(fromUrl), readS3Address(toUrl)];
  if (!from || !to) throw new Error(`${fromUrl} or ${toUrl} is not the address of a store`);
  const bucket = openBucket(from);
  try {
    const copies: Promise<void>[] = [];
    for await (const { key, etag } of bucket.list(from.prefix))
      copies.push(bucket.copy(key, `${to.prefix}${key.slice(from.prefix.length)}`, etag));
    await Promise.all(copies);
  } finally {
    bucket.close();
  }
}

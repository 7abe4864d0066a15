import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#server/services/services.ts';

/** Maximum time for interrupted uploads to write the bytes they received; they are resumed after the next start. */
const settleMs = 4000;

/**
 * Closes the services: first the processes that work on files, because an upload may be waiting for one, then pending
 * writes of uploads.
 */
export async function closeServices({
  pictures,
  sharePictures,
  indexNow,
  reading,
  textReading,
  similar,
  staging,
  photographs,
  indexKeeper,
  files,
}: Pick<
  Services,
  | 'pictures'
  | 'sharePictures'
  | 'indexNow'
  | 'reading'
  | 'textReading'
  | 'similar'
  | 'staging'
  | 'photographs'
  | 'indexKeeper'
  | 'files'
>): Promise<void> {
  await staging.close();
  await Promise.all([
    pictures.close(),
    sharePictures.close(),
    indexNow?.close(),
    reading.close(),
    textReading.close(),
    similar.close(),
    photographs.close(),
    indexKeeper.close(),
  ]);
  const settled = new AbortController();
  const timeout = sleep(settleMs, undefined, { signal: settled.signal }).catch(() => undefined);
  await Promise.race([files.settle(), timeout]);
  settled.abort();
}

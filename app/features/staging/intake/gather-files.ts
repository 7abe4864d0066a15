import type { Found } from './intake-file.ts';
import type { IntakeLimits } from './intake-limits.ts';
import { judgeName } from './judge-name.ts';

/** A file as it was found in a folder, or chosen; its bytes are not read yet. */
export type ChosenEntry = { path: string; sizeBytes: number; open(): Promise<Blob> };

/**
 * What is taken of the chosen files, archives opened, in the order in which they come. Ends with a sentence if there are more
 * files than can be staged. Rejects if a file cannot be read.
 */
export async function* gatherFiles(
  chosen: AsyncIterable<ChosenEntry> | Iterable<ChosenEntry>,
  limits: IntakeLimits,
): AsyncGenerator<Found, void> {
  let count = 0;
  for await (const entry of chosen) {
    for (const found of await judge(entry, limits)) {
      if ('file' in found) count += 1;
      if (count > limits.files) {
        const reason = `There are more than ${limits.files.toLocaleString('en')} files. The rest is left out; run it again once these are published.`;
        yield { notTaken: { path: entry.path, reason } };
        return;
      }
      yield found;
    }
  }
}

async function judge({ path, sizeBytes, open }: ChosenEntry, limits: IntakeLimits): Promise<Found[]> {
  const verdict = judgeName(path, sizeBytes, limits);
  if (verdict === 'skip') return [];
  if (typeof verdict === 'object') return [{ notTaken: { path, reason: verdict.reason } }];
  const name = path.split('/').at(-1) ?? path;
  if (verdict === 'take') return [{ file: { path, name, sizeBytes, open } }];
  // Loaded with the first archive.
  const { openArchive } = await import('./open-archive.ts');
  return openArchive(path, await open(), limits);
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Pattern of APIs that need a module which the build leaves out of the browser's code (vite.config.ts). */
const leftOut =
  /\b(?:useMutation|useIsMutating|useMutationState|getMutationCache|isMutating|useInfiniteQuery|useSuspenseInfiniteQuery|fetchInfiniteQuery|createServerFn)\b/;

test('no page calls modules that the build leaves out of the browser’s code', async () => {
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const callers: string[] = [];
  for (const file of files) {
    const source = await readFile(path.join(import.meta.dirname, file), 'utf8');
    if (leftOut.test(source)) callers.push(file);
  }
  expect(callers).toEqual([]);
});

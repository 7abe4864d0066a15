import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { S3Server } from '#test/support/s3-server.ts';
import { makeFolder, openStore } from './s3-library.suite.ts';

/** Defines the tests of the library that owns a store. */
export function describeClaims(store: () => S3Server): void {
  test('gives a prefix to one of several libraries that claim it at the same time, and marks a recreated bucket again', async () => {
    const url = store().newUrl();
    await using folder = await makeFolder();
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, index) => openStore(url, path.join(folder.path, String(index)))),
    );
    const libraries = ['one', 'two', 'three', 'four'];
    const claims = await Promise.allSettled(
      opened.map((storage, index) => storage.claim(libraries[index % libraries.length] ?? '')),
    );
    const got = claims.flatMap(({ status }, index) => (status === 'fulfilled' ? [libraries[index % 4]] : []));
    const winner = (await opened[0]?.owner()) ?? '';
    expect(got).toEqual([winner, winner]);
    // If the store had accepted another library anyway, nothing would be taken away from it.
    const owning = opened[libraries.indexOf(winner)];
    await owning?.putPart('stray', 0, Readable.from(['begun']));
    await owning?.give('another');
    await expect(owning?.setAside('stray', 'parts')).rejects.toThrow('is not marked with this library any more');
    await owning?.give(winner);
    expect(await owning?.setAside('stray', 'parts')).toContain('/aside/');
    await owning?.give('another');
    await expect(owning?.ping()).rejects.toThrow('is not marked with this library any more');
    await owning?.give(null);
    await owning?.ping();
    expect(await owning?.owner()).toBe(winner);
    for (const storage of opened) await storage[Symbol.asyncDispose]();
  });
}

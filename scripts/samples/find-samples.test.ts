import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findSamples } from './find-samples.ts';

test('files are found in every folder with their entries of the index, even from a subfolder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-samples-'));
  try {
    await mkdir(path.join(folder, 'torture', 'deep'), { recursive: true });
    for (const name of ['a.html', 'picture.jpg', 'torture/locked.pdf', 'torture/deep/plain.PDF']) {
      await writeFile(path.join(folder, name), '');
    }
    const index = [{ path: 'torture/locked.pdf', password: 'æøå', pages: 3 }];
    await writeFile(path.join(folder, 'index.json'), JSON.stringify(index));

    const found = await findSamples(folder);
    expect(found.map(({ name, kind }) => [name, kind])).toEqual([
      ['a.html', 'HTML'],
      ['torture/deep/plain.PDF', 'PDF'],
      ['torture/locked.pdf', 'PDF'],
    ]);
    expect(found.map(({ password, pageCount }) => [password, pageCount])).toEqual([
      [null, null],
      [null, null],
      ['æøå', 3],
    ]);
    const within = await findSamples(path.join(folder, 'torture'));
    expect(within.map(({ name, password }) => [name, password])).toEqual([
      ['deep/plain.PDF', null],
      ['locked.pdf', 'æøå'],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a folder needs no index', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'examshelf-samples-'));
  try {
    await writeFile(path.join(folder, 'one.pdf'), '');
    expect(await findSamples(folder)).toEqual([
      { file: path.join(folder, 'one.pdf'), name: 'one.pdf', kind: 'PDF', password: null, pageCount: null },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

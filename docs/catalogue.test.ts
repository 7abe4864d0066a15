import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findUnknownKeys, parseCatalogue } from '#domain/parse-catalogue.ts';

test('the example of the chapter on the catalogue is a valid catalogue file', async () => {
  const chapter = await readFile(path.join(import.meta.dirname, 'catalogue.md'), 'utf8');
  const json: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(chapter)?.[1] ?? '');
  expect(findUnknownKeys(json)).toEqual([]);
  expect(parseCatalogue(json).faculties[0]?.terms[0]?.subjects[0]).toEqual({
    name: 'Law of Torts',
    code: 'LAW101',
    slug: 'law-of-torts',
    formerly: [{ name: 'Torts', slug: 'torts' }],
  });
});

import { expect, test } from 'vitest';
import { toDocument } from '#contract/appwrite/to-document.ts';
import type { Material } from '#domain/material.ts';
import { chunkBytes } from './chunks.ts';
import type { SavedMaterial } from './saved-database.ts';
import { writeProgress } from './saved-words.ts';
import { countReceived, groupsUnderWay, newGroup, percentOf } from './save-group.ts';

const origin = { ids: { projectId: 'p', databaseId: 'd', bucketId: 'b' }, publicUrl: 'https://library.example' };

function makeMaterials(sizes: readonly number[]): Material[] {
  return sizes.map(
    (fileSize, index) =>
      ({
        id: `m${index}`,
        kind: 'paper',
        title: `Paper ${index}`,
        fileId: `f${index}`,
        fileSize,
        permissions: [],
      }) as unknown as Material,
  );
}

/** Returns the records of materials that the user has just saved with one action. */
function begin(sizes: readonly number[]): SavedMaterial[] {
  const materials = makeMaterials(sizes);
  const group = newGroup('Digital Logic', materials);
  return materials.map((material, index) => ({
    id: material.id,
    kind: material.kind,
    document: toDocument(material, origin),
    file: null,
    coming: { fileId: material.fileId, size: material.fileSize, held: 0, etag: null, headers: [] },
    group: { ...group, share: material.fileSize, received: 0 },
    isWaiting: false,
    problem: null,
    text: null,
    addedAt: index,
    checkedAt: null,
    answers: [],
  }));
}

/** Stores chunks of a material, or all of it. */
function store(record: SavedMaterial, held: number | 'whole'): void {
  if (held === 'whole') Object.assign(record, { file: record.coming, coming: null });
  else record.coming!.held = held;
  countReceived(record);
}

const progressOf = (records: readonly SavedMaterial[]) => {
  const [group] = groupsUnderWay(records);
  return group ? `${writeProgress(group)} (${percentOf(group)} %)` : null;
};

test('the totals of a group stay the same while its materials are completed, and the group ends with the last one', () => {
  const records = begin([chunkBytes * 4, chunkBytes * 2, chunkBytes * 2]);
  expect(progressOf(records)).toBe('0 of 3 papers · 0 of 2.0 MB (0 %)');
  store(records[0]!, 2);
  expect(progressOf(records)).toBe('0 of 3 papers · 0.5 of 2.0 MB (25 %)');
  store(records[0]!, 'whole');
  expect(progressOf(records)).toBe('1 of 3 papers · 1 of 2.0 MB (50 %)');
  store(records[1]!, 'whole');
  store(records[2]!, 2);
  // The file is there, but not yet its text and the code that shows it.
  expect(progressOf(records)).toBe('2 of 3 papers · 2.0 of 2.0 MB (99 %)');
  store(records[2]!, 'whole');
  expect(progressOf(records)).toBeNull();
});

test('the progress does not fall when a file changes in the library while it is fetched', () => {
  const records = begin([chunkBytes * 4, chunkBytes * 4]);
  store(records[0]!, 3);
  const before = progressOf(records);
  records[0]!.coming = { ...records[0]!.coming!, size: chunkBytes * 20, held: 0 };
  countReceived(records[0]!);
  expect(progressOf(records)).toBe(before);
  store(records[0]!, 'whole');
  expect(progressOf(records)).toBe('1 of 2 papers · 1 of 2.0 MB (50 %)');
});

test('a material with a problem stays in the total of its group', () => {
  const records = begin([chunkBytes * 2, chunkBytes * 2]);
  Object.assign(records[0]!, { coming: null, problem: 'gone' });
  store(records[1]!, 1);
  expect(progressOf(records)).toBe('0 of 2 papers · 0.2 of 1.0 MB (25 %)');
});

test('each action has its own progress, also a download of an earlier build', () => {
  const [first, second] = [begin([chunkBytes]), begin([chunkBytes, chunkBytes])];
  const { group: _, ...earlier } = begin([chunkBytes * 2])[0]!;
  earlier.id = 'earlier';
  store(earlier, 1);
  expect(groupsUnderWay([...first, ...second, earlier]).map(writeProgress)).toEqual([
    '0 of 256 KB',
    '0 of 2 papers · 0 of 512 KB',
    '256 of 512 KB',
  ]);
});

import { describe, expect, test } from 'vitest';
import { publicPermissions } from '#contract/permissions.ts';
import type { Material } from '#domain/material.ts';
import type { MaterialChange } from '#server/library/changes.ts';
import type { FileRecord } from '#server/engines/database/file-record.ts';
import { createNewestChanges } from './newest-changes.ts';

const hidden = ['read("label:admin")'];
/** Returns the material after a number of writes. */
const after = (writes: number, more: Partial<Material> = {}) =>
  ({
    sequence: 1,
    kind: 'note',
    title: `write ${writes}`,
    permissions: publicPermissions,
    updatedAt: `2026-01-01T00:00:0${writes}.000+00:00`,
    deletedAt: null,
    ...more,
  }) as Material;
const inTrash = (writes: number, more: Partial<Material> = {}) => after(writes, { deletedAt: 'then', ...more });
const update = (before: Material, material: Material): MaterialChange => ({
  subject: 'material',
  action: 'update',
  material,
  before,
});
const create = (material: Material): MaterialChange => ({ subject: 'material', action: 'create', material });
const remove = (material: Material): MaterialChange => ({ subject: 'material', action: 'delete', material });

const arrangeAll = (...changes: MaterialChange[]) => {
  const newest = createNewestChanges();
  return changes.map((change) => newest.arrange(change));
};

describe('changes that arrive late', () => {
  test('changes that arrive in order are sent unchanged', () => {
    const changes = [create(after(1)), update(after(1), after(2)), remove(inTrash(3)), create(after(4))];
    expect(arrangeAll(...changes)).toEqual(changes);
  });

  test('an earlier change is sent with the newest state', () => {
    const later = update(after(2), after(3));
    const late = [update(after(1), after(2)), create(after(1)), remove(inTrash(1))];
    expect(arrangeAll(later, ...late)).toEqual([
      later,
      update(after(1), after(3)),
      create(after(3)),
      update(inTrash(1), after(3)),
    ]);
  });

  test('a late change restores no deleted material, and clients that could read it before it was hidden get its deletion', () => {
    const later = remove(inTrash(4, { permissions: hidden }));
    const hiding = update(after(2), after(3, { permissions: hidden }));
    const ofHidden = update(after(1, { permissions: hidden }), after(2, { permissions: hidden }));
    expect(arrangeAll(later, create(after(1)), ofHidden, hiding, remove(inTrash(2)))).toEqual([
      later,
      null,
      null,
      remove(inTrash(4)),
      null,
    ]);
  });

  test('a move to another collection is sent as a deletion, unless the material has moved back', () => {
    const book = (writes: number) => after(writes, { kind: 'book' });
    const edited = update(book(2), book(3));
    const moved = [remove(after(1)), create(book(2))];
    expect(arrangeAll(create(after(1)), edited, ...moved).slice(2)).toEqual([remove(after(1)), create(book(3))]);
    expect(arrangeAll(create(after(1)), create(after(3)), ...moved).slice(2)).toEqual([null, create(after(3))]);
  });

  test('after an older state of the library was restored, changes from before are forgotten', () => {
    const newest = createNewestChanges();
    newest.arrange(update(after(4), after(5)));
    newest.forget();
    const older = update(after(1), after(2));
    expect(newest.arrange(older)).toEqual(older);
  });

  test('a late change of a file has its newest name, and is not sent after its deletion', () => {
    const newest = createNewestChanges();
    const file = (writes: number) => ({ sequence: 7, name: `${writes}`, updatedAt: `${writes}` }) as FileRecord;
    const renamed = { subject: 'file' as const, action: 'update' as const, file: file(3) };
    expect(newest.arrange(renamed)).toEqual(renamed);
    expect(newest.arrange({ ...renamed, file: file(2) })).toEqual(renamed);
    expect(newest.arrange({ ...renamed, action: 'delete' })).toEqual({ ...renamed, action: 'delete' });
    expect(newest.arrange({ ...renamed, file: file(3) })).toBeNull();
  });
});

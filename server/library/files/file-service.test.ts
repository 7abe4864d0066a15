import { expect, test } from 'vitest';
import { chunkBytes } from '#domain/text/chunk.ts';
import { visitor } from '#domain/account.ts';
import { Problem } from '#contract/problems.ts';
import { emptyQuery } from '#contract/query.ts';
import { admin, chunkOf, member, openShelf, pdfOf, refusal, whole } from '#test/support/file-shelf.ts';

test('lets only an administrator upload, list, rename and remove', async () => {
  await using shelf = await openShelf();
  for (const actor of [visitor, member]) {
    expect(() => shelf.files.requireUploader(actor)).toThrow(Problem);
    expect(await refusal(shelf.files.receive(actor, whole('bad id', Buffer.from('rubbish'))))).toBe(
      'user_unauthorized',
    );
    expect(await refusal(shelf.files.list(actor, emptyQuery, null))).toBe('user_unauthorized');
    expect(await refusal(shelf.files.update(actor, 'a1', { name: 'b.pdf' }))).toBe('user_unauthorized');
    expect(await refusal(shelf.files.remove(actor, 'a1'))).toBe('user_unauthorized');
  }
});

test('reserves a replaced file for administrators until a material uses it again', async () => {
  await using shelf = await openShelf();
  for (const id of ['old', 'new']) await shelf.files.receive(admin, whole(id, pdfOf(1000)));
  await shelf.publish('m1', 'old');
  expect((await shelf.files.getReadable(visitor, 'old')).id).toBe('old');
  const useInstead = async (fileId: string) => {
    const material = await shelf.database.materials.update('m1', { fileId });
    if (material) shelf.changes.tell({ subject: 'material', action: 'update', material, before: material });
  };
  await useInstead('new');
  for (const read of [shelf.files.getReadable, shelf.files.get])
    expect(await refusal(read(visitor, 'old'))).toBe('storage_file_not_found');
  expect((await shelf.files.getReadable(admin, 'old')).id).toBe('old');
  await useInstead('old');
  expect((await shelf.files.getReadable(visitor, 'old')).id).toBe('old');
  await useInstead('new');
  await shelf.files.remove(admin, 'old');
  expect(await shelf.storage.find('old')).toBeNull();
});

test('removes record and bytes, cancels a pending upload, and refuses while a material uses the file', async () => {
  await using shelf = await openShelf();
  await shelf.files.receive(admin, whole('used', pdfOf(1000)));
  await shelf.files.receive(admin, whole('free', pdfOf(1000)));
  await shelf.files.receive(admin, chunkOf('half', pdfOf(chunkBytes + 10), 0));
  await shelf.publish('m1', 'used');
  expect(await refusal(shelf.files.remove(admin, 'used'))).toBe('general_resource_locked');
  await shelf.files.remove(admin, 'free');
  await shelf.files.remove(admin, 'half');
  expect(await refusal(shelf.files.remove(admin, 'free'))).toBe('storage_file_not_found');
  expect(await shelf.storage.find('free')).toBeNull();
  expect(await refusal(shelf.files.get(admin, 'half'))).toBe('storage_file_not_found');
  expect(shelf.announced.at(-1)).toMatchObject({
    subject: 'file',
    action: 'delete',
    file: { id: 'free', isFinished: true },
  });
});

test('makes a file that is used only in the trash unreadable, and readable again when its material is restored', async () => {
  await using shelf = await openShelf();
  await shelf.files.receive(admin, whole('a1', pdfOf(1000)));
  await shelf.publish('m1', 'a1');
  expect((await shelf.files.getReadable(visitor, 'a1')).id).toBe('a1');
  const withdrawn = await shelf.database.materials.withdraw('m1');
  if (withdrawn) shelf.changes.tell({ subject: 'material', action: 'delete', material: withdrawn });
  expect(await refusal(shelf.files.getReadable(visitor, 'a1'))).toBe('storage_file_not_found');
  expect(await refusal(shelf.files.get(admin, 'a1'))).toBe('storage_file_not_found');
  expect(await refusal(shelf.files.receive(admin, whole('a1', pdfOf(1000))))).toBe('storage_file_already_exists');
  const restored = await shelf.database.materials.restore('m1');
  if (restored) shelf.changes.tell({ subject: 'material', action: 'update', material: restored, before: restored });
  expect((await shelf.files.getReadable(visitor, 'a1')).id).toBe('a1');
});

test('renames a file to a clean name', async () => {
  await using shelf = await openShelf();
  await shelf.files.receive(admin, whole('a1', pdfOf(1000)));
  expect((await shelf.files.update(admin, 'a1', { name: ' folder/new.pdf ' })).name).toBe('new.pdf');
  expect((await shelf.files.get(visitor, 'a1')).name).toBe('new.pdf');
  expect(await refusal(shelf.files.update(admin, 'a1', { name: '..' }))).toBe('general_argument_invalid');
  expect(await refusal(shelf.files.update(admin, 'none', { name: 'a.pdf' }))).toBe('storage_file_not_found');
});

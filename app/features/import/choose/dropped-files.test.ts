import { expect, test } from 'vitest';
import { chosenFiles, isForImport, walkDropped } from './dropped-files.ts';

const file = (name: string) => new File(['x'], name);

function fileEntry(fullPath: string, isReadable = true): FileSystemEntry {
  const name = fullPath.split('/').at(-1) ?? '';
  const read = (done: (read: File) => void, fail: (error: Error) => void) =>
    isReadable ? done(file(name)) : fail(new Error('gone'));
  return { isDirectory: false, isFile: true, name, fullPath, file: read } as unknown as FileSystemEntry;
}

/** Creates a folder that returns its entries in parts of two; browsers return parts of a hundred. */
function folder(fullPath: string, children: FileSystemEntry[], isReadable = true): FileSystemEntry {
  const name = fullPath.split('/').at(-1) ?? '';
  const createReader = () => {
    const left = [...children];
    return {
      readEntries: (done: (part: FileSystemEntry[]) => void, fail: (error: Error) => void) =>
        isReadable ? done(left.splice(0, 2)) : fail(new Error('not allowed')),
    };
  };
  return { isDirectory: true, isFile: false, name, fullPath, createReader } as unknown as FileSystemEntry;
}

async function walk(entries: FileSystemEntry[], maxPath = 1000) {
  const unreadable: string[] = [];
  const paths: string[] = [];
  for await (const { path } of walkDropped(entries, (each) => unreadable.push(each), maxPath)) paths.push(path);
  return { paths, unreadable };
}

test('every file of a folder is found, ordered by name, however many parts the browser returns', async () => {
  const names = ['10.pdf', '2.pdf', '1.pdf', '3.pdf', '5.pdf'];
  const sem = folder(
    '/drive/Sem 1',
    names.map((name) => fileEntry(`/drive/Sem 1/${name}`)),
  );
  const drive = folder('/drive', [sem, fileEntry('/drive/a.pdf')]);
  expect((await walk([drive])).paths).toEqual([
    'drive/a.pdf',
    ...['1', '2', '3', '5', '10'].map((name) => `drive/Sem 1/${name}.pdf`),
  ]);
});

test('reports unreadable files and accepts the others', async () => {
  const drive = folder('/drive', [
    fileEntry('/drive/gone.pdf', false),
    folder('/drive/locked', [], false),
    fileEntry('/drive/z.pdf'),
  ]);
  expect(await walk([drive])).toEqual({ paths: ['drive/z.pdf'], unreadable: ['drive/gone.pdf', 'drive/locked'] });
});

test('a folder that contains itself is read only until paths are too long', async () => {
  const endless = (path: string): FileSystemEntry =>
    Object.defineProperty(folder(path, []), 'createReader', {
      value: () => {
        const left = [endless(`${path}/again`)];
        return { readEntries: (done: (part: FileSystemEntry[]) => void) => done(left.splice(0)) };
      },
    });
  const { paths, unreadable } = await walk([endless('/drive')], 40);
  expect(paths).toEqual([]);
  expect(unreadable).toEqual([`drive${'/again'.repeat(6)}`]);
});

test('several files, a folder and an archive are for the import, a single document is not', () => {
  expect(isForImport([file('a.pdf')])).toBe(false);
  expect(isForImport([])).toBe(false);
  expect(isForImport([file('drive.ZIP')])).toBe(true);
  expect(isForImport([file('a.pdf'), file('b.pdf')])).toBe(true);
  expect(isForImport([folder('/drive', [])])).toBe(true);
});

test('chosen files keep the path of their folder and are sorted', () => {
  const inFolder = Object.defineProperty(file('10.pdf'), 'webkitRelativePath', { value: 'drive/10.pdf' });
  const other = Object.defineProperty(file('2.pdf'), 'webkitRelativePath', { value: 'drive/2.pdf' });
  expect(chosenFiles([inFolder, other, file('a.pdf')]).map(({ path }) => path)).toEqual([
    'a.pdf',
    'drive/2.pdf',
    'drive/10.pdf',
  ]);
});

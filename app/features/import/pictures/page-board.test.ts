import { expect, test } from 'vitest';
import type { HashedPicture } from '#app/features/import/intake/inspect-pictures.ts';
import { BoardStore } from './picture-session.ts';
import {
  acceptGroups,
  addToBoard,
  emptyBoard,
  groupAbove,
  joinGroups,
  leaveOut,
  movePage,
  noteBack,
  splitGroup,
  splitIntoOnes,
  takeIn,
  withoutPresent,
  type PageBoard,
} from './page-board.ts';

const picture = (path: string): HashedPicture => ({
  path,
  digest: path,
  takenAt: null,
  modifiedAt: null,
  type: { mediaType: 'image/jpeg', name: 'a JPEG picture', extensions: ['.jpg'] },
  size: null,
  isMarkedScreenshot: false,
  file: { path, name: path, sizeBytes: 1, open: async () => new Blob() },
});

const pages = (folder: string, letters: string) => [...letters].map((letter) => picture(`${folder}/${letter}`));

/** A folder with a group of three that may be several papers and a single page; another folder with a single page. */
const board = addToBoard(emptyBoard, {
  groups: [
    { pictures: pages('os', 'abc'), doubt: 'numbers' },
    { pictures: pages('db', 'x'), doubt: null },
    { pictures: pages('os', 'd'), doubt: null },
  ],
  leftOut: [{ picture: picture('os/shot'), reason: 'A screenshot, by its name.' }],
});

/** `os:abc?` is a group of the folder `os` with three pages that needs a decision. */
function describe({ groups, leftOut }: PageBoard) {
  const shown = groups.map(({ pictures, doubt, failure }) => {
    const letters = pictures.map(({ path }) => path.split('/')[1]).join('');
    return `${pictures[0]?.path.split('/')[0]}:${letters}${doubt ? '?' : ''}${failure ? '!' : ''}`;
  });
  return [shown.join(' '), leftOut.map(({ picture: { path } }) => path).join(' ')];
}

const idOf = ({ groups }: PageBoard, path: string) =>
  groups.find(({ pictures }) => pictures.some((page) => page.path === path))?.id ?? -1;

test('groups of one folder are adjacent, and pictures are not added twice', () => {
  expect(describe(board)).toEqual(['os:abc? os:d db:x', 'os/shot']);
  const again = [picture('os/a'), picture('os/shot'), picture('os/new')];
  expect(withoutPresent(board, again).map(({ path }) => path)).toEqual(['os/new']);
});

test('the rest of a split group still needs a decision until it is one page', () => {
  const id = idOf(board, 'os/a');
  const once = splitGroup(board, id, 1);
  expect(describe(once)[0]).toBe('os:a os:bc? os:d db:x');
  expect(describe(splitGroup(once, idOf(once, 'os/b'), 1))[0]).toBe('os:a os:b os:c os:d db:x');
  expect(describe(splitIntoOnes(board, id))[0]).toBe('os:a os:b os:c os:d db:x');
  expect(new Set(splitIntoOnes(board, id).groups.map((group) => group.id)).size).toBe(5);
  expect([splitGroup(board, id, 0), splitGroup(board, id, 3)]).toEqual([board, board]);
});

test('a group is joined to the previous one in its folder, up to the page limit of a PDF', () => {
  expect(describe(joinGroups(board, idOf(board, 'os/d')))[0]).toBe('os:abcd db:x');
  expect(joinGroups(board, idOf(board, 'db/x'))).toBe(board);
  const full = addToBoard(emptyBoard, {
    groups: [
      { pictures: Array.from({ length: 100 }, (_, index) => picture(`os/${index}`)), doubt: null },
      { pictures: pages('os', 'z'), doubt: null },
    ],
    leftOut: [],
  });
  expect(groupAbove(full, idOf(full, 'os/z'))).toBe(null);
});

test('pages can be moved, left out and added back, and a group without pages disappears', () => {
  const id = idOf(board, 'os/a');
  expect(describe(movePage(board, id, 0, 1))[0]).toBe('os:bac? os:d db:x');
  expect(describe(movePage(board, id, 0, -1))[0]).toBe('os:abc? os:d db:x');
  const without = leaveOut(board, id, 1);
  expect(describe(without)).toEqual(['os:ac? os:d db:x', 'os/shot os/b']);
  expect(describe(leaveOut(board, id, null))).toEqual(['os:d db:x', 'os/shot os/a os/b os/c']);
  expect(describe(takeIn(without, [{ pictures: pages('os', 'b'), doubt: null }]))).toEqual([
    'os:ac? os:d os:b db:x',
    'os/shot',
  ]);
  expect(describe(acceptGroups(board, [id]))[0]).toBe('os:abc os:d db:x');
});

test('actions are undone step by step, until pictures are added or PDFs made', () => {
  const store = new BoardStore();
  store.replace(() => board);
  store.act((before) => splitIntoOnes(before, idOf(before, 'os/a')));
  store.act((before) => leaveOut(before, idOf(before, 'db/x'), null));
  expect(store.get().canUndo).toBe(true);
  store.undo();
  expect(describe(store.get())[0]).toBe('os:a os:b os:c os:d db:x');
  store.undo();
  expect([describe(store.get())[0], store.get().canUndo]).toEqual(['os:abc? os:d db:x', false]);
  store.act((before) => acceptGroups(before, [idOf(before, 'os/a')]));
  store.replace((before) => addToBoard(before, { groups: [{ pictures: pages('db', 'y'), doubt: null }], leftOut: [] }));
  expect([store.get().canUndo, describe(store.get())[0]]).toEqual([false, 'os:abc os:d db:x db:y']);
});

test('pictures of a restored material are left out as in the library, without a restore button', () => {
  const back = { way: 'restore', materialId: 'm', title: 'OS 2079' } as const;
  const away = { picture: picture('os/away'), reason: 'It is a page of “OS 2079”, in the trash.', back };
  const before = addToBoard(board, { groups: [], leftOut: [away] });
  const after = noteBack(before, 'm').leftOut.find((each) => each.picture.path === 'os/away');
  expect(after).toEqual({ picture: away.picture, reason: 'It is a page of “OS 2079”, in the library.' });
  expect(noteBack(before, 'other')).toEqual(before);
});

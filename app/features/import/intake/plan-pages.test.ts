import { expect, test } from 'vitest';
import type { HashedPicture } from './inspect-pictures.ts';
import { planPages, type KnownPdf } from './plan-pages.ts';

/** Returns a picture whose bytes are named by a letter. */
const picture = (path: string, digest: string): HashedPicture => ({
  path,
  digest,
  takenAt: null,
  modifiedAt: null,
  type: { mediaType: 'image/jpeg', name: 'a JPEG picture', extensions: ['.jpg'] },
  size: null,
  isMarkedScreenshot: false,
  file: { path, name: path.split('/').at(-1) ?? '', sizeBytes: 1, open: async () => new Blob() },
});

/** Returns the PDF of a row, unless its path is null. */
const pdf = (title: string, state: KnownPdf['state'], letters: string, path: string | null = title): KnownPdf => ({
  fileId: title,
  stagedId: path === null ? null : 'row',
  materialId: null,
  path,
  title,
  state,
  photographs: [...letters],
});

const final = [picture('OS/final 1.jpg', 'a'), picture('OS/final 2.jpg', 'b')];

function plan(pictures: readonly HashedPicture[], pdfs: readonly KnownPdf[] = []) {
  const { groups, rows, leftOut } = planPages(pictures, pdfs);
  const digests = (list: readonly HashedPicture[]) => list.map(({ digest }) => digest).join('');
  return {
    groups: groups.map(({ pictures: pages, doubt }) => digests(pages) + (doubt ? ` ${doubt}?` : '')),
    rows: rows.map((row) => `${row.path}: ${digests(row.pictures)}`),
    leftOut: leftOut.map((each) => `${each.picture.path}: ${each.reason}`),
  };
}

test('a duplicate picture is one page, and the same pictures in another folder do not make a second PDF', () => {
  expect(
    plan([
      ...final,
      picture('OS/final 2 (1).jpg', 'b'),
      picture('copy/final 1.jpg', 'a'),
      picture('copy/final 2.jpg', 'b'),
    ]),
  ).toEqual({
    groups: ['ab'],
    rows: [],
    leftOut: [
      'OS/final 2 (1).jpg: The same picture as OS/final 2.jpg.',
      'copy/final 1.jpg: The same picture as OS/final 1.jpg.',
      'copy/final 2.jpg: The same picture as OS/final 1.jpg.',
    ],
  });
});

test('a picture that two papers share is a page of both', () => {
  expect(plan([...final, picture('DB/mid.jpg', 'a'), picture('DB/mid page 2.jpg', 'c')]).groups).toEqual(['ab', 'ac']);
});

test('pictures that the library has are left out with their location, and PDFs of earlier imports use their rows again', () => {
  expect(plan(final, [pdf('OS of 2079', 'published', 'ab', null)])).toEqual({
    groups: [],
    rows: [],
    leftOut: [
      'OS/final 1.jpg: It is a page of “OS of 2079”, in the library.',
      'OS/final 2.jpg: It is a page of “OS of 2079”, in the library.',
    ],
  });
  const divided = [pdf('OS/one.pdf', 'staged', 'a'), pdf('OS of 2079', 'published', 'b', 'OS/two.pdf')];
  expect(plan(final, divided)).toEqual({ groups: [], rows: ['OS/one.pdf: a', 'OS/two.pdf: b'], leftOut: [] });
  expect(plan(final, [pdf('one', 'trash', 'a'), pdf('two', 'trash', 'b')])).toMatchObject({
    groups: [],
    leftOut: [
      'OS/final 1.jpg: It is a page of “one”, in the trash.',
      'OS/final 2.jpg: It is a page of “two”, in the trash.',
    ],
  });
});

test('for pictures of a material that is hidden or in the trash, the material is named, so that it can be unhidden or restored', () => {
  const away = (title: string, state: 'trash' | 'hidden', letter: string) => ({
    ...pdf(title, state, letter),
    materialId: `of ${title}`,
  });
  expect(planPages(final, [away('one', 'trash', 'a'), away('two', 'hidden', 'b')])).toMatchObject({
    groups: [],
    rows: [],
    leftOut: [
      { reason: 'It is a page of “one”, in the trash.', back: { way: 'restore', materialId: 'of one', title: 'one' } },
      { reason: 'It is a page of “two”, hidden.', back: { way: 'show', materialId: 'of two', title: 'two' } },
    ],
  });
});

test('pictures need a decision if a PDF has others of the same name, and no page of a folder is proposed twice', () => {
  const third = picture('OS/final 3.jpg', 'c');
  expect(plan([...final, third], [pdf('OS/final.pdf', 'staged', 'ab')])).toEqual({
    groups: ['c known?'],
    rows: ['OS/final.pdf: ab'],
    leftOut: [],
  });
  expect(plan([...final, third], [pdf('DB/mid.pdf', 'staged', 'ax')])).toEqual({
    groups: ['abc known?'],
    rows: [],
    leftOut: [],
  });
});

test('an unfinished PDF continues in the groups that a person made, if all its pictures were chosen', () => {
  const pictures = [...final, picture('OS/mid.jpg', 'c'), picture('elsewhere/mid.jpg', 'c')];
  const begun = pdf('OS/everything.pdf', 'waiting', 'ca');
  expect(plan(pictures, [begun])).toMatchObject({ rows: ['OS/everything.pdf: ca'], groups: ['b', 'c'] });
  expect(plan(final, [begun])).toMatchObject({ rows: [], groups: ['ab'] });
});

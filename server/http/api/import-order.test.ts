import { BlobReader, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examLines } from '#bench/documents/exam-lines.ts';
import { api } from '#contract/addresses.ts';
import type { InventoryAnswer, StagedBatchAnswer, StagedListAnswer } from '#contract/schemas/answer-types.ts';
import { uploadSmallFile } from '#test/support/contract-caller.ts';
import { makePdf } from '#test/support/documents.ts';
import { digest } from '#test/support/library.ts';
import { openThreeCallers } from '#test/support/three-callers.ts';
import { findTexts } from '#test/support/xml.ts';

const units = Array.from({ length: 12 }, (_, index) => `Unit ${index + 1}`);
/** Titles in the order of a folder's list, and of people's selections. */
const shuffled = [
  'Unit 10',
  'Unit 1',
  'Unit 12',
  'Unit 3',
  'Unit 2',
  'Unit 11',
  'Unit 9',
  'Unit 4',
  'Unit 7',
  'Unit 8',
  'Unit 5',
  'Unit 6',
];
const place = { facultyId: 'csit', semesterId: '4', subject: 'Operating Systems' };
const list = '/databases/library/collections/notes/documents';

/** Opens a library in which twelve notes were published together. */
async function openImported() {
  const library = await openThreeCallers({ readsTexts: true });
  const { admin, services } = library;
  const files = shuffled.map((title, seed) => ({
    path: `CSIT/4th Sem/Operating Systems/Notes/${title}.pdf`,
    bytes: makePdf([[title, ...examLines(seed + 60).map((line) => line.slice(0, 70))]], { title }),
  }));
  const staged = await admin.call('POST', '/staging', {
    json: { files: files.map(({ path, bytes }) => ({ path, size: bytes.length, digest: digest(bytes) })) },
  });
  const rows = (staged.json as unknown as StagedBatchAnswer).files;
  for (const [index, { path, bytes }] of files.entries()) {
    const name = path.split('/').at(-1) ?? '';
    await uploadSmallFile(admin, { id: rows[index]?.fileId ?? '', name, content: new Uint8Array(bytes) });
  }
  for (let round = 0; round < 3; round += 1) {
    await services.textReading.idle();
    await services.similar.idle();
    await services.staging.idle();
  }
  const ids = rows.map(({ $id }) => $id);
  const manual = { ...place, kind: 'note' };
  await admin.call('PATCH', '/staging', { json: { ids, manual, forget: [] } });
  const published = await admin.call('POST', '/staging/publish', { json: { ids, accept: ['doubtful', 'duplicates'] } });
  const { results } = published.json as unknown as { results: { id: string; outcome: string }[] };
  expect(results).toEqual(ids.map((id) => expect.objectContaining({ id, outcome: 'published' })));
  const left = (await admin.call('GET', '/staging?filter=open')).json as unknown as StagedListAnswer;
  expect(left.files).toEqual([]);
  return library;
}

let library: Awaited<ReturnType<typeof openImported>>;

beforeAll(async () => {
  library = await openImported();
});

afterAll(() => library[Symbol.asyncDispose]());

const query = (value: object) => `queries[]=${encodeURIComponent(JSON.stringify(value))}`;
const titlesOf = (list: unknown) => (list as { title: string }[]).map(({ title }) => title);
const ofSubject = query({ method: 'equal', attribute: 'subject', values: [place.subject] });

test('notes that are imported together are in natural order in lists sorted by newest, even across pages', async () => {
  const newest = query({ method: 'orderDesc', attribute: '$createdAt' });
  const found: { $id: string; title: string }[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last ? `&${query({ method: 'cursorAfter', values: [last.$id] })}` : '';
    const limit = query({ method: 'limit', values: [5] });
    const { json } = await library.visitor.call('GET', `${list}?${ofSubject}&${newest}&${limit}${after}`);
    const page = json['documents'] as typeof found;
    found.push(...page);
    if (page.length < 5) break;
  }
  expect(titlesOf(found)).toEqual(units);
});

test('lists by title are in natural order, for programs and in Manage', async () => {
  const byTitle = query({ method: 'orderAsc', attribute: 'title' });
  const { json } = await library.visitor.call('GET', `${list}?${ofSubject}&${byTitle}`);
  expect(titlesOf(json['documents'])).toEqual(units);
  const shown = await library.admin.call(
    'GET',
    `/materials/inventory?sort=title&direction=asc&limit=50&subject=${encodeURIComponent(place.subject)}`,
  );
  expect(titlesOf((shown.json as unknown as InventoryAnswer).documents)).toEqual(units);
});

test('feeds and OPDS, the archive and suggestions are in natural order', async () => {
  const read = async (address: string) => (await fetch(library.url + address)).text();
  const opds = await read('/v1/opds/faculties/csit/semesters/4/subjects/operating-systems/note');
  expect(findTexts(opds, '//atom:entry/atom:title')).toEqual(units);
  const feed = await read(api.subjectFeed('csit', '4', 'operating-systems'));
  expect(findTexts(feed, '//atom:entry/atom:title')).toEqual(units);
  const archive = await fetch(library.url + api.subjectArchive({ ...place, kind: 'note' }));
  const reader = new ZipReader(new BlobReader(new Blob([await archive.arrayBuffer()])));
  expect((await reader.getEntries()).map(({ filename }) => filename)).toEqual(units.map((title) => `${title}.pdf`));
  await reader.close();
  const suggested = await library.visitor.call('GET', '/search/suggest?q=unit');
  expect(titlesOf(suggested.json['materials'])).toEqual(units.slice(0, 5));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileGuessAnswer } from '#contract/schemas/answer-types.ts';
import { openThreeCallers } from '#test/support/three-callers.ts';

let library: Awaited<ReturnType<typeof openThreeCallers>>;

beforeAll(async () => {
  library = await openThreeCallers();
});

afterAll(() => library[Symbol.asyncDispose]());

async function guess(json: object): Promise<FileGuessAnswer> {
  const answer = await library.admin.call('POST', '/staging/guess', { json });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.json as FileGuessAnswer;
}

const firstPage = [
  'Tribhuvan University',
  'Bachelor Level / Second Year / Fourth Semester',
  'Computer Science and Information Technology (CSC 264)',
  'Operating Systems',
  '2079 Magh',
  'Full Marks: 60',
  'Attempt any two questions.',
].join('\n');

test('the place of a file is guessed from its name and first page, as in the import, and nothing is stored', async () => {
  const found = await guess({ path: 'scan0001.pdf', firstPage, pageCount: 2 });
  expect(found).toMatchObject({
    fields: {
      facultyId: { value: 'csit' },
      semesterId: { value: '4' },
      subject: { value: 'Operating Systems' },
      kind: { value: 'paper' },
      year: { value: 2023, bs: 2079 },
    },
    doubtful: [],
  });
  expect(found.fields.subject.from.join()).toContain('first page “Operating Systems”');
  expect(((await library.admin.call('GET', '/staging?filter=all')).json as { total: number }).total).toBe(0);
});

test('a name alone fills in its attributes, and doubtful ones are named', async () => {
  const found = await guess({ path: 'CSIT 4th sem Operating Systems 2078.pdf' });
  expect(found.fields.subject.value).toBe('Operating Systems');
  expect(found.fields.year.bs).toBe(2078);
  expect((await guess({ path: 'IMG_2034.pdf' })).fields.facultyId.value).toBeNull();
});

test('only administrators may request a guess, and a request that is too long is refused', async () => {
  const { visitor, student, admin } = library;
  const json = { path: 'a.pdf' };
  for (const caller of [visitor, student])
    expect((await caller.call('POST', '/staging/guess', { json })).status).toBe(401);
  for (const wrong of [{}, { path: '' }, { path: 'a'.repeat(1001) }, { path: 'a', firstPage: 'a'.repeat(20_001) }])
    expect((await admin.call('POST', '/staging/guess', { json: wrong })).status).toBe(400);
});
